//! Reads and writes graphs in DOT, the language of Graphviz. `neato -n2` draws the squares at their positions on the
//! board; other layout programs choose the positions of the nodes.

use std::io::{self, Write};

use super::error::{GraphError, GraphFlaw};
use super::named::GraphBuilder;
use super::{Graph, GraphWriter};
use crate::words::shorten;

/// Distance in points between adjacent squares.
const PITCH: u64 = 72;

/// Writes the graph. The moves of its path are drawn thick and red.
pub(super) fn write(graph: &Graph<'_>, out: &mut GraphWriter<'_>) -> io::Result<()> {
    let (kind, arrow) = if graph.is_undirected() { ("graph", "--") } else { ("digraph", "->") };
    writeln!(out, "{kind} \"{}\" {{", graph.name())?;
    for node in graph.nodes() {
        let (row, col) = graph.numbers(node.square);
        let below = graph.board().rows() - 1 - node.square.row;
        let (x, y) = (u64::from(node.square.col) * PITCH, u64::from(below) * PITCH);
        write!(out, "  {} [row_number={row}, col_number={col}", graph.label(node.square))?;
        if let Some(visit) = node.visit {
            write!(out, ", visit={visit}")?;
        }
        writeln!(out, ", pos=\"{x},{y}!\"];")?;
    }
    for edge in graph.edges() {
        write!(out, "  {} {arrow} {}", graph.label(edge.from), graph.label(edge.to))?;
        match edge.walked {
            Some(number) => writeln!(out, " [move={number}, color=red, penwidth=3];")?,
            None => out.write_all(b";\n")?,
        }
    }
    out.write_all(b"}\n")
}

/// Returns whether the content is a graph in DOT. A graph in DOT begins with a keyword of the language and has an
/// opening brace.
pub(super) fn begins(text: &str) -> bool {
    let mut tokens = Tokens { text, rest: text };
    let first = match tokens.next() {
        Ok(Some((_, Token::Word(word)))) if word.eq_ignore_ascii_case("strict") => tokens.next(),
        first => first,
    };
    let is_keyword = |word: &str| ["graph", "digraph"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword));
    let opens = |token| matches!(token, Ok(Some((_, Token::Mark("{")))));
    matches!(first, Ok(Some((_, Token::Word(word)))) if is_keyword(word))
        && (opens(tokens.next()) || opens(tokens.next()))
}

/// Reads the nodes and edges of a file with one graph. Attributes are ignored.
pub(super) fn read(text: &str) -> Result<GraphBuilder, GraphError> {
    let mut draft = GraphBuilder::default();
    let mut tokens = Tokens { text, rest: text };
    let mut directed = false;
    loop {
        match tokens.expected("{")? {
            (_, Token::Mark("{")) => break,
            (_, Token::Word(word)) => {
                draft.is_strict |= word.eq_ignore_ascii_case("strict");
                directed |= word.eq_ignore_ascii_case("digraph");
            }
            _ => {}
        }
    }
    // Two values: the previous vertex, and a flag. The flag is true if an edge from this vertex has begun, but the end
    // of the edge has not been read yet.
    let (mut before, mut joins) = (None, false);
    loop {
        let (at, token) = tokens.expected("}")?;
        let wrong =
            |found: &str| GraphError::at(at, format_args!("'{}' is not read here", shorten(found)), GraphFlaw::Dot);
        let name = match token {
            Token::Mark("--" | "->") if before.is_some() && !joins => {
                let is_right = token == Token::Mark(if directed { "->" } else { "--" });
                joins = true;
                if is_right { continue } else { return Err(wrong(if directed { "--" } else { "->" })) }
            }
            Token::Mark(mark) if joins => return Err(wrong(mark)),
            Token::Mark("[") => {
                tokens.attributes()?;
                continue;
            }
            Token::Mark(";" | ",") => {
                before = None;
                continue;
            }
            Token::Mark("}") => break,
            Token::Mark(mark) => return Err(wrong(mark)),
            Token::Word(word) if word.eq_ignore_ascii_case("subgraph") => return Err(wrong(word)),
            Token::Word(word) if ["graph", "node", "edge"].iter().any(|keyword| word.eq_ignore_ascii_case(keyword)) => {
                if joins {
                    return Err(wrong(word));
                }
                before = None;
                continue;
            }
            Token::Word(word) => word.to_owned(),
            Token::Quoted(text) => text,
        };
        if !joins && tokens.peek() == Some('=') {
            tokens.next()?;
            if let (at, Token::Mark(mark)) = tokens.expected("a value")? {
                return Err(GraphError::at(at, format_args!("'{mark}' is not a value"), GraphFlaw::Dot));
            }
            before = None;
            continue;
        }
        let vertex = draft.vertex(&name, at)?;
        if let Some(from) = before.filter(|_| joins) {
            draft.edge(from, vertex, at, Some(directed))?;
        }
        (before, joins) = (Some(vertex), false);
    }
    match tokens.next()? {
        None => Ok(draft),
        Some((at, _)) => Err(GraphError::at(at, "the file goes on behind the graph", GraphFlaw::Dot)),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token<'a> {
    /// An identifier, a number, or a keyword.
    Word(&'a str),
    /// A quoted string, without its quotes.
    Quoted(String),
    /// A punctuation mark of the language.
    Mark(&'a str),
}

struct Tokens<'a> {
    text: &'a str,
    /// The unread part of `text`.
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    /// Advances by `bytes` bytes, and returns the skipped text.
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (text, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        text
    }

    /// Returns the byte offset of the unread part of the text.
    const fn offset(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// Skips blanks and comments, and returns the first character of the next token. Returns `None` at the end of the
    /// file.
    fn peek(&mut self) -> Option<char> {
        loop {
            self.skip(self.rest.len() - self.rest.trim_start().len());
            let end = match self.rest {
                rest if rest.starts_with("//") || rest.starts_with('#') => rest.find('\n'),
                rest if rest.starts_with("/*") => rest.find("*/").map(|end| end + 2),
                rest => return rest.chars().next(),
            };
            self.skip(end.unwrap_or(self.rest.len()));
        }
    }

    /// Returns two values: the byte offset of the next token, and the token. Returns `None` at the end of the file.
    fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, GraphError> {
        let Some(first) = self.peek() else { return Ok(None) };
        let at = self.offset();
        let is_word = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.');
        let token = match first {
            '"' => Token::Quoted(self.quoted()?),
            '-' if self.rest.starts_with("--") || self.rest.starts_with("->") => Token::Mark(self.skip(2)),
            '-' | '_' | '.' => self.word(is_word),
            _ if first.is_alphanumeric() => self.word(is_word),
            _ => Token::Mark(self.skip(first.len_utf8())),
        };
        Ok(Some((at, token)))
    }

    fn word(&mut self, is_word: impl Fn(char) -> bool) -> Token<'a> {
        let after = self.rest.char_indices().skip(1).find(|&(_, character)| !is_word(character));
        Token::Word(self.skip(after.map_or(self.rest.len(), |(at, _)| at)))
    }

    fn quoted(&mut self) -> Result<String, GraphError> {
        let begin = self.offset();
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.skip(at + 1);
                    return Ok(text);
                }
                '\\' if self.rest[at + 1..].starts_with('"') => text.extend(characters.next().map(|(_, quote)| quote)),
                _ => text.push(character),
            }
        }
        Err(GraphError::at(begin, "a text without its closing quote", GraphFlaw::Whole))
    }

    /// Returns two values: the byte offset of the next token, and the token. Returns an error if no token follows. The
    /// message of the error contains `wanted` as the name of the expected token.
    fn expected(&mut self, wanted: &str) -> Result<(usize, Token<'a>), GraphError> {
        let end = self.text.trim_end().len();
        self.next()?.ok_or_else(|| GraphError::at(end, format_args!("the file ends before {wanted}"), GraphFlaw::Whole))
    }

    /// Skips the attributes of a node or an edge.
    fn attributes(&mut self) -> Result<(), GraphError> {
        loop {
            let (at, token) = self.expected("]")?;
            match token {
                Token::Mark("]") => return Ok(()),
                Token::Mark("<") => {
                    return Err(GraphError::at(at, "a text in HTML is not read", GraphFlaw::Dot));
                }
                _ => {}
            }
        }
    }
}
