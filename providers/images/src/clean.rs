//! Turns an uploaded file into a picture that may be stored and shown to everyone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;

use crate::encode::{Picture, encode, most_bytes};
use crate::{Refused, decode::decode};

/// Decodes a picture and encodes it again:
///
/// - a PNG as a PNG
/// - a JPEG as a JPEG with quality 95
/// - a WebP as a lossless WebP
/// - a GIF as a PNG of its first frame
///
/// The result may have 8 times the bytes of the file plus 1 MiB, but at most 64 MiB. A larger result is compressed
/// harder. A WebP then becomes a JPEG, or a PNG if it is transparent.
///
/// The result is upright, its colours are sRGB, and it contains only pixels: no colour profile, EXIF, locations, comments
/// or bytes after the end of the file.
///
/// This can take seconds and much memory. [`crate::Pictures`] limits how many calls run at once.
pub fn clean(bytes: Bytes) -> Result<Picture, Refused> {
    unharmed(|| {
        let decoded = decode(&bytes)?;
        let most = most_bytes(bytes.len());
        // The file is not needed while its pixels are encoded.
        drop(bytes);
        encode(&decoded, most)
    })
}

/// Runs `work`. If a decoder panics, the file counts as broken.
pub(crate) fn unharmed<T>(work: impl FnOnce() -> Result<T, Refused>) -> Result<T, Refused> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Refused::NotAPicture))
}
