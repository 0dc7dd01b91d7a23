//! The largest pictures and squares.

/// The longest side of a picture, in pixels.
pub const MAX_PICTURE_SIDE: u32 = 16_384;

/// Maximum number of pixels of a picture: 96 MiB.
pub const MAX_PICTURE_PIXELS: u64 = 1 << 25;

/// The largest square of a picture, in pixels per side.
pub const MAX_SQUARE: u32 = 1024;

/// The smallest square of a line picture, in pixels per side; smaller ones make a heat map.
pub const MIN_LINE_SQUARE: u32 = 6;

/// Squares of at least this many pixels per side have room for stripes, and for a gap where lines cross.
pub const DETAILED_SQUARE: u32 = 14;
