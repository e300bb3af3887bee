//! Times: UTC, RFC 3339, written to the millisecond with `Z`.

use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A time in UTC, to the millisecond.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub DateTime<Utc>);

impl fmt::Display for Timestamp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
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
