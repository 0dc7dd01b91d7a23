//! Tests boards as graphs: every format must contain the same nodes and edges.

use std::collections::BTreeSet;

use courser_board::graph::{
    Graph, GraphFormat, GraphTable, Labels, NamedGraph, Space, write, write_named, write_table,
};
use courser_board::{Board, Kind, Path, Square, Wrap};

fn text(graph: &Graph<'_>, format: GraphFormat) -> String {
    let mut out = Vec::new();
    write(graph, format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn table(graph: &Graph<'_>, table: GraphTable) -> Vec<Vec<String>> {
    let mut out = Vec::new();
    write_table(graph, table, &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Returns boards of several kinds, some of them with holes.
fn boards() -> Vec<Board> {
    let holed = |board: Board, holes: &[(u32, u32)]| {
        board.with_holes(holes.iter().map(|&(row, col)| Square::new(row, col))).unwrap()
    };
    let new = |rows, cols| Board::new(rows, cols).unwrap();
    vec![
        new(8, 8),
        new(3, 10),
        new(1, 1),
        holed(new(8, 9), &[(0, 0), (3, 3), (3, 4), (7, 8)]),
        new(9, 7).with_leaper("zebra".parse().unwrap()),
        new(6, 6).with_leaper("ferz".parse().unwrap()),
        // This board has columns beyond z, and its holes are in several words of the bit mask of holes.
        holed(new(5, 30), &[(0, 1), (2, 5), (2, 6), (4, 0), (4, 29)]),
    ]
}

/// Finds all pairs of squares that are one move apart. Tests every pair of squares.
fn apart(board: &Board) -> BTreeSet<(Square, Square)> {
    let leaper = board.leaper();
    let is_move = |a: Square, b: Square| {
        let (down, right) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        (down.min(right), down.max(right)) == (leaper.r(), leaper.s())
    };
    board.squares().flat_map(|a| board.squares().filter(move |&b| is_move(a, b)).map(move |b| (a, b))).collect()
}

#[test]
fn a_graph_has_every_square_and_every_move_once() {
    for board in boards() {
        let graph = Graph::new(&board);
        assert_eq!(graph.nodes().map(|node| node.square).collect::<Vec<_>>(), board.squares().collect::<Vec<_>>());
        let edges: Vec<_> = graph.edges().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(edges.iter().copied().collect::<BTreeSet<_>>(), apart(&board), "{board}");
        assert!(edges.is_sorted_by(|a, b| a < b), "{board}");
        let graph = graph.undirected();
        assert_eq!(graph.edges().count() * 2, edges.len());
    }
}

#[test]
fn an_8x8_board_has_the_articles_numbers() {
    let board = Board::new(8, 8).unwrap();
    let graph = Graph::new(&board);
    // The graph in the article "Knight's tour in HANA" has 64 nodes and 336 directed edges. The node labels in this
    // test are the names of squares, as in courser's tours.
    assert_eq!((graph.nodes().count(), graph.edges().count()), (64, 336));
    let (nodes, edges) = (table(&graph, GraphTable::Nodes), table(&graph, GraphTable::Edges));
    assert_eq!((nodes.len(), edges.len()), (65, 337));
    assert_eq!(
        (nodes[0].join(","), edges[0].join(",")),
        ("label,row_number,col_number".into(), "label,from_node,to_node".into())
    );
    assert!(nodes.iter().any(|row| *row == ["a1", "7", "0"]) && nodes.iter().any(|row| *row == ["h8", "0", "7"]));
    assert!(nodes.iter().any(|row| *row == ["e6", "2", "4"]));
    assert!(edges.iter().any(|row| *row == ["a1-c2", "a1", "c2"]));
}

#[test]
fn every_format_holds_the_same_edges() {
    for board in boards() {
        let graph = Graph::new(&board);
        let edges: BTreeSet<String> = table(&graph, GraphTable::Edges)[1..].iter().map(|row| row[0].clone()).collect();
        let between = |text: &str, before: &str, after: char| {
            let found = text.lines().filter_map(|line| line.trim().strip_prefix(before));
            found.map(|rest| rest.split(after).next().unwrap().to_owned()).collect::<BTreeSet<String>>()
        };
        assert_eq!(between(&text(&graph, GraphFormat::Sql), "INSERT INTO edges VALUES ('", '\''), edges, "{board}");
        assert_eq!(between(&text(&graph, GraphFormat::GraphMl), "<edge id=\"", '"'), edges, "{board}");
        let dot = text(&graph, GraphFormat::Dot);
        let arrows = dot.lines().filter(|line| line.contains(" -> "));
        let arrows: BTreeSet<String> =
            arrows.map(|line| line.trim().trim_end_matches(';').replace(" -> ", "-")).collect();
        assert_eq!(arrows, edges, "{board}");
        // The HCP file identifies squares by numbers. After these numbers are replaced by squares, the file has one
        // edge for each pair of squares that are one move apart.
        let squares: Vec<Square> = board.squares().collect();
        let problem = text(&graph, GraphFormat::Hcp);
        assert!(problem.contains(&format!("\nTYPE : HCP\nDIMENSION : {}\n", squares.len())));
        let lines = problem.split("EDGE_DATA_SECTION\n").nth(1).unwrap().strip_suffix("-1\nEOF\n").unwrap().lines();
        let pairs: BTreeSet<(Square, Square)> = lines
            .map(|line| {
                let nodes: Vec<usize> = line.split(' ').map(|node| node.parse().unwrap()).collect();
                (squares[nodes[0] - 1], squares[nodes[1] - 1])
            })
            .collect();
        assert_eq!(pairs, apart(&board).into_iter().filter(|(a, b)| a < b).collect(), "{board}");
    }
}

#[test]
fn labels_are_as_long_as_the_columns_of_the_tables_allow() {
    let board = Board::new(12, 30).unwrap();
    let text = text(&Graph::new(&board), GraphFormat::Sql);
    assert!(text.contains("label VARCHAR(4),") && text.contains("label VARCHAR(9) NOT NULL"));
    let longest = text.lines().filter_map(|line| line.strip_prefix("INSERT INTO edges VALUES ('")?.split('\'').next());
    assert_eq!(longest.map(str::len).max(), Some(9));
}

#[test]
fn a_tour_is_laid_over_nodes_and_edges() {
    let board = Board::new(3, 10).unwrap();
    // The path is a3 c2 e3 d1.
    let order = ["a3", "c2", "e3", "d1"].map(|name| board.index(board.square(name).unwrap()) as u32).to_vec();
    let path = Path::new(board.clone(), order).unwrap();
    let graph = Graph::new(&board).with_path(&path);
    let rows = |graph: &Graph<'_>| {
        table(graph, GraphTable::Edges).into_iter().filter(|row| !row[3].is_empty()).collect::<Vec<_>>()
    };
    assert_eq!(rows(&graph)[1..], [["a3-c2", "a3", "c2", "1"], ["e3-d1", "e3", "d1", "3"], ["c2-e3", "c2", "e3", "2"]]);
    let undirected = graph.clone().undirected();
    assert_eq!(
        rows(&undirected)[1..],
        [["a3-c2", "a3", "c2", "1"], ["e3-c2", "e3", "c2", "2"], ["e3-d1", "e3", "d1", "3"]]
    );
    let nodes = table(&graph, GraphTable::Nodes);
    assert!(nodes.contains(&["e3", "0", "4", "3"].map(String::from).to_vec()));
    assert!(nodes.contains(&["b3", "0", "1", ""].map(String::from).to_vec()));
    assert!(
        text(&graph, GraphFormat::Sql).contains("('c2-e3', 'c2', 'e3', 2);")
            && text(&graph, GraphFormat::Sql).contains("('b3', 0, 1, NULL);")
    );
    assert!(text(&graph, GraphFormat::GraphMl).contains("target=\"e3\"><data key=\"move\">2</data></edge>"));
    assert!(text(&graph, GraphFormat::Dot).contains("  c2 -> e3 [move=2, color=red, penwidth=3];"));
}

#[test]
fn the_articles_labels_count_from_1_at_the_bottom_left() {
    let board = Board::new(8, 8).unwrap();
    let graph = Graph::new(&board).labelled(Labels::Hana);
    let (nodes, edges) = (table(&graph, GraphTable::Nodes), table(&graph, GraphTable::Edges));
    assert!(nodes.iter().any(|row| *row == ["A1", "1", "1"]) && nodes.iter().any(|row| *row == ["E6", "6", "5"]));
    assert!(edges.iter().any(|row| *row == ["A1-C2", "A1", "C2"]));
    assert!(text(&graph, GraphFormat::GraphMl).contains("<node id=\"H8\"><data key=\"row_number\">8</data>"));
    // The labels do not change the drawing: H8 is at the top right.
    assert!(text(&graph, GraphFormat::Dot).contains("H8 [row_number=8, col_number=8, pos=\"504,504!\"]"));
}

#[test]
fn graphs_are_read_back_as_they_are_written() {
    for board in boards() {
        let squares: Vec<Square> = board.squares().collect();
        let names: Vec<String> = squares.iter().map(|square| square.name(board.rows()).to_string()).collect();
        let expected: BTreeSet<(String, String)> = apart(&board)
            .into_iter()
            .map(|(a, b)| (a.name(board.rows()).to_string(), b.name(board.rows()).to_string()))
            .collect();
        for graph in [Graph::new(&board), Graph::new(&board).undirected()] {
            for format in [GraphFormat::Csv, GraphFormat::GraphMl, GraphFormat::Hcp, GraphFormat::Dot] {
                let read = match NamedGraph::read(text(&graph, format).as_bytes()) {
                    // An empty list of edges is rejected, because it has no vertices.
                    Err(_) if format == GraphFormat::Csv && expected.is_empty() => continue,
                    read => read.unwrap_or_else(|error| panic!("{board} as {format:?}: {error}")),
                };
                let name = |vertex: u32| match format {
                    GraphFormat::Hcp => names[read.names()[vertex as usize].parse::<usize>().unwrap() - 1].clone(),
                    _ => read.names()[vertex as usize].clone(),
                };
                let edges: BTreeSet<_> =
                    read.edges().flat_map(|(a, b)| [(name(a), name(b)), (name(b), name(a))]).collect();
                assert_eq!(edges, expected, "{board} as {format:?}");
                assert!(format == GraphFormat::Csv || read.names().len() == squares.len(), "{board} as {format:?}");
            }
        }
    }
}

#[test]
fn a_file_that_is_not_a_graph_is_refused_with_line_and_column() {
    let graphml = |inner: &str| format!("<graphml>\n<graph edgedefault=\"directed\">\n{inner}\n</graph></graphml>");
    let nodes = "<node id=\"a\"/><node id=\"b\"/>";
    for (file, message) in [
        ("", "the graph has no vertex"),
        ("a,b\nb\n", "line 2, column 2: 1 column, expected 2"),
        ("a,b,c\n", "line 1, column 5: 3 columns, expected 2"),
        ("a,b\nc,c\n", "line 2, column 1: an edge from c to itself"),
        ("a,b\nb,c\na,b\n", "line 3, column 1: a second edge from a to b"),
        ("a,b\nb,a\nb,c\n", "line 3, column 1: the edge from b to c has no reverse, and the edge from a to b has one"),
        ("a,b\nb,\n", "line 2, column 3: '' is not a name: 1 to 200 bytes without control characters"),
        ("a,b\u{1b}[2J\n", "line 1, column 3: 'b\\u{1b}[2J' is not a name: 1 to 200 bytes without control characters"),
        ("TYPE : TSP\n", "line 1, column 1: 'TYPE : TSP' is not read"),
        (
            "TYPE: HCP\nDIMENSION: 9\nEDGE_DATA_SECTION\n1 10\n",
            "line 4, column 3: '10' is not a vertex; valid are 1 to 9",
        ),
        (
            "TYPE: HCP\nDIMENSION: 9\nEDGE_DATA_SECTION\n1 2\n2 1\n2 3\n-1\n",
            "line 5, column 3: a second edge from 1 to 2",
        ),
        ("TYPE: HCP\nDIMENSION: 9\nEDGE_DATA_SECTION\n1 2\n1 2\n-1\n", "line 5, column 3: a second edge from 1 to 2"),
        ("TYPE: HCP\nDIMENSION: 4000000000\nEDGE_DATA_SECTION\n", "the graph has more than 4194304 vertices"),
        (
            "TYPE: HCP\nDIMENSION: 400000\nEDGE_DATA_SECTION\n",
            "line 2, column 1: 400000 vertices in 46 bytes: some have no edge",
        ),
        ("TYPE: HCP\nFIXED_EDGES_SECTION\n1 2\n-1\n", "line 2, column 1: 'FIXED_EDGES_SECTION' is not read"),
        (
            &graphml(&format!("{nodes}<edge source=\"a\" target=\"c\" directed=\"false\"/>")),
            "the graph has no vertex 'c'",
        ),
        (&graphml("<node id=\"a\"/>\n<node id=\"a\"/>"), "line 4, column 1: a second vertex 'a'"),
        (&graphml("<node/>"), "line 3, column 1: node without 'id'"),
        (
            &graphml("<node id=\"a\"><graph/></node>"),
            "line 3, column 14: only one graph of nodes and edges is read, without nested graphs and hyperedges",
        ),
    ] {
        assert_eq!(
            NamedGraph::read(file.as_bytes()).map_err(|error| error.to_string()),
            Err(message.to_owned()),
            "{file}"
        );
    }
    assert_eq!(NamedGraph::read(b"a,\xff\n").unwrap_err().to_string(), "byte 3 is not UTF-8");
}

/// Returns the text of a Hamiltonian cycle problem. The graph of the problem has four vertices: it is a cycle of four
/// edges, plus one edge between opposite vertices. `after` is the text after the list of edges.
fn problem(after: &str) -> String {
    format!(
        "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : EDGE_LIST\nEDGE_DATA_SECTION\n1 2\n2 3\n3 4\n4 1\n1 3\n{after}"
    )
}

#[test]
fn a_problem_must_be_whole_and_hold_nothing_that_is_not_read() {
    let read = |text: &str| NamedGraph::read(text.as_bytes()).map(|graph| graph.edges().count());
    for end in ["-1\n", "EOF", "-1\nEOF\n\n", "-1 EOF", " -1"] {
        assert_eq!(read(&problem(end)), Ok(5), "{end:?}");
    }
    let error = |text: &str| read(text).unwrap_err().to_string();
    let open = "the list of edges has no end: neither -1 nor EOF follows";
    for (file, message) in [
        (problem(""), format!("line 9, column 4: {open}")),
        (problem("2 4"), format!("line 10, column 4: {open}")),
        (problem("2\n"), format!("line 10, column 2: {open}")),
        (problem("2\n-1\n"), "line 11, column 1: the last edge has one vertex".into()),
        (problem("2\nEOF\n"), "line 11, column 1: the last edge has one vertex".into()),
        (
            problem("-1\nFIXED_EDGES_SECTION\n1 3\n-1\nEOF\n"),
            "line 11, column 1: 'FIXED_EDGES_SECTION' is not read".into(),
        ),
        (problem("-1\n2 4\n"), "line 11, column 1: '2 4' is not read".into()),
        (problem("-1\nEOF\nEOF\n"), "line 12, column 1: 'EOF' is not read".into()),
        (problem("-1").replace("TYPE", "DIMENSION : 3\nTYPE"), "line 3, column 1: a second DIMENSION".into()),
        (problem("-1").replace("DIMENSION : 4\n", ""), "line 3, column 1: EDGE_DATA_SECTION before DIMENSION".into()),
        (problem("-1").replace("TYPE", "1 2\nTYPE"), "line 1, column 1: '1 2' is not read".into()),
        ("TYPE : HCP\nDIMENSION : 4\nEOF\n".into(), "the file has no EDGE_DATA_SECTION".into()),
    ] {
        assert_eq!(error(&file), message, "{file}");
    }
}

#[test]
fn a_problem_may_list_the_neighbours_of_each_vertex() {
    let neighbours = |lists: &str| {
        let head = "TYPE : HCP\nDIMENSION : 4\nEDGE_DATA_FORMAT : ADJ_LIST\nEDGE_DATA_SECTION\n";
        NamedGraph::read(format!("{head}{lists}").as_bytes())
    };
    let read = NamedGraph::read(problem("-1").as_bytes());
    assert_eq!(neighbours("1 2 4 3 -1\n2 3 -1\n3\n4 -1\n4 -1\n-1\nEOF\n"), read);
    assert_eq!(neighbours("1 2 4 3 -1\n2 1 3 -1\n3 4 2 1 -1 4 3 1 -1 -1\n"), read);
    for (lists, message) in [
        ("1 2 4 3 -1\n2 3 -1\n3 4 -1\n", "line 7, column 7: the list of edges has no end: neither -1 nor EOF follows"),
        ("1 2 4 3 -1\n2 3\nEOF\n", "line 7, column 1: the last edge has one vertex"),
        ("1 2 4 3 -1\n2 3 5 -1\n-1\n", "line 6, column 5: '5' is not a vertex; valid are 1 to 4"),
        ("1 2 4 3 -1\n2 3 1 -1\n-1\n", "line 6, column 5: a second edge from 1 to 2"),
    ] {
        assert_eq!(neighbours(lists).unwrap_err().to_string(), message, "{lists}");
    }
}

#[test]
fn a_graphml_file_must_be_whole_and_hold_nothing_that_is_not_read() {
    let board = Board::new(4, 4).unwrap();
    let whole = text(&Graph::new(&board).undirected(), GraphFormat::GraphMl);
    let end = whole.trim_end().len();
    assert!(NamedGraph::read(&whole.as_bytes()[..end]).is_ok());
    for cut in 1..end {
        assert!(NamedGraph::read(&whole.as_bytes()[..cut]).is_err(), "{}", &whole[..cut]);
    }
    let inner = "<graph><node id=\"a\"/><node id=\"b\"/><edge source=\"a\" target=\"b\"/></graph>";
    let graphml = format!("<graphml>{inner}</graphml>");
    assert!(
        NamedGraph::read(format!("<?xml version=\"1.0\"?>\n<!-- ours -->{graphml}\n<!-- end -->\n").as_bytes()).is_ok()
    );
    for (file, message) in [
        (format!("<graphml>\n{inner}\n"), "line 2, column 73: the file ends within <graphml>"),
        (format!("{graphml}\n{graphml}"), "line 2, column 1: <graphml> is not read, only <graphml>"),
        (format!("{graphml}\nmore"), "line 2, column 1: text outside of <graphml>"),
        (format!("<gexf>\n{inner}</gexf>"), "line 1, column 1: <gexf> is not read, only <graphml>"),
    ] {
        assert_eq!(NamedGraph::read(file.as_bytes()).unwrap_err().to_string(), message, "{file}");
    }
}

#[test]
fn an_edge_may_be_listed_once_or_once_in_each_direction_in_every_format() {
    let graphml = |edges: &[(&str, &str, &str)]| {
        let edge =
            |(from, to, more): &(&str, &str, &str)| format!("<edge source=\"{from}\" target=\"{to}\" {more}/>\n");
        let edges: String = edges.iter().map(edge).collect();
        let nodes = "<node id=\"a\"/><node id=\"b\"/><node id=\"c\"/>";
        format!("<graphml><graph edgedefault=\"undirected\">{nodes}\n{edges}</graph></graphml>")
    };
    let hcp = |edges: &str| format!("TYPE : HCP\nDIMENSION : 3\nEDGE_DATA_SECTION\n{edges}-1\n");
    for file in [
        "a,b\nb,c\n".into(),
        "a,b\nb,c\nc,b\nb,a\n".into(),
        hcp("1 2\n2 3\n"),
        hcp("1 2\n2 3\n3 2\n2 1\n"),
        graphml(&[("a", "b", ""), ("b", "c", "")]),
        graphml(&[("a", "b", ""), ("b", "c", ""), ("c", "b", ""), ("b", "a", "")]),
        // The graph contains undirected and directed edges. GraphML allows both in one graph.
        graphml(&[("a", "b", ""), ("b", "c", "directed=\"true\""), ("c", "b", "directed=\"true\"")]),
    ] {
        let graph = NamedGraph::read(file.as_bytes()).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)], "{file}");
    }
    for (file, message) in [
        (graphml(&[("a", "b", ""), ("b", "c", ""), ("c", "b", "")]), "line 4, column 1: a second edge from b to c"),
        (graphml(&[("a", "b", ""), ("b", "a", "directed=\"true\"")]), "line 3, column 1: a second edge from a to b"),
    ] {
        assert_eq!(NamedGraph::read(file.as_bytes()).unwrap_err().to_string(), message, "{file}");
    }
}

#[test]
fn quotes_and_line_breaks_in_names_do_not_confuse_the_positions_of_errors() {
    for text in [
        "\"x\"\"éz\",b\nb,c\n",
        "label,from_node,to_node\n\"a long\nlabel of an edge\",x,y\n\"k\",y,z\n",
        "\"x\"\"éz\";b\nb;c\n",
    ] {
        let graph = NamedGraph::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((graph.names().len(), graph.edges().count()), (3, 2), "{text}");
    }
    let flaw = NamedGraph::read("a,b\n\"xxxxxxxx\nyyyyyyyyyyyyyyyyyyy\"\n".as_bytes()).unwrap_err().to_string();
    assert!(flaw.starts_with("line 2, column "), "{flaw}");
}

#[test]
fn the_first_row_of_a_table_is_a_header_if_no_other_row_has_its_names() {
    let square = "1,2\n2,3\n3,4\n4,1\n";
    let read = |header: &str| NamedGraph::read(format!("{header}{square}").as_bytes()).unwrap();
    for header in ["u,v\n", "id_1,id_2\n", "V1,V2\n", "\"node a\",\"node b\"\n"] {
        let graph = read(header);
        assert_eq!((graph.names(), graph.edges().count()), (read("").names(), 4), "{header}");
        assert!(graph.notes()[0].starts_with("line 1 is read as a header"), "{header}");
    }
    assert_eq!(read("source,target\n").notes(), [""; 0]);
    // In each table, the first row is an edge and not a header, for one of three reasons: a name in this row also
    // occurs in another row, the names in this row are numbers, or at most one row follows.
    for (file, edges) in
        [("hub,a\nhub,b\n", 2), ("a,b\n", 1), ("10,20\n1,2\n2,3\n", 3), ("a,b\nb,c\nc,a", 3), ("a,b\nc,d\n", 2)]
    {
        let graph = NamedGraph::read(file.as_bytes()).unwrap();
        assert_eq!((graph.edges().count(), graph.notes().len()), (edges, 0), "{file}");
    }
}

#[test]
fn a_graphs_judge_names_the_kind_of_a_tour_and_refuses_all_else() {
    let ring = NamedGraph::read(b"a,b\nb,c\nc,d\nd,a\na,c\n").unwrap();
    assert_eq!(ring.check(&[0, 1, 2, 3]), Ok(Kind::Closed));
    assert_eq!(ring.check(&[1, 0, 2, 3]), Ok(Kind::Open));
    for wrong in [&[0, 1, 3, 2][..], &[0, 1, 2], &[0, 1, 2, 2], &[0, 1, 2, 3, 0], &[0, 1, 2, 4], &[]] {
        assert!(ring.check(wrong).is_err(), "{wrong:?}");
    }
    assert_eq!(NamedGraph::read(b"a,b\n").unwrap().check(&[1, 0]), Ok(Kind::Open));
}

#[test]
fn a_directed_graph_is_read_in_every_format_that_declares_directions() {
    let graphml = |default: &str, edges: &str| {
        let nodes: String = ["a", "b", "c", "d"].map(|name| format!("<node id=\"{name}\"/>")).concat();
        format!("<graphml>\n<graph edgedefault=\"{default}\">{nodes}\n{edges}\n</graph></graphml>")
    };
    let xml = |from: &str, to: &str, more: &str| format!("<edge source=\"{from}\" target=\"{to}\"{more}/>");
    let one_way = [xml("a", "b", ""), xml("b", "c", ""), xml("c", "d", ""), xml("d", "c", "")].concat();
    let mixed = [xml("a", "b", " directed=\"true\""), xml("b", "c", " directed=\"true\""), xml("d", "c", "")].concat();
    let read = |text: &str| NamedGraph::read(text.as_bytes());
    let list = |text: &str| NamedGraph::read_directed(text.as_bytes());
    let arcs = [(0, 1), (1, 2), (2, 3), (3, 2)];
    for (text, graph) in [
        ("DOT", read("digraph {\n\ta;\n\tb -> c; a -> b;\n\tc -> d -> c\n}\n")),
        ("GraphML", read(&graphml("directed", &one_way))),
        ("mixed GraphML", read(&graphml("undirected", &mixed))),
        ("digraph6", read("&CO`G\n")),
        ("SNAP", read("# Directed graph: one.txt\n# Nodes: 4 Edges: 4\na\tb\nb\tc\nc\td\nd\tc\n")),
        ("list", list("a b\nb c\nc d\nd c\n")),
        ("table", list("source,target,weight\na,b,1\nb,c,1\nc,d,1\nd,c,1\n")),
    ] {
        let graph = graph.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(graph.is_directed(), "{text}");
        assert_eq!(graph.edges().count(), 4, "{text}");
        assert!(graph.edges().eq(arcs), "{text}: {:?}", graph.edges().collect::<Vec<_>>());
        assert_eq!(graph.check(&[0, 1, 2, 3]), Ok(Kind::Open), "{text}");
        let flaw = graph.check(&[3, 2, 1, 0]).unwrap_err().to_string();
        let [from, to] = [2, 1].map(|vertex: usize| &graph.names()[vertex]);
        assert_eq!(flaw, format!("visit 3: no edge leads from {from} to {to}"), "{text}");
    }
    let cycle = read("digraph { a -> b -> c -> a }").unwrap();
    assert_eq!((cycle.check(&[1, 2, 0]), cycle.check(&[0, 2, 1]).is_err()), (Ok(Kind::Closed), true));
    let flaws = [
        (read("digraph {\na -> b\na -> b }"), "line 3, column 6: a second edge from a to b"),
        (read("digraph {\na -> b\nb -> b }"), "line 3, column 6: an edge from b to itself"),
        (read("digraph {\na -> b\nb -- c }"), "line 3, column 3: '--' is not read here"),
        (
            read(&graphml("directed", &format!("{one_way}\n{}", xml("d", "c", "")))),
            "line 4, column 1: a second edge from d to c",
        ),
        (read(&graphml("directed", &xml("a", "e", ""))), "the graph has no vertex 'e'"),
        (read("&CO`H\n"), "line 1, column 5: the bits behind the last pair of vertices are not 0"),
        (read("# Directed graph\na\tb\nb\tc\na\tb\n"), "line 4, column 1: a second edge from a to b"),
        (list("a b\nb c\nc\n"), "line 3, column 2: an edge that is cut off, or a vertex without neighbours"),
        (list("a b\nb a\na b\nb c\n"), "line 3, column 1: a second edge from a to b"),
        (list("a b\nb a\nb c\nb a\n"), "line 4, column 1: a second edge from b to a"),
        (read("digraph { a -> edge b; b -> c; a -> c}"), "line 1, column 16: 'edge' is not read here"),
        (list("graph { a -- b }"), "this format declares whether edges have directions"),
        (list("A_"), "this format declares whether edges have directions"),
    ];
    for (graph, message) in flaws {
        assert_eq!(graph.map_err(|error| error.to_string()), Err(message.into()));
    }
    assert_eq!(
        read("# Directed graph\na b\n").unwrap().notes(),
        ["line 1: the edges have directions, as the comment says"]
    );
}

#[test]
fn a_directed_graph_is_read_as_it_is_written() {
    let graph = NamedGraph::directed(["a", "b", "c"], [(0, 1), (1, 0), (1, 2), (2, 0)]).unwrap();
    for (format, pairs) in [(GraphFormat::Dot, true), (GraphFormat::Dot, false), (GraphFormat::GraphMl, true)] {
        let mut out = Vec::new();
        write_named(&graph, "one-way", format, pairs, &mut out).unwrap();
        assert_eq!(NamedGraph::read(&out).as_ref(), Ok(&graph), "{format:?}");
    }
    let mut out = Vec::new();
    write_named(&graph, "one-way", GraphFormat::Csv, true, &mut out).unwrap();
    assert_eq!(NamedGraph::read_directed(&out).as_ref(), Ok(&graph));
    let refused = write_named(&graph, "one-way", GraphFormat::Hcp, true, &mut Vec::new()).unwrap_err();
    assert_eq!(refused.to_string(), "the edges of .hcp have no directions");
}

/// Returns the names of the vertices of a graph, and its edges as pairs of names.
fn content(text: &str) -> (Vec<String>, Vec<(String, String)>) {
    let graph = NamedGraph::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let name = |vertex: u32| graph.names()[vertex as usize].clone();
    (graph.names().to_vec(), graph.edges().map(|(from, to)| (name(from), name(to))).collect())
}

#[test]
fn columns_are_separated_by_commas_semicolons_tabs_or_blanks_beside_remarks() {
    let expected = content("a,b\nb,c\nc,a\n");
    for text in [
        "a;b\nb;c\nc;a\n",
        "a\tb\nb\tc\nc\ta\n",
        "a b\n  b   c\nc \t a\n",
        "# nodes: 3\n# FromNodeId\tToNodeId\na\tb\n%\nb\tc\n\nc\ta\n",
        "% sym unweighted\na b\nb c\nc a\n",
        "a b {}\nb c {'weight': 1.5}\nc a {}\n",
        "source;target\na;b\nb;c\nc;a\n",
    ] {
        assert_eq!(content(text), expected, "{text}");
    }
    let spaced = content("New York\tOslo\nOslo\tRome\n");
    assert_eq!(spaced.0, ["New York", "Oslo", "Rome"]);
    for (text, message) in [
        // A quoted field without a closing quote continues on the next line.
        ("a,b\n\"c, d\ne", "line 2, column 1: 1 column, expected 2"),
        ("a,b\n\"c \"\"d\",c,b\n", "line 2, column 1: 3 columns, expected 2"),
        ("# remark\na b\nb c\nc\n", "line 4, column 2: an edge that is cut off, or a vertex without neighbours"),
        ("a b 1\n", "line 1, column 5: an edge with a weight, or a vertex with several neighbours"),
        ("a\tb\n# remark\nb\tc\td\n", "line 3, column 5: 3 columns, expected 2"),
        ("a;b\nb;c\nb;a\n", "line 2, column 1: the edge from b to c has no reverse, and the edge from a to b has one"),
    ] {
        assert_eq!(NamedGraph::read(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn a_list_of_the_neighbours_of_each_vertex_is_read() {
    let expected = content("a,b\na,c\na,d\nb,c\nc,d\n");
    for text in [
        "#script.py\n# GMT Thu Nov 26 05:01:33 2026\n# A graph\na b c d\nb c\nc d\nd\n",
        "a b c d\nb a c\nc b a d\nd a c\n",
    ] {
        assert_eq!(content(text), expected, "{text}");
        let notes = NamedGraph::read(text.as_bytes()).unwrap().notes().to_vec();
        assert_eq!(notes, ["each line is read as a vertex and its neighbours"], "{text}");
    }
    // A line may consist of a vertex and a single neighbour, or of a vertex without neighbours.
    for (text, vertices, edges) in
        [("0 2\n1\n2 0\n", 3, 1), ("1\n0 2\n2 0\n", 3, 1), ("0 2 3\n1\n2 0\n3 0\n", 4, 2), ("0 1\n1\n2\n", 3, 1)]
    {
        let graph = NamedGraph::read(text.as_bytes()).unwrap();
        assert_eq!((graph.names().len(), graph.edges().count()), (vertices, edges), "{text}");
        assert_eq!(graph.notes(), ["each line is read as a vertex and its neighbours"], "{text}");
    }
    let arcs = NamedGraph::read_directed(b"a b c d\nb c\nc d\nd a\n").unwrap();
    assert_eq!((arcs.is_directed(), arcs.edges().count()), (true, 6));
    for (text, message) in [
        ("a b c d\nb c\nc d\nd e\n", "line 1, column 5: an edge with a weight, or a vertex with several neighbours"),
        ("a b c d\nb c\nc d\na\n", "line 1, column 5: an edge with a weight, or a vertex with several neighbours"),
        ("a b c d\nb c\nc d b d\nd\n", "line 3, column 7: a second edge from c to d"),
        ("a b c d\nb c b\nc d\nd\n", "line 2, column 5: an edge from b to itself"),
        ("a b c\nb c a\nc a b\n", "line 1, column 5: an edge with a weight, or a vertex with several neighbours"),
    ] {
        assert_eq!(NamedGraph::read(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn graph6_is_read() {
    // The first graph is the example in McKay's description of the format. It has 5 vertices and the edges 0-2 0-4 1-3
    // 3-4.
    let (names, edges) = content("DQc\n");
    assert_eq!(names, ["0", "1", "2", "3", "4"]);
    let edges: Vec<_> = edges.iter().map(|(from, to)| (&**from, &**to)).collect();
    assert_eq!(edges, [("0", "2"), ("0", "4"), ("1", "3"), ("3", "4")]);
    assert_eq!(content(">>graph6<<DQc").1.len(), 4);
    assert_eq!(content("@").0, ["0"]);
    // All bits of K4 are ones. The number of vertices takes four characters for a graph of 64 vertices.
    assert_eq!(content("C~").1.len(), 6);
    assert_eq!(content(&format!("~?@?{}", "?".repeat(336))).0.len(), 64);
    for (text, message) in [
        ("DQc\nC~\n", "line 2, column 1: a second graph 'C~'"),
        (">>graph6<<DQ", "line 1, column 13: 1 character follows the number of vertices 5, not 2"),
        (">>graph6<<DQcc", "line 1, column 14: 3 characters follow the number of vertices 5, not 2"),
        ("DQd", "line 1, column 3: the bits behind the last pair of vertices are not 0"),
        (">>graph6<<D c", "line 1, column 12: a character or a number that graph6 does not have"),
        (">>graph6<<~", "line 1, column 12: a character or a number that graph6 does not have"),
        (">>graph6<<~~~~~~~~", "the graph has more than 4194304 vertices"),
    ] {
        assert_eq!(NamedGraph::read(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn sparse6_and_digraph6_are_read() {
    let edges =
        |text: &str| -> Vec<String> { content(text).1.iter().map(|(from, to)| format!("{from}-{to}")).collect() };
    // The graph is an example in McKay's description of the formats. It has 7 vertices.
    assert_eq!(edges(":Fa@x^\n"), ["0-1", "0-2", "1-2", "5-6"]);
    assert_eq!((content(">>sparse6<<:Fa@x^").0.len(), content(":@").0.len()), (7, 1));
    // The graph is a ring of 4 vertices, with every edge in both directions.
    assert_eq!(edges(">>digraph6<<&CUdg"), ["0-1", "0-3", "1-2", "2-3"]);
    for (text, message) in [
        ("&DI?AO", "line 1, column 7: 4 characters follow the number of vertices 5, not 5"),
        ("&DI?AO@", "line 1, column 7: the bits behind the last pair of vertices are not 0"),
        (":Fa@x^\n:Fa@x^\n", "line 2, column 1: a second graph ':Fa@x^'"),
        (":Fa@x!", "line 1, column 6: a character or a number that sparse6 does not have"),
        (":Fa@x~A", "line 1, column 7: a vertex that the graph does not have"),
        (":~~~~~~~~", "the graph has more than 4194304 vertices"),
        (":~}??", "line 1, column 2: 253952 vertices in 0 characters: some have no edge"),
    ] {
        assert_eq!(NamedGraph::read(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn every_format_can_declare_thousands_of_isolated_vertices() {
    let size = |text: &str| NamedGraph::read(text.as_bytes()).map(|graph| (graph.names().len(), graph.edges().count()));
    assert_eq!(size("A?"), Ok((2, 0)));
    assert_eq!(size(":A\n"), Ok((2, 0)));
    assert_eq!(size(":F"), Ok((7, 0)));
    // The three characters after `~` are the digits of 4000 in base 64, each plus 63.
    assert_eq!(size(":~?}_"), Ok((4000, 0)));
    assert_eq!(size("TYPE: HCP\nDIMENSION: 4000\nEDGE_DATA_SECTION\n1 2\n-1\n"), Ok((4000, 1)));
}

#[test]
fn a_strict_graph_in_dot_merges_repeated_edges() {
    for text in ["strict graph { a -- b; b -- c; c -- a; a -- b }", "Strict Graph { a -- b -- c -- a; b -- a }"] {
        assert_eq!(content(text), content("a,b\nb,c\nc,a\n"), "{text}");
    }
    let directed = content("strict digraph { a -> b; b -> a; b -> c; a -> b; b -> c }");
    assert_eq!(directed, content("digraph { a -> b; b -> a; b -> c }"));
    assert!(NamedGraph::read(b"strict graph { a -- b; b -- b }").is_err());
}

#[test]
fn lines_of_a_graph_can_end_with_a_carriage_return_alone() {
    for text in [
        "a b\nb c\nc a\n",
        "TYPE: HCP\nDIMENSION: 3\nEDGE_DATA_SECTION\n1 2\n2 3\n3 1\n-1\nEOF\n",
        "graph { // a remark\na -- b -- c\n# another\nc -- a }\n",
        "# a remark\na,b\nb,c\nc,a\n",
    ] {
        assert_eq!(content(&text.replace('\n', "\r")), content(text), "{text}");
    }
    let error = NamedGraph::read(b"a b\rb c\rc c\r").unwrap_err().to_string();
    assert_eq!(error, "line 3, column 1: an edge from c to itself");
}

#[test]
fn dot_is_read() {
    let expected = content("a,b\nb,c\nc,a\n");
    for text in [
        "graph {\na -- b; b -- c; c -- a\n}\n",
        "strict graph \"a name\" { a -- b -- c -- a }",
        "GRAPH g { // a remark\n node [shape=circle]; a [label=\"-- \\\" {\"] b; /* another\n one */ layout = neato\n a--b [w=1]\nb--c\nc--a;}",
        "digraph { a -> b -> c -> a; a -> c; c -> b; b -> a }",
    ] {
        assert_eq!(content(text), expected, "{text}");
    }
    assert_eq!(
        content("graph { a; \"b c\" -- -1.5 }"),
        (vec!["a".into(), "b c".into(), "-1.5".into()], vec![("b c".into(), "-1.5".into())])
    );
    for (text, message) in [
        ("graph {\na -- b;\nb -- c\n", "line 3, column 7: the file ends before }"),
        ("graph { a -- b; b -- \"c }", "line 1, column 22: a text without its closing quote"),
        ("graph {\na -- b -- }", "line 2, column 11: '}' is not read here"),
        ("graph {\na -> b }", "line 2, column 3: '->' is not read here"),
        ("graph {\nsubgraph x { a -- b } }", "line 2, column 1: 'subgraph' is not read here"),
        ("graph {\na:n -- b }", "line 2, column 2: ':' is not read here"),
        ("graph {\na [label=<b>] }", "line 2, column 10: a text in HTML is not read"),
        ("graph { a -- b }\ngraph { c -- d }", "line 2, column 1: the file goes on behind the graph"),
        ("graph { a -- b\na -- b }", "line 2, column 6: a second edge from a to b"),
        ("digraph {\n0 -> 1\n1 => 0 }", "line 3, column 4: '>' is not a value"),
    ] {
        assert_eq!(NamedGraph::read(text.as_bytes()).unwrap_err().to_string(), message, "{text}");
    }
    // A table of edges can contain the words with which other formats begin.
    assert_eq!(content("graph,x\nx,y\n").1.len(), 2);
}

#[test]
fn a_space_without_layers_and_joined_sides_is_the_graph_of_its_board() {
    let hole = Square::new(2, 3);
    for leaper in ["1,2", "0,1", "2,3", "2,2"] {
        let board: Board = "5x7".parse().unwrap();
        let board = board.with_leaper(leaper.parse().unwrap()).with_holes([hole]).unwrap();
        let table = text(&Graph::new(&board), GraphFormat::Csv);
        let space = Space::new(board.clone()).graph().unwrap();
        let names = |(from, to): (u32, u32)| [&*space.names()[from as usize], &*space.names()[to as usize]].join(",");
        let mut edges: Vec<String> = space.edges().flat_map(|(a, b)| [names((a, b)), names((b, a))]).collect();
        let mut expected: Vec<String> =
            table.lines().skip(1).map(|line| line.split_once(',').unwrap().1.to_owned()).collect();
        edges.sort_unstable();
        expected.sort_unstable();
        assert_eq!(edges, expected, "{leaper}");
    }
}

#[test]
fn joined_sides_and_layers_give_every_square_the_moves_that_arithmetic_gives_it() {
    for (size, wrap) in
        [("3x3", Wrap::Both), ("4x6", Wrap::Rows), ("4x6", Wrap::Cols), ("3x4x5", Wrap::None), ("2x5x3", Wrap::Both)]
    {
        let space = size.parse::<Space>().unwrap().wrapping(wrap);
        let graph = space.graph().unwrap();
        let (rows, cols) = (space.board().rows(), space.board().cols());
        let apart = |one: u32, other: u32, side: u32, is_ring: bool| {
            let apart = one.abs_diff(other);
            // On a short ring, two squares can be at several distances from each other.
            let all: Vec<u32> = (0..3)
                .filter(|far| *far == apart || is_ring && ((far + apart).is_multiple_of(side) || far % side == apart))
                .collect();
            all
        };
        for from in 0..graph.names().len() as u32 {
            for to in 0..graph.names().len() as u32 {
                let at = |number: u32| [number / (rows * cols), number / cols % rows, number % cols];
                let ([layer, row, col], [other_layer, other_row, other_col]) = (at(from), at(to));
                let by_row = apart(row, other_row, rows, wrap.has_cols());
                let by_col = apart(col, other_col, cols, wrap.has_rows());
                let by_layer = apart(layer, other_layer, space.layers(), false);
                let jump = by_row.iter().any(|&row| {
                    by_col.iter().any(|&col| {
                        by_layer.iter().any(|&layer| {
                            let mut jump = [row, col, layer];
                            jump.sort_unstable();
                            jump == [0, 1, 2]
                        })
                    })
                });
                let is_edge = graph.neighbours(from).contains(&to);
                assert_eq!(
                    is_edge,
                    jump && from != to,
                    "{size} {wrap:?}: {} {}",
                    graph.names()[from as usize],
                    graph.names()[to as usize]
                );
            }
        }
    }
}

#[test]
fn sizes_of_spaces_are_read_and_printed_and_too_large_ones_are_refused() {
    for (text, layers) in [("4x5x6", 6), ("3x4x1", 1), ("8", 1), ("8x9", 1)] {
        assert_eq!(text.parse::<Space>().unwrap().layers(), layers, "{text}");
    }
    assert_eq!("4x5x6".parse::<Space>().unwrap().to_string(), "4x5x6");
    for text in ["4x4x0", "4x4x", "x4x4", "4x4x4x4", "4x4x-1", "4x4xa", "0x4x4"] {
        assert!(text.parse::<Space>().is_err(), "{text}");
    }
    let error = "3000x3000x3000".parse::<Space>().unwrap().graph().unwrap_err();
    assert_eq!(error.to_string(), "the graph has more than 4194304 vertices");
}

#[test]
fn graphs_of_spaces_are_read_as_they_are_written() {
    let odd = NamedGraph::new(["a \"b\"", "c'd", "e<f>&", "g,h"], [(0, 1), (1, 2), (2, 3), (0, 3)]).unwrap();
    let cube = "3x3x3".parse::<Space>().unwrap().graph().unwrap();
    for graph in [&odd, &cube] {
        for format in [GraphFormat::Csv, GraphFormat::Dot, GraphFormat::GraphMl, GraphFormat::Hcp] {
            for pairs in [false, true] {
                let mut out = Vec::new();
                write_named(graph, "space", format, pairs, &mut out).unwrap();
                let read = NamedGraph::read(&out).unwrap_or_else(|error| panic!("{format:?}: {error}"));
                assert_eq!(read.edges().count(), graph.edges().count(), "{format:?}");
                if matches!(format, GraphFormat::Dot | GraphFormat::GraphMl) {
                    assert_eq!(&read, graph, "{format:?}");
                }
            }
        }
    }
    let mut out = Vec::new();
    write_named(&odd, "space", GraphFormat::Sql, true, &mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().contains("VALUES ('c''d-e<f>&', 'c''d', 'e<f>&');"));
}

#[test]
fn an_error_of_the_destination_keeps_its_kind() {
    struct Gone;

    impl std::io::Write for Gone {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    // The tables are longer than the buffers of the writers.
    let board = Board::new(60, 60).unwrap();
    let named = Space::new(board.clone()).graph().unwrap();
    for format in [GraphFormat::Csv, GraphFormat::Sql, GraphFormat::Dot, GraphFormat::GraphMl, GraphFormat::Hcp] {
        let errors = [
            write(&Graph::new(&board), format, &mut Gone).unwrap_err(),
            write_named(&named, "board", format, false, &mut Gone).unwrap_err(),
        ];
        assert!(errors.iter().all(|error| error.kind() == std::io::ErrorKind::BrokenPipe), "{format:?}: {errors:?}");
    }
}
