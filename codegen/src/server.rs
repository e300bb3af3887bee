//! The server crate: the trait, the requests and the router of each tag, and the principals.

mod authenticate;
mod decode;
mod rate_limits;
mod replies;
mod requests;
mod tags;

use serde_json::Value;

use super::files::Files;
use super::model::{Api, Body, ErrorBody, ErrorMember, Place};
use super::rust::{doc, module_doc, snake, stem, text, trait_name};

pub fn emit(api: &Api, yaml: &str, json: &serde_json::Value, files: &mut Files) {
    files.rust("server/src/lib.rs", front(api));
    files.rust("server/src/authenticate.rs", authenticate::emit(api));
    if api.used_rate_limits().next().is_some() {
        files.rust("server/src/rate_limits.rs", rate_limits::emit(api));
    }
    for tag in &api.tags {
        files.rust(&format!("server/src/{}.rs", stem(&tag.name)), tags::emit(api, tag));
    }
    files.text("server/src/openapi.yaml", yaml.to_owned());
    files.text("server/src/openapi.json", format!("{json:#}\n"));
}

fn front(api: &Api) -> String {
    let mut out = module_doc(&[
        &format!(
            "The server side of {}, version {}: traits to implement and routes to serve.",
            api.title, api.version
        ),
        &api.package.origin(),
    ]);
    out.push_str("\n#![warn(missing_docs)]\n#![allow(clippy::doc_lazy_continuation)]\n\n");
    let mut modules: Vec<String> = api.tags.iter().map(|tag| snake(&tag.name)).collect();
    modules.push("authenticate".to_owned());
    let limits = rate_limits::names(api);
    if !limits.is_empty() {
        modules.push("rate_limits".to_owned());
    }
    modules.sort();
    for module in &modules {
        out.push_str(&format!("pub mod {module};\n"));
    }
    out.push_str("\nuse std::sync::Arc;\n\n");
    out.push_str(if validates(api) {
        "use stoa_runtime::{Document, ErrorBody, ErrorMember, Routes, Schemas};\n\n"
    } else {
        "use stoa_runtime::{Document, ErrorBody, ErrorMember, Routes};\n\n"
    });
    for tag in &api.tags {
        out.push_str(&format!("use {}::{};\n", snake(&tag.name), trait_name(&tag.name)));
    }
    out.push_str("\npub use authenticate::Authenticate;\n");
    if !limits.is_empty() {
        out.push_str(&format!("pub use rate_limits::{{{}}};\n", limits.join(", ")));
    }
    out.push_str(&format!(
        "\n{}pub const BASE_PATH: &str = {};\n\n\
         {}pub const OPENAPI_YAML: &str = include_str!(\"openapi.yaml\");\n\n\
         {}pub const OPENAPI_JSON: &str = include_str!(\"openapi.json\");\n\n\
         {}pub const OPENAPI_3_0_JSON: &str = include_str!(\"openapi-3.0.json\");\n\n",
        doc(&["The path under which the API is mounted."]),
        text(&api.base_path),
        doc(&["The document, byte for byte."]),
        doc(&["The document as JSON."]),
        doc(&["The document as OpenAPI 3.0.3, for generators that do not read 3.1."]),
    ));
    out.push_str(&document(api));
    out.push_str(&error_body(&api.error_body));
    if validates(api) {
        out.push_str("/// The document's schemas, which JSON bodies are validated against.\npub static SCHEMAS: Schemas = Schemas::new(OPENAPI_JSON);\n\n");
    }
    let traits: Vec<String> = api.tags.iter().map(|tag| trait_name(&tag.name)).collect();
    let calls = api.tags.iter().map(|tag| format!(".merge({}::routes(api))", snake(&tag.name)));
    out.push_str(&format!(
        "{}pub trait Api: {} {{}}\n\nimpl<A: {}> Api for A {{}}\n\n\
         {}pub fn routes<A: Api>(api: &Arc<A>) -> Routes {{\n Routes::new(){}.with_error_body(&ERROR_BODY){}\n}}\n",
        doc(&["The whole API: every served tag's trait."]),
        traits.join(" + "),
        traits.join(" + "),
        doc(&["The routes of every served tag, relative to [`BASE_PATH`]."]),
        calls.collect::<String>(),
        if validates(api) { ".holding_bodies_against(&SCHEMAS)" } else { "" },
    ));
    out
}

/// The constant from which a program that serves several APIs makes its table.
fn document(api: &Api) -> String {
    let limits = match api.used_rate_limits().next() {
        Some(_) => "&RateLimits::NAMES",
        None => "&[]",
    };
    format!(
        "{}pub const DOCUMENT: Document = Document {{\n\
         name: {},\n\
         base_path: BASE_PATH,\n\
         yaml: OPENAPI_YAML,\n\
         json: OPENAPI_JSON,\n\
         json_3_0: OPENAPI_3_0_JSON,\n\
         rate_limits: {limits},\n}};\n\n",
        doc(&["The document and the names in it, for a table of APIs."]),
        text(&api.package.api),
    )
}

/// The constant with the error body, which the runtime writes.
fn error_body(body: &ErrorBody) -> String {
    let member = |(name, member): &(String, ErrorMember)| {
        let member = match member {
            ErrorMember::Message => "Message".to_owned(),
            ErrorMember::Status => "Status".to_owned(),
            ErrorMember::StatusName => "StatusName".to_owned(),
            ErrorMember::Constant(Value::String(value)) => format!("Text({})", text(value)),
            ErrorMember::Constant(Value::Bool(value)) => format!("Boolean({value})"),
            ErrorMember::Constant(value) => format!("Integer({value})"),
        };
        format!("({}, ErrorMember::{member})", text(name))
    };
    let members: Vec<String> = body.members.iter().map(member).collect();
    format!(
        "{}pub static ERROR_BODY: ErrorBody = ErrorBody {{ media_type: {}, members: &[{}] }};\n\n",
        doc(&["The body of every error response."]),
        text(&body.media_type),
        members.join(", ")
    )
}

/// Whether any request is checked against a JSON schema.
fn validates(api: &Api) -> bool {
    api.operations().any(|operation| {
        let json = |parameter: &super::model::Parameter| parameter.place == Place::QueryJson;
        matches!(operation.body, Some(Body::Json { .. })) || operation.parameters.iter().any(json)
    })
}
