//! Flaws of a file with a graph, and their cures.

/// A flaw of a file with a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The file is not text.
    #[error("byte {byte} is not UTF-8")]
    Text {
        /// The first wrong byte, from 1.
        byte: usize,
    },
    /// The graph has no vertex.
    #[error("the graph has no vertex")]
    Empty,
    /// A table that cannot be read.
    #[error("{reason}")]
    Csv {
        /// The error of the parser.
        reason: String,
    },
    /// A line of a table does not have the columns of the first line.
    #[error("line {line}: {found} columns, expected {expected}")]
    Columns {
        /// Line in the file, from 1.
        line: usize,
        /// Columns of this line.
        found: usize,
        /// Columns of the first line, or 2 without a header.
        expected: usize,
    },
    /// A file that is not XML.
    #[error("line {line}: {reason}")]
    Xml {
        /// Line in the file, from 1.
        line: usize,
        /// The error of the parser.
        reason: String,
    },
    /// A node or edge lacks an attribute.
    #[error("line {line}: a {what} without '{attribute}'")]
    Attribute {
        /// Line in the file, from 1.
        line: usize,
        /// `node` or `edge`.
        what: &'static str,
        /// The attribute that is missing.
        attribute: &'static str,
    },
    /// A file with several graphs, a graph inside of a node, or an edge with more than two ends.
    #[error("line {line}: only one graph of nodes and edges is read, without nested graphs and hyperedges")]
    Nested {
        /// Line in the file, from 1.
        line: usize,
    },
    /// A problem of TSPLIB of another kind.
    #[error("line {line}: '{found}' is not read")]
    Problem {
        /// Line in the file, from 1.
        line: usize,
        /// The keyword and its value, shortened.
        found: String,
    },
    /// A word that is not the number of a vertex.
    #[error("line {line}: '{found}' is not a vertex; valid are 1 to {most}")]
    Number {
        /// Line in the file, from 1.
        line: usize,
        /// The word, shortened.
        found: String,
        /// The number of vertices.
        most: usize,
    },
    /// A name that is empty, too long, or has control characters.
    #[error("line {line}: '{name}' is not a name: 1 to {most} bytes without control characters")]
    Name {
        /// Line in the file, from 1.
        line: usize,
        /// The name, shortened.
        name: String,
        /// The most bytes of a name.
        most: usize,
    },
    /// Two vertices have one name.
    #[error("line {line}: a second vertex '{name}'")]
    VertexTwice {
        /// Line in the file, from 1.
        line: usize,
        /// The name, shortened.
        name: String,
    },
    /// An edge from a vertex to itself.
    #[error("line {line}: an edge from {vertex} to itself")]
    Loop {
        /// Line in the file, from 1.
        line: usize,
        /// The name of the vertex.
        vertex: String,
    },
    /// Two edges join the same two vertices.
    #[error("line {line}: a second edge from {from} to {to}")]
    Twice {
        /// Line in the file, from 1.
        line: usize,
        /// The name of one end.
        from: String,
        /// The name of the other end.
        to: String,
    },
    /// The graph is directed.
    #[error("line {line}: a directed graph: the edge from {from} to {to} has no reverse")]
    Directed {
        /// Line in the file, from 1.
        line: usize,
        /// The name of one end.
        from: String,
        /// The name of the other end.
        to: String,
    },
    /// The graph is larger than what is read.
    #[error("the graph has more than {most} {what}")]
    TooLarge {
        /// `vertices` or `edges`.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// No vertex has this name.
    #[error("the graph has no vertex '{name}'")]
    NoVertex {
        /// The name, shortened.
        name: String,
        /// The name of the first vertex.
        first: String,
    },
}

impl GraphError {
    /// Returns the cure of the error, in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Text { .. } | Self::Empty | Self::Csv { .. } | Self::Columns { .. } => {
                "give an edge per line, as in a,b, or a table with the columns from_node and to_node".into()
            }
            Self::Xml { .. } | Self::Attribute { .. } | Self::Nested { .. } => {
                "give GraphML with one <graph>, each <node> with an id, each <edge> with source and target".into()
            }
            Self::Problem { .. } => "give TYPE : HCP with EDGE_DATA_FORMAT : EDGE_LIST and no fixed edges".into(),
            Self::Number { .. } => "number the vertices from 1 to DIMENSION, and end the list with -1".into(),
            Self::Name { .. } | Self::VertexTwice { .. } => "give every vertex a short name of its own".into(),
            Self::Loop { .. } => "take the edge out: no tour goes from a vertex to itself".into(),
            Self::Twice { .. } => "list every edge once, or every edge of the graph once in each direction".into(),
            Self::Directed { .. } => {
                "only undirected graphs are toured: give every edge without a direction, or in both".into()
            }
            Self::TooLarge { .. } => "give a smaller graph".into(),
            Self::NoVertex { first, .. } => format!("name a vertex of the file, as in {first}"),
        }
    }
}
