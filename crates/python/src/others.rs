//! Python functions for surveys, graphs, queens and treasure hunts.

use courser::Device;
use courser::board::graph::{Graph, NamedGraph};
use courser::board::{Shard, Square};
use courser::count::count_graph;
use courser::engine::batch::Tally;
use courser::engine::memory;
use courser::solve::hunt::{Chart, HuntOptions, MAX_EXACT, Map};
use courser::solve::queens::{self as ways, place};
use courser::solve::search::{SearchOptions, SearchResult, path};
use courser::survey::{Combination, Header, Starts, Survey};
use pyo3::prelude::*;

use crate::board::{AskedBoard, kind, limit};
use crate::fault::PyFault;
use crate::tours::{options, shard};
use crate::{run, unwind_if};

/// A row of a survey: rows and columns of the board, rule, seed, number of starts, number of knights, number of tours,
/// number of closed tours, mean number of visits, and minimum number of visits.
type SurveyTuple = (u32, u32, String, u64, usize, u64, u64, u64, f64, u32);

/// Runs a survey, or one shard of a survey. In a survey, knights start on many squares of many boards and choose their
/// moves by rules. Returns two values. The first is a text that names the survey and the shard. The second is the list
/// of the rows of results.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are the keywords of a function in Python")]
pub(crate) fn survey(
    py: Python<'_>,
    boards: String,
    rules: Vec<String>,
    starts: String,
    seeds: String,
    tries: u32,
    leaper: String,
    on: String,
    of: (u64, u64),
) -> PyResult<(String, Vec<SurveyTuple>)> {
    run(py, None, move |stop| {
        let rules = rules.iter().map(|name| name.parse()).collect::<Result<Vec<_>, _>>()?;
        let starts: Starts = starts.parse()?;
        let leaper = leaper.parse()?;
        let survey = Survey { starts, seeds: seeds.parse()?, tries, leaper, ..Survey::new(boards.parse()?, rules) };
        survey.check()?;
        let header = Header { survey, shard: Some(shard(of)?) };
        let (survey, share) = (&header.survey, header.share());
        PyFault::afford("the survey", header.rows().saturating_mul(size_of::<SurveyTuple>() as u64))?;
        let device = Device::open_for(&on.as_str().into(), survey.work(), &|_| {})?;
        let (mut rows, mut place) = (Vec::new(), 0_u64);
        for board in survey.boards_with_leaper() {
            let (first, end) = (place, place.saturating_add(survey.rows_on(&board)));
            place = end;
            let combinations = survey.combinations(&board)?;
            let own = share.rows_in(first..end, 0).filter_map(|row| combinations.at(row - first));
            let mut reported = |of: &Combination, tally: Tally| {
                let (rule, starts) = (of.rule.to_string(), of.starts.len());
                let Tally { tries, complete, closed, min_visited, .. } = tally;
                let mean = tally.mean();
                rows.push((
                    board.rows(),
                    board.cols(),
                    rule,
                    of.seed,
                    starts,
                    tries,
                    complete,
                    closed,
                    mean,
                    min_visited,
                ));
                Ok::<(), PyFault>(())
            };
            survey.walk(&device, &board, own, &mut |_| unwind_if(stop), &mut reported)?;
        }
        Ok((header.to_string(), rows))
    })
}

/// Returns the indices of `parts`, sorted by shard. The parts must be all shards of one survey. Each part is a pair:
/// the text of a shard, and the number of rows of the shard.
#[pyfunction]
pub(crate) fn order(py: Python<'_>, parts: Vec<(String, u64)>) -> PyResult<Vec<usize>> {
    run(py, None, move |_| {
        let named = |(at, (text, rows)): (usize, &(String, u64))| {
            let (name, header) = (format!("parts[{at}]"), text.parse::<Header>()?);
            let share = header.share();
            if header.rows() != *rows {
                let message = format!("{name} lacks rows of its shard");
                return Err(PyFault::input(message, "give the parts as they were returned"));
            }
            Ok((name, share, (header.survey, at)))
        };
        let parts = parts.iter().enumerate().map(named).collect::<Result<Vec<_>, PyFault>>()?;
        let parts = Shard::whole(parts, |(one, _), (other, _)| one == other)?;
        Ok(parts.into_iter().map(|(_, (_, at))| at).collect())
    })
}

/// A square as a pair of its row and its column.
type Pair = (u32, u32);

/// The squares and the moves of a board.
type SquaresAndMoves = (Vec<Pair>, Vec<(Pair, Pair)>);

/// Returns the squares of a board and its undirected moves.
#[pyfunction]
pub(crate) fn edges(py: Python<'_>, board: AskedBoard) -> PyResult<SquaresAndMoves> {
    run(py, None, move |_| {
        let board = board.board()?;
        // The estimate includes the Python objects.
        PyFault::afford("the graph", board.cells().saturating_mul(4096))?;
        let pair = |square: Square| (square.row, square.col);
        let squares = board.squares().map(pair).collect();
        let moves = Graph::new(&board).undirected().edges().map(|edge| (pair(edge.from), pair(edge.to))).collect();
        Ok((squares, moves))
    })
}

/// A graph from Python: the names of its vertices, its edges, and the kind and the ends of the path.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct AskedGraph {
    names: Vec<String>,
    edges: Vec<(u32, u32)>,
    directed: bool,
    closed: bool,
    start: Option<u32>,
    end: Option<u32>,
}

impl AskedGraph {
    fn graph(&self) -> Result<NamedGraph, PyFault> {
        let edges = self.edges.iter().copied();
        Ok(if self.directed { NamedGraph::directed(&self.names, edges) } else { NamedGraph::new(&self.names, edges) }?)
    }
}

/// Finds a Hamiltonian path or cycle. Returns the indices of the vertices in visiting order.
#[pyfunction]
pub(crate) fn graph_tour(py: Python<'_>, asked: AskedGraph, seed: u64, seconds: Option<f64>) -> PyResult<Vec<u32>> {
    let limit = limit(seconds).map_err(|fault| fault.raise(py))?;
    run(py, limit, move |stop| {
        let graph = asked.graph()?;
        let memory = Some(memory::available());
        let options = SearchOptions { seed, limit, memory, stop: Some(stop), ..SearchOptions::default() };
        match path(&graph, kind(asked.closed), asked.start, asked.end, &options)? {
            SearchResult::Tour(order) => Ok(order),
            SearchResult::None(reason) => {
                let what = if asked.closed { "cycle" } else { "path with these ends" };
                let message = format!("the graph has no Hamiltonian {what}: {reason}");
                Err(PyFault::new(PyFault::NO_TOUR, message, "ask for a path with other ends, or give another graph"))
            }
            SearchResult::Stopped { .. } => Err(PyFault::limit()),
        }
    })
}

/// Counts Hamiltonian paths or cycles. Returns the count as little-endian bytes.
#[pyfunction]
pub(crate) fn graph_count(py: Python<'_>, asked: AskedGraph) -> PyResult<Vec<u8>> {
    run(py, None, move |stop| {
        let ends = [asked.start, asked.end];
        Ok(count_graph(&asked.graph()?, kind(asked.closed), ends, &options(stop))?.to_bytes_le())
    })
}

/// Finds a placement of queens. Returns the row of the queen in each column, or `None` if there is no placement.
#[pyfunction]
pub(crate) fn queens(py: Python<'_>, n: u32) -> PyResult<Option<Vec<u32>>> {
    run(py, None, move |_| {
        PyFault::afford("the board", u64::from(n) * 48)?;
        Ok(place(n))
    })
}

/// Counts the placements of queens. Returns the total number of placements, and the number of classes of placements
/// under rotations and reflections.
#[pyfunction]
pub(crate) fn count_queens(py: Python<'_>, n: u32) -> PyResult<(u128, u64)> {
    run(py, None, move |stop| {
        if !(1..=ways::MAX_LISTED).contains(&n) {
            let message = format!("placements of {n} queens are not counted");
            return Err(PyFault::input(message, format!("choose 1 to {} queens", ways::MAX_LISTED)));
        }
        // The limit error never reaches Python, since the count stops only if a signal has already ended the call.
        let counted = ways::count(n, stop, &|_, _| {}).ok_or_else(PyFault::limit)?;
        Ok((counted.all, counted.fundamental))
    })
}

/// Finds a shortest path that collects the treasures of a map. Returns three values: the squares of the path, one flag
/// for each of these squares, and a lower bound on the number of moves. A flag is true if the knight collects a
/// treasure on the square.
#[pyfunction]
pub(crate) fn hunt(
    py: Python<'_>,
    map: String,
    leaper: String,
    start: Option<String>,
    in_order: bool,
    home: bool,
    fast: bool,
) -> PyResult<(Vec<Pair>, Vec<bool>, usize)> {
    run(py, None, move |_| {
        let mut map = Map::parse(&map)?.with_leaper(leaper.parse()?);
        if let Some(start) = start {
            let start = map.board().square(&start)?;
            map = map.starting_at(start)?;
        }
        let (chart, terms) = (Chart::new(&map)?, HuntOptions { in_order, home });
        let is_fast = fast || in_order;
        if !is_fast && map.treasures().len() <= MAX_EXACT {
            PyFault::afford("the proof of a shortest path", chart.exact_memory())?;
        }
        let answer = if fast { chart.fast(terms) } else { chart.exact(terms)? };
        let steps = answer.route.steps();
        let squares = steps.iter().map(|step| (step.square.row, step.square.col)).collect();
        Ok((squares, steps.iter().map(|step| step.collects).collect(), answer.at_least))
    })
}
