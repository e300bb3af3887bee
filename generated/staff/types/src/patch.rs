//! Deserializes properties that distinguish absent, null and a value.

use serde::{Deserialize, Deserializer};

/// Returns `Some(None)` for null and `Some(Some(value))` for a value. An absent property is not deserialized.
pub fn value<'de, D, T>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
