//! Content encodings: chooses the encoding that a client prefers, and compresses. Both follow `tower-http`, which
//! compresses the responses that are not cached.

use std::io::{self, Write};

use flate2::{Compression, write::GzEncoder};
use http::{HeaderMap, HeaderValue, header};

/// `tower-http`'s settings for brotli.
const BROTLI_QUALITY: u32 = 4;
const BROTLI_WINDOW: u32 = 22;

/// A supported encoding. If a client gives two encodings the same weight, the later variant is preferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

/// A weight from 0 to 1000.
type Weight = u16;

impl Encoding {
    /// Returns the encoding that the client prefers.
    pub(crate) fn preferred(headers: &HeaderMap) -> Self {
        if !headers.contains_key(header::ACCEPT_ENCODING) {
            return Self::Identity;
        }
        let mut named = [None; 3];
        let mut others = None;
        for (name, weight) in entries(headers) {
            match Self::named(name) {
                // If the header names an encoding several times, its best weight counts. If the header also has `*`,
                // its first weight counts. `tower-http` does the same.
                Some(encoding) => {
                    let place: &mut Option<(Weight, Weight)> = &mut named[encoding as usize];
                    let (first, best) = place.unwrap_or((weight, weight));
                    *place = Some((first, best.max(weight)));
                }
                None if name == "*" => others = others.or(Some(weight)),
                None => {}
            }
        }
        let all = [Self::Identity, Self::Gzip, Self::Brotli].into_iter().zip(named);
        let weighed = all.filter_map(|(encoding, weights)| match (weights, others) {
            (Some((first, _)), Some(_)) => Some((first, encoding)),
            (Some((_, best)), None) => Some((best, encoding)),
            (None, others) => others.map(|weight| (weight, encoding)),
        });
        let best = weighed.filter(|(weight, _)| *weight > 0).max();
        best.map_or(Self::Identity, |(_, encoding)| encoding)
    }

    fn named(name: &str) -> Option<Self> {
        let all = [("gzip", Self::Gzip), ("x-gzip", Self::Gzip), ("br", Self::Brotli)];
        let mut all = all.into_iter().chain([("identity", Self::Identity)]);
        all.find(|(other, _)| name.eq_ignore_ascii_case(other)).map(|(_, encoding)| encoding)
    }

    /// The value of `Content-Encoding`.
    pub(crate) fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        })
    }

    pub(crate) fn encode(self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let room = Vec::with_capacity(bytes.len() / 4);
        match self {
            Self::Identity => Ok(bytes.to_vec()),
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

/// Yields the entries of `Accept-Encoding` with their weights, and skips entries with a malformed weight.
fn entries(headers: &HeaderMap) -> impl Iterator<Item = (&str, Weight)> {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).filter_map(
        |entry| match entry.split_once(';') {
            Some((name, weight)) => Some((name.trim(), self::weight(weight.trim())?)),
            None => Some((entry.trim(), 1000)),
        },
    )
}

/// Parses `q=` and a number from 0 to 1 with at most three decimal places (RFC 9110, section 12.4.2).
fn weight(text: &str) -> Option<Weight> {
    let number = text.strip_prefix(['q', 'Q'])?.strip_prefix('=')?;
    let (whole, places) = number.split_once('.').unwrap_or((number, ""));
    let whole = match whole {
        "0" => 0,
        "1" => 1000,
        _ => return None,
    };
    if places.len() > 3 || !places.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits =
        places.bytes().zip([100, 10, 1]).map(|(digit, of)| Weight::from(digit - b'0') * of);
    Some(whole + digits.sum::<Weight>()).filter(|weight| *weight <= 1000)
}
