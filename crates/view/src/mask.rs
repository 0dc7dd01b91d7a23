//! Converts pictures to boards with holes: light pixels are squares.

use std::io::Cursor;
use std::ops::Range;

use courser_board::words::shorten_to;
use courser_board::{Board, BoardError, ErrorClass, Square};
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};

/// Maximum total size of the pixels of a picture, in bytes.
const MAX_ALLOCATION: u64 = 1 << 30;

/// Memory, in bytes, that a decoder may use in addition to twice the total size of the pixels.
const DECODER: u64 = 1 << 21;

/// Maximum number of squares of a board made from a picture.
const MAX_SQUARES: u64 = 1 << 26;

/// Maximum number of pixels per byte of a file. Deflate compresses at most 1032 bytes to one byte (P. Deutsch, RFC
/// 1951, 1996: 258 bytes in two bits). Each of these 1032 bytes contains at most eight pixels. File formats without
/// Deflate exceed this maximum only for very simple pictures, such as pictures of one colour.
const PIXELS_A_BYTE: u64 = 1032 * 8;

/// The signature at the start of every PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The reason why a picture cannot be converted to a board.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MaskError {
    /// The picture cannot be read.
    #[error("the picture cannot be read: {}", shorten_to(200, .0.to_string().trim_end()))]
    Picture(#[from] ImageError),
    /// The length of the palette is invalid. Contains the length in bytes.
    #[error("a palette of {0} bytes: it is 1 to 256 colours of three bytes")]
    Palette(u32),
    /// According to the image file directory of a TIFF, a list has more values than the file has bytes. Contains the
    /// number of values of the list.
    #[error("a TIFF with a list of {0} values, which is longer than the file")]
    List(u64),
    /// The file states a picture size that is impossible for the length of the file.
    #[error("a file of {bytes} bytes is not a picture of {width}x{height} pixels")]
    Claim {
        /// Number of bytes of the file.
        bytes: usize,
        /// Width in pixels, as stated in the file.
        width: u32,
        /// Height in pixels, as stated in the file.
        height: u32,
    },
    /// The pixels of the picture need too much memory.
    #[error("a picture of {width}x{height} pixels takes {needed} bytes of memory, more than {MAX_ALLOCATION}")]
    Pixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Memory in bytes that the pixels need.
        needed: u64,
    },
    /// The requested board, or the board in the picture, has too many squares.
    #[error("a picture makes no board of {rows}x{cols} squares: at most {MAX_SQUARES}")]
    TooLarge {
        /// Number of rows of the requested board, or of the picture.
        rows: u32,
        /// Number of columns of the requested board, or of the picture.
        cols: u32,
    },
    /// The light pixels of the picture are not a valid board.
    #[error(transparent)]
    Board(#[from] BoardError),
}

impl MaskError {
    /// Returns the class of the error, which is always [`ErrorClass::Input`].
    pub const fn class(&self) -> ErrorClass {
        ErrorClass::Input
    }
}

/// Returns whether these bytes are a picture in a known format. Returns `false` for text.
pub fn is_picture(bytes: &[u8]) -> bool {
    image::guess_format(bytes).is_ok()
}

/// Converts a picture to a board for the knight. By default, a square is one pixel. If `size` is given, the picture is
/// scaled to the size of the board `size`.
///
/// The formats are PNG, JPEG, GIF, WebP, BMP, PNM and TIFF. Only the first frame of an animation is used. A photograph
/// is rotated according to its metadata. Light pixels are squares, dark and transparent pixels are holes. With
/// `invert`, dark pixels are squares.
///
/// # Errors
/// [`MaskError`] if the bytes are not a picture, if the picture is too large, or if it contains no squares.
///
/// ```
/// use courser_view::{board_of_picture, is_picture};
///
/// assert!(!is_picture(b"N..#"));
/// let error = board_of_picture(b"\x89PNG\r\n\x1a\n", None, false).unwrap_err();
/// ```
pub fn board_of_picture(bytes: &[u8], size: Option<&Board>, invert: bool) -> Result<Board, MaskError> {
    if let Some(length) = broken_palette(bytes) {
        return Err(MaskError::Palette(length));
    }
    if let Some(count) = broken_list(bytes) {
        return Err(MaskError::List(count));
    }
    let picture = decoded(bytes, size)?;
    let (width, height) = (picture.width(), picture.height());
    let (rows, cols) = size.map_or((height, width), |size| (size.rows(), size.cols()));
    let channels = usize::from(picture.color().channel_count());
    let picture = picture.as_bytes();
    let is_hole = |square: &Square| {
        let mut sums = [0; 2];
        let (across, down) = (pixels_of(square.col, cols, width), pixels_of(square.row, rows, height));
        let count = across.len() as u64 * down.len() as u64;
        for row in down {
            let line = &picture[row * width as usize * channels..][..width as usize * channels];
            for pixel in line[across.start * channels..across.end * channels].chunks_exact(channels) {
                let [light, alpha] = light_and_alpha(pixel);
                sums = [sums[0] + u64::from(light), sums[1] + u64::from(alpha)];
            }
        }
        // A square is light if its mean lightness is at least half of the maximum lightness.
        let [is_light, is_opaque] = sums.map(|sum| 2 * sum >= u64::from(u8::MAX) * count);
        !is_opaque || is_light == invert
    };
    let board = Board::new(rows, cols)?;
    Ok(board.clone().with_holes(board.squares().filter(is_hole))?)
}

/// Decodes a picture to pixels of one byte per channel.
///
/// # Errors
/// [`MaskError`] if the bytes are not a valid picture, or if the picture is too large.
fn decoded(bytes: &[u8], size: Option<&Board>) -> Result<DynamicImage, MaskError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(ImageError::IoError)?;
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_ALLOCATION);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let (width, height) = decoder.dimensions();
    // This also rejects a GIF with a width of 0 pixels.
    Board::new(height, width)?;
    let pixels = u64::from(width) * u64::from(height);
    if pixels > PIXELS_A_BYTE * bytes.len() as u64 {
        return Err(MaskError::Claim { bytes: bytes.len(), width, height });
    }
    let needed = decoder.total_bytes();
    if needed > MAX_ALLOCATION {
        return Err(MaskError::Pixels { width, height, needed });
    }
    let (rows, cols) = size.map_or((height, width), |size| (size.rows(), size.cols()));
    if u64::from(rows) * u64::from(cols) > MAX_SQUARES {
        return Err(MaskError::TooLarge { rows, cols });
    }
    // The limit rejects a TIFF with a strip or a tile whose claimed size is far larger than the picture.
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_ALLOCATION.min(DECODER + 2 * needed));
    decoder.set_limits(limits)?;
    let orientation = decoder.orientation();
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture = match picture {
        bytes @ (DynamicImage::ImageLuma8(_)
        | DynamicImage::ImageLumaA8(_)
        | DynamicImage::ImageRgb8(_)
        | DynamicImage::ImageRgba8(_)) => bytes,
        wide @ DynamicImage::ImageLuma16(_) => wide.into_luma8().into(),
        wide @ DynamicImage::ImageLumaA16(_) => wide.into_luma_alpha8().into(),
        wide @ DynamicImage::ImageRgb16(_) => wide.into_rgb8().into(),
        wide => wide.into_rgba8().into(),
    };
    if let Ok(orientation) = orientation {
        picture.apply_orientation(orientation);
    }
    Ok(picture)
}

/// Returns the range of pixels that belong to a row or column of the board. `square` is the index of the row or column.
/// `squares` and `pixels` are the lengths of the same side of the board, in squares and in pixels. The range contains
/// each pixel whose lower or right edge lies in the row or column. If no such edge lies there, the range contains only
/// the pixel that contains the row or column.
fn pixels_of(square: u32, squares: u32, pixels: u32) -> Range<usize> {
    let first = |square| (u64::from(square) * u64::from(pixels) / u64::from(squares)) as usize;
    let begin = first(square);
    begin..first(square + 1).max(begin + 1)
}

/// Returns two values for a pixel: its lightness and its opacity. The lightness is the sum of the channels, weighted by
/// the luminance coefficients of sRGB (Recommendation ITU-R BT.709).
fn light_and_alpha(pixel: &[u8]) -> [u8; 2] {
    let light = |rgb: [u8; 3]| {
        let [red, green, blue] = rgb.map(u32::from);
        ((2126 * red + 7152 * green + 722 * blue) / 10_000) as u8
    };
    match *pixel {
        [grey] => [grey, u8::MAX],
        [grey, alpha] => [grey, alpha],
        [red, green, blue] => [light([red, green, blue]), u8::MAX],
        [red, green, blue, alpha] => [light([red, green, blue]), alpha],
        _ => unreachable!("a pixel has one to four channels"),
    }
}

/// Returns the length of an invalid palette in bytes. A palette is invalid if it does not consist of 1 to 256 colours
/// of three bytes. Returns `None` if the palette is valid or missing.
///
/// The decoder (png 0.18) does not check the length, and panics if the palette ends in the middle of a colour.
fn broken_palette(bytes: &[u8]) -> Option<u32> {
    // A chunk consists of its length, its name, its content and a checksum. The chunk with the palette precedes the
    // pixels.
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

/// Searches the first image file directory of a TIFF for a list with more values than the file has bytes. Returns the
/// number of values of the first such list, or `None` if there is no such list.
///
/// The decoder (tiff 0.11) allocates memory for a list before it reads the values.
fn broken_list(bytes: &[u8]) -> Option<u64> {
    let number = |from: usize, length: usize| {
        let digits = bytes.get(from..from.checked_add(length)?)?.iter();
        let add = |number: u64, &byte: &u8| number << 8 | u64::from(byte);
        Some(if bytes[0] == b'M' { digits.fold(0, add) } else { digits.rev().fold(0, add) })
    };
    // The directory begins with its number of entries. An entry consists of a tag, a type, a count and a value. These
    // fields are wider in a BigTIFF.
    let (offset, wide) = match bytes.get(..4)? {
        b"II*\0" | b"MM\0*" => (number(4, 4)?, false),
        b"II+\0" | b"MM\0+" => (number(8, 8)?, true),
        _ => return None,
    };
    let (head, entry, width) = if wide { (8, 20, 8) } else { (2, 12, 4) };
    let first = usize::try_from(offset).ok()?;
    for at in 0..number(first, head)? {
        let from = first.checked_add(head)?.checked_add(usize::try_from(at).ok()?.checked_mul(entry)?)?;
        let count = number(from.checked_add(4)?, width)?;
        if count > bytes.len() as u64 {
            return Some(count);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use ::png::{BitDepth, ColorType, Encoder};

    use super::*;

    fn png(size: [u32; 2], colour: ColorType, depth: BitDepth, data: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, size[0], size[1]);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        if colour == ColorType::Indexed {
            encoder.set_palette(&[0, 0, 0, 0, 255, 0, 255, 255, 255][..]);
            encoder.set_trns(&[255, 255, 0][..]);
        }
        encoder.write_header().unwrap().write_image_data(data).unwrap();
        file
    }

    fn holes(file: &[u8], size: Option<[u32; 2]>, invert: bool) -> Vec<bool> {
        let size = size.map(|[rows, cols]| Board::new(rows, cols).unwrap());
        let board = board_of_picture(file, size.as_ref(), invert).unwrap();
        (0..board.cells()).map(|index| board.is_hole(index)).collect()
    }

    #[test]
    fn pixels_of_every_kind_are_light_or_dark() {
        // Each picture has three pixels. The first is light, the second is dark, and the third is transparent if the
        // format permits it.
        for (colour, depth, data) in [
            (ColorType::Grayscale, BitDepth::One, &[0b1000_0000][..]),
            (ColorType::Grayscale, BitDepth::Four, &[0x87, 0x70]),
            (ColorType::Grayscale, BitDepth::Sixteen, &[128, 0, 127, 255, 127, 255]),
            (ColorType::GrayscaleAlpha, BitDepth::Eight, &[128, 128, 127, 255, 255, 127]),
            (ColorType::Rgb, BitDepth::Eight, &[0, 255, 0, 255, 0, 255, 255, 0, 0]),
            (ColorType::Rgba, BitDepth::Eight, &[0, 255, 0, 255, 255, 0, 255, 255, 0, 255, 0, 127]),
            (ColorType::Indexed, BitDepth::Two, &[0b0100_1000]),
        ] {
            let file = png([3, 1], colour, depth, data);
            assert_eq!(holes(&file, None, false), [false, true, true], "{colour:?} {depth:?}");
        }
        let file = png([2, 1], ColorType::GrayscaleAlpha, BitDepth::Eight, &[0, 255, 0, 0]);
        assert_eq!(holes(&file, None, true), [false, true], "the transparent pixel is a hole, too");
    }

    #[test]
    fn a_picture_is_averaged_or_its_pixels_become_blocks() {
        let (light, dark) = (255, 0);
        let data = [light, light, light, dark, dark, light, dark, dark, light, dark];
        let file = png([5, 2], ColorType::Grayscale, BitDepth::Eight, &data);
        // In columns 0 and 1, three of the four pixels are light. In columns 2 to 4, two of the six pixels are light.
        assert_eq!(holes(&file, Some([1, 2]), false), [false, true]);
        assert_eq!(holes(&file, Some([4, 1]), false), [false, false, true, true]);
        assert_eq!(holes(&file, Some([1, 10]), false), [false; 8].into_iter().chain([true; 2]).collect::<Vec<_>>());
    }

    /// Returns a picture of 16 x 8 pixels. The left half is light except for its lowest quarter.
    fn halves() -> DynamicImage {
        image::GrayImage::from_fn(16, 8, |x, y| image::Luma([if x < 8 && y < 6 { 255 } else { 0 }])).into()
    }

    #[test]
    fn pictures_of_every_format_show_the_same_board() {
        use image::ImageFormat;
        for format in [
            ImageFormat::Png,
            ImageFormat::Jpeg,
            ImageFormat::Gif,
            ImageFormat::WebP,
            ImageFormat::Bmp,
            ImageFormat::Pnm,
            ImageFormat::Tiff,
        ] {
            let picture = if format == ImageFormat::Pnm { halves() } else { halves().into_rgb8().into() };
            let mut file = Cursor::new(Vec::new());
            picture.write_to(&mut file, format).unwrap();
            let file = file.into_inner();
            assert!(is_picture(&file), "{format:?}");
            let light = [true, false, true, false, true, false, false, false];
            assert_eq!(holes(&file, Some([4, 2]), false), light.map(|light| !light), "{format:?}");
            assert_eq!(holes(&file, Some([4, 2]), true), light, "{format:?}");
            // A truncated file must not cause a panic. It causes an error or a partial picture.
            for length in 0..file.len() {
                if let Err(error) = board_of_picture(&file[..length], None, false) {
                    assert!(!error.to_string().contains('\n'), "{format:?}");
                }
            }
        }
    }

    #[test]
    fn pixels_of_text_and_of_16_bits_are_read() {
        assert_eq!(holes(b"P1\n3 1\n0 1 0\n", None, false), [false, true, false]);
        let wide: DynamicImage = image::ImageBuffer::from_fn(2, 1, |x, _| image::Rgb([x as u16 * 0x8000; 3])).into();
        let mut file = Cursor::new(Vec::new());
        wide.write_to(&mut file, image::ImageFormat::Tiff).unwrap();
        assert_eq!(holes(&file.into_inner(), None, false), [true, false]);
    }

    #[test]
    fn a_photograph_is_turned_as_its_camera_notes() {
        use image::ImageEncoder;
        let mut file = Vec::new();
        let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut file);
        // The Exif entry contains the orientation 6, which is a quarter turn clockwise.
        encoder
            .set_exif_metadata(b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".into())
            .unwrap();
        halves().write_with_encoder(encoder).unwrap();
        let board = board_of_picture(&file, None, false).unwrap();
        assert_eq!((board.rows(), board.cols()), (16, 8));
        // The upper half is light except for its left quarter.
        assert_eq!(holes(&file, Some([2, 4]), false), [true, false, false, false, true, true, true, true]);
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        let mut file = Cursor::new(Vec::new());
        halves().into_rgb8().write_to(&mut file, image::ImageFormat::Gif).unwrap();
        let mut file = file.into_inner();
        file[6..8].fill(0);
        for size in [None, Some(Board::new(2, 2).unwrap())] {
            let error = board_of_picture(&file, size.as_ref(), false).unwrap_err();
            assert!(matches!(error, MaskError::Board(_) | MaskError::Picture(_)), "{error}");
        }
    }

    #[test]
    fn a_tiff_with_a_list_longer_than_the_file_is_refused() {
        let file = include_bytes!("../../../fuzz/corpus/mask/large-list");
        assert!(matches!(board_of_picture(file, None, false), Err(MaskError::List(2_097_153))));
        assert_eq!(broken_list(b"MM\0*\0\0\0\x08\0\x01\x01\x11\0\x04\0\0\xff\xff\0\0\0\0"), Some(65535));
        let whole = include_bytes!("../../../fuzz/corpus/mask/tiff");
        assert_eq!(board_of_picture(whole, None, false).unwrap().cells(), 24);
    }

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
        assert!(matches!(board_of_picture(file, Some(&large), false), Err(MaskError::TooLarge { .. })));
        let smaller = Board::new(1000, 1000).unwrap();
        assert_eq!(board_of_picture(file, Some(&smaller), false).unwrap().cells(), 1_000_000);
    }

    #[test]
    fn a_picture_of_too_many_pixels_is_refused_before_it_is_decoded() {
        // The file claims 65000 x 65000 pixels of 1-bit grey, and is long enough to hold a compressed picture of this
        // size.
        let mut file = PNG.to_vec();
        file.extend(b"\0\0\0\x0dIHDR\0\0\xfd\xe8\0\0\xfd\xe8\x01\0\0\0\0");
        file.extend(b"\x8a\x2c\xe4\xa7\0\x09\0\0IDAT");
        file.resize(600_000, 0);
        let error = board_of_picture(&file, Some(&Board::new(8, 8).unwrap()), false).unwrap_err();
        assert!(matches!(error, MaskError::Pixels { width: 65_000, height: 65_000, .. }), "{error}");
    }

    #[test]
    fn a_short_file_that_claims_a_large_picture_is_refused_before_it_is_decoded() {
        // The file claims 2^28 x 1 pixels of 1-bit grey, but has no pixel data. cargo-fuzz found this file. At that
        // time, 800 MB were allocated for the file.
        let mut file = PNG.to_vec();
        file.extend(b"\0\0\0\x0dIHDR\x10\0\0\0\0\0\0\x01\x01\0\0\0\0\x6c\xab\x34\xc0\0\0\0\0IDAT\x35\xaf\x06\x1e");
        for size in [None, Some(Board::new(8, 8).unwrap())] {
            let error = board_of_picture(&file, size.as_ref(), false).unwrap_err();
            assert!(matches!(error, MaskError::Claim { width: 268_435_456, height: 1, .. }), "{error}");
        }
    }
}
