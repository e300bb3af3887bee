//! Refuses the keys that are outside the dialect, with advice for each.

use serde_json::Value;

use super::keywords::ANNOTATIONS;
use super::walk::references;
use crate::document::{Fix, Node, Result, intended_extension, is_vendor_extension};

/// Keys whose values are strings wherever the dialect allows the key.
const TEXTS: &[&str] =
    &["bearerFormat", "description", "format", "summary", "termsOfService", "title"];

/// Keys whose values are true or false wherever the dialect allows the key.
const FLAGS: &[&str] = &["deprecated", "readOnly", "writeOnly"];

/// Keywords that restrict values, and that the server does not check.
const UNCHECKED: &[&str] = &[
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "else",
    "if",
    "maxContains",
    "maxProperties",
    "minContains",
    "minProperties",
    "multipleOf",
    "not",
    "patternProperties",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
];

impl<'a> Node<'a> {
    /// Refuses every key that is not one of `keys`. Vendor extensions are allowed. A key that already has a fault gets
    /// no other. Also checks the values of keys that have the same type everywhere, such as `description`.
    pub fn only(&self, keys: &[&str]) {
        let Ok(mut entries) = self.entries_but_extensions() else { return };
        entries.retain(|(key, node)| !keys.contains(key) && !node.is_faulty());
        for (key, node) in entries {
            match intended_extension(key).filter(|name| *name != key) {
                Some(name) => node.fault(format!("did you mean `{name}`?")),
                None => node.fault(advice(self, &node, key, keys)),
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

/// Returns the fix for the `key` of `owner`, with the value `node`, that is not among the `allowed` ones.
fn advice(owner: &Node<'_>, node: &Node<'_>, key: &str, allowed: &[&str]) -> String {
    let advice = certain_fix(owner, node, key, allowed);
    let advice = advice.unwrap_or_else(|| uncertain_fix(owner, node.value, key, allowed));
    format!("outside the dialect: {advice}")
}

/// The reason and the fix, if only one change keeps the meaning of the document.
fn certain_fix(owner: &Node<'_>, node: &Node<'_>, key: &str, allowed: &[&str]) -> Option<String> {
    let value = node.value;
    let is_schema = allowed.contains(&"type") || allowed.contains(&"oneOf");
    let remove = |reason| Some(Fix::remove().with_reason(reason));
    match key {
        "nullable" if value == false => remove("no value is null without it"),
        "anyOf" => only_entry(owner, node),
        "allOf" if is_schema => only_entry(owner, node),
        "exclusiveMinimum" => inclusive_bound("minimum", node, 1, owner),
        "exclusiveMaximum" => inclusive_bound("maximum", node, -1, owner),
        "additionalProperties" if allowed.contains(&"properties") && is_anything(value) => {
            remove("further properties are allowed without it")
        }
        "format" if is_schema && owner.value.get("type").is_some_and(is_number) => {
            remove("a number has 64 bits")
        }
        _ => needless_key(owner, node, key),
    }
}

/// The advice for a key whose fix needs a decision.
fn uncertain_fix(owner: &Node<'_>, value: &Value, key: &str, allowed: &[&str]) -> String {
    let is_schema = allowed.contains(&"type");
    match key {
        "nullable" => {
            "3.1 has no `nullable`: write `type: [X, \"null\"]` if null is a value, and remove it"
                .to_owned()
        }
        "anyOf" => any_of(value),
        "allOf" => "there is no composition, so list the properties".to_owned(),
        "exclusiveMinimum" | "exclusiveMaximum" => {
            "a bound of numbers is inclusive: let the handler check this one, say it in the description, and remove it"
                .to_owned()
        }
        "additionalProperties" if allowed.contains(&"properties") => further_properties(value),
        _ if is_schema && UNCHECKED.contains(&key) => {
            "nothing checks it: let the handler check it, say it in the description, and remove it"
                .to_owned()
        }
        _ => match allowed.iter().find(|name| is_misspelling(key, name) && owner.get(name).is_none()) {
            Some(name) => format!("write `{name}`, or remove it"),
            None => format!("remove it (here: {})", allowed.join(", ")),
        },
    }
}

/// The fix for a key whose value is the default of OpenAPI, and for components of a kind that nothing refers to.
fn needless_key(owner: &Node<'_>, node: &Node<'_>, key: &str) -> Option<String> {
    let is_parameter = owner.get("in").is_some() && owner.get("name").is_some();
    let prefix = format!("#/components/{key}/");
    let is_unused = || !references(node.root().value).iter().any(|to| to.starts_with(&prefix));
    if owner.pointer() == "/components" && is_unused() {
        return Some(Fix::remove().with_reason("nothing uses this"));
    }
    let is_default = match key {
        "allowEmptyValue" | "allowReserved" => is_parameter && node.value == false,
        "uniqueItems" => node.value == false,
        "minProperties" => node.value == 0,
        _ => false,
    };
    is_default.then(|| Fix::remove().with_reason("this value is the default"))
}

fn is_number(ty: &Value) -> bool {
    let is_number = |name: &Value| name == "number";
    is_number(ty) || ty.as_array().is_some_and(|types| types.iter().any(is_number))
}

fn is_anything(value: &Value) -> bool {
    value == true || value.as_object().is_some_and(serde_json::Map::is_empty)
}

/// Whether the key is probably a misspelling of the other: one letter is omitted, added, changed or swapped.
fn is_misspelling(key: &str, name: &str) -> bool {
    key.chars().next() == name.chars().next() && strsim::osa_distance(key, name) == 1
}

/// The fix for a composition of one reference, which says the same as the reference itself.
pub fn only_entry(owner: &Node<'_>, node: &Node<'_>) -> Option<String> {
    let [only] = node.items().ok()?.try_into().ok()?;
    let reference = only.value.as_object().filter(|entry| entry.len() == 1)?.get("$ref")?;
    let mut others = owner.value.as_object()?.keys().filter(|other| !is_vendor_extension(other));
    let is_alone = |other: &String| {
        owner.get(other).is_some_and(|other| other.pointer() == node.pointer())
            || ANNOTATIONS.contains(&other.as_str())
    };
    let fix = || Fix::write_as("$ref", reference.clone());
    let reason = "a composition of one schema is that schema";
    others.all(is_alone).then(|| fix().with_reason(reason))
}

fn any_of(value: &Value) -> String {
    let choices = value.as_array().map(Vec::as_slice).unwrap_or_default();
    let is_null = |choice: &&Value| choice.get("type").is_some_and(|name| name == "null");
    match (choices.len(), choices.iter().filter(is_null).count()) {
        (1, _) => "write its only schema in place of it".to_owned(),
        (2, 1) => "write `oneOf`, with null in only one of the two schemas".to_owned(),
        _ => "write `oneOf` if no value fits two of the schemas, or else one object with the properties of all"
            .to_owned(),
    }
}

/// The fix for an exclusive bound of integers. `step` leads from it to the inclusive one.
fn inclusive_bound(key: &str, node: &Node<'_>, step: i64, owner: &Node<'_>) -> Option<String> {
    let is_integer = owner.value.get("type").is_some_and(|name| name == "integer");
    match (node.value, node.value.as_i64().and_then(|bound| bound.checked_add(step))) {
        // In OpenAPI 3.0, the key says how `minimum` is meant.
        (Value::Bool(false), _) => {
            Some(Fix::remove().with_reason("the bound is inclusive without it"))
        }
        (_, Some(bound)) if is_integer && owner.get(key).is_none() => {
            Some(Fix::write_as(key, bound).with_reason("a bound of integers is inclusive"))
        }
        _ => None,
    }
}

fn further_properties(value: &Value) -> String {
    match value {
        Value::Bool(false) => {
            "further properties are ignored, not refused: remove it if clients may send some"
                .to_owned()
        }
        _ => "an object has `properties` or is a map, not both: move the map into a property, or remove `properties`"
            .to_owned(),
    }
}
