//! Animates the decision cycle pass by pass.

use courser_board::Board;

use crate::animation::{Animation, FrameSink, Pace, Timing, bounded, check_size, play_drawn};
use crate::channels::{Channel, ChannelFrame, ChannelSheet, check};
use crate::{Result, Style, ViewError};

/// An animation of selected channels of the decision cycle, with one frame per pass.
#[derive(Clone, Debug)]
pub struct ChannelFilm {
    sheet: ChannelSheet,
    moments: Vec<ChannelFrame>,
    timing: Timing,
}

impl ChannelFilm {
    /// Creates an animation of these frames at `pace.fps` frames per second. An empty list of channels selects all
    /// four. The other fields of the pace are ignored.
    ///
    /// # Errors
    /// Returns the errors of [`StaticPicture::channels`](crate::StaticPicture::channels) for each frame,
    /// [`ViewError::Squares`] if there are no frames, and [`ViewError::TooLong`] or [`ViewError::Pace`] if the timing
    /// is impossible.
    pub fn new(
        board: &Board,
        channels: &[Channel],
        moments: Vec<ChannelFrame>,
        style: &Style,
        pace: Pace,
    ) -> Result<Self> {
        if moments.is_empty() {
            return Err(ViewError::Squares { given: 0, needed: board.cells() });
        }
        moments.iter().try_for_each(|moment| check(board, moment))?;
        let timing = pace.stepwise(moments.len() as u64 - 1)?;
        let sheet = sheet(board, channels, style, &moments)?;
        Ok(Self { sheet, moments, timing })
    }

    /// Checks whether an animation of this board can have `moments` frames.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Self::new).
    pub fn check(board: &Board, channels: &[Channel], moments: u64, style: &Style, pace: &Pace) -> Result<()> {
        pace.stepwise(moments.saturating_sub(1))?;
        sheet(board, channels, style, &[]).map(|_| ())
    }
}

/// Returns the arrangement of the panels in an animation.
fn sheet(board: &Board, channels: &[Channel], style: &Style, moments: &[ChannelFrame]) -> Result<ChannelSheet> {
    let sheet = ChannelSheet::new(board, channels, &bounded(style), moments)?;
    check_size((sheet.width, sheet.height))?;
    Ok(sheet)
}

impl Animation for ChannelFilm {
    fn size(&self) -> (u32, u32) {
        (self.sheet.width, self.sheet.height)
    }

    fn timing(&self) -> Timing {
        self.timing
    }

    fn play(&mut self, every: u32, sink: &mut FrameSink<'_>) -> Result<()> {
        play_drawn(self, every, sink, |canvas, frame| {
            let frame = frame as usize;
            // Only the changes of the last pass are marked. If frames are skipped, the changes of the skipped frames
            // are not marked.
            self.sheet.draw(canvas, &self.moments[frame], frame.checked_sub(1).map(|before| &self.moments[before]));
        })
    }
}
