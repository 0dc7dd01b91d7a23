//! Drawing whole boards: their rims, and on a wall the progress of each knight, and whether it is stuck.
//!
//! From afar a board of a wall is one patch, in the colour of the map for the squares that are visited: ten thousand
//! paths at once are noise, ten thousand patches are a picture.

use courser_board::Board;

use crate::atlas::Letter;
use crate::camera::{Camera, Wall};
use crate::scene::{End, Progress};
use crate::shown::Shown;
use courser_view::MIN_LINE_SQUARE;
use courser_view::{Area, Palette};

/// The opacity of the shade over a board whose knight is stuck, of 255.
const SHADE: u8 = 130;

/// The boards of a scene.
pub(crate) struct Boards<'a> {
    board: &'a Board,
    wall: Wall,
    camera: Camera,
    progress: Progress,
    palette: Palette,
    walks: &'a [u32],
    area: Area,
}

impl<'a> From<&Shown<'a>> for Boards<'a> {
    fn from(&Shown { board, wall, camera, progress, palette, walks, area, .. }: &Shown<'a>) -> Self {
        Self { board, wall, camera, progress, palette, walks, area }
    }
}

impl Boards<'_> {
    /// Returns whether every board is one patch.
    pub(crate) fn are_patches(&self) -> bool {
        let side = self.camera.side();
        let least = side * f64::from(self.wall.rows.min(self.wall.cols));
        !self.walks.is_empty() && side < f64::from(MIN_LINE_SQUARE) && least >= 1.0
    }
}

/// Returns the boxes below the line, of the boards in sight. Rims around holes are found square by square, elsewhere.
pub(crate) fn below(shown: &Boards<'_>) -> Vec<Letter> {
    let (wall, camera) = (&shown.wall, &shown.camera);
    let side = camera.side();
    let from_afar = side < f64::from(MIN_LINE_SQUARE);
    let (wide, high) = (side * f64::from(wall.cols), side * f64::from(wall.rows));
    if from_afar && !shown.are_patches() {
        return Vec::new();
    }
    let has_rims = !from_afar && shown.board.hole_count() == 0;
    let rim = (side / 32.0).floor().clamp(1.0, 3.0);
    let colours = shown.palette.colours();
    let sight = camera.sight(wall, (shown.area.width, shown.area.height), 0);
    // The boards in sight, along one side of the wall.
    let boards = |axis: usize, squares: u32| {
        let (first, pitch) = (sight.first[axis].unsigned_abs(), squares + wall.gap);
        first / pitch..(first + sight.seen[axis]).div_ceil(pitch)
    };
    let mut letters = Vec::new();
    for down in boards(0, wall.rows) {
        for right in boards(1, wall.cols).take_while(|right| down * wall.across + right < wall.boards) {
            let place = |corner: f64, count: u32, squares: u32| {
                corner + side * f64::from(count) * f64::from(squares + wall.gap)
            };
            let left = place(camera.corner().0, right, wall.cols);
            let top = place(camera.corner().1, down, wall.rows);
            let mut add = |x: f64, y: f64, width: f64, height: f64, colour, alpha| {
                letters.push(Letter::filled((x as f32, y as f32), (width as f32, height as f32), colour, alpha));
            };
            let visits = shown.walks.get((down * wall.across + right) as usize);
            let is_stuck = visits.is_some_and(|&visits| shown.progress.end_of(visits) == Some(End::Stuck));
            match visits {
                Some(_) if is_stuck && from_afar => add(left, top, wide, high, colours.cold, u8::MAX),
                Some(_) if is_stuck => add(left, top, wide, high, colours.cold, SHADE),
                Some(&visits) if from_afar => {
                    let part = shown.progress.visit.min(visits.into()) as f64 / shown.progress.of as f64;
                    add(left, top, wide, high, shown.palette.heat(part as f32), u8::MAX);
                }
                _ => {}
            }
            if has_rims {
                let colour = if is_stuck { colours.hatch } else { colours.rim };
                add(left - rim, top - rim, wide + 2.0 * rim, rim, colour, u8::MAX);
                add(left - rim, top + high, wide + 2.0 * rim, rim, colour, u8::MAX);
                add(left - rim, top, rim, high, colour, u8::MAX);
                add(left + wide, top, rim, high, colour, u8::MAX);
            }
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use courser_board::Square;

    use super::*;

    /// The letters of boards after `passes` passes, at this zoom.
    fn letters(board: &Board, boards: u32, zoom: f64, walks: &[u32], passes: u64) -> Vec<Letter> {
        let size = (600, 400);
        let wall = Wall::new(board, boards, size);
        let mut camera = Camera::whole(&wall, board, size);
        camera.zoom(&wall, (0.0, 0.0), zoom);
        below(&Boards {
            board,
            wall,
            camera,
            progress: Progress { passes, visit: passes / 3 + 1, of: board.playable(), end: None },
            palette: Palette::Light,
            walks,
            area: Area::whole(size),
        })
    }

    #[test]
    fn every_board_in_sight_has_a_rim_and_no_other() {
        let board: Board = "5x5".parse().unwrap();
        let rims = |board: &Board, boards, zoom| letters(board, boards, zoom, &[], 0).len();
        assert_eq!(rims(&board, 1, 1.0), 4);
        assert_eq!(rims(&board, 7, 1.0), 28);
        // So near that there is room for the first board only.
        assert_eq!(rims(&board, 7, 1000.0), 4);
        // Around holes rims are found square by square.
        let holed = board.with_holes([Square::new(0, 0)]).unwrap();
        assert_eq!(rims(&holed, 1, 1.0), 0);
    }

    #[test]
    fn a_knight_is_marked_as_stuck_when_he_is_and_not_before() {
        let board: Board = "5x5".parse().unwrap();
        let walks = [25, 7, 25, 3];
        let cold = Letter::filled((0.0, 0.0), (0.0, 0.0), Palette::Light.colours().cold, SHADE).colour;
        let stuck =
            |passes| letters(&board, 4, 1.0, &walks, passes).iter().filter(|letter| letter.colour == cold).count();
        // Visit 3 is that after 6 passes; two passes more, and he has decided that he stays.
        assert_eq!([0, 6, 7, 8, 18, 20, 500].map(stuck), [0, 0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn from_afar_every_board_is_one_patch_in_the_colour_of_how_far_its_knight_is() {
        let board: Board = "8x8".parse().unwrap();
        let mut walks = vec![64; 10_000];
        walks[17] = 30;
        let patches = letters(&board, 10_000, 1.0, &walks, 3 * 31);
        assert_eq!(patches.len(), 10_000);
        let colour = |colour| Letter::filled((0.0, 0.0), (0.0, 0.0), colour, u8::MAX).colour;
        assert_eq!(patches[17].colour, colour(Palette::Light.colours().cold));
        let half = colour(Palette::Light.heat(0.5));
        assert!(patches.iter().enumerate().all(|(nth, patch)| nth == 17 || patch.colour == half));
    }
}
