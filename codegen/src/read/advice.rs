//! Refuses the keys that are outside the dialect, with advice for each.

use crate::document::{Node, Result, intended_extension};

/// Keys whose values are strings wherever the dialect allows the key.
const TEXTS: &[&str] =
    &["bearerFormat", "description", "format", "summary", "termsOfService", "title"];

/// Keys whose values are true or false wherever the dialect allows the key.
const FLAGS: &[&str] = &["deprecated", "readOnly", "writeOnly"];

impl<'a> Node<'a> {
    /// Refuses every key that is not one of `keys`. Vendor extensions are allowed. A key that already has a fault gets
    /// no other. Also checks the values of keys that have the same type everywhere, such as `description`.
    pub fn only(&self, keys: &[&str]) {
        let Ok(mut entries) = self.entries_but_extensions() else { return };
        entries.retain(|(key, node)| !keys.contains(key) && !node.is_faulty());
        for (key, node) in entries {
            match intended_extension(key).filter(|name| *name != key) {
                Some(name) => node.fault(format!("did you mean `{name}`?")),
                None => node.fault(advice(key, keys)),
            };
        }
        let is_allowed = |key: &&&str| keys.contains(*key);
        TEXTS.iter().filter(is_allowed).for_each(|key| _ = self.text(key));
        FLAGS.iter().filter(is_allowed).for_each(|key| _ = self.flag(key));
        if let (true, Some(docs)) = (keys.contains(&"externalDocs"), self.get("externalDocs")) {
            docs.only(&["description", "url"]);
            _ = docs.need("url").and_then(|url| url.string());
        }
    }

    /// Like [`Node::resolve`], but refuses every key next to the `$ref` except `description`.
    pub fn resolve_alone(&self, kind: &str) -> Result<(Option<&'a str>, Node<'a>)> {
        if self.get("$ref").is_some() {
            self.only(&["$ref", "description"]);
        }
        self.resolve(kind)
    }
}

/// The fix for a key that is not among the `allowed` ones.
fn advice(key: &str, allowed: &[&str]) -> String {
    let advice = match key {
        "nullable" => {
            "3.1 has no `nullable`: write `type: [X, \"null\"]` if null is a value, and remove it"
        }
        "anyOf" => {
            "write `oneOf` if no value fits two of the schemas, or else one object with the properties of all"
        }
        "allOf" => "there is no composition, so list the properties",
        "exclusiveMinimum" | "exclusiveMaximum" => {
            "a bound of numbers is inclusive: write `minimum` or `maximum`"
        }
        "additionalProperties" if allowed.contains(&"properties") => {
            "further properties are ignored, and an object is no map: remove it"
        }
        _ => return format!("outside the dialect: remove it (here: {})", allowed.join(", ")),
    };
    format!("outside the dialect: {advice}")
}
