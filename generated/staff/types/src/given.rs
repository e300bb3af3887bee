//! Argument types of setters that accept several types.

use serde_json::{Map, Value};

/// A value or null (`None`), for a property that may also be absent.
#[derive(Debug, Clone, PartialEq)]
pub struct Nullable<T>(pub(crate) Option<T>);

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Self(Some(value))
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}

impl From<&str> for Nullable<String> {
    fn from(value: &str) -> Self {
        Self(Some(value.to_owned()))
    }
}

impl From<&String> for Nullable<String> {
    fn from(value: &String) -> Self {
        Self(Some(value.clone()))
    }
}

impl<K: Into<String>, V: Into<Value>, const N: usize> From<[(K, V); N]>
    for Nullable<Map<String, Value>>
{
    fn from(pairs: [(K, V); N]) -> Self {
        Self(Some(Object::from(pairs).0))
    }
}

/// A free-form object, from a map or from pairs: `[("country", "US"), ("state", "ME")]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Object(pub(crate) Map<String, Value>);

impl From<Map<String, Value>> for Object {
    fn from(map: Map<String, Value>) -> Self {
        Self(map)
    }
}

impl<K: Into<String>, V: Into<Value>, const N: usize> From<[(K, V); N]> for Object {
    fn from(pairs: [(K, V); N]) -> Self {
        Self(pairs.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}
