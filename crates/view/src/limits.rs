//! Contains the limits on the sizes of pictures and squares.

/// Maximum side of a picture in pixels.
pub const MAX_PICTURE_SIDE: u32 = 16_384;

/// Maximum number of pixels of a picture. This number of pixels takes 96 MiB.
pub const MAX_PICTURE_PIXELS: u64 = 1 << 25;

/// Maximum side of a square in pixels.
pub const MAX_SQUARE: u32 = 1024;

/// Minimum side in pixels of a square in a line picture. A picture with smaller squares is a heat map.
pub const MIN_LINE_SQUARE: u32 = 6;

/// Minimum side of a square in pixels for two details: stripes in the square, and gaps at crossings of lines.
pub const DETAILED_SQUARE: u32 = 14;

/// Maximum number of squares of a board on which the colours of a chessboard are drawn under the line of the tour. On
/// larger boards, the thicker and closer lines would hide these colours.
pub const MAX_CHEQUERED: u64 = 50 * 50;
