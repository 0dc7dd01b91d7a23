//! The parser of graphs with named vertices.

use courser_board::graph::NamedGraph;

use super::{in_a_line, within};

/// Parses a graph as CSV, GraphML or HCP.
pub fn graph(bytes: &[u8]) {
    let graph = match within(bytes.len(), 400, 16 << 10, || NamedGraph::read(bytes)) {
        Ok(graph) => graph,
        Err(error) => return in_a_line(&error),
    };
    let names = graph.names();
    assert!((0..).zip(names).all(|(vertex, name)| graph.vertex(name) == Ok(vertex)), "two vertices have one name");
    for vertex in 0..names.len() as u32 {
        let near = graph.neighbours(vertex);
        assert!(near.is_sorted_by(|a, b| a < b) && near.iter().all(|&other| graph.neighbours(other).contains(&vertex)));
    }
    // The graph must have the same edges after it is written as an HCP problem.
    let mut problem = format!("TYPE : HCP\nDIMENSION : {}\nEDGE_DATA_SECTION\n", names.len());
    graph.edges().for_each(|(from, to)| problem.push_str(&format!("{} {}\n", from + 1, to + 1)));
    problem.push_str("-1\nEOF\n");
    let again = NamedGraph::read(problem.as_bytes()).unwrap_or_else(|error| panic!("{problem:?}: {error}"));
    assert!(again.edges().eq(graph.edges()), "{problem:?}");
    let order: Vec<u32> = (0..names.len() as u32).collect();
    let joined = order.windows(2).all(|two| graph.neighbours(two[0]).contains(&two[1]));
    assert_eq!(graph.check(&order).is_ok(), joined);
}
