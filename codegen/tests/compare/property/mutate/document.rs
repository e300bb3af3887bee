//! Changes of a document outside its schemas.

use serde_json::{Value, json};

use super::Change;
use super::edit::{flip, remove, remove_item, set, take};
use super::place::{a_parameter, a_response, an_operation};

pub const CHANGES: &[(&str, Change)] = &[
    ("parameter required", |root, random| {
        a_parameter(root, random).is_some_and(|at| flip(at, "required"))
    }),
    ("parameter elsewhere", |root, random| {
        a_parameter(root, random)
            .is_some_and(|at| set(at, "in", &[json!("query"), json!("header")], random))
    }),
    ("parameter renamed", |root, random| {
        a_parameter(root, random).is_some_and(|at| set(at, "name", &[json!("fresh")], random))
    }),
    ("parameter removed", |root, random| {
        an_operation(root, random).is_some_and(|at| remove_item(at, "parameters", random))
    }),
    ("body required", |root, random| {
        an_operation(root, random)
            .and_then(|at| at.get_mut("requestBody"))
            .is_some_and(|at| flip(at, "required"))
    }),
    ("body removed", |root, random| {
        an_operation(root, random).is_some_and(|at| remove(at, "requestBody"))
    }),
    ("status removed", |root, random| {
        let at = an_operation(root, random).and_then(|at| at["responses"].as_object_mut());
        at.and_then(|at| take(at, random)).is_some()
    }),
    ("status changed", |root, random| {
        let status = ["200", "201", "202", "404", "409"][random.below(5)];
        let Some(at) = an_operation(root, random).and_then(|at| at["responses"].as_object_mut())
        else {
            return false;
        };
        let Some((_, response)) = take(at, random) else { return false };
        at.insert(status.to_owned(), response);
        true
    }),
    ("status added", |root, random| {
        let status = ["200", "201", "202", "404", "409"][random.below(5)];
        let Some(at) = an_operation(root, random).and_then(|at| at["responses"].as_object_mut())
        else {
            return false;
        };
        let response = random.one(&at.values().cloned().collect::<Vec<_>>()).cloned();
        response.map(|response| at.insert(status.to_owned(), response)).is_some()
    }),
    ("header", |root, random| {
        let header = a_response(root, random)
            .and_then(|at| at.get_mut("headers"))
            .and_then(Value::as_object_mut);
        header.is_some_and(|at| match random.flip() {
            true => take(at, random).is_some(),
            false => at.values_mut().next().is_some_and(|at| flip(at, "required")),
        })
    }),
    ("content type", |root, random| {
        let content = a_response(root, random)
            .and_then(|at| at.get_mut("content"))
            .and_then(Value::as_object_mut);
        let Some(content) = content else { return false };
        let Some((_, media)) = take(content, random) else { return false };
        content.insert("application/cbor".to_owned(), media);
        true
    }),
    ("security removed", |root, random| {
        an_operation(root, random).is_some_and(|at| remove_item(at, "security", random))
    }),
    ("security", |root, random| {
        let alternatives = [
            json!([]),
            json!([{"key": []}]),
            json!([{"cookie": []}, {}]),
            json!([{"key": ["store"]}]),
            json!([{"key": ["store"]}, {"key": ["owner"]}]),
            json!([{"key": ["owner", "store"]}]),
        ];
        an_operation(root, random).is_some_and(|at| set(at, "security", &alternatives, random))
    }),
    ("scheme", |root, random| {
        let schemes = root["components"]["securitySchemes"].as_object_mut();
        let scheme = schemes.and_then(|schemes| schemes.values_mut().nth(random.below(3)));
        scheme.is_some_and(|at| set(at, "name", &[json!("X-Fresh")], random))
    }),
    ("path", |root, random| {
        let Some(paths) = root["paths"].as_object_mut() else { return false };
        let Some((path, item)) = take(paths, random) else { return false };
        paths.insert(format!("{path}/fresh"), item);
        true
    }),
    ("operation removed", |root, random| {
        let item =
            root["paths"].as_object_mut().and_then(|paths| paths.values_mut().nth(random.below(6)));
        item.and_then(Value::as_object_mut).and_then(|item| take(item, random)).is_some()
    }),
    ("component", |root, random| {
        let Some(schemas) = root["components"]["schemas"].as_object_mut() else { return false };
        let other = random.one(&schemas.values().cloned().collect::<Vec<_>>()).cloned();
        let name = random.one(&schemas.keys().cloned().collect::<Vec<_>>()).cloned();
        name.zip(other).map(|(name, other)| schemas.insert(name, other)).is_some()
    }),
];
