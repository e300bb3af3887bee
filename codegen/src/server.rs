//! The server crate: the trait, the requests and the router of each tag, and the principals.

mod authenticate;
mod decode;
mod rate_limits;
mod replies;
mod requests;
mod tags;

use serde_json::Value;

use super::code::{Code, Name, code};
use super::files::Files;
use super::model::{Api, Body, ErrorBody, ErrorMember, Place, Tag, Type};
use super::rust::{Scope, literal, module_doc, snake, stem, text, trait_name};

pub fn emit(api: &Api, yaml: &str, json: &serde_json::Value, files: &mut Files) {
    files.rust("server/src/lib.rs", front(api));
    let guards = authenticate::guards(api);
    files.rust("server/src/authenticate.rs", authenticate::emit(api, &guards));
    if api.used_rate_limits().next().is_some() {
        files.rust("server/src/rate_limits.rs", rate_limits::emit(api));
    }
    for tag in &api.tags {
        files.rust(&format!("server/src/{}.rs", stem(&tag.name)), tags::emit(api, tag, &guards));
    }
    files.text("server/src/openapi.yaml", yaml.to_owned());
    files.text("server/src/openapi.json", format!("{json:#}\n"));
}

fn front(api: &Api) -> Code {
    let about = format!(
        "The server side of {}, version {}: traits to implement and routes to serve.",
        api.title, api.version
    );
    let limits = rate_limits::names(api);
    let mut credentials: Vec<Name> = authenticate::credentials(api).into_keys().collect();
    credentials.push(Name::new("Authenticate"));
    if !api.roles().is_empty() {
        credentials.push(Name::new("Role"));
    }
    let when = |has: bool, code: Code| if has { code } else { code!("") };
    let mut modules: Vec<Name> = api.tags.iter().map(|tag| snake(&tag.name)).collect();
    modules.push(Name::new("authenticate"));
    modules.extend((!limits.is_empty()).then(|| Name::new("rate_limits")));
    modules.sort();
    let tag_trait = |tag: &Tag| {
        let (module, name) = (snake(&tag.name), trait_name(&tag.name));
        code!("use {module}::{name};\n", module, name)
    };
    let traits = Code::join(api.tags.iter().map(|tag| trait_name(&tag.name)), " + ");
    let merge = |tag: &Tag| code!(".merge({module}::routes(api))", module = snake(&tag.name));
    code!(
        "{about}\n#![warn(missing_docs)]\n#![allow(clippy::doc_lazy_continuation)]\n\n\
         {modules}\n\
         use std::sync::Arc;\n\n\
         use stoa_runtime::{{Document, ErrorBody, ErrorMember, Routes{schemas_type}}};\n\n\
         {tag_traits}\n\
         pub use authenticate::{{{authenticate}}};\n\
         {limits}\n\
         /// The path under which the API is mounted.\n\
         pub const BASE_PATH: &str = {base_path};\n\n\
         /// The document, byte for byte.\n\
         pub const OPENAPI_YAML: &str = include_str!(\"openapi.yaml\");\n\n\
         /// The document as JSON.\n\
         pub const OPENAPI_JSON: &str = include_str!(\"openapi.json\");\n\n\
         /// The document as OpenAPI 3.0.3, for generators that do not read 3.1.\n\
         pub const OPENAPI_3_0_JSON: &str = include_str!(\"openapi-3.0.json\");\n\n\
         {document}{error_body}{schemas}\
         /// The whole API: every served tag's trait.\n\
         pub trait Api: {traits} {{}}\n\n\
         impl<A: {traits}> Api for A {{}}\n\n\
         /// The routes of every served tag, relative to [`BASE_PATH`].\n\
         pub fn routes<A: Api>(api: &Arc<A>) -> Routes {{\n \
             Routes::new(){merged}.with_error_body(&ERROR_BODY){validated}\n\
         }}\n",
        about = module_doc(&[&about, &api.package.origin()]),
        modules =
            modules.iter().map(|module| code!("pub mod {module};\n", module)).collect::<Code>(),
        schemas_type = when(validates(api), code!(", Schemas")),
        tag_traits = api.tags.iter().map(tag_trait).collect::<Code>(),
        authenticate = Code::join(credentials, ", "),
        limits = match Code::join(limits, ", ") {
            names if names.is_empty() => names,
            names => code!("pub use rate_limits::{{{names}}};\n", names),
        },
        base_path = text(&api.base_path),
        document = document(api),
        error_body = error_body(&api.error_body),
        schemas = when(
            validates(api),
            code!(
                "/// The document's schemas, which JSON bodies are validated against.\n\
                 pub static SCHEMAS: Schemas = Schemas::new(OPENAPI_JSON);\n\n"
            )
        ),
        traits,
        merged = api.tags.iter().map(merge).collect::<Code>(),
        validated = when(validates(api), code!(".holding_bodies_against(&SCHEMAS)"))
    )
}

/// The constant from which a program that serves several APIs makes its table.
fn document(api: &Api) -> Code {
    let limits = match api.used_rate_limits().next() {
        Some(_) => code!("&RateLimits::NAMES"),
        None => code!("&[]"),
    };
    code!(
        "/// The document and the names in it, for a table of APIs.\n\
         pub const DOCUMENT: Document = Document {{\n\
         name: {name},\n\
         base_path: BASE_PATH,\n\
         yaml: OPENAPI_YAML,\n\
         json: OPENAPI_JSON,\n\
         json_3_0: OPENAPI_3_0_JSON,\n\
         rate_limits: {limits},\n}};\n\n",
        name = text(&api.package.api),
        limits
    )
}

/// The constant with the error body, which the runtime writes.
fn error_body(body: &ErrorBody) -> Code {
    let member = |(name, member): &(String, ErrorMember)| {
        let member = match member {
            ErrorMember::Message => code!("Message"),
            ErrorMember::Status => code!("Status"),
            ErrorMember::StatusName => code!("StatusName"),
            ErrorMember::Constant(Value::String(value)) => {
                code!("Text({value})", value = text(value))
            }
            ErrorMember::Constant(value @ Value::Bool(_)) => {
                code!("Boolean({value})", value = literal(value, &Type::Boolean, Scope::Types))
            }
            ErrorMember::Constant(value) => {
                code!("Integer({value})", value = literal(value, &Type::Integer, Scope::Types))
            }
        };
        code!("({name}, ErrorMember::{member})", name = text(name), member)
    };
    code!(
        "/// The body of every error response.\n\
         pub static ERROR_BODY: ErrorBody = ErrorBody {{ media_type: {media_type}, members: &[{members}] }};\n\n",
        media_type = text(&body.media_type),
        members = Code::join(body.members.iter().map(member), ", ")
    )
}

/// Whether any request is checked against a JSON schema.
fn validates(api: &Api) -> bool {
    api.operations().any(|operation| {
        let json = |parameter: &super::model::Parameter| parameter.place == Place::QueryJson;
        matches!(operation.body, Some(Body::Json { .. })) || operation.parameters.iter().any(json)
    })
}
