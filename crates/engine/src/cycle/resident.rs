//! The schedule `resident`: runs the cycle in place, many moves at a time.
//!
//! The pass begins with the *pull* of its first move, and ends with the *decide* of its last move. Ranks are always
//! exact, since a visit subtracts one from the rank of each neighbour. The choice of a next square is updated only for
//! the square with the knight. Before the states are read, a *decide* over the whole board updates the choices of all
//! other squares.

use crate::cycle::{Cell, Phase, Setup, Status, StatusWord, rule};

/// Mirrors `shaders/cycle/resident.wgsl`: makes at most `budget` moves on `state`.
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
        let target = setup.indices_from(status.at);
        for by in setup.moves() {
            let Some(there) = target((by.row, by.col)) else { continue };
            let other = &mut state[there as usize];
            if other.visit != Cell::HOLE {
                other.rank -= 1;
            }
        }
        status.leg = rule::leg_at(setup, status.leg, status.at);
        let choice = rule::choice(setup, state, status.at, status.visit, status);
        let knight = &mut state[status.at as usize];
        knight.next = choice.map_or(0, |(way, _)| setup.moves()[way].code.into());
        knight.phase = if choice.is_none() { Phase::Acknowledged } else { Phase::Departing } as u32;
        status.to = choice.map_or(status.at, |(_, there)| there);
        made += 1;
    }
    if status.at == status.to {
        let done = status.visit == setup.playable();
        status.word = if done { StatusWord::Done } else { StatusWord::Stuck } as u32;
    }
}
