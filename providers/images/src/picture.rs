//! A picture that may be stored and shown.

use bytes::Bytes;

/// A picture that was encoded by this crate.
#[derive(Clone, Debug)]
pub struct Picture {
    pub bytes: Bytes,
    /// `image/png`, `image/jpeg` or `image/webp`.
    pub media_type: &'static str,
    /// The matching file extension, such as `png`.
    pub extension: &'static str,
    /// Width in pixels, after turning the picture upright.
    pub width: u32,
    pub height: u32,
}
