//! The methods of the client for one tag, and the options that they take.

use std::collections::BTreeSet;

use crate::codegen::model::{
    Api, Body, Operation, Parameter, Place, Shape, Success, SuccessBody, Tag, Type,
};
use crate::codegen::rust::{doc, module_doc, pascal, snake, text, type_name};

pub fn emit(api: &Api, tag: &Tag) -> String {
    let about = format!("The operations tagged `{}`.", tag.name);
    let mut out = module_doc(&[&about]);
    let methods: Vec<String> =
        tag.operations.iter().map(|operation| method(api, operation)).collect();
    out.push_str(&imports(&tag.operations));
    out.push_str(&format!("impl Client {{\n{}}}\n", methods.join("\n")));
    for operation in tag.operations.iter().filter(|operation| has_options(operation)) {
        out.push_str(&format!("\n{}", options(operation)));
    }
    for operation in tag.operations.iter().filter(|operation| !operation.reasons.is_empty()) {
        out.push_str(&format!("\n{}", reasons(operation)));
    }
    out
}

/// What the methods of these operations name.
fn imports(operations: &[Operation]) -> String {
    let mut core = BTreeSet::from(["Error", "Method"]);
    for operation in operations {
        core.insert(match operation.success.body {
            SuccessBody::Events(_) => "EventStream",
            _ => "Response",
        });
    }
    let core: Vec<&str> = core.into_iter().collect();
    let types = if operations.iter().any(names_types) { ", types" } else { "" };
    format!(
        "\nuse ::stoa_client_core::{{{}}};\n\nuse crate::{{Client{types}}};\n\n",
        core.join(", ")
    )
}

fn names_types(operation: &Operation) -> bool {
    matches!(operation.body, Some(Body::Json { .. }))
        || matches!(operation.success.body, SuccessBody::Json(_) | SuccessBody::Events(_))
        || operation.parameters.iter().any(|parameter| parameter.ty.named().is_some())
}

/// Whether any parameter may be left out.
fn has_options(operation: &Operation) -> bool {
    operation.parameters.iter().any(|parameter| !parameter.required)
}

/// The types that an operation has beside its method.
pub fn names(operation: &Operation) -> impl Iterator<Item = String> {
    let options = has_options(operation).then(|| options_name(operation));
    let reasons = (!operation.reasons.is_empty()).then(|| reason_name(operation));
    options.into_iter().chain(reasons)
}

fn options_name(operation: &Operation) -> String {
    format!("{}Options", pascal(&operation.id))
}

fn reason_name(operation: &Operation) -> String {
    format!("{}Reason", pascal(&operation.id))
}

/// A line for each: the macro writes the rest.
fn reasons(operation: &Operation) -> String {
    let lines = operation.reasons.iter().map(|reason| {
        let statuses: Vec<String> = reason.statuses.iter().map(u16::to_string).collect();
        format!("        {} {} {},\n", statuses.join(" | "), reason.name, text(&reason.message))
    });
    format!(
        "::stoa_client_core::reasons! {{\n    /// Why `{}` is refused.\n    pub enum {} {{\n{}    }}\n}}\n",
        operation.id,
        reason_name(operation),
        lines.collect::<String>()
    )
}

fn options(operation: &Operation) -> String {
    let members = operation.parameters.iter().filter(|parameter| !parameter.required);
    let members: String = members
        .map(|parameter| {
            let ty = type_name(&parameter.ty, "types::");
            format!("{}pub {}: Option<{ty}>,\n", doc(&[&parameter.doc]), parameter.member)
        })
        .collect();
    format!(
        "{}#[derive(Debug, Clone, Default)]\npub struct {} {{\n{members}}}\n",
        doc(&[&format!("What `{}` may be asked besides.", operation.id)]),
        options_name(operation)
    )
}

fn method(api: &Api, operation: &Operation) -> String {
    let mut arguments = String::new();
    for parameter in operation.parameters.iter().filter(|parameter| parameter.required) {
        arguments.push_str(&format!(", {}: {}", parameter.member, borrowed(&parameter.ty)));
    }
    match &operation.body {
        Some(Body::Json { schema, .. }) => arguments.push_str(&format!(", body: &types::{schema}")),
        Some(Body::Raw { .. }) => arguments.push_str(", body: ::stoa_client_core::Bytes"),
        Some(Body::Multipart { .. }) => {
            arguments.push_str(", form: ::stoa_client_core::reqwest::multipart::Form");
        }
        None => {}
    }
    if has_options(operation) {
        arguments.push_str(&format!(", options: &{}", options_name(operation)));
    }
    let mut call = format!(
        "self.call({}, Method::{}, {})",
        text(&operation.id),
        operation.method.to_uppercase(),
        text(&operation.path),
    );
    operation.parameters.iter().for_each(|parameter| call.push_str(&step(parameter)));
    call.push_str(match &operation.body {
        Some(Body::Json { .. }) => ".json(body)",
        Some(Body::Raw { .. }) => ".raw(body)",
        Some(Body::Multipart { .. }) => ".form(form)",
        None => "",
    });
    if !operation.repeatable {
        call.push_str(".once()");
    }
    if operation.success.statuses != [200] {
        call.push_str(&format!(".expect(&{:?})", operation.success.statuses));
    }
    let (ty, send) = answer(api, &operation.success, &call);
    let head = format!(
        "`{} {}`: {}.",
        operation.method.to_uppercase(),
        operation.path,
        operation.summary.trim_end_matches('.')
    );
    format!(
        "{}pub async fn {}(&self{arguments}) -> Result<{ty}, Error> {{\n{send}.await\n}}\n",
        doc(&[&head, &operation.description]),
        snake(&operation.id),
    )
}

fn borrowed(ty: &Type) -> String {
    match ty {
        Type::String => "&str".to_owned(),
        Type::Named(name) => format!("&types::{name}"),
        Type::Array(item) => format!("&[{}]", type_name(item, "types::")),
        other => type_name(other, "types::"),
    }
}

/// Puts a parameter on the call.
fn step(parameter: &Parameter) -> String {
    let member = &parameter.member;
    let value = match (parameter.required, &parameter.ty) {
        (true, _) => format!("Some({member})"),
        (false, Type::Array(_)) => format!("options.{member}.as_deref()"),
        (false, _) => format!("options.{member}.as_ref()"),
    };
    let name = text(&parameter.name);
    match (parameter.place, &parameter.ty) {
        (Place::Path, _) => format!(".path({name}, {member})"),
        _ if parameter.is_idempotency_key() => {
            format!(".idempotency_key(options.{member}.as_deref())")
        }
        (Place::Header, _) => format!(".header({}, {value})", text(&parameter.name.to_lowercase())),
        (Place::QueryJson, _) => format!(".query_json({name}, {value})"),
        (_, Type::Array(_)) => format!(".query_list({name}, {value})"),
        _ => format!(".query({name}, {value})"),
    }
}

/// What the method returns, and how the call is sent.
fn answer(api: &Api, success: &Success, call: &str) -> (String, String) {
    let (body, send) = match &success.body {
        SuccessBody::None => ("()".to_owned(), "empty"),
        SuccessBody::Json(schema) => (format!("types::{schema}"), "send"),
        SuccessBody::Bytes(_) => ("::stoa_client_core::Bytes".to_owned(), "bytes"),
        SuccessBody::Events(schema) => {
            let open = format!("EventStream::open({call}, &[{}])", event_names(api, schema));
            return (format!("EventStream<types::{schema}>"), open);
        }
    };
    (format!("Response<{body}>"), format!("{call}.{send}()"))
}

fn event_names(api: &Api, schema: &str) -> String {
    match api.schema(schema).map(|schema| &schema.shape) {
        Some(Shape::Events { variants, .. }) => {
            let names: Vec<String> = variants.iter().map(|variant| text(&variant.value)).collect();
            names.join(", ")
        }
        _ => String::new(),
    }
}
