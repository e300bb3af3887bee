//! Checks JSON that a statement builds against its type: every key needs a field, and every field a key. Otherwise serde
//! would read a misspelt key of an optional field as `None`.
//!
//! Only the type `json` is checked, which `json_build_object` and similar functions return. Stored JSON (`jsonb`) has the
//! keys that the client sent.

use serde::{
    Deserializer,
    de::{
        Error as _, IntoDeserializer, Visitor,
        value::{MapDeserializer, SeqDeserializer},
    },
    forward_to_deserialize_any,
};
use serde_json::{Error, Result, Value};

/// Deserializes like a plain [`Value`], but refuses an object whose keys differ from the struct's fields.
pub(crate) struct StrictJson(pub(crate) Value);

impl<'de> Deserializer<'de> for StrictJson {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Value::Array(items) => {
                visitor.visit_seq(SeqDeserializer::new(items.into_iter().map(StrictJson)))
            }
            Value::Object(members) => {
                let members = members.into_iter().map(|(key, value)| (key, StrictJson(value)));
                visitor.visit_map(MapDeserializer::new(members))
            }
            other => other.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if let Value::Object(members) = &self.0 {
            if let Some(key) = members.keys().find(|key| !fields.contains(&key.as_str())) {
                return Err(Error::custom(format!("{name} has no field for key {key}")));
            }
            let mut missing = fields.iter().filter(|field| !members.contains_key(**field));
            if let Some(field) = missing.next() {
                return Err(Error::custom(format!("no key fills the field {field} of {name}")));
            }
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        // serde_json passes a `RawValue` as a newtype with a private name.
        match name.starts_with("$serde_json::private") {
            true => self.0.deserialize_newtype_struct(name, visitor),
            false => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for StrictJson {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
