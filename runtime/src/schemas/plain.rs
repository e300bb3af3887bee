//! Reads JSON into a [`Value`] in which every key is only a key.
//!
//! `serde_json` itself parses the text of `{"$serde_json::private::RawValue": "…"}` again, with a new limit of depth. A
//! small body could so overflow the stack, and go beyond the bounds of free-form JSON. No body may have this key.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// The key with which `serde_json` marks text that it parses again.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Parses JSON. Fails if an object has the key [`RAW_VALUE`].
pub(super) fn value(json: &[u8]) -> serde_json::Result<Value> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let value = Plain.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

#[derive(Clone, Copy)]
struct Plain;

impl<'de> DeserializeSeed<'de> for Plain {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Plain {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if key == RAW_VALUE {
                return Err(A::Error::custom("a reserved key"));
            }
            object.insert(key, members.next_value_seed(self)?);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::value;

    #[test]
    fn json_is_read_like_serde_json_reads_it() {
        for text in [
            r#"{"a": [1, -1, 18446744073709551615, 0.5, 1e2, "x\n", null, true, {}], "a": 2, "b": []}"#,
            "3",
            "\"\\u00e9\"",
        ] {
            assert_eq!(
                value(text.as_bytes()).unwrap(),
                serde_json::from_str::<Value>(text).unwrap()
            );
        }
        assert!(value(b"{} {}").is_err() && value(b"[1,]").is_err() && value(b"").is_err());
    }

    #[test]
    fn no_text_is_parsed_again() {
        for body in [
            json!({"$serde_json::private::RawValue": "[]"}).to_string(),
            json!({"x": [{"a": 1, "$serde_json::private::RawValue": "[]"}]}).to_string(),
            r#"{"\u0024serde_json::private::RawValue": "[]"}"#.to_owned(),
        ] {
            assert!(value(body.as_bytes()).is_err(), "{body}");
        }
    }
}
