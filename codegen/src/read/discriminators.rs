//! Names of schemas that are values on the wire, because a discriminator has no mapping for them.

use heck::ToPascalCase;
use serde_json::{Map, Value};

use crate::document::walk::{self, Place};
use crate::document::{Fix, Node, segments};

const PREFIX: &str = "#/components/schemas/";

/// Requires a mapping for each schema that cannot keep its name.
pub fn refuse_implicit(root: &Node<'_>) {
    walk::visit(root.value, &mut |pointer, place, value| {
        if place != Place::Schema || !value.get("discriminator").is_some_and(Value::is_object) {
            return;
        }
        let union = root.along(segments(pointer));
        let Some(discriminator) = union.get("discriminator") else { return };
        let mapping = discriminator.get("mapping");
        let mapped = mapping.iter().filter_map(|mapping| mapping.value.as_object()).flatten();
        let mapped: Vec<&str> = mapped.filter_map(|(_, target)| target.as_str()).collect();
        let names = variants(root, &union);
        let implicit = names.iter().filter(|name| {
            !mapped.contains(name) && !mapped.contains(&format!("{PREFIX}{name}").as_str())
        });
        let implicit: Vec<&&str> = implicit.collect();
        if implicit.iter().all(|name| ***name == name.to_pascal_case()) || discriminator.is_faulty()
        {
            return;
        }
        let entries = implicit
            .iter()
            .map(|name| ((**name).to_owned(), Value::from(format!("{PREFIX}{name}"))));
        let fix = match mapping {
            None => Fix::add(&discriminator, "mapping", entries.collect::<Map<_, _>>()),
            Some(mapping) => {
                let fixes = entries.map(|(key, target)| Fix::add(&mapping, &key, target));
                let Some(fix) = fixes.reduce(Fix::and) else { return };
                fix
            }
        };
        discriminator.fault(fix.with_reason("without it, a schema's name is a value on the wire"));
    });
}

/// The schemas of a union; without a list, those that extend the schema by `allOf`.
fn variants<'a>(root: &Node<'a>, union: &Node<'a>) -> Vec<&'a str> {
    let lists = ["oneOf", "anyOf"].iter().flat_map(|key| union.items_of(key).unwrap_or_default());
    let listed: Vec<&str> = lists.filter_map(|item| target(item.value)).collect();
    if !listed.is_empty() {
        return listed;
    }
    let Some(name) = union.pointer().strip_prefix("/components/schemas/") else {
        return Vec::new();
    };
    let extends = |schema: &Node<'_>| {
        let parts = schema.value.get("allOf").and_then(Value::as_array);
        parts.into_iter().flatten().any(|part| target(part) == Some(name))
    };
    let schemas = root.components("schemas").into_iter();
    schemas.filter(|(_, schema)| extends(schema)).map(|(name, _)| name).collect()
}

fn target(value: &Value) -> Option<&str> {
    value.get("$ref")?.as_str()?.strip_prefix(PREFIX)
}
