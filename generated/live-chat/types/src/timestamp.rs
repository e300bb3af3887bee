//! Times: UTC, RFC 3339, written to the millisecond with `Z`.

use std::fmt;

use chrono::{DateTime, Datelike, SecondsFormat, Timelike, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A time in UTC, to the millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub DateTime<Utc>);

impl Timestamp {
    /// As it is written, without what a format of any shape would cost each of thousands; nothing where the year has not
    /// four digits, or in a leap second.
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

/// Takes RFC 3339 text, as the API writes it, and microseconds since 1970, as a database row holds it.
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
