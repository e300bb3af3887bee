//! A client of the old document that calls a server of the new one.

use std::collections::BTreeSet;

use jsonschema::Validator;
use serde_json::{Value, json};

use super::random::Random;
use super::values;

/// Number of values to try for each schema.
const TRIES: usize = 8;

pub struct Client<'a> {
    old: &'a Value,
    sent: Vec<Sent>,
}

/// Values for an operation of the old document, in its body or in a parameter.
struct Sent {
    method: String,
    path: String,
    /// The place and the name of the parameter; `None` for the body.
    parameter: Option<(String, String)>,
    values: Vec<Value>,
}

impl<'a> Client<'a> {
    pub fn new(old: &'a Value, random: &mut Random) -> Self {
        let mut sent = Vec::new();
        for (path, method, operation) in operations(old) {
            let mut add = |parameter, schema: &Value| {
                let values = valid(old, schema, random);
                sent.push(Sent { method: method.clone(), path: path.clone(), parameter, values });
            };
            if let Some(schema) = body(old, operation) {
                add(None, schema);
            }
            for parameter in parameters(old, &path, operation) {
                if let Some(schema) = parameter.get("schema") {
                    add(Some(key(parameter)), schema);
                }
            }
        }
        Self { old, sent }
    }

    /// Describes the first call that fails at a server of the new document, if any.
    pub fn trouble(&self, new: &Value, random: &mut Random) -> Option<String> {
        for (path, method, old) in operations(self.old) {
            let Some(operation) = new.pointer(&pointer(&["paths", &path, &method])) else {
                return Some(format!("{method} {path} is not there"));
            };
            let trouble = self
                .credentials(old, new, operation)
                .or_else(|| self.asked(&path, &method, old, new, operation))
                .or_else(|| self.answers(old, new, operation, random));
            if let Some(trouble) = trouble {
                return Some(format!("{method} {path}: {trouble}"));
            }
        }
        None
    }

    /// An alternative of credentials that the server no longer accepts, if any.
    fn credentials(&self, old: &Value, new: &Value, operation: &Value) -> Option<String> {
        let now = ways_in(new, operation);
        let mut ways = ways_in(self.old, old).into_iter();
        let lost = ways.find(|way| !now.iter().any(|needs| needs.is_subset(way)))?;
        Some(format!("{lost:?} is not let in"))
    }

    /// A part of the request that the server refuses, if any.
    fn asked(
        &self,
        path: &str,
        method: &str,
        old: &Value,
        new: &Value,
        operation: &Value,
    ) -> Option<String> {
        let was = parameters(self.old, path, old);
        let is = parameters(new, path, operation);
        let required = |parameter: &&Value| parameter["required"] == json!(true);
        for parameter in is.iter().copied().filter(|parameter| required(parameter)) {
            let sends = was.iter().any(|old| key(old) == key(parameter) && required(old));
            if !sends {
                return Some(format!("{:?} is missing", key(parameter)));
            }
        }
        let is_body_required = operation["requestBody"]["required"] == json!(true);
        if is_body_required && old["requestBody"]["required"] != json!(true) {
            return Some("a body is missing".to_owned());
        }
        for sent in self.sent.iter().filter(|sent| sent.path == path && sent.method == method) {
            let schema = match &sent.parameter {
                None => body(new, operation),
                Some(name) => is
                    .iter()
                    .find(|other| key(other) == *name)
                    .and_then(|other| other.get("schema")),
            };
            // The server ignores an unknown parameter. It also ignores a body if the operation takes none.
            let Some(schema) = schema else {
                if sent.parameter.is_none() && operation.get("requestBody").is_some() {
                    return Some("another type of body is wanted".to_owned());
                }
                continue;
            };
            if same(self.old, new, schema)
                && sent.parameter.is_none()
                && body(self.old, old) == Some(schema)
            {
                continue;
            }
            let validator = validator(new, schema, false)?;
            if let Some(refused) = sent.values.iter().find(|value| !validator.is_valid(value)) {
                return Some(format!("{:?} is refused: {refused}", sent.parameter));
            }
        }
        None
    }

    /// A part of the response that the client cannot read, if any.
    fn answers(
        &self,
        old: &Value,
        new: &Value,
        operation: &Value,
        random: &mut Random,
    ) -> Option<String> {
        for (status, answer) in entries(&operation["responses"]) {
            let answer = followed(new, answer);
            let Some(known) = old["responses"].get(status) else {
                match status.starts_with(['4', '5']) {
                    true => continue,
                    false => return Some(format!("{status} is no success that it knows")),
                }
            };
            let known = followed(self.old, known);
            for (name, header) in entries(&known["headers"]) {
                let now = answer["headers"].get(name);
                if header["required"] == json!(true)
                    && now.is_none_or(|now| now["required"] != json!(true))
                {
                    return Some(format!("{name} is missing"));
                }
                if let Some(now) = now
                    && let Some(unread) =
                        self.unread(&header["schema"], new, &now["schema"], random)
                {
                    return Some(format!("{name}: {unread} is unreadable"));
                }
            }
            let (was, is) = (&known["content"], &answer["content"]);
            for (media, content) in entries(is) {
                // The client chooses a media type that it knows.
                let Some(known) = was.get(media) else { continue };
                if let Some(unread) = self.unread(&known["schema"], new, &content["schema"], random)
                {
                    return Some(format!("{status}: {unread} is unreadable"));
                }
            }
            if entries(was).next().is_some()
                && entries(was).all(|(media, _)| is.get(media).is_none())
            {
                return Some(format!("{status} has another type"));
            }
        }
        None
    }

    /// A value that the new schema allows and the client cannot read.
    fn unread(
        &self,
        old: &Value,
        new: &Value,
        schema: &Value,
        random: &mut Random,
    ) -> Option<Value> {
        if old == schema && same(self.old, new, schema) {
            return None;
        }
        let reader = validator(self.old, old, true)?;
        let values = valid(new, schema, random).into_iter();
        values
            .into_iter()
            .find(|value| !reader.is_valid(value) && !is_unknown_event(self.old, value))
    }
}

/// Clients skip events that they do not know.
fn is_unknown_event(old: &Value, value: &Value) -> bool {
    let known = old["components"]["schemas"].as_object().into_iter().flatten();
    let mut known = known.filter_map(|(_, schema)| schema["properties"]["event"].get("const"));
    value.get("event").is_some_and(|event| event.is_string() && !known.any(|known| known == event))
}

/// Whether a schema means the same in both documents.
fn same(old: &Value, new: &Value, schema: &Value) -> bool {
    let (mut open, mut seen) = (vec![schema], BTreeSet::new());
    while let Some(value) = open.pop() {
        match value {
            Value::Object(keys) => {
                if let Some(target) =
                    keys.get("$ref").and_then(Value::as_str).and_then(|at| at.strip_prefix('#'))
                    && seen.insert(target)
                {
                    let (was, is) = (old.pointer(target), new.pointer(target));
                    if was != is {
                        return false;
                    }
                    open.extend(is);
                }
                open.extend(keys.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    true
}

fn valid(root: &Value, schema: &Value, random: &mut Random) -> Vec<Value> {
    let Some(validator) = validator(root, schema, false) else { return Vec::new() };
    let values = (0..TRIES).filter_map(|_| values::value(root, schema, random, 0));
    values.filter(|value| validator.is_valid(value)).collect()
}

/// The validator of a schema as a server or a client reads it; `None` if the value is no schema.
fn validator(root: &Value, schema: &Value, is_client: bool) -> Option<Validator> {
    if !schema.is_object() {
        return None;
    }
    let mut whole =
        json!({"components": {"schemas": root["components"]["schemas"]}, "allOf": [schema]});
    taken(&mut whole, is_client);
    jsonschema::options().should_validate_formats(true).build(&whole).ok()
}

/// Changes a schema to what programs accept:
///
/// - An integer has 64 bits, or 32 bits with `format: int32`.
/// - Programs take the first variant that fits, so several variants may fit.
/// - A client accepts unknown enum values.
fn taken(value: &mut Value, is_client: bool) {
    let Value::Object(keys) = value else {
        value.as_array_mut().into_iter().flatten().for_each(|item| taken(item, is_client));
        return;
    };
    if let Some(variants) = keys.remove("oneOf") {
        keys.insert("anyOf".to_owned(), variants);
    }
    if is_client && keys.get("enum").is_some_and(Value::is_array) {
        keys.remove("enum");
    }
    if keys.get("type") == Some(&json!("integer")) {
        let (least, most) = match keys.get("format").and_then(Value::as_str) {
            Some("int32") => (i32::MIN.into(), i32::MAX.into()),
            _ => (i64::MIN, i64::MAX),
        };
        let bits = json!({"minimum": least, "maximum": most});
        let entries = keys.entry("allOf").or_insert(json!([]));
        entries.as_array_mut().into_iter().for_each(|entries| entries.push(bits.clone()));
    }
    keys.values_mut().for_each(|value| taken(value, is_client));
}

/// The requirements of each alternative: the places of its credentials, and its roles.
fn ways_in(root: &Value, operation: &Value) -> Vec<BTreeSet<String>> {
    let security = operation.get("security").and_then(Value::as_array).cloned().unwrap_or_default();
    let mut ways: Vec<BTreeSet<String>> = Vec::new();
    for alternative in &security {
        let mut needs = BTreeSet::new();
        for (scheme, roles) in entries(alternative) {
            let place = &root["components"]["securitySchemes"][scheme];
            needs.insert(format!("{} {} {}", place["type"], place["in"], place["name"]));
            needs.extend(roles.as_array().into_iter().flatten().map(|role| format!("role {role}")));
        }
        ways.push(needs);
    }
    if ways.is_empty() {
        ways.push(BTreeSet::new());
    }
    ways
}

fn operations(root: &Value) -> Vec<(String, String, &Value)> {
    let paths = entries(&root["paths"]).flat_map(|(path, item)| {
        let operations =
            entries(item).filter(|(_, operation)| operation.get("responses").is_some());
        operations.map(move |(method, operation)| (path.clone(), method.clone(), operation))
    });
    paths.collect()
}

fn parameters<'a>(root: &'a Value, path: &str, operation: &'a Value) -> Vec<&'a Value> {
    let shared = root["paths"][path]["parameters"].as_array().into_iter().flatten();
    let own = operation["parameters"].as_array().into_iter().flatten();
    shared.chain(own).collect()
}

fn key(parameter: &Value) -> (String, String) {
    let text = |key: &str| parameter[key].as_str().unwrap_or_default().to_owned();
    (text("in"), text("name"))
}

fn body<'a>(_: &'a Value, operation: &'a Value) -> Option<&'a Value> {
    operation["requestBody"]["content"]["application/json"].get("schema")
}

fn followed<'a>(root: &'a Value, value: &'a Value) -> &'a Value {
    let target = value.get("$ref").and_then(Value::as_str).and_then(|at| at.strip_prefix('#'));
    target.and_then(|target| root.pointer(target)).unwrap_or(value)
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

fn pointer(keys: &[&str]) -> String {
    keys.iter().map(|key| format!("/{}", key.replace('~', "~0").replace('/', "~1"))).collect()
}
