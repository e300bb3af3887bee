//! A time in the API's format.

use std::time::SystemTime;

use chrono::{DateTime, SecondsFormat, Utc};
use serde::{Serialize, Serializer};

pub struct Timestamp(pub SystemTime);

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let time = DateTime::<Utc>::from(self.0);
        serializer.serialize_str(&time.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}
