//! A small document with every construct of the dialect that has a name, and several places for each kind of name.

use heck::{ToKebabCase, ToLowerCamelCase, ToPascalCase, ToSnakeCase};
use serde_json::{Map, Value, json};

/// The construct that a name belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Schema,
    Property,
    /// A value of an enum, or the constant of a discriminator.
    Value,
    Tag,
    Operation,
    /// A path parameter.
    Path,
    Query,
    Header,
    Part,
    Scheme,
    Principal,
    /// A role of a caller.
    Permission,
    RateLimit,
    Text,
}

use Role::*;

/// The number of names of each role in a document.
pub const ROLES: &[(Role, usize)] = &[
    (Schema, 16),
    (Property, 16),
    (Value, 16),
    (Tag, 7),
    (Operation, 8),
    (Path, 6),
    (Query, 7),
    (Header, 4),
    (Part, 6),
    (Scheme, 5),
    (Principal, 4),
    (Permission, 3),
    (RateLimit, 4),
    (Text, 30),
];

#[derive(Clone)]
pub struct Names(pub Vec<Vec<String>>);

impl Names {
    /// Names that cause no difficulty.
    pub fn plain() -> Self {
        let names = ROLES.iter().map(|(role, count)| {
            (0..*count).map(|number| role.written(&format!("{role:?}N{number}n"))).collect()
        });
        Self(names.collect())
    }

    /// Returns the same names, with one replaced.
    pub fn with(mut self, role: Role, number: usize, name: &str) -> Self {
        self.0[place(role)][number] = name.to_owned();
        self
    }

    fn of(&self, role: Role, number: usize) -> &str {
        &self.0[place(role)][number]
    }
}

fn place(role: Role) -> usize {
    ROLES.iter().position(|(other, _)| *other == role).unwrap()
}

impl Role {
    /// Writes the word in the case that the dialect requires for this role.
    pub fn written(self, word: &str) -> String {
        match self {
            Schema | Principal => word.to_pascal_case(),
            Operation => word.to_lower_camel_case(),
            Permission => word.to_snake_case(),
            RateLimit => word.to_kebab_case(),
            _ => word.to_owned(),
        }
    }
}

pub fn render(names: &Names) -> String {
    let text = |number| names.of(Text, number);
    let scheme = |number, place: Value| {
        let mut scheme = place;
        scheme["x-principal"] = names.of(Principal, number).into();
        scheme["description"] = text(number).into();
        scheme
    };
    let tags = (0..7).map(|number| {
        let description = format!("{}.", text(4 + number));
        json!({ "name": names.of(Tag, number), "description": description, "x-inbound": number == 6 })
    });
    let document = json!({
        "openapi": "3.1.0",
        "info": { "title": text(11), "version": "1.0.0", "license": { "name": "MIT", "identifier": "MIT" } },
        "servers": [{ "url": "{baseUrl}/api" }],
        "tags": tags.collect::<Vec<_>>(),
        "x-rate-limits": limits(names),
        "paths": paths(names),
        "components": {
            "securitySchemes": {
                names.of(Scheme, 0): scheme(0, json!({ "type": "http", "scheme": "bearer" })),
                names.of(Scheme, 1): scheme(1, json!({ "type": "apiKey", "in": "header", "name": "x-two" })),
                names.of(Scheme, 2): scheme(2, json!({ "type": "apiKey", "in": "cookie", "name": "three" })),
                names.of(Scheme, 3): scheme(3, json!({ "type": "apiKey", "in": "query", "name": "four" })),
                names.of(Scheme, 4): scheme(0, json!({ "type": "apiKey", "in": "query", "name": "five" })),
            },
            "responses": { "Failure": failure() },
            "schemas": schemas(names),
        },
    });
    format!("{document:#}\n")
}

fn limits(names: &Names) -> Value {
    let limit = |number: usize| {
        let counts = if number < 2 { "calls" } else { "outcomes" };
        let description = names.of(Text, 12 + number);
        let limit = json!({
            "calls": 6000, "seconds": 60, "per": "client", "counts": counts,
            "message": "Slow down", "description": format!("{description}."),
        });
        (names.of(RateLimit, number).to_owned(), limit)
    };
    Value::Object((0..4).map(limit).collect())
}

fn failure() -> Value {
    json!({
        "description": "A failure.",
        "content": { "application/json": { "schema": reference("ErrorResponse") } },
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn integer() -> Value {
    json!({ "type": "integer", "format": "int64" })
}

/// The responses of an operation: a success and these failures.
fn responses(failures: &[u16], success: &str, answer: Value) -> Value {
    let failure = json!({ "$ref": "#/components/responses/Failure" });
    let mut all: Map<String, Value> =
        failures.iter().map(|status| (status.to_string(), failure.clone())).collect();
    all.insert(success.to_owned(), answer);
    Value::Object(all)
}

fn answer(media_type: &str, schema: &str) -> Value {
    json!({ "description": "An answer.", "content": { media_type: { "schema": reference(schema) } } })
}

fn paths(names: &Names) -> Value {
    let (schema, scheme) = (|number| names.of(Schema, number), |number| names.of(Scheme, number));
    let operation = |number, tag, rest: Value| {
        let mut operation = json!({
            "operationId": names.of(Operation, number),
            "tags": [names.of(Tag, tag)],
            "summary": format!("{}.", names.of(Text, 16 + number)),
            "description": names.of(Text, 17 + number),
        });
        operation.as_object_mut().unwrap().append(&mut rest.as_object().unwrap().clone());
        operation
    };
    // No member of the patch, schema 7, is required.
    let body = |media_type: &str, number| json!({ "required": number != 7, "content": { media_type: { "schema": reference(schema(number)) } } });
    let path = |number: usize, schema: Value| json!({ "name": names.of(Path, number), "in": "path", "required": true, "schema": schema });
    let query = |number: usize, schema: Value| json!({ "name": names.of(Query, number), "in": "query", "required": number == 0, "schema": schema });
    let header = |number: usize, schema: Value| json!({ "name": names.of(Header, number), "in": "header", "required": number == 1, "schema": schema });
    let with = |mut schema: Value, key: &str, value: Value| {
        schema[key] = value;
        schema
    };
    let mut list = query(4, json!({ "type": "array", "items": integer() }));
    (list["style"], list["explode"]) = ("form".into(), false.into());
    let json = json!({
        "name": names.of(Query, 5), "in": "query",
        "content": { "application/json": { "schema": reference(schema(15)) } },
    });
    let limited = json!({
        "description": "Too many.",
        "headers": { "Retry-After": { "schema": integer() } },
        "content": { "application/json": {
            "schema": reference("ErrorResponse"), "example": { "success": false, "message": "Slow down" },
        } },
    });
    let tag = json!({ "ETag": { "schema": { "type": "string" } } });
    let if_none_match =
        json!({ "name": "If-None-Match", "in": "header", "schema": { "type": "string" } });
    let mut lists = responses(&[400, 401, 503], "200", answer("application/json", schema(8)));
    let mut maps = responses(&[400, 404], "200", answer("application/json", schema(9)));
    (maps["429"], maps["200"]["headers"]) =
        (limited.clone(), json!({ "Age": { "schema": integer() } }));
    (lists["429"], lists["200"]["headers"]) = (limited, tag.clone());
    lists["304"] = json!({ "description": "The same.", "headers": tag });
    let mut refused = responses(&[400, 401, 413, 415], "204", json!({ "description": "Done." }));
    (refused["403"], refused["403"]["x-message"]) = (failure(), "No \"role\"".into());
    let mut made =
        responses(&[400, 401, 413, 415, 422], "201", answer("application/json", schema(0)));
    made["201"]["headers"] =
        json!({ "Location": { "required": true, "schema": { "type": "string" } } });
    let mut kept =
        responses(&[400, 409, 413, 415, 422], "200", answer("application/json", schema(0)));
    kept["200"]["headers"] = json!({ "Idempotent-Replayed": { "schema": { "type": "boolean" } } });
    let mut changed =
        responses(&[400, 401, 413, 415], "200", answer("application/json", schema(0)));
    changed["201"] = changed["200"].clone();
    let limits: Vec<&str> = (0..4).map(|number| names.of(RateLimit, number)).collect();
    let roles = [names.of(Permission, 0), names.of(Permission, 1)];
    let key = json!({
        "name": "Idempotency-Key", "in": "header",
        "schema": { "type": "string", "minLength": 1, "maxLength": 255 },
    });
    let segment = |number: usize| format!("{{{}}}", names.of(Path, number));
    json!({
        "/things": { "get": operation(0, 0, json!({
            "security": [{ scheme(0): [] }, { scheme(4): [] }], "x-rate-limit": limits, "responses": lists,
            "parameters": [
                query(0, json!({ "type": "string" })),
                query(1, with(integer(), "default", 3.into())),
                query(2, with(reference(schema(2)), "default", names.of(Value, 6).into())),
                query(3, reference(schema(1))), list, json, query(6, reference(schema(6))),
                header(0, json!({ "type": "string" })), header(1, json!({ "type": "string" })),
                header(2, integer()), if_none_match,
            ],
        })) },
        format!("/things/{}/of/{}", segment(0), segment(1)): { "post": operation(1, 1, json!({
            "security": [{ scheme(0): [] }, { scheme(1): [] }], "responses": made,
            "parameters": [path(0, integer()), path(1, json!({ "type": "string" }))],
            "requestBody": body("application/json", 5),
        })) },
        "/forms": { "post": operation(2, 2, json!({
            "security": [{ scheme(2): roles }, { scheme(2): [names.of(Permission, 2)] }], "responses": refused,
            "requestBody": body("multipart/form-data", 13),
        })) },
        format!("/events/{}", segment(2)): { "get": operation(3, 3, json!({
            "security": [], "responses": responses(&[400], "200", answer("text/event-stream", schema(12))),
            "parameters": [path(2, integer()), header(3, integer())],
        })) },
        "/maps/{siteId}": { "get": operation(4, 4, json!({
            "security": [{ scheme(1): [] }, {}], "x-credential": "lenient", "x-cache-seconds": 1,
            "x-rate-limit": [{ "limit": names.of(RateLimit, 0), "when": names.of(Query, 6) }],
            "responses": maps,
            "parameters": [
                { "name": "siteId", "in": "path", "required": true, "schema": integer() },
                query(3, reference(schema(1))), query(6, reference(schema(6))),
            ],
        })) },
        format!("/things/{}", segment(3)): { "patch": operation(5, 5, json!({
            "security": [{ scheme(3): [names.of(Permission, 2)] }],
            "responses": with(changed, "403", with(failure(), "x-message", "No".into())),
            "parameters": [path(3, reference(schema(1)))],
            "requestBody": body("application/json", 7),
        })) },
        format!("/orders/{}", segment(4)): { "put": operation(6, 0, json!({
            "security": [], "x-idempotent": true, "responses": kept,
            "parameters": [path(4, integer()), key],
            "requestBody": body("application/json", 0),
        })) },
        format!("/someday/{}", segment(5)): { "delete": operation(7, 6, json!({
            "security": [], "responses": responses(&[400], "204", json!({ "description": "Gone." })),
            "parameters": [path(5, integer())],
        })) },
    })
}

fn schemas(names: &Names) -> Value {
    let (schema, value) = (|number| names.of(Schema, number), |number| names.of(Value, number));
    let property = |number: usize, mut schema: Value| {
        schema["description"] = names.of(Text, number + 8).into();
        (names.of(Property, number).to_owned(), schema)
    };
    let object = |required: &[&str], properties: Vec<(String, Value)>| {
        let properties: Map<String, Value> = properties.into_iter().collect();
        json!({ "type": "object", "required": required, "properties": properties })
    };
    let constant = |value: Value| {
        let ty = if value.is_boolean() { "boolean" } else { "string" };
        json!({ "type": ty, "const": value })
    };
    let list = |numbers: std::ops::Range<usize>| -> Vec<&str> { numbers.map(value).collect() };
    let variants = |numbers: [usize; 2], property: &str, values: [usize; 2]| {
        let mapping: Map<String, Value> = numbers
            .iter()
            .zip(values)
            .map(|(number, of)| {
                let target = format!("#/components/schemas/{}", schema(*number));
                (value(of).to_owned(), target.into())
            })
            .collect();
        json!({
            "oneOf": numbers.map(|number| reference(schema(number))),
            "discriminator": { "propertyName": property, "mapping": mapping },
        })
    };
    let thing = object(
        &[names.of(Property, 0), names.of(Property, 1)],
        vec![
            property(0, integer()),
            property(1, json!({ "type": "array", "items": { "type": "string" } })),
            property(
                2,
                json!({ "type": "object", "additionalProperties": { "type": "string" }, "default": {} }),
            ),
            property(3, json!({ "type": "string", "default": "\"text\"" })),
            property(4, json!({ "$ref": reference(schema(1))["$ref"], "default": value(0) })),
            property(5, json!({ "type": ["string", "null"], "format": "password" })),
            property(6, json!({ "type": "string", "format": "date-time" })),
            property(7, json!({ "type": "boolean" })),
            property(8, json!({ "$ref": reference(schema(14))["$ref"] })),
            property(
                9,
                json!({
                    "type": "object", "additionalProperties": true, "default": {},
                    "x-max-bytes": 9, "x-max-depth": 9, "x-max-keys": 9, "x-max-nodes": 9,
                }),
            ),
        ],
    );
    let variant = |number: usize, own: usize| {
        object(
            &[names.of(Property, 10)],
            vec![
                (names.of(Property, 10).to_owned(), constant(value(number).into())),
                property(
                    own,
                    json!({
                        "type": "string", "maxLength": 9, "x-message": "Too long", "x-status": 422,
                    }),
                ),
            ],
        )
    };
    let envelope = |data: Value| {
        json!({
            "type": "object", "required": ["success", "data"],
            "properties": { "success": constant(true.into()), "data": data },
        })
    };
    let event = |number: usize| {
        json!({
            "type": "object", "required": ["event", "data"],
            "properties": { "event": constant(value(number).into()), "data": reference(schema(0)) },
        })
    };
    let part = |number: usize, schema: Value| (names.of(Part, number).to_owned(), schema);
    let mut patch = object(
        &[],
        vec![
            property(13, json!({ "type": ["string", "null"] })),
            property(14, json!({ "oneOf": [reference(schema(6)), { "type": "null" }] })),
            property(
                15,
                json!({ "type": "object", "additionalProperties": reference(schema(14)) }),
            ),
        ],
    );
    patch["x-patch"] = true.into();
    let described = |mut schema: Value, number: usize| {
        schema["description"] = names.of(Text, number).into();
        schema
    };
    let all = [
        described(thing, 24),
        described(json!({ "type": "string", "enum": list(0..6) }), 25),
        described(json!({ "type": "string", "enum": list(6..12) }), 26),
        variant(12, 11),
        variant(13, 12),
        described(variants([3, 4], names.of(Property, 10), [12, 13]), 27),
        json!({ "oneOf": [integer(), { "type": "string" }] }),
        patch,
        envelope(reference(schema(0))),
        envelope(json!({ "type": "object", "additionalProperties": reference(schema(0)) })),
        event(14),
        event(15),
        described(variants([10, 11], "event", [14, 15]), 28),
        object(
            &[names.of(Part, 0)],
            vec![
                part(0, json!({ "type": "string", "format": "binary" })),
                part(1, json!({ "type": "string" })),
                part(2, reference(schema(2))),
                part(3, json!({ "type": "boolean", "default": true })),
                part(4, json!({ "type": "string", "format": "password" })),
                part(5, json!({ "$ref": reference(schema(6))["$ref"], "deprecated": true })),
            ],
        ),
        described(json!({ "type": "array", "items": { "type": "number" } }), 29),
        object(
            &[],
            vec![(names.of(Property, 11).to_owned(), json!({ "type": "number", "default": 1 }))],
        ),
    ];
    let mut schemas: Map<String, Value> = Map::new();
    schemas.insert(
        "ErrorResponse".to_owned(),
        json!({
            "type": "object", "required": ["success", "message"],
            "properties": { "success": constant(false.into()), "message": { "type": "string" } },
        }),
    );
    for (number, one) in all.into_iter().enumerate() {
        // A duplicate replaces the earlier schema, and the dialect then refuses the document.
        schemas.insert(schema(number).to_owned(), one);
    }
    Value::Object(schemas)
}
