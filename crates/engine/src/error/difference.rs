//! The first difference between the buffers of two machines: the tested machine and the reference.

/// The first word in which two machines differ after a submission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{when}, after {kernel}: {} is {found}, the CPU reference has {expected}", self.place())]
pub struct Difference {
    /// Number of the submission in which the difference was found, as text. The host of the decision cycle replaces
    /// this text by the number of the move and the number of the pass.
    pub when: String,
    /// Module and entry point of the last kernel in the submission.
    pub kernel: String,
    /// Name of the buffer.
    pub buffer: &'static str,
    /// Index of the word in the buffer.
    pub index: u64,
    /// Value of the word on the tested machine.
    pub found: u32,
    /// Value of the word on the reference machine.
    pub expected: u32,
    /// Square and component to which the word belongs; `None` if it belongs to no square.
    pub place: Option<String>,
}

impl Difference {
    /// Returns the position of the word as text for the message.
    fn place(&self) -> String {
        let Self { index, buffer, .. } = self;
        self.place.clone().unwrap_or_else(|| format!("word {index} of the {buffer}"))
    }
}
