//! Fuzzes the parser of shard results. Each shard of a count writes its result as text.

use courser_count::ShardResult;

use super::{in_a_line, text, within};

pub fn part(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    // The allowed memory suffices for two items: one bit per square of a board of up to 2^20 squares, and the moves of
    // this board. From the moves, the reader computes an upper bound of the number of tours.
    match within(text.len(), 256, 256 << 20, || ShardResult::read(text, "0")) {
        Ok(part) => assert_eq!(part.to_string(), text),
        Err(error) => in_a_line(&error),
    }
}
