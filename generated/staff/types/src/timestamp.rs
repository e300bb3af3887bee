//! Times in UTC, written as RFC 3339 with milliseconds and `Z`.

use std::fmt;

use chrono::{DateTime, Datelike, SecondsFormat, Timelike, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A time in UTC, to the millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub DateTime<Utc>);

impl Timestamp {
    /// Returns the text without a general formatter, which would be slow for thousands of times. `None` in a leap
    /// second, or if the year does not have four digits.
    fn digits(&self) -> Option<[u8; 24]> {
        let year = u32::try_from(self.0.year()).ok().filter(|year| *year <= 9_999)?;
        let milliseconds = Some(self.0.timestamp_subsec_millis()).filter(|some| *some < 1_000)?;
        let (month, day) = (self.0.month(), self.0.day());
        let (hour, minute, second) = (self.0.hour(), self.0.minute(), self.0.second());
        let mut text = *b"0000-00-00T00:00:00.000Z";
        for (places, mut number) in [
            (0..4, year),
            (5..7, month),
            (8..10, day),
            (11..13, hour),
            (14..16, minute),
            (17..19, second),
            (20..23, milliseconds),
        ] {
            for digit in text[places].iter_mut().rev() {
                *digit = b"0123456789"[number as usize % 10];
                number /= 10;
            }
        }
        Some(text)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.digits().as_ref().map(|digits| str::from_utf8(digits)) {
            Some(Ok(text)) => out.write_str(text),
            _ => out.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true)),
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.digits().as_ref().map(|digits| str::from_utf8(digits)) {
            Some(Ok(text)) => serializer.serialize_str(text),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

/// Accepts RFC 3339 text, as in the API, and microseconds since 1970, as in database rows.
struct Visitor;

impl de::Visitor<'_> for Visitor {
    type Value = Timestamp;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a time as RFC 3339")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Timestamp, E> {
        let time = DateTime::parse_from_rfc3339(text).map_err(E::custom)?;
        Ok(Timestamp(time.with_timezone(&Utc)))
    }

    fn visit_i64<E: de::Error>(self, microseconds: i64) -> Result<Timestamp, E> {
        let time = DateTime::from_timestamp_micros(microseconds);
        time.map(Timestamp).ok_or_else(|| E::custom("a time out of range"))
    }
}
