//! Boards with holes from pictures: light pixels are squares.

use std::io::Cursor;

use courser_board::{Board, BoardError, Square};
use image::imageops;
use image::{DynamicImage, GrayAlphaImage, ImageDecoder, ImageError, ImageReader, Limits, LumaA};

/// The pixels of a picture take no more bytes than this, as they are decoded and as light and shade together.
const MAX_ALLOCATION: u64 = 1 << 30;

/// Bytes of light and shade of a pixel.
const LIGHT_AND_SHADE: u64 = 2;

/// No board from a picture has more squares.
const MAX_SQUARES: u64 = 1 << 26;

/// Pixels that a byte of a PNG can be at most: deflate packs 1032 bytes into one (P. Deutsch, RFC 1951, 1996: 258
/// bytes in two bits), and a byte is eight pixels of one bit.
const PIXELS_A_BYTE: u64 = 1032 * 8;

/// The first bytes of every PNG.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Why a picture does not show a board.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaskError {
    /// The picture cannot be read.
    #[error("{0}")]
    Picture(#[from] ImageError),
    /// The picture's palette is not a list of colours. Holds the number of bytes of the palette.
    #[error("a palette of {0} bytes: it is 1 to 256 colours of three bytes")]
    Palette(u32),
    /// The picture claims to be larger than a file of its length can be.
    #[error("a file of {bytes} bytes is not a picture of {width}x{height} pixels")]
    Claim {
        /// Bytes of the file.
        bytes: usize,
        /// Width in pixels, as the file claims.
        width: u32,
        /// Height in pixels, as the file claims.
        height: u32,
    },
    /// The picture's pixels take too much memory.
    #[error("a picture of {width}x{height} pixels takes {needed} bytes of memory, more than {MAX_ALLOCATION}")]
    Pixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Bytes that the pixels take, decoded and as grey values.
        needed: u64,
    },
    /// The picture has too many pixels for a board of the size asked for.
    #[error("a picture makes no board of {rows}x{cols} squares: at most {MAX_SQUARES}")]
    TooLarge {
        /// Rows of the board that were asked for, or of the picture.
        rows: u32,
        /// Columns of the board that were asked for, or of the picture.
        cols: u32,
    },
    /// The squares that the picture shows do not make a board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl MaskError {
    /// Returns the cure in one sentence.
    pub fn hint(&self) -> String {
        match self {
            Self::Board(_) => "light pixels are squares, and dark ones if the mask is inverted".into(),
            Self::TooLarge { .. } => "name a smaller board, as in 1000x1000: the picture is scaled to it".into(),
            _ => "give a PNG picture of at most some 10,000 pixels per side".into(),
        }
    }
}

/// Returns whether these bytes are a picture, not a text.
pub fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG)
}

/// The board that a PNG picture shows, one pixel per square or scaled to `size`; for the knight.
///
/// Light pixels are squares, dark and transparent ones holes; `invert` takes the dark for squares.
///
/// # Errors
/// [`MaskError`] if it is not a picture, too large a one, or shows no square.
///
/// ```
/// use courser_view::{board_of_picture, is_picture};
///
/// assert!(!is_picture(b"N..#"));
/// let error = board_of_picture(b"\x89PNG\r\n\x1a\n", None, false).unwrap_err();
/// assert!(error.hint().contains("PNG"));
/// ```
pub fn board_of_picture(bytes: &[u8], size: Option<&Board>, invert: bool) -> Result<Board, MaskError> {
    if let Some(length) = broken_palette(bytes) {
        return Err(MaskError::Palette(length));
    }
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(ImageError::IoError)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOCATION);
    reader.limits(limits);
    let decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > PIXELS_A_BYTE * bytes.len() as u64 {
        return Err(MaskError::Claim { bytes: bytes.len(), width, height });
    }
    let needed = decoder.total_bytes().saturating_add(u64::from(width) * u64::from(height) * LIGHT_AND_SHADE);
    if needed > MAX_ALLOCATION {
        return Err(MaskError::Pixels { width, height, needed });
    }
    let (rows, cols) = size.map_or((height, width), |size| (size.rows(), size.cols()));
    if u64::from(rows) * u64::from(cols) > MAX_SQUARES {
        return Err(MaskError::TooLarge { rows, cols });
    }
    let mut picture = DynamicImage::from_decoder(decoder)?.into_luma_alpha8();
    // Larger pictures are averaged; of smaller ones every pixel becomes a block.
    if picture.width() > cols || picture.height() > rows {
        picture = imageops::thumbnail(&picture, cols, rows);
    } else if (picture.height(), picture.width()) != (rows, cols) {
        picture = GrayAlphaImage::from_fn(cols, rows, |x, y| {
            let source = |at: u32, from: u32, to: u32| (u64::from(at) * u64::from(from) / u64::from(to)) as u32;
            *picture.get_pixel(source(x, picture.width(), cols), source(y, picture.height(), rows))
        });
    }
    Ok(Board::new(rows, cols)?.with_holes(holes(&picture, invert))?)
}

/// The length of the palette, if it is not 1 to 256 colours of three bytes.
///
/// The decoder (png 0.18) does not look, and panics on one that ends in the middle of a colour.
fn broken_palette(bytes: &[u8]) -> Option<u32> {
    // A chunk is its length, its name, what it holds and a checksum; the palette comes before the pixels.
    let mut rest = bytes.strip_prefix(PNG)?;
    loop {
        let length = u32::from_be_bytes(*rest.first_chunk()?);
        match rest.get(4..8)? {
            b"PLTE" if length % 3 != 0 || !(3..=768).contains(&length) => return Some(length),
            b"IDAT" => return None,
            _ => rest = rest.get(usize::try_from(length).ok()?.checked_add(12)?..)?,
        }
    }
}

fn holes(picture: &GrayAlphaImage, invert: bool) -> impl Iterator<Item = Square> + '_ {
    picture.enumerate_pixels().filter_map(move |(col, row, &LumaA([light, alpha]))| {
        let is_square = alpha >= 128 && (light >= 128) != invert;
        (!is_square).then_some(Square::new(row, col))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_that_ends_in_the_middle_of_a_colour_is_refused() {
        let file = include_bytes!("../../../fuzz/corpus/mask/palette-of-4-bytes");
        assert!(matches!(board_of_picture(file, None, false), Err(MaskError::Palette(4))));
        let whole = include_bytes!("../../../fuzz/corpus/mask/palette");
        assert_eq!(board_of_picture(whole, None, false).unwrap().playable(), 2);
    }

    #[test]
    fn a_board_that_is_too_large_is_refused_with_a_cure_that_helps() {
        let file = include_bytes!("../../../fuzz/corpus/mask/palette");
        let large = Board::new(10_000, 10_000).unwrap();
        let error = board_of_picture(file, Some(&large), false).unwrap_err();
        assert!(error.hint().contains("1000x1000"), "{}", error.hint());
        let smaller = Board::new(1000, 1000).unwrap();
        assert_eq!(board_of_picture(file, Some(&smaller), false).unwrap().cells(), 1_000_000);
    }

    #[test]
    fn a_picture_of_too_many_pixels_is_refused_before_it_is_decoded() {
        // 1-bit grey of 65000 x 65000 pixels, as many bytes as they can be packed into.
        let mut file = PNG.to_vec();
        file.extend(b"\0\0\0\x0dIHDR\0\0\xfd\xe8\0\0\xfd\xe8\x01\0\0\0\0");
        file.extend(b"\x8a\x2c\xe4\xa7\0\x09\0\0IDAT");
        file.resize(600_000, 0);
        let error = board_of_picture(&file, Some(&Board::new(8, 8).unwrap()), false).unwrap_err();
        assert!(matches!(error, MaskError::Pixels { width: 65_000, height: 65_000, .. }), "{error}");
        assert!(error.hint().contains("10,000 pixels per side"));
    }

    #[test]
    fn a_short_file_that_claims_a_large_picture_is_refused_before_it_is_decoded() {
        // 1-bit grey of 2^28 x 1 pixels without a pixel: what cargo-fuzz found, and 800 MB were taken for.
        let mut file = PNG.to_vec();
        file.extend(b"\0\0\0\x0dIHDR\x10\0\0\0\0\0\0\x01\x01\0\0\0\0\x6c\xab\x34\xc0\0\0\0\0IDAT\x35\xaf\x06\x1e");
        for size in [None, Some(Board::new(8, 8).unwrap())] {
            let error = board_of_picture(&file, size.as_ref(), false).unwrap_err();
            assert!(matches!(error, MaskError::Claim { width: 268_435_456, height: 1, .. }), "{error}");
        }
    }
}
