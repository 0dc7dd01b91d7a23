//! Fuzzes the parser of graphs with named vertices.

use courser_board::graph::{GraphFormat, NamedGraph, write_named};

use super::{in_a_line, within};

/// Parses the bytes twice: as a graph in any format, and as a list of directed edges.
pub fn graph(bytes: &[u8]) {
    for read in [NamedGraph::read, NamedGraph::read_directed] {
        match within(bytes.len(), 400, 16 << 10, || read(bytes)) {
            Ok(graph) => consistent(&graph),
            Err(error) => in_a_line(&error),
        }
    }
}

fn consistent(graph: &NamedGraph) {
    let names = graph.names();
    assert!((0..).zip(names).all(|(vertex, name)| graph.vertex(name) == Ok(vertex)), "two vertices have one name");
    for vertex in 0..names.len() as u32 {
        let near = graph.neighbours(vertex);
        let is_reversed = |&other: &u32| graph.is_directed() || graph.neighbours(other).contains(&vertex);
        assert!(near.is_sorted_by(|a, b| a < b) && near.iter().all(is_reversed));
    }
    let order: Vec<u32> = (0..names.len() as u32).collect();
    let joined = order.windows(2).all(|two| graph.neighbours(two[0]).contains(&two[1]));
    assert_eq!(graph.check(&order).is_ok(), joined);
    // Writes the graph and reads the written text, which must contain the same edges. A directed graph is written as
    // GraphML, and an undirected graph as an HCP problem.
    if graph.is_directed() {
        let mut graphml = Vec::new();
        write_named(graph, "graph", GraphFormat::GraphMl, true, &mut graphml).expect("a list has room for every byte");
        let again = NamedGraph::read(&graphml).unwrap_or_else(|error| panic!("{graphml:?}: {error}"));
        assert!(again.names() == names && again.edges().eq(graph.edges()), "{graphml:?}");
        return;
    }
    let mut problem = format!("TYPE : HCP\nDIMENSION : {}\nEDGE_DATA_SECTION\n", names.len());
    graph.edges().for_each(|(from, to)| problem.push_str(&format!("{} {}\n", from + 1, to + 1)));
    problem.push_str("-1\nEOF\n");
    let again = NamedGraph::read(problem.as_bytes()).unwrap_or_else(|error| panic!("{problem:?}: {error}"));
    assert!(again.edges().eq(graph.edges()), "{problem:?}");
}
