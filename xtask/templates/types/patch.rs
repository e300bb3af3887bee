//! Properties that tell absent, null and value apart.

use serde::{Deserialize, Deserializer};

/// A property that is there: `Some(None)` for null, `Some(Some(value))` for a value.
pub fn value<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
