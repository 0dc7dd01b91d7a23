//! Limits of pictures and squares.

/// Maximum side of a picture in pixels.
pub const MAX_PICTURE_SIDE: u32 = 16_384;

/// Maximum number of pixels of a picture, which are 96 MiB.
pub const MAX_PICTURE_PIXELS: u64 = 1 << 25;

/// Maximum side of a square in pixels.
pub const MAX_SQUARE: u32 = 1024;

/// Minimum side of a square with lines in pixels; smaller squares make a heat map.
pub const MIN_LINE_SQUARE: u32 = 6;

/// Minimum side in pixels of squares with stripes, and with gaps where lines cross.
pub const DETAILED_SQUARE: u32 = 14;
