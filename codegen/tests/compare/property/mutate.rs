//! Random changes of a document, such as a person might make.

mod document;
mod edit;
mod place;
mod schema;
mod source;

use serde_json::Value;

use super::random::Random;

type Change = fn(&mut Value, &mut Random) -> bool;

/// Makes one change and returns its name. All changes are equally likely, even those that fit only few places.
pub fn any(root: &mut Value, random: &mut Random) -> Option<&'static str> {
    let others = || document::CHANGES.iter().chain(source::CHANGES);
    let kind = random.below(schema::CHANGES.len() + others().count());
    if let Some((name, change)) =
        kind.checked_sub(schema::CHANGES.len()).and_then(|kind| others().nth(kind))
    {
        return (0..50).any(|_| change(root, random)).then_some(*name);
    }
    let (name, change) = schema::CHANGES[kind];
    let places = schemas(root);
    let first = random.below(places.len());
    let mut places = places.iter().cycle().skip(first).take(places.len());
    places.any(|place| root.pointer_mut(place).is_some_and(|at| change(at, random))).then_some(name)
}

/// The pointers of all schemas: values with a type, a constant, variants or a reference.
fn schemas(root: &Value) -> Vec<String> {
    let (mut open, mut found) = (vec![(String::new(), root)], Vec::new());
    while let Some((pointer, value)) = open.pop() {
        let is_schema =
            ["type", "const", "oneOf", "$ref"].iter().any(|key| value.get(key).is_some());
        let is_other = ["/securitySchemes/", "/examples/", "/example/"]
            .iter()
            .any(|part| pointer.contains(part));
        if is_schema && !is_other && (pointer.contains("/schema")) {
            found.push(pointer.clone());
        }
        match value {
            Value::Object(keys) => open.extend(keys.iter().map(|(key, value)| {
                (format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1")), value)
            })),
            Value::Array(items) => {
                open.extend(
                    items
                        .iter()
                        .enumerate()
                        .map(|(index, value)| (format!("{pointer}/{index}"), value)),
                );
            }
            _ => {}
        }
    }
    found
}
