//! Resident: the cycle in place, many moves at a time.
//!
//! It begins and ends between decide and pull. Ranks are exact all along, since
//! a visit takes one from each neighbour; the untrusted choices of the other
//! squares are brought up to date by one more decide over the whole board.

use crate::cycle::{Cell, Phase, Setup, Status, StatusWord};

/// The mirror of `shaders/cycle/resident.wgsl`: at most `budget` moves on `state`.
pub(crate) fn mirror(setup: &Setup, state: &mut [Cell], status: &mut Status, budget: u64) {
    if status.word() != StatusWord::Running {
        return;
    }
    let mut made = 0;
    while made < budget && status.at != status.to {
        status.visit += 1;
        state[status.at as usize].phase = Phase::Left as u32;
        state[status.to as usize].visit = status.visit;
        status.at = status.to;
        let mut least = u32::MAX;
        let mut next = 0;
        for by in setup.moves() {
            let Some(there) = setup.index_at(status.at, (by.row, by.col)) else { continue };
            let other = &mut state[there as usize];
            if other.visit == Cell::HOLE {
                continue;
            }
            other.rank -= 1;
            if other.is_unvisited() && other.rank < least {
                least = other.rank;
                next = by.code.into();
                status.to = there;
            }
        }
        let phase = if next == 0 { Phase::Acknowledged } else { Phase::Departing };
        let knight = &mut state[status.at as usize];
        knight.phase = phase as u32;
        knight.next = next;
        made += 1;
    }
    if status.at == status.to {
        let done = status.visit == setup.playable();
        status.word = if done { StatusWord::Done } else { StatusWord::Stuck } as u32;
    }
}
