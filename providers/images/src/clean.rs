//! A picture as it may be kept and shown to anybody.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bytes::Bytes;

use crate::encode::{encode, most_bytes};
use crate::{Refused, decode::decode, picture::Picture};

/// Decodes a picture and encodes it again: PNG, JPEG at 95, WebP without loss; a GIF becomes the PNG of its first frame.
/// The result has at most 8 times the bytes of the file plus 1 MiB: a larger result is compressed harder, and a
/// WebP becomes a JPEG, or a PNG where it is transparent.
///
/// It stands upright, and has lost what was beside its pixels and their colour profile: EXIF, places, comments, bytes
/// after its end.
///
/// It takes a while, up to seconds, and much memory: [`crate::Pictures`] bounds both.
pub fn clean(bytes: Bytes) -> Result<Picture, Refused> {
    unharmed(|| {
        let decoded = decode(&bytes)?;
        let most = most_bytes(bytes.len());
        // The file is no longer needed while its pixels are encoded.
        drop(bytes);
        encode(&decoded, most)
    })
}

/// A decoder that panics over a file has found it broken.
pub(crate) fn unharmed<T>(work: impl FnOnce() -> Result<T, Refused>) -> Result<T, Refused> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Refused::NotAPicture))
}
