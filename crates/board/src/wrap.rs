//! Boards whose sides are joined.

/// The joined sides of a board. A move beyond a joined side enters the board on the opposite side.
///
/// ```
/// use courser_board::Wrap;
///
/// assert_eq!("both".parse(), Ok(Wrap::Both));
/// assert_eq!(Wrap::Rows.to_string(), "rows");
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    strum::Display,
    strum::EnumString,
    serde::Serialize,
    serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Wrap {
    /// No sides are joined.
    #[default]
    None,
    /// The left side and the right side are joined, so every row is a ring.
    Rows,
    /// The upper side and the lower side are joined, so every column is a ring.
    Cols,
    /// Both pairs of sides are joined, so the board is a torus.
    Both,
}

impl Wrap {
    /// Returns whether every row is a ring.
    pub const fn has_rows(self) -> bool {
        matches!(self, Self::Rows | Self::Both)
    }

    /// Returns whether every column is a ring.
    pub const fn has_cols(self) -> bool {
        matches!(self, Self::Cols | Self::Both)
    }
}
