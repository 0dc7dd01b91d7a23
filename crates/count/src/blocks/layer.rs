//! A layer: blocks of matchings and their counts, one block per vector of degrees.

use super::degrees::Degrees;
use super::matching::MATCHINGS;

/// Number of chunks of a layer. The degrees of a block select its chunk.
pub(super) const BUCKETS: usize = 64;

/// Returns the bucket of a vector of degrees.
pub(super) fn bucket(degrees: Degrees) -> usize {
    (degrees.key().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58) as usize
}

/// Maximum number of pairs for which the index of a matching fits in 16 bits.
const SMALL_PAIRS: usize = 6;

/// A part of a layer: consecutive blocks. A block consists of the indices of matchings, in ascending order, and their
/// counts.
///
/// The indices of a block have 16 bits if the matchings have at most [`SMALL_PAIRS`] pairs, and otherwise 32 bits. The
/// counts of a block have 32 bits if all of them fit in 32 bits, and otherwise 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chunk {
    heads: Vec<Head>,
    small_indices: Vec<u16>,
    large_indices: Vec<u32>,
    narrow: Vec<u32>,
    wide: Vec<u64>,
}

/// The location of a block in its chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    degrees: Degrees,
    /// Sum of the counts of the block.
    total: u64,
    indices_at: u32,
    counts_at: u32,
    len: u32,
    is_wide: bool,
}

/// A block: the matchings of one vector of degrees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerBlock<'a> {
    pub(crate) degrees: Degrees,
    /// Sum of the counts.
    pub(crate) total: u64,
    pub(crate) indices: Indices<'a>,
    pub(crate) counts: Counts<'a>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Indices<'a> {
    Small(&'a [u16]),
    Large(&'a [u32]),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Counts<'a> {
    Narrow(&'a [u32]),
    Wide(&'a [u64]),
}

/// Returns the block with these degrees, or `None` if the layer has no such block. The layer consists of one chunk, or
/// of one chunk per bucket.
pub(crate) fn find(layer: &[Chunk], degrees: Degrees) -> Option<LayerBlock<'_>> {
    let chunk = if let [only] = layer { only } else { layer.get(bucket(degrees))? };
    chunk.find(degrees).map(|head| chunk.block(head))
}

/// Returns the number of states of a layer and its size in bytes.
pub(crate) fn size(layer: &[Chunk]) -> [u64; 2] {
    [layer.iter().map(Chunk::states).sum(), layer.iter().map(Chunk::bytes).sum()]
}

impl Chunk {
    /// Returns the number of blocks of the chunk.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Returns the number of states of all blocks.
    pub(crate) fn states(&self) -> u64 {
        self.heads.iter().map(|head| u64::from(head.len)).sum()
    }

    /// Returns the size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        (self.heads.len() * size_of::<Head>()
            + self.small_indices.len() * 2
            + (self.large_indices.len() + self.narrow.len()) * 4
            + self.wide.len() * 8) as u64
    }

    pub(crate) fn degrees(&self, at: usize) -> Degrees {
        self.heads[at].degrees
    }

    pub(crate) fn states_of(&self, at: usize) -> u64 {
        self.heads[at].len.into()
    }

    /// Returns the block with index `at`.
    pub(crate) fn block(&self, at: usize) -> LayerBlock<'_> {
        let head = &self.heads[at];
        let len = head.len as usize;
        let (indices, counts) = (head.indices_at as usize, head.counts_at as usize);
        LayerBlock {
            degrees: head.degrees,
            total: head.total,
            indices: if head.degrees.pairs() <= SMALL_PAIRS {
                Indices::Small(&self.small_indices[indices..indices + len])
            } else {
                Indices::Large(&self.large_indices[indices..indices + len])
            },
            counts: if head.is_wide {
                Counts::Wide(&self.wide[counts..counts + len])
            } else {
                Counts::Narrow(&self.narrow[counts..counts + len])
            },
        }
    }

    /// Returns the index of the block with these degrees, or `None` if the chunk has no such block. The blocks of the
    /// chunk must ascend by key.
    pub(crate) fn find(&self, degrees: Degrees) -> Option<usize> {
        self.heads.binary_search_by_key(&degrees.key(), |head| head.degrees.key()).ok()
    }

    /// Returns whether the chunk is full, so that the offset of one more block would exceed 32 bits.
    pub(crate) fn is_full(&self) -> bool {
        let lengths = [self.small_indices.len(), self.large_indices.len(), self.narrow.len(), self.wide.len()];
        lengths.into_iter().any(|length| u32::try_from(length).is_err())
    }

    /// Appends a block to this chunk, unless the block is empty. `total` is the sum of the counts.
    ///
    /// This chunk must not be [full](Self::is_full).
    pub(crate) fn push(&mut self, degrees: Degrees, states: &[(u32, u64)], total: u64) {
        if states.is_empty() {
            return;
        }
        let is_small = degrees.pairs() <= SMALL_PAIRS;
        let is_wide = states.iter().any(|&(_, count)| count > u64::from(u32::MAX));
        self.heads.push(Head {
            degrees,
            total,
            indices_at: if is_small { self.small_indices.len() } else { self.large_indices.len() } as u32,
            counts_at: if is_wide { self.wide.len() } else { self.narrow.len() } as u32,
            len: states.len() as u32,
            is_wide,
        });
        if is_small {
            self.small_indices.extend(states.iter().map(|&(index, _)| index as u16));
        } else {
            self.large_indices.extend(states.iter().map(|&(index, _)| index));
        }
        if is_wide {
            self.wide.extend(states.iter().map(|&(_, count)| count));
        } else {
            self.narrow.extend(states.iter().map(|&(_, count)| count as u32));
        }
    }

    /// Releases unused capacity.
    pub(crate) fn shrink(&mut self) {
        self.heads.shrink_to_fit();
        self.small_indices.shrink_to_fit();
        self.large_indices.shrink_to_fit();
        self.narrow.shrink_to_fit();
        self.wide.shrink_to_fit();
    }
}

impl LayerBlock<'_> {
    /// Returns the states of the block, in ascending order of the indices of their matchings. Each state consists of
    /// the index of a matching and the count of the matching.
    pub(crate) fn states(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        (0..self.len()).map(|at| (self.index_at(at), self.count_at(at)))
    }

    /// Returns the index of the matching of the state at position `at` of the block.
    pub(crate) fn index_at(&self, at: usize) -> u32 {
        match self.indices {
            Indices::Small(indices) => indices[at].into(),
            Indices::Large(indices) => indices[at],
        }
    }

    /// Returns the count of a matching, or 0 if the matching does not occur.
    pub(crate) fn count(&self, index: u32) -> u64 {
        self.place(index).map_or(0, |at| self.count_at(at))
    }

    /// Returns the position, in the block, of the matching with the index `index`, or `None` if the block does not
    /// contain this matching. Also returns `None` if `index` is the sentinel of a forbidden operation. The sentinel is
    /// the index after that of the last possible matching.
    pub(crate) fn place(&self, index: u32) -> Option<usize> {
        match self.indices {
            _ if self.len() == MATCHINGS[self.degrees.pairs()] as usize => {
                Some(index as usize).filter(|&at| at < self.len())
            }
            Indices::Small(indices) => indices.binary_search(&(index as u16)).ok(),
            Indices::Large(indices) => indices.binary_search(&index).ok(),
        }
    }

    /// Returns the count of the state at position `at` of the block.
    pub(crate) fn count_at(&self, at: usize) -> u64 {
        match self.counts {
            Counts::Narrow(counts) => counts[at].into(),
            Counts::Wide(counts) => counts[at],
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self.indices {
            Indices::Small(indices) => indices.len(),
            Indices::Large(indices) => indices.len(),
        }
    }
}
