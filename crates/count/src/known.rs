//! Numbers that others have published: what courser must find.

use std::fmt;

/// What is told of the tours of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Closed tours, a tour and its reverse being one.
    Closed,
    /// Open tours, those included that could close, a tour and its reverse being one.
    Open,
    /// Open tours that start in a corner.
    FromCorner,
    /// Closed tours, those that rotation or reflection of the board take into each other being one.
    Classes,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::FromCorner => "open, from a corner",
            Self::Classes => "closed, up to rotation and reflection",
        })
    }
}

/// How long a row takes on two cores, by order of magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effort {
    /// Less than a second.
    Quick,
    /// Up to a minute.
    Minute,
    /// Minutes, and gigabytes.
    Long,
}

/// A published number.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// What is counted.
    pub kind: Kind,
    /// The number, in digits.
    pub count: &'static str,
    /// How long it takes.
    pub effort: Effort,
    /// Where it is published.
    pub source: &'static str,
}

