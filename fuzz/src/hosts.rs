//! Hostfiles: where the processes of a count listen.

use super::{in_two_lines, text, within};

pub fn hosts(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match within(text.len(), 64, 4096, || courser_count::hosts(text)) {
        Ok(hosts) => assert_eq!(courser_count::hosts(&hosts.join("\n")).ok(), Some(hosts)),
        Err(error) => in_two_lines(&error, &error.hint()),
    }
}
