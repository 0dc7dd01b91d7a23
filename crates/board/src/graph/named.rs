//! Graphs of any kind, given or read from files: undirected, without loops, every vertex with a name.
//!
//! | format | recognized by | vertices |
//! |---|---|---|
//! | GraphML | `<` | the ids of the nodes |
//! | TSPLIB HCP | a line `TYPE : HCP` or `EDGE_DATA_SECTION` | 1, 2, 3 … |
//! | CSV | anything else | the ends of the edges, in order of appearance |

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::error::{GraphError, cure};
use crate::Kind;
use crate::words::{shorten, shorten_to};

/// The most vertices of a graph that is read.
pub const MAX_VERTICES: usize = 1 << 22;

/// The most edges of a graph that is read, each direction of an edge counted.
pub const MAX_EDGES: usize = 1 << 25;

/// The most bytes of a vertex's name.
const MAX_NAME: usize = 200;

/// An undirected graph with named vertices, at most one edge between two of them, and no edge from a vertex to itself.
///
/// ```
/// use courser_board::{Kind, graph::NamedGraph};
///
/// let graph = NamedGraph::read(b"north,east\neast,south\nsouth,west\nwest,north\n").unwrap();
/// assert_eq!((graph.names().len(), graph.edges().count()), (4, 4));
/// assert_eq!(graph.judge(&[0, 1, 2, 3]), Some(Kind::Closed));
/// assert_eq!(graph.judge(&[0, 2, 1, 3]), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    names: Vec<String>,
    /// The neighbours of each vertex, ascending.
    near: Vec<Vec<u32>>,
}

impl NamedGraph {
    /// Returns the graph of vertices with these names, which differ, and of edges between their positions, each listed
    /// once or once in each direction.
    ///
    /// ```
    /// use courser_board::graph::NamedGraph;
    ///
    /// let path = NamedGraph::new(["a", "b", "c"], [(0, 1), (1, 2)])?;
    /// assert_eq!(path.neighbours(1), [0, 2]);
    /// assert_eq!(NamedGraph::new(["a"], [(0, 0)]).unwrap_err().to_string(), "an edge from a to itself");
    /// # Ok::<(), courser_board::graph::GraphError>(())
    /// ```
    ///
    /// # Errors
    /// [`GraphError`] if a name is there twice, empty, long or with control characters, if an end of an edge is no vertex,
    /// or an edge is there twice or a loop.
    pub fn new(
        names: impl IntoIterator<Item: AsRef<str>>,
        edges: impl IntoIterator<Item = (u32, u32)>,
    ) -> Result<Self, GraphError> {
        let mut draft = Draft::default();
        for (vertex, name) in names.into_iter().enumerate() {
            if draft.vertex(name.as_ref(), 0)? != vertex as u32 {
                return Err(second_vertex(name.as_ref(), 0));
            }
        }
        for (from, to) in edges {
            if from.max(to) as usize >= draft.names.len() {
                return Err(no_vertex(&from.max(to).to_string()));
            }
            draft.edge(from, to, 0, None)?;
        }
        draft.finish()
    }

    /// Reads a graph in any of the three formats.
    ///
    /// An edge in both directions is one edge. If some edges have a reverse and others do not, or a file declares its
    /// edges directed and some have no reverse, the graph is directed, and refused.
    ///
    /// # Errors
    /// [`GraphError`] with the line.
    pub fn read(bytes: &[u8]) -> Result<Self, GraphError> {
        let text = std::str::from_utf8(bytes)
            .map_err(|error| GraphError::new(format!("byte {} is not UTF-8", error.valid_up_to() + 1), cure::TABLE))?;
        let text = text.trim_start_matches('\u{feff}');
        let is_problem = |line: &str| {
            let line: String = line.split_whitespace().collect();
            line == "EDGE_DATA_SECTION" || line.starts_with("TYPE:")
        };
        if text.trim_start().starts_with('<') {
            graphml(text)
        } else if text.lines().take(100).any(is_problem) {
            hcp(text)
        } else {
            csv(text)
        }?
        .finish()
    }

    /// The names of the vertices.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The vertex with this name.
    ///
    /// # Errors
    /// If no vertex has it.
    pub fn vertex(&self, name: &str) -> Result<u32, GraphError> {
        let found = self.names.iter().position(|other| other == name);
        found.map(|at| at as u32).ok_or_else(|| no_vertex(name))
    }

    /// The neighbours of a vertex, ascending.
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.near[vertex as usize]
    }

    /// The edges, each once, from the lower vertex to the higher one.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (0..).zip(&self.near).flat_map(|(from, near)| near.iter().map(move |&to| (from, to)).filter(|(a, b)| a < b))
    }

    /// The kind of tour that these vertices are in this order: a Hamiltonian path, or a path whose ends are joined by an
    /// edge; `None` if they are neither.
    pub fn judge(&self, order: &[u32]) -> Option<Kind> {
        let mut seen = vec![false; self.names.len()];
        let all_once =
            order.iter().all(|&at| seen.get_mut(at as usize).is_some_and(|seen| !std::mem::replace(seen, true)));
        let joined = |a: u32, b: u32| self.near[a as usize].binary_search(&b).is_ok();
        if !all_once || order.len() != self.names.len() || !order.windows(2).all(|two| joined(two[0], two[1])) {
            return None;
        }
        let (first, last) = (*order.first()?, *order.last()?);
        Some(if order.len() > 2 && joined(last, first) { Kind::Closed } else { Kind::Open })
    }
}

/// An edge as it is read.
struct ReadEdge {
    from: u32,
    to: u32,
    line: usize,
    /// The direction that the file declares; `None` if its format cannot.
    declared: Option<bool>,
}

/// A graph that is being read.
#[derive(Default)]
struct Draft {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
    edges: Vec<ReadEdge>,
}

impl Draft {
    /// The number of a vertex, a new one if the name is new.
    fn vertex(&mut self, name: &str, line: usize) -> Result<u32, GraphError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        if name.is_empty() || name.len() > MAX_NAME || name.chars().any(is_control) {
            return Err(GraphError::at(
                line,
                format_args!("'{}' is not a name: 1 to {MAX_NAME} bytes without control characters", shorten(name)),
                cure::NAME,
            ));
        }
        if self.names.len() == MAX_VERTICES {
            return Err(too_large(MAX_VERTICES, "vertices"));
        }
        let number = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Ok(number)
    }

    fn edge(&mut self, from: u32, to: u32, line: usize, declared: Option<bool>) -> Result<(), GraphError> {
        if self.edges.len() == MAX_EDGES {
            return Err(too_large(MAX_EDGES, "edges"));
        }
        self.edges.push(ReadEdge { from, to, line, declared });
        Ok(())
    }

    fn finish(mut self) -> Result<NamedGraph, GraphError> {
        if self.names.is_empty() {
            return Err(GraphError::new("the graph has no vertex", cure::TABLE));
        }
        self.edges.sort_unstable_by_key(|edge| (edge.from.min(edge.to), edge.from.max(edge.to), edge.from, edge.line));
        let name = |vertex: u32| self.names[vertex as usize].clone();
        let mut near = vec![Vec::new(); self.names.len()];
        let (mut single, mut both) = (None, false);
        let same =
            |a: &ReadEdge, b: &ReadEdge| (a.from.min(a.to), a.from.max(a.to)) == (b.from.min(b.to), b.from.max(b.to));
        for edges in self.edges.chunk_by(same) {
            let (edge, last) = (&edges[0], &edges[edges.len() - 1]);
            let (from, to, line) = (name(edge.from), name(edge.to), edge.line.max(last.line));
            if edge.from == edge.to {
                return Err(GraphError::at(line, format_args!("an edge from {from} to itself"), cure::LOOP));
            }
            let is_pair = edges.len() == 2 && edge.from != last.from && edge.declared != Some(false);
            if edges.len() > 1 && !is_pair {
                return Err(GraphError::at(line, format_args!("a second edge from {from} to {to}"), cure::TWICE));
            }
            if is_pair {
                both = true;
            } else if edge.declared == Some(true) || single.is_none() {
                single = Some(edge);
            }
            near[edge.from as usize].push(edge.to);
            near[edge.to as usize].push(edge.from);
        }
        match single {
            Some(edge) if edge.declared == Some(true) || both => {
                let ends = format!("from {} to {}", name(edge.from), name(edge.to));
                let flaw = format!("a directed graph: the edge {ends} has no reverse");
                Err(GraphError::at(edge.line, flaw, cure::DIRECTED))
            }
            _ => {
                near.iter_mut().for_each(|near| near.sort_unstable());
                Ok(NamedGraph { names: self.names, near })
            }
        }
    }
}

fn too_large(most: usize, what: &str) -> GraphError {
    GraphError::new(format!("the graph has more than {most} {what}"), cure::SMALLER)
}

fn no_vertex(name: &str) -> GraphError {
    GraphError::new(format!("the graph has no vertex '{}'", shorten(name)), cure::VERTEX)
}

fn second_vertex(name: &str, line: usize) -> GraphError {
    GraphError::at(line, format_args!("a second vertex '{}'", shorten(name)), cure::NAME)
}

fn lacks(line: usize, what: &str, attribute: &str) -> GraphError {
    GraphError::at(line, format_args!("{what} without '{attribute}'"), cure::XML)
}

fn nested(line: usize) -> GraphError {
    let flaw = "only one graph of nodes and edges is read, without nested graphs and hyperedges";
    GraphError::at(line, flaw, cure::XML)
}

/// The parser's error, which may quote the file.
fn wrong_xml(line: usize, error: &dyn std::error::Error) -> GraphError {
    GraphError::at(line, shorten_to(120, &error.to_string()), cure::XML)
}

/// Returns whether a character is a control character, or changes the direction of text.
fn is_control(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A table of two columns, or one with a header that names the columns of the ends, as `graph` writes it.
fn csv(text: &str) -> Result<Draft, GraphError> {
    const FROM: [&str; 3] = ["from_node", "source", "from"];
    const TO: [&str; 3] = ["to_node", "target", "to"];
    let mut draft = Draft::default();
    let mut columns = None;
    let reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
    for record in reader.into_records() {
        let record = record.map_err(|error| GraphError::new(error.to_string(), cure::TABLE))?;
        let line = record.position().map_or(0, |position| position.line() as usize);
        let named = |names: [&str; 3]| {
            record.iter().position(|field| names.iter().any(|name| name.eq_ignore_ascii_case(field)))
        };
        let header = if columns.is_none() { named(FROM).zip(named(TO)) } else { None };
        let (from, to, width) = *columns.get_or_insert(header.map_or((0, 1, 2), |(from, to)| (from, to, record.len())));
        if header.is_some() {
            continue;
        }
        let ends = record.get(from).zip(record.get(to)).filter(|_| record.len() == width);
        let (from, to) = ends.ok_or_else(|| {
            let flaw = format!("{} columns, expected {width}", record.len());
            GraphError::at(line, flaw, cure::TABLE)
        })?;
        let (from, to) = (draft.vertex(from, line)?, draft.vertex(to, line)?);
        draft.edge(from, to, line, None)?;
    }
    Ok(draft)
}

/// The nodes and edges of the one graph of a file; what hangs on them is left out.
fn graphml(text: &str) -> Result<Draft, GraphError> {
    let mut draft = Draft::default();
    let mut reader = Reader::from_str(text);
    let (mut line, mut counted) = (1, 0);
    let (mut directed, mut declared) = (None, Vec::new());
    loop {
        let event = reader.read_event().map_err(|error| wrong_xml(line, &error))?;
        let at = (reader.buffer_position() as usize).min(text.len());
        line += text.as_bytes()[counted..at].iter().filter(|&&byte| byte == b'\n').count();
        counted = at;
        let (Event::Start(tag) | Event::Empty(tag)) = event else {
            if matches!(event, Event::Eof) {
                break;
            }
            continue;
        };
        let value = |name| attribute(&tag, name, line);
        match tag.local_name().as_ref() {
            b"graph" if directed.is_some() => return Err(nested(line)),
            b"graph" => directed = Some(value("edgedefault")?.as_deref() == Some("directed")),
            b"hyperedge" => return Err(nested(line)),
            b"node" => {
                let id = value("id")?.ok_or_else(|| lacks(line, "node", "id"))?;
                let vertex = draft.vertex(&id, line)? as usize;
                declared.resize(draft.names.len(), false);
                if std::mem::replace(&mut declared[vertex], true) {
                    return Err(second_vertex(&id, line));
                }
            }
            b"edge" => {
                let mut end = |attribute| {
                    let name = value(attribute)?.ok_or_else(|| lacks(line, "edge", attribute))?;
                    draft.vertex(&name, line)
                };
                let (from, to) = (end("source")?, end("target")?);
                let own = value("directed")?.map(|own| own == "true");
                draft.edge(from, to, line, own.or(directed))?;
            }
            _ => {}
        }
    }
    declared.resize(draft.names.len(), false);
    match declared.iter().position(|declared| !declared) {
        Some(vertex) => Err(no_vertex(&draft.names[vertex])),
        None => Ok(draft),
    }
}

/// The value of an attribute of a tag, if it is there.
fn attribute(tag: &BytesStart<'_>, name: &str, line: usize) -> Result<Option<String>, GraphError> {
    // Without a search for repeated names, which takes quadratic time.
    let mut all = tag.attributes();
    let found =
        all.with_checks(false).find(|found| found.as_ref().is_ok_and(|found| found.key.as_ref() == name.as_bytes()));
    let Some(Ok(found)) = found else { return Ok(None) };
    let value = found.normalized_value(XmlVersion::Implicit1_0);
    value.map(|value| Some(value.into_owned())).map_err(|error| wrong_xml(line, &error))
}

/// A Hamiltonian cycle problem of TSPLIB with a list of edges.
fn hcp(text: &str) -> Result<Draft, GraphError> {
    let mut draft = Draft::default();
    let mut lines = (1..).zip(text.lines());
    for (line, keyword) in lines.by_ref() {
        let (keyword, value) = keyword.split_once(':').unwrap_or((keyword, ""));
        let (keyword, value) = (keyword.trim(), value.trim());
        let wrong = || {
            let found = shorten(&format!("{keyword} : {value}"));
            GraphError::at(line, format_args!("'{found}' is not read"), cure::PROBLEM)
        };
        match keyword {
            "TYPE" if value != "HCP" => return Err(wrong()),
            "EDGE_DATA_FORMAT" if value != "EDGE_LIST" => return Err(wrong()),
            "FIXED_EDGES_SECTION" => return Err(wrong()),
            "DIMENSION" => {
                let vertices: usize = value.parse().map_err(|_| wrong())?;
                // A vertex of a tour is in the list of edges, and takes two bytes there.
                let most = MAX_VERTICES.min(text.len());
                if vertices > most {
                    return Err(too_large(most, "vertices"));
                }
                draft.names = (1..=vertices).map(|number| number.to_string()).collect();
            }
            "EDGE_DATA_SECTION" => break,
            _ => {}
        }
    }
    let mut from = None;
    for (line, text) in lines {
        for word in text.split_whitespace() {
            if matches!(word, "-1" | "EOF") && from.is_none() {
                return Ok(draft);
            }
            let number = word.parse::<usize>().ok().filter(|number| (1..=draft.names.len()).contains(number));
            let vertex = number.ok_or_else(|| {
                let (found, most) = (shorten(word), draft.names.len());
                GraphError::at(line, format_args!("'{found}' is not a vertex; valid are 1 to {most}"), cure::NUMBER)
            })?;
            match from.take() {
                None => from = Some(vertex as u32 - 1),
                Some(from) => draft.edge(from, vertex as u32 - 1, line, Some(false))?,
            }
        }
    }
    Ok(draft)
}
