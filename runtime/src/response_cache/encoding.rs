//! Content encodings of cached responses. `tower-http` compresses the responses that are not cached.

use std::io::{self, Write};

use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, HeaderValue};

use crate::accepts_encoding;

/// `tower-http`'s settings for brotli.
const BROTLI_QUALITY: u32 = 4;
const BROTLI_WINDOW: u32 = 22;

/// A supported encoding.
#[derive(Clone, Copy)]
pub(crate) enum Encoding {
    Gzip,
    Brotli,
}

impl Encoding {
    /// Returns the smallest encoding that the client accepts, whatever weight the client gives it.
    pub(crate) fn accepted(headers: &HeaderMap) -> Option<Self> {
        let by_size = [(Self::Brotli, "br"), (Self::Gzip, "gzip")];
        let accepted = by_size.into_iter().find(|(_, name)| accepts_encoding(headers, name));
        accepted.map(|(encoding, _)| encoding)
    }

    /// The value of `Content-Encoding`.
    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        })
    }

    pub(crate) fn encode(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let room = Vec::with_capacity(bytes.len() / 4);
        match self {
            Self::Gzip => {
                let mut encoder = GzEncoder::new(room, Compression::default());
                encoder.write_all(bytes)?;
                encoder.finish()
            }
            Self::Brotli => {
                let mut encoder =
                    brotli::CompressorWriter::new(room, 4096, BROTLI_QUALITY, BROTLI_WINDOW);
                encoder.write_all(bytes)?;
                encoder.flush()?;
                Ok(encoder.into_inner())
            }
        }
    }
}
