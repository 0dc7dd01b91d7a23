//! Converts blocks to 64-bit words for the disk, and converts these words back to blocks.

use std::io;

use num_bigint::BigUint;

use super::degrees::Degrees;
use super::layer::{Chunk, LayerBlock};
use super::matching::{MATCHINGS, MAX_PAIRS};
use super::ring::Ring;
use crate::checkpoint::Put;

/// Appends a block to `words`: its degrees, its length, its indices (two per word), and its counts. If any count of the
/// block exceeds 32 bits, each count occupies one word. Otherwise, each count occupies half a word. The lowest bit of
/// the word with the length is 1 if each count occupies one word.
pub(crate) fn write(block: &LayerBlock<'_>, words: &mut Vec<u64>) {
    let is_wide = block.states().any(|(_, count)| count > u64::from(u32::MAX));
    words.push(block.degrees.key());
    words.push((block.len() as u64) << 1 | u64::from(is_wide));
    pair(block.states().map(|(index, _)| index), words);
    if is_wide {
        words.extend(block.states().map(|(_, count)| count));
    } else {
        pair(block.states().map(|(_, count)| count as u32), words);
    }
}

fn pair(mut numbers: impl Iterator<Item = u32>, words: &mut Vec<u64>) {
    while let Some(first) = numbers.next() {
        words.push(u64::from(first) | u64::from(numbers.next().unwrap_or(0)) << 32);
    }
}

/// Returns the number whose digits are these words, the lowest digit first.
pub(crate) fn number(words: &[u64]) -> BigUint {
    words.iter().rev().fold(BigUint::ZERO, |number, &word| (number << 64_u32) + word)
}

/// Writes the chunks of a layer. Each chunk is preceded by its number of words.
pub(crate) fn put_layer(layer: &[Chunk], put: Put<'_>) -> io::Result<()> {
    let mut parcel = Vec::new();
    for chunk in layer {
        parcel.clear();
        (0..chunk.len()).for_each(|head| write(&chunk.block(head), &mut parcel));
        put(&[parcel.len() as u64])?;
        put(&parcel)?;
    }
    Ok(())
}

/// Reads blocks from 64-bit words into a chunk. Returns `None` if the words are not valid blocks, or if a count is not
/// a number of the ring.
pub(crate) fn read(ring: Ring, mut words: &[u64]) -> Option<Chunk> {
    let mut chunk = Chunk::default();
    let mut states: Vec<(u32, u64)> = Vec::new();
    while let [key, len, rest @ ..] = words {
        let (degrees, is_wide) = (Degrees::from_key(*key), len & 1 == 1);
        if degrees.ends & degrees.full != 0 || degrees.ends.count_ones() % 2 != 0 || degrees.pairs() > MAX_PAIRS {
            return None;
        }
        let len = usize::try_from(len >> 1).ok().filter(|&len| len <= MATCHINGS[degrees.pairs()] as usize)?;
        let half = len.div_ceil(2);
        let (indices, rest) = rest.split_at_checked(half)?;
        let (counts, rest) = rest.split_at_checked(if is_wide { len } else { half })?;
        let unpaired = |words: &[u64], at: usize| (words[at / 2] >> (32 * (at % 2))) as u32;
        states.clear();
        states.extend((0..len).map(|at| {
            let count = if is_wide { counts[at] } else { unpaired(counts, at).into() };
            (unpaired(indices, at), count)
        }));
        let ascending = states.windows(2).all(|pair| pair[0].0 < pair[1].0);
        if !ascending || states.last().is_some_and(|&(index, _)| index >= MATCHINGS[degrees.pairs()]) {
            return None;
        }
        let total = states.iter().try_fold(0, |sum, &(_, count)| ring.checked_add(sum, count))?;
        if chunk.is_full() || ring.modulus > 0 && states.iter().any(|&(_, count)| count >= ring.modulus) {
            return None;
        }
        chunk.push(degrees, &states, total);
        words = rest;
    }
    if !words.is_empty() {
        return None;
    }
    chunk.shrink();
    Some(chunk)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk() -> Chunk {
        let mut chunk = Chunk::default();
        chunk.push(Degrees { ends: 0b1111, full: 0 }, &[(0, 7), (2, u64::MAX / 2)], u64::MAX / 2 + 7);
        chunk.push(Degrees { ends: 0b1_0001, full: 2 }, &[(0, 5)], 5);
        chunk.push(Degrees { ends: (1 << 14) - 1, full: 1 << 31 }, &[(0, 1), (135_134, 2)], 3);
        chunk
    }

    #[test]
    fn blocks_read_back_from_their_words() {
        let chunk = chunk();
        let mut words = Vec::new();
        (0..chunk.len()).for_each(|at| write(&chunk.block(at), &mut words));
        let mut back = read(Ring::default(), &words).unwrap();
        back.shrink();
        assert_eq!(back, chunk);
    }

    #[test]
    fn what_is_no_block_is_refused() {
        let chunk = chunk();
        let mut words = Vec::new();
        (0..chunk.len()).for_each(|at| write(&chunk.block(at), &mut words));
        assert!(read(Ring::default(), &words[..words.len() - 1]).is_none());
        for (at, value) in [(0, u64::MAX), (0, 0b111 << 32), (1, u64::MAX), (2, u64::MAX)] {
            let mut wrong = words.clone();
            wrong[at] = value;
            assert!(read(Ring::default(), &wrong).is_none(), "word {at} as {value:#x} was taken");
        }
    }
}
