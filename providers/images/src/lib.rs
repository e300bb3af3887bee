//! Pictures that were uploaded or loaded from a URL. They are recognized by their bytes, measured, decoded within
//! limits and encoded again, so that only the pixels remain, in sRGB. SVG is not supported. This crate does not know where
//! pictures are stored.

mod clean;
mod decode;
mod encode;
mod pictures;
mod refused;
mod remote;
mod small;
mod srgb;

pub use clean::clean;
pub use decode::{MAX_PIXELS, MAX_SIDE};
pub use encode::{Picture, png};
pub use pictures::Pictures;
pub use refused::Refused;
pub use remote::{Remote, Unavailable};
pub use small::{Small, resized, small};

#[cfg(test)]
mod tests;
