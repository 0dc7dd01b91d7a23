//! Boards with holes from pictures: light pixels are squares.

use std::io::Cursor;
use std::path::Path;

use courser::board::{Board, Square};
use image::imageops;
use image::{GrayAlphaImage, ImageReader, Limits, LumaA};

use crate::error::Failure;

/// A picture takes no more memory than this while it is read.
const MAX_ALLOCATION: u64 = 1 << 30;

/// No board from a picture has more squares.
const MAX_SQUARES: u64 = 1 << 26;

/// The first bytes of every PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Whether these bytes are a picture, rather than a text.
pub(crate) fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG)
}

/// The board that a picture shows, one pixel a square or scaled to `size`.
///
/// Light pixels are squares, dark and transparent ones holes; `invert` takes the dark for squares.
pub(crate) fn board(path: &Path, bytes: &[u8], size: Option<&Board>, invert: bool) -> Result<Board, Failure> {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::input(
            format!("{}: {error}", path.display()),
            "give a PNG picture of at most some 10,000 pixels a side",
        )
    };
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| failed(&error))?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOCATION);
    reader.limits(limits);
    let mut picture = reader.decode().map_err(|error| failed(&error))?.into_luma_alpha8();
    let (rows, cols) = size.map_or((picture.height(), picture.width()), |size| (size.rows(), size.cols()));
    if u64::from(rows) * u64::from(cols) > MAX_SQUARES {
        return Err(failed(&format!("a picture makes no board of {rows}x{cols} squares: at most {MAX_SQUARES}")));
    }
    // Larger pictures are averaged; of smaller ones every pixel becomes a block.
    if picture.width() > cols || picture.height() > rows {
        picture = imageops::thumbnail(&picture, cols, rows);
    } else if (picture.height(), picture.width()) != (rows, cols) {
        picture = GrayAlphaImage::from_fn(cols, rows, |x, y| {
            let source = |at: u32, from: u32, to: u32| (u64::from(at) * u64::from(from) / u64::from(to)) as u32;
            *picture.get_pixel(source(x, picture.width(), cols), source(y, picture.height(), rows))
        });
    }
    let holes = holes(&picture, invert);
    let board = Board::new(rows, cols).and_then(|board| board.with_holes(holes));
    board.map_err(|error| {
        Failure::input(format!("{}: {error}", path.display()), "light pixels are squares; --invert takes the dark ones")
    })
}

fn holes(picture: &GrayAlphaImage, invert: bool) -> impl Iterator<Item = Square> + '_ {
    picture.enumerate_pixels().filter_map(move |(col, row, &LumaA([light, alpha]))| {
        let is_square = alpha >= 128 && (light >= 128) != invert;
        (!is_square).then_some(Square::new(row, col))
    })
}
