//! Tests that the proofs of the search are correct. Some random graphs and boards are built so that they contain a
//! tour. The search must find a tour of each of them. Each negative answer for a small graph or board is compared with
//! exhaustive search or with the count.

mod common;

use std::collections::BTreeSet;

use courser_board::graph::NamedGraph;
use courser_board::{Board, Kind, Square, TourSpec};
use courser_count::{BigUint, CountOptions, CountTask, Tours, count};
use courser_solve::existence::{Existence, Obstruction, Reason, decide};
use courser_solve::search::{SearchOptions, SearchResult, path, tour};

use common::random;

/// A graph, and a request for a Hamiltonian path or cycle in the graph.
struct Question {
    graph: NamedGraph,
    kind: Kind,
    ends: [Option<u32>; 2],
}

impl Question {
    fn new(vertices: u32, edges: &BTreeSet<(u32, u32)>, kind: Kind, ends: [Option<u32>; 2]) -> Self {
        let names = (0..vertices).map(|vertex| vertex.to_string());
        Self { graph: NamedGraph::new(names, edges.iter().copied()).unwrap(), kind, ends }
    }

    /// Returns the same question for a directed graph. Each edge leads only from its first vertex to its second vertex.
    fn directed(self, edges: &BTreeSet<(u32, u32)>) -> Self {
        let graph = NamedGraph::directed(self.graph.names(), edges.iter().copied()).unwrap();
        Self { graph, ..self }
    }

    /// Returns whether the search finds a path. If a path is found, asserts that the kind and the ends of the path are
    /// as requested.
    fn is_answered(&self, seed: u64) -> bool {
        let [start, end] = self.ends;
        match path(&self.graph, self.kind, start, end, &SearchOptions { seed, ..SearchOptions::default() }).unwrap() {
            SearchResult::Tour(order) => {
                let kind = self.graph.check(&order).expect("the order is a path");
                assert!(kind == self.kind || self.kind == Kind::Open, "{order:?}");
                assert!(start.is_none_or(|start| order[0] == start), "{order:?} from {start:?}");
                assert!(end.is_none_or(|end| order.last() == Some(&end)), "{order:?} to {end:?}");
                true
            }
            SearchResult::None(_) => false,
            stopped => panic!("{stopped:?}"),
        }
    }

    /// Returns whether the path exists. Tries all sets of visited vertices (Held and Karp 1962).
    fn is_possible(&self) -> bool {
        let vertices = self.graph.names().len();
        let near: Vec<u32> =
            (0..vertices as u32).map(|at| self.graph.neighbours(at).iter().map(|&to| 1 << to).sum()).collect();
        let starts = match (self.kind, self.ends[0]) {
            (_, Some(start)) => start..start + 1,
            (Kind::Closed, None) if self.ends[1].is_none() => 0..1,
            _ => 0..vertices as u32,
        };
        starts.into_iter().any(|start| {
            // Mask of the possible last vertices, indexed by the set of visited vertices.
            let mut last = vec![0_u32; 1 << vertices];
            last[1 << start] = 1 << start;
            for visited in 0..1_u32 << vertices {
                let here = last[visited as usize];
                for at in (0..vertices as u32).filter(|at| here >> at & 1 == 1) {
                    let mut next = near[at as usize] & !visited;
                    while next != 0 {
                        let to = next & next.wrapping_neg();
                        last[(visited | to) as usize] |= to;
                        next ^= to;
                    }
                }
            }
            let mut found = last[(1 << vertices) - 1];
            if self.kind == Kind::Closed {
                let before = (0..vertices).filter(|&at| vertices > 2 && near[at] >> start & 1 == 1);
                found &= before.map(|at| 1 << at).sum::<u32>();
            }
            found & self.ends[1].map_or(u32::MAX, |end| 1 << end) != 0
        })
    }

    fn text(&self) -> String {
        let edges: Vec<String> = self.graph.edges().map(|(a, b)| format!("{a}-{b}")).collect();
        format!("{} {:?} of {}", self.kind, self.ends, edges.join(" "))
    }
}

/// Returns a random question with a planted answer, which is a path or cycle through all vertices. Some edges of the
/// planted answer are subdivided by an additional vertex. Therefore every answer must contain both halves of such an
/// edge. In addition, the graph has `more` random edges per vertex. In a bipartite graph, the random edges lead from
/// even positions to odd positions.
fn planted(vertices: u32, more: f64, is_bipartite: bool, dice: &mut u64) -> Question {
    let mut order: Vec<u32> = (0..vertices).collect();
    for at in (1..vertices).rev() {
        order.swap(at as usize, random(dice, at + 1) as usize);
    }
    let is_closed = vertices > 2 && (!is_bipartite || vertices.is_multiple_of(2)) && random(dice, 2) == 0;
    let edge = |a: usize, b: usize| (order[a].min(order[b]), order[a].max(order[b]));
    let mut edges: BTreeSet<(u32, u32)> = (1..order.len()).map(|at| edge(at - 1, at)).collect();
    if is_closed {
        edges.insert(edge(0, order.len() - 1));
    }
    let forced: Vec<(u32, u32)> = edges.iter().copied().filter(|_| random(dice, 8) == 0).collect();
    for _ in 0..(f64::from(vertices) * more) as u32 {
        let [a, b] = [(); 2].map(|()| random(dice, vertices) as usize);
        if a != b && (!is_bipartite || (a + b) % 2 == 1) {
            edges.insert(edge(a, b));
        }
    }
    // Edges of bipartite graphs are not subdivided: one half of a subdivided edge would join two vertices of the same
    // side.
    let forced = if is_bipartite { Vec::new() } else { forced };
    let all = vertices + forced.len() as u32;
    for ((a, b), middle) in forced.into_iter().zip(vertices..) {
        edges.remove(&(a, b));
        edges.extend([(a, middle), (b, middle)]);
    }
    let given = random(dice, 4);
    let ends = [order[0], order[order.len() - 1]];
    let mut ends = [(given & 1 == 1).then_some(ends[0]), (given & 2 == 2).then_some(ends[1])];
    // A new vertex may divide the closing edge of the planted cycle. Then the first and the last vertex of `order` are
    // not adjacent, so the question has no given ends.
    if let (true, [Some(a), Some(b)]) = (is_closed, ends)
        && !edges.contains(&(a.min(b), a.max(b)))
    {
        ends = [None; 2];
    }
    Question::new(all, &edges, if is_closed { Kind::Closed } else { Kind::Open }, ends)
}

#[test]
fn a_path_or_cycle_planted_in_a_graph_is_found() {
    let dice = &mut 1;
    for round in 0..12_000_u32 {
        let vertices = 6 + random(dice, if round % 4 == 0 { 55 } else { 15 });
        let more = [0.2, 0.4, 0.7, 1.0, 1.5, 3.0][random(dice, 6) as usize];
        let question = planted(vertices, more, round % 3 == 0, dice);
        assert!(question.is_answered(round.into()), "round {round}: {}", question.text());
    }
}

#[test]
fn a_no_about_a_graph_of_at_most_12_vertices_is_that_of_exhaustive_search() {
    let (dice, mut counts) = (&mut 2, [0; 2]);
    for round in 0..8000_u32 {
        let vertices = 2 + random(dice, 11);
        let tenths = 1 + random(dice, 7);
        let is_directed = random(dice, 2) == 0;
        let first = |a: u32| if is_directed { 0 } else { a + 1 };
        let pairs = (0..vertices).flat_map(|a| (first(a)..vertices).map(move |b| (a, b))).filter(|(a, b)| a != b);
        let edges: BTreeSet<(u32, u32)> = pairs.filter(|_| random(dice, 10) < tenths).collect();
        let kind = if random(dice, 2) == 0 { Kind::Closed } else { Kind::Open };
        let ends = [(); 2].map(|()| (random(dice, 3) == 0).then(|| random(dice, vertices)));
        if ends[0].is_some() && ends[0] == ends[1] {
            continue;
        }
        let question = match is_directed {
            true => Question::new(vertices, &BTreeSet::new(), kind, ends).directed(&edges),
            false => Question::new(vertices, &edges, kind, ends),
        };
        let exists = question.is_possible();
        assert_eq!(question.is_answered(round.into()), exists, "round {round}: {}", question.text());
        counts[usize::from(exists)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?} are there and not there");
}

/// Returns a random board of at most `max` squares. Half of the boards have holes.
fn board(max: u32, dice: &mut u64) -> Board {
    const LEAPERS: [&str; 9] = ["1,2", "1,2", "1,2", "0,1", "0,1", "1,1", "1,3", "2,3", "0,2"];
    loop {
        let leaper = LEAPERS[random(dice, 9) as usize].parse().unwrap();
        let board = Board::new(1 + random(dice, 6), 1 + random(dice, 7)).unwrap().with_leaper(leaper);
        let share = [0, 0, 6, 10][random(dice, 4) as usize];
        let holes: Vec<Square> = board.squares().filter(|_| random(dice, 24) < share).collect();
        if let Ok(board) = board.with_holes(holes)
            && board.playable() <= max.into()
        {
            return board;
        }
    }
}

#[test]
fn a_no_about_a_board_is_that_of_the_count() {
    let (dice, mut counts) = (&mut 3, [0; 2]);
    for round in 0..15_000_u64 {
        let board = board(26, dice);
        let squares: Vec<Square> = board.squares().collect();
        let moves: Vec<[Square; 2]> = squares
            .iter()
            .flat_map(|&from| board.neighbours(from).filter(move |&to| from < to).map(move |to| [from, to]))
            .collect();
        let mut end = || (random(dice, 3) == 0).then(|| squares[random(dice, squares.len() as u32) as usize]);
        let ends = [end(), end()];
        let kind = if random(dice, 2) == 0 { Kind::Closed } else { Kind::Open };
        let Ok(spec) = TourSpec::new(&board, kind, ends[0], ends[1]) else { continue };
        let closing = ends[0].zip(ends[1]).filter(|_| kind == Kind::Closed).map(|(a, b)| [a.min(b), a.max(b)]);
        let share = random(dice, 3);
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for &one in &moves {
            match random(dice, 30) {
                roll if roll < share => with.push(one),
                roll if roll < 2 * share => without.push(one),
                _ => {}
            }
        }
        let options = SearchOptions { seed: round, ..SearchOptions::default() };
        // Moves that contradict each other, such as three moves at a square, are an error.
        let Ok(restricted) = spec.clone().restricted(&with, &without) else { continue };
        let found = match tour(&restricted, &options).unwrap() {
            SearchResult::Tour(tour) => {
                assert!(restricted.is_met_by(&tour), "{restricted:?}: {tour:?}");
                let mut visited: Vec<Square> = tour.squares().collect();
                visited.extend(visited.first().copied().filter(|_| kind == Kind::Closed));
                let uses = |&[a, b]: &[Square; 2]| visited.windows(2).any(|two| two == [a, b] || two == [b, a]);
                assert!(with.iter().all(uses) && !without.iter().any(uses), "{spec:?} {with:?} {without:?}: {tour:?}");
                true
            }
            SearchResult::None(_) => false,
            stopped => panic!("{stopped:?}"),
        };
        // If both ends of a closed tour are given, the tour contains the move between these ends.
        let is_move = closing.is_none_or(|closing| moves.contains(&closing) && !without.contains(&closing));
        with.extend(closing.filter(|_| is_move));
        let tours = match kind {
            Kind::Closed => Tours::Closed,
            Kind::Open => Tours::Open { start: ends[0], end: ends[1] },
        };
        // The move between the ends can contradict the other moves. In this case, `restricted` returns an error.
        let task = CountTask::new(board.clone(), tours).unwrap().restricted(&with, &without);
        let counted = task.map(|task| count(&task, &CountOptions::default()).unwrap());
        let exists = is_move && counted.is_ok_and(|number| number != BigUint::ZERO);
        assert_eq!(found, exists, "round {round}: {spec:?} with {with:?} without {without:?}");
        counts[usize::from(exists)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?} are there and not there");
}

#[test]
fn the_hint_of_a_search_is_a_restriction_without_which_a_tour_exists() {
    let (dice, mut hints) = (&mut 4, BTreeSet::new());
    let exists = |board: &Board, kind, start, end| {
        let spec = TourSpec::new(board, kind, start, end);
        spec.is_ok_and(|spec| tour(&spec, &SearchOptions::default()).unwrap().tour().is_some())
    };
    for _ in 0..20_000 {
        let board = board(26, dice);
        let whole = Board::new(board.rows(), board.cols()).unwrap().with_leaper(board.leaper());
        let squares: Vec<Square> = board.squares().collect();
        let mut end = || (random(dice, 3) == 0).then(|| squares[random(dice, squares.len() as u32) as usize]);
        let (start, end) = (end(), end());
        let kind = if random(dice, 2) == 0 { Kind::Closed } else { Kind::Open };
        let Ok(spec) = TourSpec::new(&board, kind, start, end) else { continue };
        let SearchResult::None(reason) = tour(&spec, &SearchOptions::default()).unwrap() else { continue };
        if !matches!(reason.because(), Obstruction::Forced | Obstruction::Searched(_)) {
            continue;
        }
        let without_end = exists(&board, kind, start, None);
        let without_start = kind == Kind::Open && exists(&board, kind, None, end);
        let open = kind == Kind::Closed && exists(&board, Kind::Open, start, end);
        let free = exists(&board, Kind::Open, None, None);
        let holeless = exists(&whole, kind, start, end);
        let hint = reason.remedies().iter().map(ToString::to_string).collect::<Vec<_>>().join(", or ");
        let is_true = match hint.as_str() {
            "ask for an open tour" => open,
            "leave out the end" => end.is_some() && without_end,
            "leave out the start" => start.is_some() && without_start,
            "ask for an open tour, and leave out its ends" => kind == Kind::Closed && free,
            "leave out both ends" => kind == Kind::Open && free,
            "open some holes" => board.hole_count() > 0 && holeless,
            "try another board" => kind == Kind::Open && start.or(end).is_none() && board.hole_count() == 0,
            "try another board: no tour exists if a restriction is left out, either" => {
                !open && !without_end && !without_start && !free && !holeless
            }
            other => panic!("{reason}: {other}"),
        };
        assert!(is_true, "{reason}: {hint}");
        hints.insert(hint);
    }
    assert!(hints.len() >= 7, "{hints:?}");
}

/// Returns the requests that a clause of a hint suggests. Returns `None` if the clause is general advice, such as `try
/// another leaper`.
fn changed(reason: &Reason, clause: &str) -> Option<Vec<TourSpec>> {
    let spec = reason.spec();
    let (board, kind, start, end) = (spec.board(), spec.kind(), spec.start(), spec.end());
    let of = |board: &Board, kind, start, end| vec![TourSpec::new(board, kind, start, end).unwrap()];
    let words: Vec<&str> = clause.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let square = |word: &str| Some(board.square(word).unwrap());
    Some(match words[..] {
        ["ask", "for", "an", "open", "tour"] => of(board, Kind::Open, start, end),
        ["ask", "for", "an", "open", "tour", "and", "leave", "out", "its", "ends"] => of(board, Kind::Open, None, None),
        ["leave", "out", "the", "end"] => of(board, kind, start, None),
        ["leave", "out", "the", "start"] => of(board, kind, None, end),
        ["leave", "out", "both", "ends"] => of(board, kind, None, None),
        ["choose", "an", "end", "such", "as", near, ..] => of(board, kind, start, square(near)),
        ["try", near, "as", "the", "start"] => of(board, kind, square(near), end),
        ["try", near, "as", "the", "end"] => of(board, kind, start, square(near)),
        ["try", near, "as", "the", "start", "and", "leave", "out", "the", "end"] => of(board, kind, square(near), None),
        ["try", near, "as", "the", "end", "and", "leave", "out", "the", "start"] => of(board, kind, None, square(near)),
        ["try", near, "as", "the", "end", "or", "leave", "it", "out"] => {
            [of(board, kind, start, square(near)), of(board, kind, start, None)].concat()
        }
        ["try", size, ref rest @ ..] if size.contains('x') => {
            let other = size.parse::<Board>().unwrap().with_leaper(board.leaper());
            let moved = |square: Square| other.square(&square.name(board.rows()).to_string()).unwrap();
            let (start, end) = match rest {
                [] => (start.map(moved), end.map(moved)),
                ["and", "leave", "out", "the", "start"] => (None, end.map(moved)),
                ["and", "leave", "out", "the", "end"] => (start.map(moved), None),
                ["and", "leave", "out", "both", "ends"] => (None, None),
                other => panic!("{other:?}"),
            };
            of(&other, kind, start, end)
        }
        _ => return None,
    })
}

#[test]
fn the_hints_of_a_theorem_about_the_ends_lead_to_tours() {
    let (dice, mut followed) = (&mut 5, BTreeSet::new());
    for round in 0..20_000 {
        let board = match round % 2 {
            0 => board(26, dice),
            _ => Board::new(1 + random(dice, 6), 1 + random(dice, 6)).unwrap(),
        };
        let squares: Vec<Square> = board.squares().collect();
        let mut end = || (random(dice, 3) > 0).then(|| squares[random(dice, squares.len() as u32) as usize]);
        let (start, end) = (end(), end());
        let kind = if random(dice, 2) == 0 { Kind::Closed } else { Kind::Open };
        let Ok(spec) = TourSpec::new(&board, kind, start, end) else { continue };
        let Existence::None(reason) = decide(&spec) else { continue };
        if !matches!(
            reason.because(),
            Obstruction::EndsApart { .. }
                | Obstruction::LesserColour { .. }
                | Obstruction::SameColour { .. }
                | Obstruction::NarrowEnd(_)
                | Obstruction::NarrowPair { .. }
                | Obstruction::Odd(_)
                | Obstruction::Schwenk(_)
                | Obstruction::TwoRows
                | Obstruction::ChiaOng
        ) {
            continue;
        }
        for remedy in reason.remedies() {
            let clause = remedy.to_string();
            for spec in changed(&reason, &clause).into_iter().flatten() {
                let found = tour(&spec, &SearchOptions::default()).unwrap().tour().is_some();
                assert!(found, "{reason}: {clause}");
                followed.insert(
                    clause.split_whitespace().filter(|word| !word.contains(char::is_numeric)).collect::<String>(),
                );
            }
        }
    }
    assert!(followed.len() > 10, "{followed:?}");
}
