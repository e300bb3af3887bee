//! The sizes of drawings: the length of the longest side, in pixels.

/// A thumbnail.
pub const THUMBNAIL: u32 = 600;

/// A design on the photo of its product.
pub const MOCKUP: u32 = 1_200;

/// A print file.
pub const PRINT: u32 = 4_096;
