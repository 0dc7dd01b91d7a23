//! A shard of a count.

use courser_count::ShardResult;

use super::{in_a_line, text, within};

pub fn part(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    // A board of up to 2^20 squares has a bit per square, and its moves are needed for an upper bound.
    match within(text.len(), 256, 256 << 20, || ShardResult::read(text, "0")) {
        Ok(part) => assert_eq!(part.to_string(), text),
        Err(error) => in_a_line(&error),
    }
}
