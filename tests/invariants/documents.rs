//! The documents are served as written, as JSON, and as OpenAPI 3.0.

mod lowered;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use stoa_values::text::is_control;

use super::ROOT;
use crate::contract::document;
use crate::harness::served_read_only;

#[tokio::test]
async fn documents_are_served_byte_for_byte() {
    let server = served_read_only().await;
    for document in document::all() {
        let stoa_runtime::Document { name, json, json_3_0, .. } = document.api.document;
        let written =
            fs::read_to_string(Path::new(ROOT).join(format!("specs/{name}.yaml"))).unwrap();
        let (yaml_path, json_path) = (&document.api.yaml_path(), &document.api.json_path());
        let json_3_0_path = &document.api.json_3_0_path();
        let yaml = server.get(yaml_path).await;
        assert_eq!(yaml.response.body, written.as_bytes(), "{yaml_path}");
        for (path, json, version) in
            [(json_path, json, "3.1.0"), (json_3_0_path, json_3_0, "3.0.3")]
        {
            assert!(written.contains(&format!("at `{path}`")), "the document tells {path}");
            let served = server.get(path).await;
            assert_eq!(served.json, serde_json::from_str::<Value>(json).unwrap(), "{path}");
            assert_eq!(served.json["openapi"], version);
            assert_eq!(served.json["info"]["version"], document.json["info"]["version"]);
        }

        let etag = yaml.header("etag");
        assert_eq!(server.get(yaml_path).header("if-none-match", etag).await.status(), 304);
        assert_eq!(
            server.request("HEAD", yaml_path).await.header("content-length"),
            written.len().to_string()
        );
        assert_eq!(server.request("POST", yaml_path).await.status(), 405);
        for path in document.api.document_paths() {
            assert_eq!(server.get(&format!("{path}.yaml")).await.response.body, written.as_bytes());
            assert_eq!(server.get(&format!("{path}.json")).await.json, document.json, "{path}");
        }
    }
}

/// A client may send null for an optional member of a body. In an `x-patch` object, null may have a meaning of its own.
#[test]
fn optional_members_may_be_null() {
    let mut seen = 0;
    for document in document::all() {
        let paths = document.json["paths"].as_object().unwrap().values();
        let operations = paths.flat_map(|path| path.as_object().unwrap().values());
        for operation in operations {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            seen += nullable_members(&document.json, schema, &mut BTreeSet::new());
        }
    }
    assert!(seen > 50, "{seen}");
}

/// Asserts that each optional member of this schema may be null. Returns the number of optional members. `known` has the
/// schemas that were visited, because a schema may contain itself.
fn nullable_members<'a>(
    document: &'a Value,
    schema: &'a Value,
    known: &mut BTreeSet<&'a str>,
) -> usize {
    let mut seen = 0;
    if let Some(target) = schema["$ref"].as_str() {
        return match known.insert(target) {
            true => nullable_members(document, document.pointer(&target[1..]).unwrap(), known),
            false => 0,
        };
    }
    for variant in schema["oneOf"].as_array().into_iter().flatten() {
        seen += nullable_members(document, variant, known);
    }
    seen += schema.get("items").map_or(0, |items| nullable_members(document, items, known));
    let required = schema["required"].as_array();
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        seen += nullable_members(document, member, known);
        if required.is_some_and(|names| names.iter().any(|other| other == name)) {
            continue;
        }
        seen += 1;
        let variants = member["oneOf"].as_array().into_iter().flatten();
        let types = variants.chain([member]).map(|schema| &schema["type"]);
        let mut names =
            types.flat_map(|name| name.as_array().cloned().unwrap_or(vec![name.clone()]));
        // An absent type allows any JSON.
        let is_any = member.get("type").or(member.get("oneOf")).or(member.get("$ref")).is_none();
        let may_be_null = is_any || names.any(|name| name == "null") || schema["x-patch"] == true;
        assert!(may_be_null, "{name} may not be null: {member}");
    }
    seen
}

/// Every text that staff send is of one line, except messages, notes and longer texts, and texts that the server parses
/// or compares.
#[test]
fn texts_of_staff_are_of_one_line() {
    const OTHERS: [&str; 16] = [
        "awayMessage",
        "body",
        "color",
        "customCss",
        "customJs",
        "description",
        "email",
        "excerpt",
        "greetingMessage",
        "primaryColor",
        "seoDescription",
        "shortDescription",
        "slug",
        "trackingUrl",
        "url",
        "weight",
    ];
    let document = &document::of("staff").json;
    let paths = document["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|path| path.as_object().unwrap().values());
    let schemas = operations.filter_map(|operation| {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str()
    });
    let mut patterns = Vec::new();
    for schema in schemas {
        let properties = document.pointer(&schema[1..]).unwrap()["properties"].as_object();
        for (name, property) in properties.into_iter().flatten() {
            let is_text = property["type"] == "string" || property["type"][0] == "string";
            if is_text && property.get("format").is_none() && !OTHERS.contains(&name.as_str()) {
                let pattern = property["allOf"][0].get("pattern").or(property.get("pattern"));
                let pattern = pattern.and_then(Value::as_str);
                patterns.push(pattern.unwrap_or_else(|| panic!("{schema}: {name}")));
            }
        }
    }
    assert!(patterns.len() > 10, "{patterns:?}");
    let schema =
        json!({"allOf": patterns.iter().map(|it| json!({"pattern": it})).collect::<Value>()});
    let options = jsonschema::options().with_pattern_options(jsonschema::PatternOptions::regex());
    let validator = options.build(&schema).unwrap();
    for letter in '\0'..=char::MAX {
        let text = json!(format!("a{letter}b"));
        assert_eq!(validator.is_valid(&text), !is_control(letter), "{letter:?}");
    }
}

/// Each failure documents the header of its code, and each of its examples has the code as its name.
#[test]
fn failures_document_their_codes() {
    for operation in document::all().iter().flat_map(|document| &document.operations) {
        for status in operation.statuses().into_iter().filter(|status| *status >= 400) {
            let response = operation.response(status).unwrap();
            let place = format!("{} {status}", operation.id);
            assert!(response["headers"]["X-Error-Code"].is_object(), "{place}");
            let examples = response["content"]["application/json"]["examples"].as_object();
            for name in examples.into_iter().flat_map(|examples| examples.keys()) {
                let is_code = |letter: char| letter.is_ascii_lowercase() || letter == '_';
                assert!(name.chars().all(is_code), "{place}: {name}");
            }
        }
    }
}

#[test]
fn the_contract_fixes_the_version_of_rest_v1() {
    let info = &document::of("rest-v1").json["info"];
    assert_eq!((&info["version"], &info["x-fixed-version"]), (&"1.0.0".into(), &true.into()));
}
