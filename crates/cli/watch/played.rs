//! Tours that are known before they are shown: from a file, of knights that have walked already, a mosaic.

use courser::board::{Board, Square};
use courser::view::window::{Moment, Replay, Scene, Spot, Squares};

use crate::error::Failure;

/// Boards whose visit numbers are known, all of them.
pub(super) trait Known {
    /// The board; of several the one that all are like.
    fn board(&self) -> &Board;

    /// The number of boards.
    fn boards(&self) -> u32 {
        1
    }

    /// A short description at this moment.
    fn name(&self, moment: &Moment) -> String;

    /// Of a wall: the visits that each knight makes, board by board.
    fn walks(&self) -> &[u32] {
        &[]
    }

    /// The numbers on the GPU.
    fn squares(&self) -> Squares<'_>;

    /// The visit number of a square, 0 for none.
    fn number(&self, spot: Spot) -> u64;

    /// Visits of the longest path.
    fn length(&self) -> u64;

    /// Has paths begin on this square; answers why they cannot, if they cannot.
    fn start_on(&mut self, square: Square) -> Result<Option<String>, Failure>;

    /// Has the next rule make the paths; answers why there is none, if there is none.
    fn next_rule(&mut self) -> Result<Option<String>, Failure>;
}

/// Known numbers, played from the first.
pub(super) struct Played<K> {
    known: K,
    replay: Replay,
}

impl<K: Known> Played<K> {
    pub(super) fn new(known: K) -> Self {
        Self { replay: replay(&known), known }
    }

    /// Back to the first visit, unless there is a reason why nothing has changed.
    fn again(&mut self, why: Option<String>) -> Option<String> {
        if why.is_none() {
            self.replay = replay(&self.known);
        }
        why
    }
}

fn replay(known: &impl Known) -> Replay {
    Replay::new(known.length(), known.board().playable())
}

impl<K: Known> Scene for Played<K> {
    type Error = Failure;

    fn board(&self) -> &Board {
        self.known.board()
    }

    fn boards(&self) -> u32 {
        self.known.boards()
    }

    fn name(&self) -> String {
        self.known.name(&self.moment())
    }

    fn walks(&self) -> &[u32] {
        self.known.walks()
    }

    fn squares(&self) -> Squares<'_> {
        self.known.squares()
    }

    fn moment(&self) -> Moment {
        self.replay.moment()
    }

    fn advance(&mut self, passes: u64) -> Result<(), Failure> {
        self.replay.advance(passes);
        Ok(())
    }

    fn restart(&mut self, from: Option<Square>) -> Result<Option<String>, Failure> {
        let why = match from {
            Some(square) => self.known.start_on(square)?,
            None => None,
        };
        Ok(self.again(why))
    }

    fn next_rule(&mut self) -> Result<Option<String>, Failure> {
        let why = self.known.next_rule()?;
        Ok(self.again(why))
    }

    fn state(&mut self, spot: Spot) -> Result<[u32; 4], Failure> {
        let number = |square| self.known.number(Spot { square, ..spot });
        Ok(self.replay.state(self.known.board(), spot.square, number))
    }
}
