//! The server's validator. A schema that compiles here compiles in the server too.

use std::collections::{BTreeSet, HashMap};

use jsonschema::{Draft, Registry, Validator};
use serde_json::{Map, Value, json};

use super::keywords::ANNOTATIONS;
use super::validation::options;
use super::walk;
use crate::document::{Document, Node};

/// The URI of the document in the registry, which the references of schemas are resolved against.
const DOCUMENT: &str = "stoa:/document";

/// The validators of a document's schemas, each compiled once.
pub struct Validators<'a> {
    root: &'a Value,
    registry: Registry<'a>,
    compiled: HashMap<String, Option<Validator>>,
    /// Pointers of the faults that may change which values a schema allows.
    faulty: Vec<String>,
}

impl<'a> Validators<'a> {
    pub fn new(document: &'a Document) -> Option<Self> {
        let registry = Registry::new().draft(Draft::Draft202012);
        let registry = registry
            .add(DOCUMENT, without_further_properties(document.json()))
            .and_then(|new| new.prepare());
        let mut faulty = document.faulty_pointers();
        if let Err(error) = &registry {
            document.root().fault_if_first(format!("the validator cannot read it: {error}"));
        }
        faulty.retain(|pointer| restricts(pointer));
        let (root, registry) = (document.json(), registry.ok()?);
        Some(Self { root, registry, compiled: HashMap::new(), faulty })
    }

    /// Returns the validator of a schema. `None` if the schema, or a schema that it refers to, is faulty.
    pub fn of(&mut self, schema: &Node<'_>) -> Option<&Validator> {
        // A schema that is only a reference uses the validator of its target.
        let alone = schema.value.as_object().filter(|keys| keys.len() == 1);
        let target = alone.and_then(|keys| keys.get("$ref")?.as_str()?.strip_prefix('#'));
        let pointer = target.unwrap_or(schema.pointer()).to_owned();
        if !self.compiled.contains_key(&pointer) {
            let validator =
                if self.is_sound(schema) { self.compile(&pointer, schema) } else { None };
            self.compiled.insert(pointer.clone(), validator);
        }
        self.compiled.get(&pointer)?.as_ref()
    }

    fn compile(&self, pointer: &str, schema: &Node<'_>) -> Option<Validator> {
        let reference = json!({ "$ref": format!("{DOCUMENT}#{}", fragment(pointer)) });
        let validator = options().with_registry(&self.registry).build(&reference);
        if let Err(error) = &validator {
            schema.fault_if_first(format!("does not compile: {error}"));
        }
        validator.ok()
    }

    fn is_sound(&self, schema: &Node<'_>) -> bool {
        let mut places = BTreeSet::from([schema.pointer()]);
        let mut waiting = vec![schema.value];
        while let Some(value) = waiting.pop() {
            for target in walk::references(value) {
                let pointer = target.strip_prefix('#').unwrap_or(target);
                if places.insert(pointer) {
                    waiting.extend(self.root.pointer(pointer));
                }
            }
        }
        let is_in = |fault: &str, place: &str| {
            fault.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        !self.faulty.iter().any(|fault| places.iter().any(|place| is_in(fault, place)))
    }
}

/// Whether a fault at this place may change which values a schema allows. Annotations and messages do not.
fn restricts(pointer: &str) -> bool {
    let mut segments = pointer.rsplit('/');
    let mut next = || segments.next().unwrap_or_default();
    let (key, owner, above) = (next(), next(), next());
    let is_annotation = ANNOTATIONS.contains(&key) || key.starts_with("x-");
    let is_example = owner == "examples" && above != "properties";
    !(is_example || is_annotation && owner != "properties")
}

/// Returns a copy of the document whose objects allow no further properties. Real values may have further properties,
/// but examples must not show any.
fn without_further_properties(document: &Value) -> Value {
    let mut document = document.clone();
    let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    for schema in schemas.into_iter().flat_map(Map::values_mut).filter_map(Value::as_object_mut) {
        if schema.contains_key("properties") {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
    }
    document
}

/// A JSON pointer as the fragment of a URI.
fn fragment(pointer: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte);
    let escaped = |byte: u8| match plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    pointer.bytes().map(escaped).collect()
}
