//! One value of a document and where it stands.

use serde_json::Value;

use super::{Document, Fault, Result};

/// One value of a document and where it stands.
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

    /// The value under a key of this object.
    pub fn get(&self, key: &str) -> Option<Node<'a>> {
        Some(self.child(key, self.value.get(key)?))
    }

    /// The value under a key that must be there.
    pub fn need(&self, key: &str) -> Result<Node<'a>> {
        self.get(key).ok_or_else(|| self.fault(format!("add `{key}`")))
    }

    pub fn string(&self) -> Result<&'a str> {
        self.value.as_str().ok_or_else(|| self.fault("must be a string"))
    }

    /// The string under a key, if there is one.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>> {
        self.get(key).map(|node| node.string()).transpose()
    }

    /// The description, or nothing.
    pub fn description(&self) -> Result<String> {
        Ok(self.text("description")?.unwrap_or_default().to_owned())
    }

    /// Whether the value under a key is `true`; absent is false.
    pub fn flag(&self, key: &str) -> Result<bool> {
        let Some(node) = self.get(key) else { return Ok(false) };
        node.value.as_bool().ok_or_else(|| node.fault("must be true or false"))
    }

    /// The count under a key, if there is one.
    pub fn count(&self, key: &str) -> Result<Option<u64>> {
        let Some(node) = self.get(key) else { return Ok(None) };
        let mend = "must be a whole number, 0 or more";
        node.value.as_u64().map(Some).ok_or_else(|| node.fault(mend))
    }

    /// The entries of this object, in the document's order.
    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>> {
        let object = self.value.as_object().ok_or_else(|| self.fault("must be a mapping"))?;
        Ok(object.iter().map(|(key, value)| (key.as_str(), self.child(key, value))).collect())
    }

    /// The items of this array.
    pub fn items(&self) -> Result<Vec<Node<'a>>> {
        let list = self.value.as_array().ok_or_else(|| self.fault("must be a list"))?;
        let items = list.iter().enumerate();
        Ok(items.map(|(index, value)| self.child(&index.to_string(), value)).collect())
    }

    /// The entries under a key; none where it is absent.
    pub fn entries_of(&self, key: &str) -> Result<Vec<(&'a str, Node<'a>)>> {
        self.get(key).map_or(Ok(Vec::new()), |node| node.entries())
    }

    /// The items under a key; none where it is absent.
    pub fn items_of(&self, key: &str) -> Result<Vec<Node<'a>>> {
        self.get(key).map_or(Ok(Vec::new()), |node| node.items())
    }

    /// Follows `$ref`, if this is one, to the component and its name.
    pub fn resolve(&self, kind: &str) -> Result<(Option<&'a str>, Node<'a>)> {
        let Some(reference) = self.get("$ref") else { return Ok((None, self.clone())) };
        let target = reference.string()?;
        let prefix = format!("#/components/{kind}/");
        let Some(name) = target.strip_prefix(&prefix) else {
            return Err(reference.fault(format!("must begin with `{prefix}`")));
        };
        let root = self.document.root();
        let found = root.get("components").and_then(|node| node.get(kind)?.get(name));
        let found = found.ok_or_else(|| reference.fault(format!("`{target}` does not exist")))?;
        Ok((Some(name), found))
    }

    /// The same where nothing but a description may stand beside the `$ref`.
    pub fn resolve_alone(&self, kind: &str) -> Result<(Option<&'a str>, Node<'a>)> {
        if self.get("$ref").is_some() {
            self.only(&["$ref", "description"])?;
        }
        self.resolve(kind)
    }

    /// The names of the document's security schemes, in its order.
    pub fn document_security(&self) -> Vec<&'a str> {
        let root = self.document.root();
        let schemes = root.get("components").and_then(|node| node.get("securitySchemes"));
        let schemes = schemes.and_then(|schemes| schemes.value.as_object());
        schemes.into_iter().flatten().map(|(name, _)| name.as_str()).collect()
    }

    /// Refuses every key outside the dialect.
    pub fn only(&self, keys: &[&str]) -> Result<()> {
        match self.entries()?.into_iter().find(|(key, _)| !keys.contains(key)) {
            Some((key, node)) => {
                let mend = mend(key, keys);
                Err(node.fault(format!("outside the dialect: {mend}")))
            }
            None => Ok(()),
        }
    }

    /// A fault at this value.
    pub fn fault(&self, text: impl Into<String>) -> Fault {
        Fault {
            file: self.document.file.clone(),
            line: self.document.lines.get(&self.pointer).copied().unwrap_or(1),
            pointer: self.pointer.clone(),
            text: text.into(),
        }
    }

    fn child(&self, key: &str, value: &'a Value) -> Node<'a> {
        let pointer = format!("{}/{}", self.pointer, escape(key));
        Node { document: self.document, pointer, value }
    }
}

/// What to do about a key that does not belong where it stands.
fn mend(key: &str, allowed: &[&str]) -> String {
    match key {
        "nullable" => "write `type: [X, \"null\"]`".to_owned(),
        "anyOf" => "write `oneOf`".to_owned(),
        "allOf" => "there is no composition, so list the properties".to_owned(),
        "exclusiveMinimum" => "write `minimum`".to_owned(),
        "exclusiveMaximum" => "write `maximum`".to_owned(),
        "deprecated" | "readOnly" | "writeOnly" => {
            "nothing heeds it, so say it in the description".to_owned()
        }
        _ => format!("remove it (here: {})", allowed.join(", ")),
    }
}

/// A key as a segment of a JSON pointer (RFC 6901).
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
