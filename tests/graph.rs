//! Tests `courser graph export`. Also tests the tours that a solver finds for exported problems.

use std::collections::HashSet;

use courser_board::{Board, MoveOrder};
use courser_solve::warnsdorff::{self, Rule};

use crate::command::{Folder, answer, courser, refused, refused_for, run};

/// Runs statements with SQLite in a folder and returns the output. SQLite must be installed.
pub(crate) fn sqlite(folder: &Folder, statements: &str) -> String {
    use std::io::Write;
    let mut command = std::process::Command::new("sqlite3");
    let command = command.arg("-bail").arg("board.db").current_dir(folder.path("."));
    let command = command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("sqlite3 is there: tests/run installs it");
    child.stdin.take().unwrap().write_all(statements.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{statements}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn tour_and_graph_are_joined_in_one_line_of_sql() {
    let folder = Folder::new();
    let run = |arguments: &str| {
        courser().args(arguments.split_whitespace()).current_dir(folder.path(".")).assert().success();
    };
    // These are the commands of docs/around-the-board.md.
    let docs = include_str!("../docs/around-the-board.md");
    let (_, example) =
        docs.split_once("    courser tour 8x8 --closed -o tour.csv\n").expect("the docs have the example");
    run("tour 8x8 --closed -o tour.csv");
    run("graph export 8x8 -o board.sql");
    let statement = example.lines().find_map(|line| line.trim().strip_prefix("sqlite3 board.db \"SELECT")).unwrap();
    let statement = format!("SELECT{};", statement.strip_suffix('"').unwrap());
    let tables = std::fs::read_to_string(folder.path("board.sql")).unwrap();
    sqlite(&folder, &format!("{tables}\n.import --csv tour.csv tour\n"));
    // Every move of the closed tour is an edge. The statement does not count the closing move.
    assert_eq!(sqlite(&folder, &statement), "63\n");
    let by_numbers =
        "SELECT COUNT(*) FROM tour JOIN nodes ON square = label AND row = row_number AND col = col_number;";
    assert_eq!(sqlite(&folder, by_numbers), "64\n");
    let json: serde_json::Value = serde_json::from_str(&answer("tour 8x8 --closed --json")).unwrap();
    let (row, col) = (&json["squares"][0][0], &json["squares"][0][1]);
    assert_eq!(sqlite(&folder, "SELECT row, col FROM tour WHERE visit = 1;"), format!("{row}|{col}\n"));
}

/// Runs the statements and formulas of "Knight's tour in HANA" in SQLite. If several neighbours are equally good, some
/// statements select the neighbour that is first in courser's default move order. Other statements select the last one.
#[test]
fn the_articles_statements_give_the_articles_walks() {
    let folder = Folder::new();
    courser()
        .args(["graph", "export", "8x8", "--labels", "hana", "-o"])
        .arg(folder.path("hana.sql"))
        .assert()
        .success();
    let tables = std::fs::read_to_string(folder.path("hana.sql")).unwrap();
    sqlite(&folder, &tables);
    // This script is the procedure GENERATE_BOARD_FOR_KNIGHTS, translated to SQLite. Only the number series and the
    // character functions differ from the original.
    sqlite(
        &folder,
        "CREATE TABLE series AS WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 8) SELECT n FROM s;
         CREATE TABLE article_nodes AS SELECT col_label || row_label AS label, row_number, col_number
           FROM (SELECT n AS row_number, CAST(n AS TEXT) AS row_label FROM series)
           CROSS JOIN (SELECT n AS col_number, CHAR(UNICODE('A') + n - 1) AS col_label FROM series);
         CREATE TABLE article_edges AS SELECT A.label || '-' || B.label AS label, A.label AS from_node, B.label AS to_node
           FROM article_nodes AS A CROSS JOIN article_nodes AS B
           WHERE (ABS(A.row_number - B.row_number) = 2 AND ABS(A.col_number - B.col_number) = 1)
              OR (ABS(A.row_number - B.row_number) = 1 AND ABS(A.col_number - B.col_number) = 2);",
    );
    for (table, rows) in [("nodes", "64\n"), ("edges", "336\n")] {
        let both = format!("SELECT COUNT(*) FROM (SELECT * FROM {table} INTERSECT SELECT * FROM article_{table});");
        assert_eq!(sqlite(&folder, &both), rows, "{table}");
    }
    // `place` is the index of an edge in the move order of the article "Knight's tour in HANA". This article numbers
    // rows as in chess, where row numbers increase upwards.
    let places = (0..).zip([(-2, 1), (2, 1), (-2, -1), (2, -1), (-1, 2), (1, 2), (-1, -2), (1, -2)]);
    let places = places.map(|(place, (up, right))| {
        format!(
            "UPDATE edges SET place = {place} WHERE EXISTS (SELECT 1 FROM nodes AS a, nodes AS b WHERE a.label = from_node \
             AND b.label = to_node AND b.row_number - a.row_number = {up} AND b.col_number - a.col_number = {right});"
        )
    });
    sqlite(&folder, &format!("ALTER TABLE edges ADD COLUMN place INT;{}", places.collect::<String>()));
    let free = |edge: &str| format!("INSTR(visited, ',' || {edge}.to_node || ',') = 0");
    let rank = |of: &str| format!("(SELECT COUNT(*) FROM edges AS f WHERE f.from_node = {of} AND {})", free("f"));
    let warnsdorff = rank("n.label");
    // According to the text of the article, ties are broken by the lowest rank among the unvisited neighbours of a
    // candidate. The article's code also includes visited neighbours, with the value 0.
    let least = format!(
        "(SELECT COALESCE(MIN({}), 9) FROM edges AS g WHERE g.from_node = n.label AND {})",
        format_args!("{} - 1", rank("g.to_node")),
        free("g")
    );
    let least_of_code = format!(
        "(SELECT MIN(CASE WHEN {} THEN {} - 1 ELSE 0 END) FROM edges AS g WHERE g.from_node = n.label)",
        free("g"),
        rank("g.to_node")
    );
    let far = "(n.row_number - 4.5) * (n.row_number - 4.5) + (n.col_number - 4.5) * (n.col_number - 4.5)";
    let (none, centre) = ("0".to_owned(), "ABS(2 * n.row_number - 9) + ABS(2 * n.col_number - 9)".to_owned());
    let (board, slides) = (Board::new(8, 8).unwrap(), MoveOrder::SLIDES);
    for (rule, moves, first, second, order) in [
        (Rule::Bottom, slides, "n.row_number".to_owned(), "n.col_number".to_owned(), "first DESC, second DESC"),
        (Rule::Center, slides, centre, none.clone(), "first, place"),
        (Rule::Warnsdorff, slides, warnsdorff.clone(), none, "first, place"),
        (Rule::Pohl, slides, warnsdorff.clone(), least, "first, second, place"),
        (Rule::Warnsdorff, slides.reversed(), warnsdorff.clone(), least_of_code, "first, second, place DESC"),
        (Rule::Roth, slides, warnsdorff, far.to_owned(), "first, second DESC, place"),
    ] {
        let walks = sqlite(
            &folder,
            &format!(
                "WITH RECURSIVE walk(start, here, visited) AS (
                   SELECT label, label, ',' || label || ',' FROM nodes UNION ALL
                   SELECT start, next.label, visited || next.label || ',' FROM walk JOIN nodes AS next ON next.label =
                     (SELECT label FROM (SELECT n.label, {first} AS first, {second} AS second, place
                        FROM edges AS e JOIN nodes AS n ON n.label = e.to_node WHERE e.from_node = here AND {})
                      ORDER BY {order} LIMIT 1))
                 SELECT start, visited FROM walk GROUP BY start HAVING MAX(LENGTH(visited));",
                free("e")
            ),
        );
        assert_eq!(walks.lines().count(), 64);
        for walk in walks.lines() {
            let (start, squares) = walk.split_once('|').unwrap();
            let start = board.square(&start.to_lowercase()).unwrap();
            let walked = warnsdorff::run(&board, start, rule, moves, 0).unwrap().into_path(&board);
            let names = walked.squares().map(|square| square.name(8).to_string().to_uppercase());
            assert_eq!(squares.trim_matches(','), names.collect::<Vec<_>>().join(","), "{rule} {moves}");
        }
    }
}

#[test]
fn both_tables_are_written() {
    let folder = Folder::new();
    let (nodes, edges) = (folder.path("nodes.csv"), folder.path("edges.csv"));
    courser()
        .args(["graph", "export", "8x8", "-o"])
        .arg(&edges)
        .arg("--nodes")
        .arg(&nodes)
        .assert()
        .success()
        .stdout("");
    let lines = |path| std::fs::read_to_string(path).unwrap().lines().count();
    assert_eq!((lines(nodes), lines(edges)), (65, 337));
    assert_eq!(answer("graph export 8x8").lines().count(), 337);
    assert_eq!(answer("graph export 8x8 --undirected").lines().count(), 169);
}

#[test]
fn the_extension_tells_the_format() {
    let folder = Folder::new();
    for (name, begin) in [
        ("b.sql", "-- knight-8x8"),
        ("b.dot", "digraph \"knight-8x8\""),
        ("b.gv", "digraph"),
        ("b.graphml", "<?xml"),
        ("b.hcp", "NAME : knight-8x8\n"),
        ("b.csv", "label,from_node,to_node\n"),
    ] {
        courser().args(["graph", "export", "8x8", "-o"]).arg(folder.path(name)).assert().success();
        let text = std::fs::read_to_string(folder.path(name)).unwrap();
        assert!(text.starts_with(begin), "{name}: {text:.40}");
    }
    assert!(answer("graph export 7x7 --leaper camel --format hcp").starts_with("NAME : camel-7x7\n"));
}

#[test]
fn a_tour_is_laid_over_the_graph() {
    let folder = Folder::new();
    let tour = folder.file("tour.json", answer("tour 8x8 --closed --json"));
    let output = courser().args(["graph", "export", "8x8", "--tour"]).arg(&tour).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut moves: Vec<u32> = text.lines().skip(1).filter_map(|line| line.rsplit(',').next()?.parse().ok()).collect();
    moves.sort_unstable();
    assert_eq!(moves, (1..=64).collect::<Vec<u32>>());
    let text = refused(
        &courser().args(["graph", "export", "8x8", "--tour", "-"]).write_stdin("a1 b3 a1").output().unwrap(),
        2,
    );
    assert!(text.contains("a1 is visited twice"), "{text}");
    let text = refused(&courser().args(["graph", "export", "6x6", "--tour"]).arg(&tour).output().unwrap(), 2);
    assert!(text.contains("8x8"), "{text}");
}

/// Checks tours that LKH found for the exported problems. See tests/data/graph/README.md.
#[test]
fn a_solvers_tour_of_the_problem_is_judged() {
    let data = |name: &str| format!("{}/tests/data/graph/{name}", env!("CARGO_MANIFEST_DIR"));
    let holes = data("holes-8x8.txt");
    for (tour, board) in [("knight-8x8.tour", &["8x8"][..]), ("holes-8x8.tour", &["--board", &holes])] {
        let output = courser().args(["graph", "export"]).args(board).args(["--format", "hcp"]).output().unwrap();
        let problem = String::from_utf8(output.stdout).unwrap();
        let edges: HashSet<&str> = problem.lines().collect();
        let text = std::fs::read_to_string(data(tour)).unwrap();
        let nodes: Vec<u32> = text.lines().filter_map(|line| line.parse().ok()).collect();
        assert!(edges.contains(format!("DIMENSION : {}", nodes.len()).as_str()));
        for (a, b) in nodes.iter().zip(nodes.iter().cycle().skip(1)) {
            let edge = format!("{} {}", a.min(b), a.max(b));
            assert!(edges.contains(edge.as_str()), "{tour}: {edge} is not an edge of the problem");
        }
        let mut check = courser();
        check.arg("check").arg(data(tour)).arg("--closed");
        if board.len() > 1 {
            check.args(board);
        }
        check.assert().success().stdout("closed tour\n");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = Folder::new();
    for (arguments, part) in [
        ("graph export", "BOARD"),
        ("graph export 0x8", "0x8"),
        ("graph export 8x8 --format docx", "docx"),
        ("graph export 8x8 -o nowhere/b.sql", "nowhere"),
        ("graph export 8x8 -o b.docx", "extension"),
        ("graph export 8x8 --nodes -", "both tables"),
        ("graph export 8x8 --format sql --nodes n.csv", "--nodes"),
        ("graph export 8x8 --format hcp --undirected", "--undirected"),
        ("graph export 8x8 --format hcp --tour t.json", "--tour"),
        ("graph export 8x8 --format hcp --labels hana", "--labels"),
        ("graph export 8x8 --labels sap", "possible values: board, hana"),
        ("graph export 8x8 --tour nowhere.json", "nowhere.json"),
        ("graph export 8x8 --nodes one.csv -o one.csv", "is named twice"),
        ("graph export 8x8 --nodes one.csv -o ./one.csv", "is named twice"),
        ("graph export 3x3", "b2 has no move, so a table of edges would omit it"),
        ("graph export 1x1 -o e.csv", "a1 has no move"),
        ("graph export 1000000x1000000 --yes --tour nowhere.json", "too large"),
    ] {
        let output = courser().args(arguments.split_whitespace()).current_dir(folder.path(".")).output().unwrap();
        let text = refused(&output, 2);
        assert!(text.contains(part), "{arguments}: {text}");
    }
    assert!(folder.names().is_empty(), "{:?}", folder.names());
    assert!(run("graph export --help").status.success());
}

/// The dodecahedron of Hamilton's Icosian Game. This graph has 30 Hamiltonian cycles.
const DODECAHEDRON: &str = "a,b\nb,c\nc,d\nd,e\ne,a\na,f\nb,g\nc,h\nd,i\ne,j\nf,k\nk,g\ng,l\nl,h\nh,m\nm,i\ni,n\nn,j\nj,o\no,f\n\
                            k,p\nl,q\nm,r\nn,s\no,t\np,q\nq,r\nr,s\ns,t\nt,p\n";

/// The Petersen graph. It has no Hamiltonian cycle. It has 240 Hamiltonian paths if a path and its reverse are counted
/// as one path.
const PETERSEN: &str = "0,1\n1,2\n2,3\n3,4\n4,0\n0,5\n1,6\n2,7\n3,8\n4,9\n5,7\n7,9\n9,6\n6,8\n8,5\n";

/// Runs a `courser graph` command for a graph on standard input.
fn about(graph: &str, arguments: &str) -> std::process::Output {
    courser().arg("graph").args(arguments.split_whitespace()).arg("-").write_stdin(graph).output().unwrap()
}

fn text(output: std::process::Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_graph_of_any_kind_is_toured_in_the_names_of_its_vertices() {
    let edges: HashSet<&str> = DODECAHEDRON.lines().collect();
    let joined = |a: &str, b: &str| edges.contains(&*format!("{a},{b}")) || edges.contains(&*format!("{b},{a}"));
    for (arguments, ends) in [
        ("", [None; 2]),
        ("--closed", [None; 2]),
        ("--start c --end t", [Some("c"), Some("t")]),
        ("--end q", [None, Some("q")]),
    ] {
        let found = text(about(DODECAHEDRON, &format!("tour {arguments}")));
        let names: Vec<&str> = found.lines().collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), 20, "{arguments}: {found}");
        assert!(names.windows(2).all(|two| joined(two[0], two[1])), "{arguments}: {found}");
        assert!(arguments != "--closed" || joined(names[0], names[19]), "{found}");
        assert!(ends[0].is_none_or(|start| start == names[0]) && ends[1].is_none_or(|end| end == names[19]), "{found}");
    }
    let json: serde_json::Value = serde_json::from_str(&text(about(DODECAHEDRON, "tour --closed --json"))).unwrap();
    assert_eq!(
        (&json["graph"]["vertices"], &json["graph"]["edges"], &json["kind"]),
        (&20.into(), &30.into(), &"closed".into())
    );
    assert_eq!(json["vertices"].as_array().unwrap().len(), 20);
    let csv = text(about("\"New York\",b\nb,c\n", "tour --start c --format csv"));
    assert_eq!(csv, "visit,vertex\n1,c\n2,b\n3,New York\n");
}

#[test]
fn the_tours_of_a_graph_of_any_kind_are_counted() {
    for (graph, arguments, number) in [
        (DODECAHEDRON, "count", "30\n"),
        (PETERSEN, "count --closed", "0\n"),
        (PETERSEN, "count --open", "120\n"),
        (PETERSEN, "count --open --directed", "240\n"),
        (PETERSEN, "count --start 0", "24\n"),
        ("a,b\n", "count --open --format csv", "vertices,edges,kind,directed,count\n2,1,open,false,1\n"),
    ] {
        assert_eq!(text(about(graph, arguments)), number, "{arguments}");
    }
    // A board is also a graph. Every format that `graph export` writes can be read.
    for format in ["csv", "graphml", "hcp"] {
        let board = answer(&format!("graph export 6x6 --format {format}"));
        assert_eq!(text(about(&board, "count --closed")), "9862\n", "{format}");
        assert_eq!(text(about(&board, "tour --closed")).lines().count(), 36, "{format}");
    }
}

#[test]
fn a_path_or_cycle_planted_in_a_graph_is_found() {
    // This graph is not bipartite and contains the path 3 2 1 5 7 8 4 6.
    let graph = "TYPE : HCP\nDIMENSION : 8\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 5\n2 3\n3 8\n4 6\n4 8\n5 7\n\
                 5 8\n6 8\n7 8\n1 2\n-1\nEOF\n";
    assert_eq!(text(about(graph, "tour")).lines().count(), 8);
    let mut dice = 2_u32;
    let mut roll = |below: usize| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 8) as usize % below
    };
    for round in 0..60 {
        let (vertices, is_directed) = (6 + roll(55), roll(2) == 0);
        let mut order: Vec<usize> = (0..vertices).collect();
        (1..vertices).rev().for_each(|at| order.swap(at, roll(at + 1)));
        let edge = |a: usize, b: usize| if is_directed { [a, b] } else { [a.min(b), a.max(b)] };
        let mut edges: HashSet<[usize; 2]> = order.windows(2).map(|two| edge(two[0], two[1])).collect();
        let (first, last) = (order[0], order[vertices - 1]);
        let kind = ["", "--closed"][roll(2)];
        if !kind.is_empty() {
            edges.insert(edge(last, first));
        }
        for _ in 0..vertices / [1, 2, 4][roll(3)] {
            let (a, b) = (roll(vertices), roll(vertices));
            if a != b {
                edges.insert(edge(a, b));
            }
        }
        let mut edges: Vec<_> = edges.into_iter().collect();
        edges.sort_unstable();
        let graph: String = edges.iter().map(|[a, b]| format!("{a},{b}\n")).collect();
        let ends = [String::new(), format!("--start {first}"), format!("--start {first} --end {last}")];
        let arcs = if is_directed { "--arcs" } else { "" };
        let found = text(about(&graph, &format!("tour {kind} {} --format moves {arcs}", ends[roll(3)])));
        assert_eq!(found.lines().count(), vertices, "round {round}: {graph}");
        let names: Vec<usize> = found.lines().map(|name| name.parse().unwrap()).collect();
        let edges: HashSet<[usize; 2]> = edges.into_iter().collect();
        assert!(names.windows(2).all(|two| edges.contains(&edge(two[0], two[1]))), "round {round}: {graph}");
    }
}

#[test]
fn a_directed_graph_is_toured_counted_and_checked_along_its_edges() {
    // The edges of the wheel lead around the rim and from the hub to the rim. One more edge leads from the rim to the
    // hub.
    let wheel = "digraph { a -> b -> c -> d -> a; hub -> a; hub -> b; hub -> c; hub -> d; c -> hub }";
    for (graph, arguments, number) in [
        (wheel, "count", "1\n"),
        (wheel, "count --open", "8\n"),
        (wheel, "count --open --directed", "8\n"),
        (wheel, "count --start hub", "4\n"),
        (wheel, "count --end hub", "1\n"),
        (wheel, "count --start d --end hub", "1\n"),
        (wheel, "count --start hub --end d", "1\n"),
        ("a b\nb a\nb c\n", "count --open --arcs", "1\n"),
        ("a b c d\nb c\nc d\nd\n", "count --open --arcs", "1\n"),
        // If every edge has its reverse, the graph is undirected. A path and its reverse are then counted as one path.
        ("a b\nb a\n", "count --open --arcs", "1\n"),
    ] {
        assert_eq!(text(about(graph, arguments)), number, "{graph} {arguments}");
    }
    assert_eq!(text(about(wheel, "tour --closed --start hub")), "hub\nd\na\nb\nc\n");
    assert_eq!(text(about(wheel, "tour --closed --end a --seed 3")), "b\nc\nhub\nd\na\n");
    assert_eq!(text(about(wheel, "tour --end hub")), "d\na\nb\nc\nhub\n");
    let json: serde_json::Value = serde_json::from_str(&text(about(wheel, "count --open --json"))).unwrap();
    assert_eq!(json["graph"], serde_json::json!({"vertices": 5, "edges": 9, "directed": true}));
    assert_eq!((&json["directed"], &json["count"]), (&true.into(), &"8".into()));
    for (arguments, reason) in [
        ("tour --start a --end hub", "the edges that every such path must have contradict each other"),
        ("tour --closed --start hub --end d", "no edge leads from d to hub"),
    ] {
        let said = refused(&about(wheel, arguments), 1);
        assert!(said.contains(reason), "{arguments}: {said}");
    }
    let folder = Folder::new();
    let file = folder.file("wheel.dot", wheel);
    let check = |tour: &str| {
        courser().args(["graph", "check"]).arg(&file).arg("-").write_stdin(tour.to_owned()).output().unwrap()
    };
    assert_eq!(text(check("a\nb\nc\nhub\nd\n")), "closed tour\n");
    assert_eq!(text(check("hub\na\nb\nc\nd\n")), "open tour\n");
    let reversed = check("d\nhub\nc\nb\na\n");
    assert_eq!(reversed.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&reversed.stdout), "visit 2: no edge leads from d to hub\n");
}

#[test]
fn a_tour_of_a_graph_is_checked_in_every_format_that_is_written() {
    let folder = Folder::new();
    let graph = folder.file("graph.csv", DODECAHEDRON);
    for format in ["moves", "csv", "json"] {
        for (kind, verdict) in [("--closed", "closed tour\n"), ("--start c --end t", "open tour\n")] {
            let tour = text(about(DODECAHEDRON, &format!("tour {kind} --format {format}")));
            let check = |more: &[&str]| {
                courser().args(["graph", "check"]).arg(&graph).arg("-").args(more).write_stdin(&*tour).output().unwrap()
            };
            assert_eq!(text(check(&[])), verdict, "{format}: {tour}");
            let json: serde_json::Value = serde_json::from_slice(&check(&["--json"]).stdout).unwrap();
            assert_eq!((&json["graph"]["vertices"], &json["visits"]), (&20.into(), &20.into()));
            assert_eq!(check(&["--closed"]).status.code(), Some(i32::from(kind != "--closed")), "{format}");
        }
    }
    for format in ["graphml", "hcp", "dot"] {
        let board = folder.file(&format!("board.{format}"), answer(&format!("graph export 6x6 --format {format}")));
        let tour = run(&format!("graph tour --closed {}", board.display())).stdout;
        let checked = courser().args(["graph", "check"]).arg(&board).arg("-").write_stdin(tour).output().unwrap();
        assert_eq!(text(checked), "closed tour\n", "{format}");
    }
}

#[test]
fn what_is_not_a_tour_of_a_graph_has_its_first_flaw_and_exit_code_1() {
    let folder = Folder::new();
    let graph = folder.file("graph.csv", "a,b\nb,c\nc,d\nd,a\n");
    let check = |tour: &str| {
        courser().args(["graph", "check"]).arg(&graph).arg("-").write_stdin(tour.to_owned()).output().unwrap()
    };
    for (tour, flaw) in [
        ("a\nb\nc\n", "d is not visited: 3 of 4 vertices\n"),
        ("a\nb\nd\nc\n", "visit 3: no edge leads from b to d\n"),
        ("a\nb\na\n", "a is visited twice\n"),
        ("a\nx\n", "x is not a vertex of the graph\n"),
    ] {
        let output = check(tour);
        assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stdout)), (Some(1), flaw), "{tour}");
    }
    for (tour, part) in
        [("", "there is no vertex"), ("visit,vertex\n2,a\n", "visit 1 was expected"), ("{\"squares\": []}", "vertices")]
    {
        refused_for(&check(tour), 2, part);
    }
}

#[test]
fn a_graph_without_such_a_tour_says_why() {
    for (graph, arguments, reason) in [
        (PETERSEN, "tour --closed", "choices lead nowhere (exact search)"),
        ("a,b\na,c\na,d\n", "tour", "3 vertices on one side and 1 on the other"),
        ("a,b\nc,d\n", "tour", "no way leads from a to c"),
        ("a,b\nb,c\nc,a\na,d\na,e\n", "tour --closed", "no set of cycles covers the graph"),
        ("a,b\nb,c\nc,d\nd,b\n", "tour --closed", "no set of cycles covers the graph"),
        ("a,b\nb,c\nc,a\na,d\na,e\na,f\n", "tour", "no path, alone or beside cycles, covers the graph"),
        ("a,b\nb,c\nc,a\nc,d\n", "tour --closed --start a --end d", "no edge leads from d to a"),
        ("a,b\n", "tour --closed", "a cycle has at least three vertices, and this graph has 2"),
    ] {
        let said = refused(&about(graph, arguments), 1);
        assert!(said.contains(reason), "{graph}: {said}");
    }
}

#[test]
fn what_is_not_a_graph_to_tour_is_refused() {
    let star: String = (0..65).map(|ray| format!("hub,ray-{ray}\n")).collect();
    for (graph, arguments, part) in [
        ("a,b\nb,a\nb,c\n", "tour", "add --arcs if the edges have directions"),
        ("graph { a -- b }", "tour --arcs", "this format declares whether edges have directions"),
        ("a,b\nb,b\n", "count", "line 2, column 1"),
        (
            "<?xml version=\"1.0\"?>\n<gexf><graph/></gexf>",
            "count",
            "line 2, column 1: <gexf> is not read, only <graphml>",
        ),
        (
            "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n1 3\n-1\nFIXED_EDGES_SECTION\n1 3\n-1\nEOF\n",
            "count --closed",
            "line 10, column 1: 'FIXED_EDGES_SECTION' is not read",
        ),
        ("a,b\n", "tour --start z", "no vertex 'z'"),
        ("a,b\n", "tour --start a --end a", "does not end where it starts"),
        ("a,b\n", "count --start a --end a", "does not end where it starts"),
        ("a,b\n", "tour --format grid", "possible values: moves, json, csv"),
        ("a,b\n", "tour 8x8", "unexpected argument"),
        ("a,b\n", "count --up-to-symmetry", "unexpected argument"),
        (&star, "tour", "vertex hub has 65 edges, and a search takes at most 64"),
    ] {
        let said = refused(&about(graph, arguments), 2);
        assert!(said.contains(part), "{arguments}: {said}");
    }
    refused(&run("graph tour nowhere.csv"), 2);
}

#[test]
fn a_square_without_moves_is_in_every_graph_or_the_graph_is_refused() {
    for format in ["graphml", "hcp"] {
        assert_eq!(
            text(about(&answer(&format!("graph export 3x3 --format {format}")), "count --closed")),
            "0\n",
            "{format}"
        );
    }
    let ring = "...\n.#.\n...\n";
    let folder = Folder::new();
    let board = folder.file("ring.txt", ring);
    let edges = answer(&format!("graph export --board {}", board.display()));
    assert_eq!(text(about(&edges, "count --closed")), "1\n");
    let (edges, nodes) = (folder.path("e.csv"), folder.path("n.csv"));
    answer(&format!("graph export 3x3 -o {} --nodes {}", edges.display(), nodes.display()));
    assert_eq!(std::fs::read_to_string(nodes).unwrap().lines().count(), 10);
}

#[test]
fn labels_are_named_in_any_case() {
    assert_eq!(answer("graph export 3x4 --labels Hana"), answer("graph export 3x4 --labels hana"));
}

#[test]
fn a_graph_file_that_is_cut_off_is_refused() {
    for format in ["hcp", "graphml"] {
        let whole = answer(
            &format!("graph export 6x6 --undirected --format {format}")
                .replace(" --undirected --format hcp", " --format hcp"),
        );
        assert_eq!(text(about(&whole, "count --closed")), "9862\n", "{format}");
        refused(&about(&whole[..whole.len() * 98 / 100], "count --closed"), 2);
    }
}

#[test]
fn a_header_that_is_only_probably_one_is_reported() {
    let square = "u,v\n1,2\n2,3\n3,4\n4,1\n1,3\n";
    let output = about(square, "count --open");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "note: standard input: line 1 is read as a header, since no other line has its names: u,v\n"
    );
    assert_eq!(output.stdout, text(about(&square[4..], "count --open")).as_bytes());
}
