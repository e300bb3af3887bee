//! A picture that may be stored and shown.

use bytes::Bytes;

/// A picture that was encoded here.
#[derive(Clone, Debug)]
pub struct Picture {
    pub bytes: Bytes,
    /// Of the three that are written: `image/png`, `image/jpeg`, `image/webp`.
    pub media_type: &'static str,
    /// The one that fits, such as `png`.
    pub extension: &'static str,
    /// Pixels, as it is looked at.
    pub width: u32,
    pub height: u32,
}
