//! A value of a document, and its place.

use serde_json::Value;

use super::pointer::escape;
use super::{Document, Faulty, Result, extensions};

/// Keys whose values may contain references to components.
const HOLD_REFERENCES: &[&str] =
    &["components", "content", "data", "items", "oneOf", "paths", "responses", "schema", "schemas"];

#[derive(Debug, Clone)]
pub struct Node<'a> {
    document: &'a Document,
    pointer: String,
    pub value: &'a Value,
}

impl<'a> Node<'a> {
    pub(super) fn new(document: &'a Document, pointer: String, value: &'a Value) -> Self {
        Self { document, pointer, value }
    }

    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        Some(self.child(key, self.value.get(key)?))
    }

    /// Returns the value under a required key, or records a fault.
    pub fn need(&self, key: &str) -> Result<Node<'a>> {
        match self.value {
            Value::Object(_) => self.get(key).ok_or_else(|| {
                let advice = format!("add `{key}`");
                match HOLD_REFERENCES.contains(&key) {
                    true => self.fault_hiding_reference(advice),
                    false => self.fault(advice),
                }
            }),
            _ => Err(self.fault_hiding_reference("must be a mapping")),
        }
    }

    pub fn string(&self) -> Result<&'a str> {
        self.value.as_str().ok_or_else(|| self.fault("must be a string"))
    }

    pub fn text(&self, key: &str) -> Result<Option<&'a str>> {
        self.get(key).map(|node| node.string()).transpose()
    }

    /// The description, or an empty string.
    pub fn description(&self) -> Result<String> {
        Ok(self.text("description")?.unwrap_or_default().to_owned())
    }

    /// The boolean under a key; false if the key is absent.
    pub fn flag(&self, key: &str) -> Result<bool> {
        let Some(node) = self.get(key) else { return Ok(false) };
        node.value.as_bool().ok_or_else(|| node.fault("must be true or false"))
    }

    /// Whether the value is marked as deprecated. [`Node::only`] reports a mark that is neither true nor false.
    pub fn is_deprecated(&self) -> bool {
        self.value.get("deprecated").is_some_and(|mark| mark == true)
    }

    /// Returns the whole number under an optional key.
    pub fn count(&self, key: &str) -> Result<Option<u64>> {
        let Some(node) = self.get(key) else { return Ok(None) };
        let advice = "must be a whole number, 0 or more";
        node.value.as_u64().map(Some).ok_or_else(|| node.fault(advice))
    }

    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>> {
        let object = self
            .value
            .as_object()
            .ok_or_else(|| self.fault_hiding_reference("must be a mapping"))?;
        Ok(object.iter().map(|(key, value)| (key.as_str(), self.child(key, value))).collect())
    }

    pub fn items(&self) -> Result<Vec<Node<'a>>> {
        let list =
            self.value.as_array().ok_or_else(|| self.fault_hiding_reference("must be a list"))?;
        let items = list.iter().enumerate();
        Ok(items.map(|(index, value)| self.child(&index.to_string(), value)).collect())
    }

    /// Returns the entries under a key; empty if the key is absent.
    pub fn entries_of(&self, key: &str) -> Result<Vec<(&'a str, Node<'a>)>> {
        self.get(key).map_or(Ok(Vec::new()), |node| node.entries())
    }

    /// Returns the entries of this object without vendor extensions. OpenAPI allows vendor extensions among named
    /// entries.
    pub fn entries_but_extensions(&self) -> Result<Vec<(&'a str, Node<'a>)>> {
        let mut entries = self.entries()?;
        entries.retain(|(key, _)| !extensions::is_vendor_extension(key));
        Ok(entries)
    }

    /// Returns the items under a key; empty if the key is absent.
    pub fn items_of(&self, key: &str) -> Result<Vec<Node<'a>>> {
        self.get(key).map_or(Ok(Vec::new()), |node| node.items())
    }

    /// Follows this value's `$ref`. Returns the name of the component and the component. Without a `$ref`, returns no
    /// name and this value.
    pub fn resolve(&self, kind: &str) -> Result<(Option<&'a str>, Node<'a>)> {
        let Some(reference) = self.get("$ref") else { return Ok((None, self.clone())) };
        let target = reference.value.as_str();
        let target = target.ok_or_else(|| reference.fault_hiding_reference("must be a string"))?;
        let prefix = format!("#/components/{kind}/");
        let Some(name) = target.strip_prefix(&prefix) else {
            return Err(reference.fault_hiding_reference(format!("must begin with `{prefix}`")));
        };
        let components = self.document.root().need("components")?;
        let known = match kind {
            "schemas" => Some(components.need(kind)?),
            _ => components.get(kind),
        };
        // A missing `ErrorResponse` or a malformed section has one fault in its own place, and none at the references
        // to it.
        let may_lack = |known: &Node<'_>| known.value.is_object() && name != "ErrorResponse";
        match known {
            Some(known) if known.get(name).is_some() || !may_lack(&known) => {
                Ok((Some(name), known.need(name)?))
            }
            _ => Err(reference.fault_hiding_reference(format!("`{target}` does not exist"))),
        }
    }

    /// Whether this is a `$ref` to a component of this kind.
    pub fn is_reference_to(&self, kind: &str) -> bool {
        let target = self.value.get("$ref").and_then(Value::as_str);
        let name = target.and_then(|to| to.strip_prefix("#/components/")?.strip_prefix(kind));
        let name = name.and_then(|name| name.strip_prefix('/'));
        name.is_some_and(|name| self.components(kind).iter().any(|(known, _)| *known == name))
    }

    /// Returns the components of a kind with their names; empty if the document lacks them or they are malformed.
    pub fn components(&self, kind: &str) -> Vec<(&'a str, Node<'a>)> {
        let components = self.document.root().get("components");
        let components = components.and_then(|components| components.entries_of(kind).ok());
        components.unwrap_or_default()
    }

    /// Refuses these keys. A key that already has a fault gets no other. `advice` is the suggested fix.
    pub fn without(&self, keys: &[&str], advice: &str) {
        let found = keys.iter().filter_map(|key| self.get(key));
        found.filter(|node| !node.is_faulty()).for_each(|node| _ = node.fault(advice));
    }

    pub fn fault(&self, text: impl Into<String>) -> Faulty {
        let is_known = self.document.unreadable.contains(&self.pointer);
        self.document.record(&self.pointer, text.into(), is_known)
    }

    /// Records a fault that may hide a reference to a component. Components are then not checked for being unused.
    pub fn fault_hiding_reference(&self, text: impl Into<String>) -> Faulty {
        self.document.misses_reference.set(true);
        self.fault(text)
    }

    /// Records a fault unless the document has another one, which may be its cause.
    pub fn fault_if_first(&self, text: impl Into<String>) -> Faulty {
        let is_known = !self.document.faults.borrow().is_empty();
        self.document.record(&self.pointer, text.into(), is_known)
    }

    /// Whether a fault is recorded at this value, not counting the values inside it.
    pub fn is_faulty(&self) -> bool {
        self.document.faults.borrow().iter().any(|fault| fault.pointer == self.pointer)
    }

    pub fn root(&self) -> Node<'a> {
        self.document.root()
    }

    /// The JSON pointer of this value (RFC 6901).
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Follows a path of keys and indices into this value. Returns the innermost value that exists.
    pub fn descend<S: AsRef<str>>(&self, path: impl IntoIterator<Item = S>) -> Node<'a> {
        let mut node = self.clone();
        for segment in path {
            let segment = segment.as_ref();
            let item = || node.value.as_array()?.get(segment.parse::<usize>().ok()?);
            let Some(value) = node.value.get(segment).or_else(item) else { break };
            node = node.child(segment, value);
        }
        node
    }

    fn child(&self, key: &str, value: &'a Value) -> Node<'a> {
        let pointer = format!("{}/{}", self.pointer, escape(key));
        Node { document: self.document, pointer, value }
    }
}
