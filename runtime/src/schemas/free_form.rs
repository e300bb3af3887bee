//! The bounds of free-form JSON (`x-max-bytes` and similar keywords). They are checked in the text of a body, so that
//! JSON beyond them is never parsed into values.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::{Value, value::RawValue};

use super::{document, extent::Extent, numbers};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds(Extent);

/// Free-form JSON that exceeds a limit: its path, and the limit.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Excess {
    pub(crate) path: Vec<String>,
    pub(crate) of: Exceeded,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exceeded {
    Bounds(Bounds),
    /// Numbers must fit in a float.
    Number,
}

impl Bounds {
    /// Returns the bounds that this node of a schema declares. `cargo xtask codegen` ensures that a node has all of
    /// them or none.
    fn of(node: &Value) -> Option<Self> {
        let count = |key: &str| node.get(key)?.as_u64()?.try_into().ok();
        Some(Self(Extent {
            bytes: count("x-max-bytes")?,
            depth: count("x-max-depth")?,
            keys: count("x-max-keys")?,
            values: count("x-max-nodes")?,
        }))
    }

    pub(crate) fn anywhere(schema: &Value) -> Vec<Self> {
        let inner: Vec<&Value> = match schema {
            Value::Object(map) => map.values().collect(),
            Value::Array(list) => list.iter().collect(),
            _ => return Vec::new(),
        };
        Self::of(schema).into_iter().chain(inner.into_iter().flat_map(Self::anywhere)).collect()
    }

    pub(crate) fn values(self) -> usize {
        self.0.values
    }

    fn hold(self, json: &str) -> bool {
        let Self(most) = self;
        // The length is checked first, so that nothing is counted in text that is too long.
        json.len() <= most.bytes && {
            let Extent { depth, keys, values, .. } = Extent::of(json.as_bytes());
            depth <= most.depth && keys <= most.keys && values <= most.values
        }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Bounds(Bounds(Extent { bytes, depth, keys, values })) = self else {
            return formatter.write_str("must have no number that is out of range");
        };
        write!(
            formatter,
            "must have at most {bytes} bytes, a depth of {depth}, {keys} keys and {values} values"
        )
    }
}

/// Returns the first free-form part of a body that exceeds its bounds, or `None` if the text is not JSON.
pub(crate) fn excess(schema: &Value, json: &[u8]) -> Option<Excess> {
    let body = serde_json::from_slice::<&RawValue>(json).ok()?;
    let mut path = Vec::new();
    let of = find(schema, &[schema], body, &mut path)?;
    Some(Excess { path, of })
}

/// Searches a value of the body. `nodes` are all schema nodes that may describe it, because a union has several.
fn find(
    schema: &Value,
    nodes: &[&Value],
    value: &RawValue,
    path: &mut Vec<String>,
) -> Option<Exceeded> {
    let all: Vec<&Value> =
        nodes.iter().flat_map(|node| document::described(schema, node)).collect();
    let bounds: Vec<Bounds> = all.iter().filter_map(|node| Bounds::of(node)).collect();
    if !bounds.is_empty() {
        let exceeded = bounds.into_iter().find(|bounds| !bounds.hold(value.get()));
        let has_beyond = || numbers::has_beyond(value.get().as_bytes());
        return exceeded.map(Exceeded::Bounds).or_else(|| has_beyond().then_some(Exceeded::Number));
    }
    for (name, inner) in inside(&all, value) {
        let nodes: Vec<&Value> = all.iter().filter_map(|node| below(node, &name)).collect();
        path.push(name);
        let found = find(schema, &nodes, inner, path);
        if found.is_some() {
            return found;
        }
        path.pop();
    }
    None
}

/// Returns the members or items of a value, with their names or indices, if a node describes them.
fn inside<'a>(nodes: &[&Value], value: &'a RawValue) -> Vec<(String, &'a RawValue)> {
    let has = |key: &str| nodes.iter().any(|node| node.get(key).is_some());
    if has("items") && value.get().starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
        return items.into_iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect();
    }
    if (has("properties") || has("additionalProperties")) && value.get().starts_with('{') {
        return serde_json::from_str(value.get()).map_or(Vec::new(), |Members(members)| members);
    }
    Vec::new()
}

/// Returns the schema of the member or item with this name or index.
fn below<'s>(node: &'s Value, name: &str) -> Option<&'s Value> {
    let own = node.get("properties").and_then(|properties| properties.get(name));
    own.or_else(|| node.get("additionalProperties")).or_else(|| node.get("items"))
}

/// The members of an object, in the order of the text. A name may occur twice.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Self(Vec::new()))
    }
}

impl<'de> Visitor<'de> for Members<'de> {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<Self, M::Error> {
        while let Some(member) = map.next_entry()? {
            self.0.push(member);
        }
        Ok(self)
    }
}
