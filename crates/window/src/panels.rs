//! The arrangement of the panels, which show channels side by side.

use courser_board::Board;

use crate::hud::line_height;
use courser_view::{Area, Channel};

/// A panel of the window. The panel shows a channel, or the tour if `channel` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Panel {
    pub(crate) channel: Option<Channel>,
    pub(crate) area: Area,
    /// True if the panel has a title line above its area.
    pub(crate) has_title: bool,
}

/// Minimum height of a panel with a title, as a multiple of the title's height.
const TITLE: u32 = 9;

/// Returns one panel for each channel in `channels`, or a panel for the tour if `channels` is empty. The number of rows
/// of panels is chosen so that the squares are as large as possible. Each panel has a title line, unless this line
/// would take too much of the panel's height.
pub(crate) fn panels(channels: &[Channel], board: &Board, (width, height): (u32, u32), em: f32) -> Vec<Panel> {
    if channels.is_empty() {
        return vec![Panel { channel: None, area: Area::whole((width, height)), has_title: false }];
    }
    let line = line_height(em) as u32;
    let count = channels.len() as u32;
    let title = |across: u32| if TITLE * line > height / count.div_ceil(across) { 0 } else { line };
    let size = |across: u32| {
        let down = count.div_ceil(across);
        ((width / across).max(1), (height / down).saturating_sub(title(across)).max(1))
    };
    let side = |&across: &u32| {
        let (wide, high) = size(across);
        (u64::from(wide) * u64::from(board.rows())).min(u64::from(high) * u64::from(board.cols()))
    };
    // If several numbers of columns are equally good, the smallest is selected, since titles are wide.
    let across = (1..=count).rev().max_by_key(side).unwrap_or(1);
    let ((wide, high), title) = (size(across), title(across));
    let area = |nth: u32| Area {
        left: nth % across * wide,
        top: nth / across * (high + title) + title,
        width: wide,
        height: high,
    };
    (0..)
        .zip(channels)
        .map(|(nth, &channel)| Panel { channel: Some(channel), area: area(nth), has_title: title > 0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn areas(board: &str, size: (u32, u32)) -> Vec<Area> {
        panels(&Channel::ALL, &board.parse().unwrap(), size, 14.0).into_iter().map(|panel| panel.area).collect()
    }

    #[test]
    fn four_panels_are_as_the_window_and_the_board_are() {
        // The panels of one row have the same upper edge. Therefore the number of different upper edges is the number
        // of rows of panels.
        let rows = |board, size| {
            let areas = areas(board, size);
            areas.iter().map(|area| area.top).collect::<std::collections::BTreeSet<u32>>().len()
        };
        assert_eq!(rows("8x8", (900, 800)), 2);
        assert_eq!(rows("8x8", (1600, 400)), 1);
        assert_eq!(rows("8x8", (300, 1200)), 4);
        assert_eq!(rows("30x5", (900, 800)), 1);
        assert_eq!(rows("5x30", (900, 800)), 4);
    }

    #[test]
    fn panels_and_their_titles_lie_in_the_window_and_do_not_meet() {
        for size in [(240, 136), (900, 756), (1600, 400)] {
            let areas = areas("8x8", size);
            for (nth, area) in areas.iter().enumerate() {
                let title = if size.1 < 400 { 0 } else { 22 };
                assert!(area.right() <= size.0 && area.bottom() <= size.1 && area.top >= title, "{area:?} in {size:?}");
                let titled = Area { top: area.top - title, height: area.height + title, ..*area };
                assert!(areas[..nth].iter().all(|other| !other.meets(&titled)), "{areas:?}");
            }
        }
    }

    #[test]
    fn titles_are_dropped_where_boards_need_the_room() {
        let board: Board = "8x8".parse().unwrap();
        let titled = |size, em| panels(&Channel::ALL, &board, size, em).iter().all(|panel| panel.has_title);
        assert!(titled((900, 756), 14.0) && !titled((774, 576), 28.0) && titled((1800, 1512), 28.0));
    }

    #[test]
    fn without_channels_the_tour_has_all_of_it() {
        let board = "8x8".parse().unwrap();
        let all = Panel { channel: None, area: Area { left: 0, top: 0, width: 300, height: 200 }, has_title: false };
        assert_eq!(panels(&[], &board, (300, 200), 14.0), [all]);
    }
}
