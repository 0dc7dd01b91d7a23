//! The schedules of the decision cycle.

/// The squares processed by each pass. The states are the same whenever the host can read them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = String, parse_err_fn = unknown)]
pub enum Schedule {
    /// As in the slides: three dispatches per move, each over the whole board.
    Whole,
    /// Three dispatches per move, each over the at most 41 squares that the move can change.
    Near,
    /// Three dispatches per move, each over the whole board, by the one rule of the slides' own program: every square ranks,
    /// picks and pulls in each.
    Fused,
    /// One workgroup keeps cycling inside a dispatch, many moves at a time.
    #[default]
    Resident,
}

impl Schedule {
    /// All schedules, as the command line lists them.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Near, Self::Fused, Self::Resident];
}

/// Returns the error for an unknown name.
fn unknown(text: &str) -> String {
    format!("'{text}' is not a schedule: there are whole, near, fused and resident")
}
