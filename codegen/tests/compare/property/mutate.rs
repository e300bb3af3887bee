//! Random changes of a document, such as a person might make.

use serde_json::{Map, Value, json};

use super::random::Random;

type Change = fn(&mut Value, &mut Random) -> bool;

const SCHEMA_CHANGES: &[(&str, Change)] = &[
    ("type", |schema, random| {
        set(
            schema,
            "type",
            &[
                json!("integer"),
                json!("number"),
                json!("string"),
                json!("boolean"),
                json!("array"),
                json!("object"),
            ],
            random,
        )
    }),
    ("no type", |schema, _| remove(schema, "type")),
    ("nullable", nullable),
    ("minimum", |schema, random| {
        of(schema, &["integer", "number"]) && number(schema, "minimum", random)
    }),
    ("maximum", |schema, random| {
        of(schema, &["integer", "number"]) && number(schema, "maximum", random)
    }),
    ("minLength", |schema, random| of(schema, &["string"]) && number(schema, "minLength", random)),
    ("maxLength", |schema, random| of(schema, &["string"]) && number(schema, "maxLength", random)),
    ("minItems", |schema, random| of(schema, &["array"]) && number(schema, "minItems", random)),
    ("maxItems", |schema, random| of(schema, &["array"]) && number(schema, "maxItems", random)),
    ("bound in allOf", all_of),
    ("no allOf", |schema, _| remove(schema, "allOf")),
    ("pattern", |schema, random| {
        of(schema, &["string"])
            && set(schema, "pattern", &[json!("@"), json!("^#"), json!("a")], random)
    }),
    ("no pattern", |schema, _| remove(schema, "pattern")),
    ("format", |schema, random| {
        let formats = [json!("date-time"), json!("email"), json!("uri"), json!("uuid")];
        of(schema, &["string"]) && set(schema, "format", &formats, random)
    }),
    ("integer format", |schema, random| {
        of(schema, &["integer"]) && set(schema, "format", &[json!("int32"), json!("int64")], random)
    }),
    ("no format", |schema, _| remove(schema, "format")),
    ("required", required),
    ("required removed", |schema, random| remove_item(schema, "required", random)),
    ("property removed", |schema, random| {
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        properties.and_then(|properties| take(properties, random)).is_some()
    }),
    ("property renamed", |schema, random| {
        let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else {
            return false;
        };
        let Some((name, property)) = take(properties, random) else { return false };
        properties.insert(format!("{name}New"), property);
        true
    }),
    ("property added", |schema, random| {
        let fresh = a_schema(random);
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        properties.map(|properties| properties.insert("fresh".to_owned(), fresh)).is_some()
    }),
    ("enum", |schema, _| {
        of(schema, &["string"]) && {
            schema["enum"] = json!(["newest", "draft", "a"]);
            true
        }
    }),
    ("enum value", |schema, _| {
        let list = schema.get_mut("enum").and_then(Value::as_array_mut);
        list.map(|list| list.push(json!("fresh"))).is_some()
    }),
    ("enum value removed", |schema, random| remove_item(schema, "enum", random)),
    ("no enum", |schema, _| remove(schema, "enum")),
    ("const", |schema, random| {
        schema.get("const").is_some()
            && set(schema, "const", &[json!("fresh"), json!(true), json!("plain")], random)
    }),
    ("no const", |schema, _| {
        remove(schema, "const") && {
            schema["type"] = json!("string");
            true
        }
    }),
    ("variant", |schema, random| {
        let fresh = a_schema(random);
        let list = schema.get_mut("oneOf").and_then(Value::as_array_mut);
        list.map(|list| list.push(fresh)).is_some()
    }),
    ("variant removed", |schema, random| remove_item(schema, "oneOf", random)),
    ("items", |schema, random| inner(schema, "items", random)),
    ("map", |schema, random| inner(schema, "additionalProperties", random)),
    ("no map", |schema, _| remove(schema, "additionalProperties")),
    ("another schema", |schema, random| {
        *schema = a_schema(random);
        true
    }),
];

const OTHER_CHANGES: &[(&str, Change)] = &[
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

/// Changes that clients notice in their source, if at all.
const SOURCE_CHANGES: &[(&str, Change)] = &[
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
    ("tag inbound", |root, random| {
        let tags = root["tags"].as_array_mut();
        let place = tags.as_ref().map_or(0, |tags| random.below(tags.len()));
        tags.and_then(|tags| tags.get_mut(place)).is_some_and(|at| flip(at, "x-inbound"))
    }),
    ("operations reordered", |root, random| reorder_keys(&mut root["paths"], random)),
    ("schemas reordered", |root, random| reorder_keys(&mut root["components"]["schemas"], random)),
];

/// Makes one change and returns its name. All changes are equally likely, even those that fit only few places.
pub fn any(root: &mut Value, random: &mut Random) -> Option<&'static str> {
    let others = || OTHER_CHANGES.iter().chain(SOURCE_CHANGES);
    let kind = random.below(SCHEMA_CHANGES.len() + others().count());
    if let Some((name, change)) =
        kind.checked_sub(SCHEMA_CHANGES.len()).and_then(|kind| others().nth(kind))
    {
        return (0..50).any(|_| change(root, random)).then_some(*name);
    }
    let (name, change) = SCHEMA_CHANGES[kind];
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

/// A small schema, or a reference to a schema of the document.
fn a_schema(random: &mut Random) -> Value {
    let schemas = [
        json!({"type": "string"}),
        json!({"type": "string", "maxLength": 3}),
        json!({"type": ["string", "null"]}),
        json!({"type": "integer", "format": "int64"}),
        json!({"type": "integer"}),
        json!({"type": "number"}),
        json!({"type": "boolean"}),
        json!({}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"$ref": "#/components/schemas/State"}),
        json!({"$ref": "#/components/schemas/Gone"}),
        json!({"$ref": "#/components/schemas/OwnerId"}),
        json!({"$ref": "#/components/schemas/Hook"}),
        json!({"oneOf": [{"$ref": "#/components/schemas/Gone"}, {"type": "null"}]}),
        json!({"oneOf": [{"type": "integer"}, {"type": "string"}]}),
        json!({"const": "fresh"}),
    ];
    random.one(&schemas).cloned().unwrap_or_default()
}

fn of(schema: &Value, types: &[&str]) -> bool {
    schema["type"].as_str().is_some_and(|name| types.contains(&name))
}

fn set(at: &mut Value, key: &str, values: &[Value], random: &mut Random) -> bool {
    let Some(value) = random.one(values) else { return false };
    at.as_object_mut().map(|at| at.insert(key.to_owned(), value.clone())).is_some()
}

fn remove(at: &mut Value, key: &str) -> bool {
    at.as_object_mut().is_some_and(|at| at.shift_remove(key).is_some())
}

fn flip(at: &mut Value, key: &str) -> bool {
    let now = at[key] == json!(true);
    at.as_object_mut().map(|at| at.insert(key.to_owned(), json!(!now))).is_some()
}

fn take(map: &mut Map<String, Value>, random: &mut Random) -> Option<(String, Value)> {
    let name = map.keys().nth(random.below(map.len()))?.clone();
    map.shift_remove(&name).map(|value| (name, value))
}

fn remove_item(at: &mut Value, key: &str, random: &mut Random) -> bool {
    let Some(list) = at.get_mut(key).and_then(Value::as_array_mut) else { return false };
    let place = random.below(list.len());
    !list.is_empty() && {
        list.remove(place);
        true
    }
}

fn number(at: &mut Value, key: &str, random: &mut Random) -> bool {
    let now = at.get(key).and_then(Value::as_i64);
    match (now, random.below(4)) {
        (Some(_), 0) => remove(at, key),
        (Some(now), 1) => set(at, key, &[json!(now + 1)], random),
        (Some(now), 2) => set(at, key, &[json!((now - 1).max(0))], random),
        _ => set(at, key, &[json!(0), json!(1), json!(2), json!(7), json!(500)], random),
    }
}

fn nullable(schema: &mut Value, _: &mut Random) -> bool {
    match schema.get("type").cloned() {
        Some(Value::String(name)) => schema["type"] = json!([name, "null"]),
        Some(Value::Array(names)) => schema["type"] = names.first().cloned().unwrap_or_default(),
        _ if schema.get("$ref").is_some() => {
            *schema = json!({"oneOf": [schema.clone(), {"type": "null"}]})
        }
        _ => return false,
    }
    true
}

fn all_of(schema: &mut Value, random: &mut Random) -> bool {
    let entry = match schema["type"].as_str() {
        Some("string") => json!({"maxLength": random.below(9), "x-message": "too long"}),
        Some("integer") => json!({"minimum": random.below(9), "x-message": "too small"}),
        _ => return false,
    };
    set(schema, "allOf", &[json!([entry])], random)
}

fn required(schema: &mut Value, random: &mut Random) -> bool {
    let names = schema["properties"].as_object().map(|it| it.keys().cloned().collect::<Vec<_>>());
    let Some(name) = names.and_then(|names| random.one(&names).cloned()) else { return false };
    let list = schema.as_object_mut().map(|it| it.entry("required").or_insert(json!([])));
    let Some(list) = list.and_then(Value::as_array_mut) else { return false };
    let is_new = !list.contains(&json!(name));
    if is_new {
        list.push(json!(name));
    }
    is_new
}

fn inner(schema: &mut Value, key: &str, random: &mut Random) -> bool {
    let fresh = a_schema(random);
    schema.get(key).is_some() && set(schema, key, &[fresh], random)
}

fn an_operation<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let items = root["paths"].as_object_mut()?.values_mut().filter_map(Value::as_object_mut);
    let operations =
        items.flat_map(|item| item.values_mut()).filter(|at| at.get("responses").is_some());
    let mut operations: Vec<&mut Value> = operations.collect();
    let place = random.below(operations.len());
    (!operations.is_empty()).then(|| operations.swap_remove(place))
}

fn a_parameter<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let list = an_operation(root, random)?.get_mut("parameters")?.as_array_mut()?;
    let place = random.below(list.len());
    list.get_mut(place)
}

fn a_response<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let responses = an_operation(root, random)?.get_mut("responses")?.as_object_mut()?;
    let place = random.below(responses.len());
    responses.values_mut().nth(place)
}

/// An object among the components.
fn an_object<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let schemas = root["components"]["schemas"].as_object_mut()?.values_mut();
    let mut objects: Vec<_> = schemas.filter(|at| at.get("properties").is_some()).collect();
    let place = random.below(objects.len());
    (!objects.is_empty()).then(|| objects.swap_remove(place))
}

fn a_property<'a>(root: &'a mut Value, random: &mut Random) -> Option<&'a mut Value> {
    let properties = an_object(root, random)?["properties"].as_object_mut()?;
    let place = random.below(properties.len());
    properties.values_mut().nth(place)
}

fn a_component(root: &Value, random: &mut Random) -> Option<String> {
    let schemas = root["components"]["schemas"].as_object()?;
    schemas.keys().nth(random.below(schemas.len())).cloned()
}

/// Replaces each reference to a schema with the schema.
fn inline(at: &mut Value, reference: &Value, target: &Value) -> bool {
    if at.get("$ref") == Some(reference) {
        *at = target.clone();
        return true;
    }
    let mut any = false;
    match at {
        Value::Object(keys) => {
            keys.values_mut().for_each(|value| any |= inline(value, reference, target));
        }
        Value::Array(items) => {
            items.iter_mut().for_each(|item| any |= inline(item, reference, target));
        }
        _ => {}
    }
    any
}

/// Exchanges two items of a list.
fn reorder(list: &mut Value, random: &mut Random) -> bool {
    let Some(list) = list.as_array_mut().filter(|list| list.len() > 1) else { return false };
    let (one, other) = (random.below(list.len()), random.below(list.len()));
    list.swap(one, other);
    one != other
}

/// Moves an entry of an object to the end.
fn reorder_keys(object: &mut Value, random: &mut Random) -> bool {
    let Some(object) = object.as_object_mut().filter(|object| object.len() > 1) else {
        return false;
    };
    let entry = take(object, random);
    entry.map(|(name, value)| object.insert(name, value)).is_some()
}
