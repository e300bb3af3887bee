//! Fixed random documents mean the same on the wire: paths, methods, parameters, statuses, media types, and the values
//! that each schema allows.

use std::collections::BTreeMap;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use super::faulty::faulty;
use super::random::Random;
use super::{fixed, parsed, read, values, yaml};

const METHODS: &[&str] = &["get", "post", "put", "patch", "delete"];

/// The parts of all operations, each with the pointer of its schema if it has one.
type Places = BTreeMap<String, Option<String>>;

#[test]
fn fixes_do_not_change_the_wire() {
    for (seeds, file) in [(0..9, "fixture.yaml"), (100..112, "refused/base.yaml")] {
        let base = parsed(&read(file));
        for seed in seeds {
            let mut random = Random::new(seed);
            let document = faulty(&base, &mut random);
            let text = match seed % 3 {
                0 => format!("{document:#}\n"),
                _ => yaml::write(&document, &mut random),
            };
            assert_eq!(parsed(&text), document, "seed {seed}");
            let after =
                fixed(&text).unwrap_or_else(|error| panic!("seed {seed}: {error:#}\n{text}"));
            assert!(!after.fixed.is_empty(), "seed {seed}");
            if seed % 3 > 0 {
                let comments = |text: &str| text.matches("# about").count();
                assert!(comments(&after.text) * 2 >= comments(&text), "seed {seed}");
            }
            same_wire(&base, &document, &parsed(&after.text), &mut random, seed);
        }
    }
}

fn same_wire(base: &Value, before: &Value, after: &Value, random: &mut Random, seed: u64) {
    let (before_places, after_places) = (places(before), places(after));
    let names = |places: &Places| places.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&before_places), names(&after_places), "seed {seed}");
    let (before, after) = (as_json_schema(before), as_json_schema(after));
    let base_places = places(base);
    let (mut tried, mut valid) = (0, 0);
    for (place, pointer) in &before_places {
        let (Some(pointer), Some(other)) = (pointer, &after_places[place]) else { continue };
        let Some(Some(original)) = base_places.get(place) else { continue };
        let (one, two) = (validator(&before, pointer), validator(&after, other));
        for _ in 0..25 {
            let schema = base.pointer(original).unwrap();
            let Some(mut value) = values::value(base, schema, random, 0) else { continue };
            if random.below(3) > 0 {
                spoil(&mut value, random);
            }
            let is_valid = one.is_valid(&value);
            assert_eq!(
                is_valid,
                two.is_valid(&value),
                "seed {seed}: {place}: {value}\nbefore {}\nafter {}\n{:?} {:?}",
                before.pointer(pointer).unwrap(),
                after.pointer(other).unwrap(),
                one.validate(&value).err().map(|error| (
                    error.instance_path().to_string(),
                    error.schema_path().to_string()
                )),
                two.validate(&value).err().map(|error| (
                    error.instance_path().to_string(),
                    error.schema_path().to_string()
                ))
            );
            tried += 1;
            valid += usize::from(is_valid);
        }
    }
    assert!(tried > 200 && valid * 10 > tried && valid < tried, "{valid} of {tried}");
}

/// Everything that an operation says, except texts and names that are not sent.
fn places(document: &Value) -> Places {
    let mut found = Places::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for method in METHODS.iter().filter(|method| item.get(**method).is_some()) {
            let at = format!("/paths/{}/{method}", path.replace('/', "~1"));
            let name = format!("{method} {path}");
            let shared = format!("/paths/{}", path.replace('/', "~1"));
            for owner in [&shared, &at] {
                let count = document.pointer(owner).unwrap().get("parameters");
                for index in 0..count.and_then(Value::as_array).map_or(0, Vec::len) {
                    let at = resolved(document, &format!("{owner}/parameters/{index}"));
                    let parameter = document.pointer(&at).unwrap();
                    let is_required = parameter.get("required").is_some_and(|flag| flag == true)
                        || parameter["in"] == "path";
                    let name =
                        format!("{name} {} {} {is_required}", parameter["in"], parameter["name"]);
                    match parameter.get("schema") {
                        Some(_) => _ = found.insert(name, Some(format!("{at}/schema"))),
                        None => contents(document, &name, &at, &mut found),
                    }
                }
            }
            let operation = document.pointer(&at).unwrap();
            if operation.get("requestBody").is_some() {
                let at = resolved(document, &format!("{at}/requestBody"));
                contents(document, &format!("{name} body"), &at, &mut found);
            }
            for (code, _) in operation["responses"].as_object().unwrap() {
                let at = resolved(document, &format!("{at}/responses/{code}"));
                let name = format!("{name} {code}");
                found.insert(name.clone(), None);
                contents(document, &name, &at, &mut found);
                let headers =
                    document.pointer(&at).unwrap().get("headers").and_then(Value::as_object);
                for (header, _) in headers.into_iter().flatten() {
                    let at = resolved(document, &format!("{at}/headers/{header}"));
                    found.insert(format!("{name} {header}"), Some(format!("{at}/schema")));
                }
            }
        }
    }
    found
}

fn contents(document: &Value, name: &str, at: &str, found: &mut Places) {
    let content = document.pointer(at).unwrap().get("content").and_then(Value::as_object);
    for (media_type, media) in content.into_iter().flatten() {
        let pointer = format!("{at}/content/{}/schema", media_type.replace('/', "~1"));
        found.insert(format!("{name} {media_type}"), media.get("schema").map(|_| pointer));
    }
}

fn resolved(document: &Value, pointer: &str) -> String {
    let target = document.pointer(pointer).and_then(|value| value.get("$ref")?.as_str());
    target.map_or_else(|| pointer.to_owned(), |target| target[1..].to_owned())
}

fn validator(document: &Value, pointer: &str) -> Validator {
    let mut schema = document.clone();
    let fragment = pointer.replace('{', "%7B").replace('}', "%7D");
    schema["$ref"] = json!(format!("#{fragment}"));
    jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{pointer}: {error}"))
}

/// The document with the keywords of OpenAPI 3.0 and `int32` as JSON Schema has them.
fn as_json_schema(document: &Value) -> Value {
    let mut schemas = document.clone();
    let is_old = document["openapi"].as_str().unwrap().starts_with("3.0");
    translate(&mut schemas, is_old);
    schemas
}

fn translate(value: &mut Value, is_old: bool) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| translate(item, is_old)),
        Value::Object(members) => {
            members.values_mut().for_each(|value| translate(value, is_old));
            if members.get("format").is_some_and(|format| format == "int32") {
                members.entry("minimum").or_insert(json!(i32::MIN));
                members.entry("maximum").or_insert(json!(i32::MAX));
            }
            if is_old {
                translate_old(members);
            }
        }
        _ => {}
    }
}

fn translate_old(members: &mut Map<String, Value>) {
    if members.get("$ref").is_some_and(Value::is_string) {
        members.retain(|key, _| key == "$ref");
    }
    for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if members.get(exclusive).is_some_and(Value::is_boolean) {
            let is_exclusive = members.remove(exclusive) == Some(json!(true));
            if let (true, Some(number)) = (is_exclusive, members.get(bound).cloned()) {
                members.remove(bound);
                members.insert(exclusive.to_owned(), number);
            }
        }
    }
    if members.get("nullable").is_some_and(|nullable| nullable == true) {
        members.remove("nullable");
        let schema = Value::Object(std::mem::take(members));
        members.insert("anyOf".to_owned(), json!([schema, { "type": "null" }]));
    }
}

/// Changes a random part of a value.
fn spoil(value: &mut Value, random: &mut Random) {
    match value {
        Value::Object(members) if !members.is_empty() && random.below(5) > 0 => {
            let keys: Vec<String> = members.keys().cloned().collect();
            let key = random.one(&keys).unwrap();
            match random.below(5) {
                0 => _ = members.remove(key),
                1 => _ = members.insert("another".to_owned(), json!(1)),
                _ => spoil(members.get_mut(key).unwrap(), random),
            }
        }
        Value::Array(items) if !items.is_empty() && random.below(5) > 0 => {
            let index = random.below(items.len());
            spoil(&mut items[index], random);
        }
        Value::Number(number) if number.is_i64() && random.flip() => {
            let steps = [-1, 1, 3_000_000_000, -3_000_000_000];
            let step = random.one(&steps).unwrap();
            *value = json!(number.as_i64().unwrap().saturating_add(*step));
        }
        _ => {
            let others =
                [json!(null), json!(0), json!(1.5), json!(true), json!("x"), json!([]), json!({})];
            *value = random.one(&others).unwrap().clone();
        }
    }
}
