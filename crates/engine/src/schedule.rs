//! The schedules of the decision cycle.

/// The schedule of the passes, which determines the squares that each pass processes. After the same number of passes,
/// the states that the host can read are the same with every schedule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = String, parse_err_fn = unknown)]
pub enum Schedule {
    /// Three dispatches per move, each over the whole board, as on the slides "Knight's Tour in Cg" (2007).
    Whole,
    /// Three dispatches per move. Each dispatch covers only the squares that the move can change, at most 41 squares.
    Near,
    /// Three dispatches per move, each over the whole board. All three dispatches run the same kernel, which contains
    /// the passes *rank*, *decide* and *pull*. In each dispatch, the state of a square determines which of these passes
    /// apply to the square. The program of the slides "Knight's Tour in Cg" also has a single shader.
    Fused,
    /// Many moves per dispatch. One invocation makes these moves in a loop.
    #[default]
    Resident,
}

impl Schedule {
    /// All schedules, in the order of the command-line help.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Near, Self::Fused, Self::Resident];
}

/// Returns the error message for an unknown name.
fn unknown(text: &str) -> String {
    format!("'{text}' is not a schedule: there are whole, near, fused and resident")
}
