//! Words in which a device and its reference differ.

/// The first word in which two machines differ after a submission.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{when}, after {kernel}: {} is {found}, the CPU reference has {expected}", self.place())]
pub struct Difference {
    /// The submission: its number, or as the host counts.
    pub when: String,
    /// The last kernel of the submission, as module and entry point.
    pub kernel: String,
    /// The name of the buffer.
    pub buffer: &'static str,
    /// The index of the word in the buffer.
    pub index: u64,
    /// The word of the tested machine.
    pub found: u32,
    /// The word of the reference.
    pub expected: u32,
    /// The square that the word belongs to, and its field, if it belongs to one.
    pub place: Option<String>,
}

impl Difference {
    /// Describes the position of the word for the message.
    fn place(&self) -> String {
        let Self { index, buffer, .. } = self;
        self.place.clone().unwrap_or_else(|| format!("word {index} of the {buffer}"))
    }
}
