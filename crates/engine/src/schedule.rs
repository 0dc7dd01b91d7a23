//! The schedules of the decision cycle.

/// The schedule of the passes, which determines the squares that each pass processes. Whenever the host can read the
/// states, they are the same for all schedules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::Display, strum::EnumString)]
#[strum(serialize_all = "kebab-case", ascii_case_insensitive)]
#[strum(parse_err_ty = String, parse_err_fn = unknown)]
pub enum Schedule {
    /// Three dispatches per move, each over the whole board, as in the slides.
    Whole,
    /// Three dispatches per move, each over the squares that the move can change, at most 41.
    Near,
    /// Three dispatches per move, each over the whole board. Every square ranks, picks and pulls in each dispatch, by
    /// the single rule of the program on the slides.
    Fused,
    /// Many moves per dispatch, in a loop of one invocation.
    #[default]
    Resident,
}

impl Schedule {
    /// All schedules, in the order of the command line's help.
    pub const ALL: [Self; 4] = [Self::Whole, Self::Near, Self::Fused, Self::Resident];
}

/// Returns the error message for an unknown name.
fn unknown(text: &str) -> String {
    format!("'{text}' is not a schedule: there are whole, near, fused and resident")
}
