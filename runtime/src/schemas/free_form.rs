//! The bounds of free-form JSON (`x-max-bytes` and similar keywords). They are checked in the text of a body, so that
//! JSON beyond them is never parsed into values.

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::{Value, value::RawValue};

use super::{document, extent::Extent, numbers};

/// The bounds of a free-form part.
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

    /// Returns all bounds in a schema.
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

/// Returns the first free-form part of a body that exceeds its bounds. The search ends where the text stops being JSON.
pub(crate) fn excess(schema: &Value, json: &[u8]) -> Option<Excess> {
    let mut search = Search { path: Vec::new(), found: None };
    let root = Part { schema, nodes: vec![schema], search: &mut search };
    // Deserializing fails at the first excess, and at text that is not JSON. Neither is an error here.
    let _ = root.deserialize(&mut serde_json::Deserializer::from_slice(json));
    let Search { path, found } = search;
    found.map(|of| Excess { path, of })
}

struct Search {
    path: Vec<String>,
    found: Option<Exceeded>,
}

/// A value of the body, and every schema node that may describe it. A union has several.
struct Part<'s, 'p> {
    schema: &'s Value,
    nodes: Vec<&'s Value>,
    search: &'p mut Search,
}

impl<'s> Part<'s, '_> {
    /// Descends into the value with this name.
    fn inside(&mut self, name: String, nodes: Vec<&'s Value>) -> Part<'s, '_> {
        self.search.path.push(name);
        Part { schema: self.schema, nodes, search: self.search }
    }

    /// Returns the nodes that `way` leads to from this part's nodes.
    fn below(&self, way: impl Fn(&'s Value) -> Option<&'s Value>) -> Vec<&'s Value> {
        let mut found = Vec::new();
        for node in &self.nodes {
            each(self.schema, node, &mut |node| found.extend(way(node)));
        }
        found
    }
}

/// Visits the node, the nodes that it refers to, and all of their variants.
fn each<'s>(schema: &'s Value, node: &'s Value, visit: &mut impl FnMut(&'s Value)) {
    for node in document::referred(schema, node) {
        visit(node);
        for variant in document::variants(node) {
            each(schema, variant, visit);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Part<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let mut bounds = Vec::new();
        for node in &self.nodes {
            each(self.schema, node, &mut |node| bounds.extend(Bounds::of(node)));
        }
        if !bounds.is_empty() {
            let text = <&RawValue>::deserialize(deserializer)?.get();
            let exceeded =
                bounds.into_iter().find(|bounds| !bounds.hold(text)).map(Exceeded::Bounds);
            let has_beyond = || numbers::has_beyond(text.as_bytes()).then_some(Exceeded::Number);
            self.search.found = exceeded.or_else(has_beyond);
            return match self.search.found {
                Some(_) => Err(D::Error::custom("beyond its bounds")),
                None => Ok(()),
            };
        }
        // A value without inner schemas is skipped. Skipping accepts every number, including one that serde_json cannot
        // read.
        let has_inside = |node: &&Value| {
            ["properties", "additionalProperties", "items"]
                .iter()
                .any(|key| node.get(key).is_some())
        };
        let mut opens = false;
        for node in &self.nodes {
            each(self.schema, node, &mut |node| opens |= has_inside(&node));
        }
        match opens {
            false => IgnoredAny::deserialize(deserializer).map(drop),
            true => deserializer.deserialize_any(self),
        }
    }
}

impl<'de> Visitor<'de> for Part<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<(), M::Error> {
        while let Some(name) = map.next_key::<String>()? {
            let nodes = self.below(|node| {
                let own = node.get("properties").and_then(|properties| properties.get(&name));
                own.or_else(|| node.get("additionalProperties"))
            });
            map.next_value_seed(self.inside(name, nodes))?;
            self.search.path.pop();
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'de>>(mut self, mut list: S) -> Result<(), S::Error> {
        let nodes = self.below(|node| node.get("items"));
        let mut index = 0_usize;
        while list.next_element_seed(self.inside(index.to_string(), nodes.clone()))?.is_some() {
            self.search.path.pop();
            index += 1;
        }
        self.search.path.pop();
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}
