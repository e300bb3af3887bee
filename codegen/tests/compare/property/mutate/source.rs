//! Changes that clients notice in their source, if at all.

use serde_json::{Value, json};

use super::Change;
use super::edit::{flip, inline, remove_item, reorder, reorder_keys, set};
use super::place::{a_component, a_property, an_object, an_operation};
use super::schema::{a_schema, nullable};

pub const CHANGES: &[(&str, Change)] = &[
    ("properties reordered", |root, random| {
        an_object(root, random)
            .and_then(|at| at.get_mut("properties"))
            .is_some_and(|at| reorder_keys(at, random))
    }),
    ("required reordered", |root, random| {
        an_object(root, random)
            .and_then(|at| at.get_mut("required"))
            .is_some_and(|at| reorder(at, random))
    }),
    ("parameters reordered", |root, random| {
        an_operation(root, random)
            .and_then(|at| at.get_mut("parameters"))
            .is_some_and(|at| reorder(at, random))
    }),
    ("path's parameters reordered", |root, random| {
        let item = root["paths"].as_object_mut().and_then(|at| {
            let place = random.below(at.len());
            at.values_mut().nth(place)
        });
        item.and_then(|at| at.get_mut("parameters")).is_some_and(|at| reorder(at, random))
    }),
    ("property optional", |root, random| {
        an_object(root, random).is_some_and(|at| remove_item(at, "required", random))
    }),
    ("property nullable", |root, random| {
        a_property(root, random).is_some_and(|at| nullable(at, random))
    }),
    ("property of a named type", |root, random| {
        let Some(name) = a_component(root, random) else { return false };
        let reference = json!({"$ref": format!("#/components/schemas/{name}")});
        a_property(root, random).map(|at| *at = reference).is_some()
    }),
    ("property of a named type added", |root, random| {
        let Some(name) = a_component(root, random) else { return false };
        let reference = json!({"$ref": format!("#/components/schemas/{name}")});
        let properties = an_object(root, random).and_then(|at| at["properties"].as_object_mut());
        properties.map(|at| at.insert(format!("fresh{}", random.below(99)), reference)).is_some()
    }),
    ("optional property added", |root, random| {
        let fresh = a_schema(random);
        let properties = an_object(root, random).and_then(|at| at["properties"].as_object_mut());
        properties.map(|at| at.insert(format!("fresh{}", random.below(99)), fresh)).is_some()
    }),
    ("default", |root, random| {
        let defaults = [json!("text"), json!(3), json!(true), json!([]), json!({})];
        a_property(root, random).is_some_and(|at| set(at, "default", &defaults, random))
    }),
    ("a name inlined", |root, random| {
        let Some(name) = a_component(root, random) else { return false };
        let target = root["components"]["schemas"][&name].clone();
        let reference = json!(format!("#/components/schemas/{name}"));
        inline(root, &reference, &target)
    }),
    ("optional parameter added", |root, random| {
        let schemas = [json!({"type": "string"}), json!({"type": "integer", "format": "int64"})];
        let name = format!("fresh{}", random.below(99));
        let schema = random.one(&schemas).cloned();
        let parameter = json!({"name": name, "in": "query", "schema": schema});
        let list =
            an_operation(root, random).and_then(|at| at.get_mut("parameters")?.as_array_mut());
        let place = list.as_ref().map_or(0, |list| random.below(list.len()));
        list.map(|list| list.insert(place, parameter)).is_some()
    }),
    ("operation added", |root, random| {
        let number = random.below(999);
        let Some(mut operation) = an_operation(root, random).cloned() else { return false };
        operation["operationId"] = json!(format!("fresh{number}"));
        root["paths"][format!("/fresh/{number}")] = json!({"get": operation});
        true
    }),
    ("webhook added", |root, random| {
        let Some(name) = a_component(root, random) else { return false };
        add_webhook(root, random.below(99), &name);
        true
    }),
    ("webhook with a type added", |root, random| {
        let number = random.below(99);
        root["components"]["schemas"][format!("Webhook{number}")] = json!({
            "type": "object",
            "required": ["type"],
            "properties": {"type": {"type": "string", "const": format!("fresh.n{number}")}}
        });
        add_webhook(root, number, &format!("Webhook{number}"));
        true
    }),
    ("tag inbound", |root, random| {
        let tags = root["tags"].as_array_mut();
        let place = tags.as_ref().map_or(0, |tags| random.below(tags.len()));
        tags.and_then(|tags| tags.get_mut(place)).is_some_and(|at| flip(at, "x-inbound"))
    }),
    ("operations reordered", |root, random| reorder_keys(&mut root["paths"], random)),
    ("schemas reordered", |root, random| reorder_keys(&mut root["components"]["schemas"], random)),
];

fn add_webhook(root: &mut Value, number: usize, payload: &str) {
    let schema = json!({"$ref": format!("#/components/schemas/{payload}")});
    let body = json!({"content": {"application/json": {"schema": schema}}});
    root["webhooks"][format!("fresh.n{number}")] = json!({"post": {"requestBody": body}});
}
