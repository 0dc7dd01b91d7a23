//! Fuzzes the conversion of pictures to boards with holes.

use std::io::Cursor;

use courser_board::Board;
use courser_view::{MaskError, board_of_picture, is_picture};
use image::{GrayImage, ImageFormat, ImageReader, Luma};

use super::{in_a_line, within};

/// Maximum number of pixels of a picture. Larger pictures would only take longer.
const MAX_PIXELS: u64 = 1 << 18;

/// Maximum memory, in bytes, that a decoder needs in addition to the pixels. This memory includes the decoder's sliding
/// window, tables and read-ahead.
const DECODER: u64 = 1 << 22;

pub fn mask(bytes: &[u8]) {
    let size = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok().and_then(|it| it.into_dimensions().ok());
    let pixels = size.map_or(0, |(width, height)| u64::from(width) * u64::from(height));
    if pixels > MAX_PIXELS {
        return;
    }
    let held = |size: Option<&Board>, invert| {
        // A pixel of 16-bit channels has eight bytes. The lightness and the opacity of the pixel take four more bytes.
        within(bytes.len(), 64, DECODER + 64 * pixels, || board_of_picture(bytes, size, invert))
    };
    let [light, dark] = [false, true].map(|invert| seen(held(None, invert), bytes));
    if let (Some(light), Some(dark)) = (&light, &dark) {
        assert!(light.playable() + dark.playable() <= light.cells(), "a pixel is both light and dark");
    }
    for (rows, cols) in [(8, 8), (1, 40), (300, 3)] {
        let size = Board::new(rows, cols).expect("it is a board");
        if let Some(board) = seen(held(Some(&size), false), bytes) {
            assert_eq!((board.rows(), board.cols()), (rows, cols));
        }
    }
    if let Some(board) = light {
        // The metadata of a photograph can contain a rotation of the picture.
        let (width, height) = size.expect("it was read");
        assert!([(width, height), (height, width)].contains(&(board.cols(), board.rows())));
        assert_eq!(board_of_picture(&picture(&board), None, false).expect("it is a picture"), board);
    }
}

fn seen(read: Result<Board, MaskError>, bytes: &[u8]) -> Option<Board> {
    match read {
        Ok(board) => {
            assert!(is_picture(bytes), "only a picture shows a board");
            Some(board)
        }
        Err(error) => {
            in_a_line(&error);
            None
        }
    }
}

/// Returns the board as a picture with one pixel per square.
fn picture(board: &Board) -> Vec<u8> {
    let picture = GrayImage::from_fn(board.cols(), board.rows(), |col, row| {
        let index = u64::from(row) * u64::from(board.cols()) + u64::from(col);
        Luma([if board.is_hole(index) { 0 } else { 255 }])
    });
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, ImageFormat::Png).expect("memory is written to");
    file.into_inner()
}
