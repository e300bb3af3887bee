//! The methods of the client for one tag, and the options that they take.

use std::collections::BTreeSet;

use crate::codegen::model::{
    Api, Body, Operation, Parameter, Place, Shape, Success, SuccessBody, Tag, Type,
};
use crate::codegen::rust::{doc, module_doc, pascal, snake, text, type_name};

pub fn emit(api: &Api, tag: &Tag) -> String {
    let about = format!("The operations tagged `{}`.", tag.name);
    let mut out = module_doc(&[&about, tag.not_served()]);
    out.push_str(&format!(
        "\nuse reqwest::Method;\n\nuse crate::{{{}}};\n\n",
        imports(&tag.operations).join(", ")
    ));
    let methods: Vec<String> =
        tag.operations.iter().map(|operation| method(api, tag, operation)).collect();
    out.push_str(&format!("impl Client {{\n{}}}\n", methods.join("\n")));
    for operation in tag.operations.iter().filter(|operation| has_options(operation)) {
        out.push_str(&format!("\n{}", options(operation)));
    }
    out
}

/// What the methods of these operations name of the crate.
fn imports(operations: &[Operation]) -> Vec<&'static str> {
    let mut names = BTreeSet::from(["Client", "Error"]);
    for operation in operations {
        names.insert(match operation.success.body {
            SuccessBody::Events(_) => "EventStream",
            _ => "Response",
        });
        if operation.path.contains('{') {
            names.insert("escape");
        }
        if names_types(operation) {
            names.insert("types");
        }
    }
    names.into_iter().collect()
}

fn names_types(operation: &Operation) -> bool {
    matches!(operation.body, Some(Body::Json { .. }))
        || matches!(operation.success.body, SuccessBody::Json(_) | SuccessBody::Events(_))
        || operation.parameters.iter().any(|parameter| parameter.ty.named().is_some())
}

/// Whether any parameter may be left out.
pub fn has_options(operation: &Operation) -> bool {
    operation.parameters.iter().any(|parameter| !parameter.required)
}

pub fn options_name(operation: &Operation) -> String {
    format!("{}Options", pascal(&operation.id))
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

fn method(api: &Api, tag: &Tag, operation: &Operation) -> String {
    let mut arguments = String::new();
    let mut steps = String::new();
    for parameter in operation.parameters.iter().filter(|parameter| parameter.required) {
        arguments.push_str(&format!(", {}: {}", parameter.member, borrowed(&parameter.ty)));
    }
    match &operation.body {
        Some(Body::Json { schema, .. }) => arguments.push_str(&format!(", body: &types::{schema}")),
        Some(Body::Raw { .. }) => arguments.push_str(", body: bytes::Bytes"),
        Some(Body::Multipart { .. }) => arguments.push_str(", form: reqwest::multipart::Form"),
        None => {}
    }
    if has_options(operation) {
        arguments.push_str(&format!(", options: &{}", options_name(operation)));
    }
    for parameter in operation.parameters.iter().filter(|parameter| parameter.place != Place::Path)
    {
        steps.push_str(&step(parameter));
    }
    steps.push_str(match &operation.body {
        Some(Body::Json { .. }) => "call = call.json(body)?;\n",
        Some(Body::Raw { .. }) => "call = call.raw(body);\n",
        Some(Body::Multipart { .. }) => "call = call.form(form);\n",
        None => "",
    });
    let mutable = if steps.is_empty() { "" } else { "mut " };
    let (ty, send) = answer(api, &operation.success);
    let head = format!(
        "`{} {}`: {}.",
        operation.method.to_uppercase(),
        operation.path,
        operation.summary.trim_end_matches('.')
    );
    format!(
        "{}pub async fn {}(&self{arguments}) -> Result<{ty}, Error> {{\n\
             let {mutable}call = self.call(Method::{}, {});\n\
             {steps}{send}.await\n\
         }}\n",
        doc(&[&head, tag.not_served(), &operation.description]),
        snake(&operation.id),
        operation.method.to_uppercase(),
        path(operation),
    )
}

/// The path as an expression; each parameter is one escaped segment.
fn path(operation: &Operation) -> String {
    if !operation.path.contains('{') {
        return format!("{}.to_owned()", text(&operation.path));
    }
    let mut template = operation.path.clone();
    let mut values = String::new();
    for parameter in operation.parameters.iter().filter(|parameter| parameter.place == Place::Path)
    {
        template = template.replace(&format!("{{{}}}", parameter.name), "{}");
    }
    // The arguments stand in the order of the path.
    let mut rest = operation.path.as_str();
    while let Some((_, tail)) = rest.split_once('{') {
        let Some((name, tail)) = tail.split_once('}') else { break };
        values.push_str(&format!(", escape::segment({})", snake(name)));
        rest = tail;
    }
    format!("format!({}{values})", text(&template))
}

fn borrowed(ty: &Type) -> String {
    match ty {
        Type::String => "&str".to_owned(),
        Type::Named(name) => format!("&types::{name}"),
        Type::Array(item) => format!("&[{}]", type_name(item, "types::")),
        other => type_name(other, "types::"),
    }
}

/// Puts a query or header parameter on the call.
fn step(parameter: &Parameter) -> String {
    let member = &parameter.member;
    let key = match parameter.place {
        Place::Header => text(&parameter.name.to_lowercase()),
        _ => text(&parameter.name),
    };
    let method = match (parameter.place, &parameter.ty) {
        (Place::Header, _) => "header",
        (Place::QueryJson, _) => "query_json",
        (_, Type::Array(_)) => "query_list",
        _ => "query",
    };
    let fails = if matches!(method, "header" | "query_json" | "query_list") { "?" } else { "" };
    if parameter.required {
        let borrow = if matches!(parameter.ty, Type::Integer | Type::Number | Type::Boolean) {
            "&"
        } else {
            ""
        };
        return format!("call = call.{method}({key}, {borrow}{member}){fails};\n");
    }
    format!(
        "if let Some(value) = &options.{member} {{ call = call.{method}({key}, value){fails}; }}\n"
    )
}

/// What the method returns, and how the call is sent.
fn answer(api: &Api, success: &Success) -> (String, String) {
    let (body, send) = match &success.body {
        SuccessBody::None => ("()".to_owned(), "empty"),
        SuccessBody::Json(schema) => {
            debug_assert!(api.schema(schema).is_some());
            (format!("types::{schema}"), "send")
        }
        SuccessBody::Bytes(_) => ("bytes::Bytes".to_owned(), "bytes"),
        SuccessBody::Events(schema) => {
            let open = format!("EventStream::open(call, &[{}])", event_names(api, schema));
            return (format!("EventStream<types::{schema}>"), open);
        }
    };
    (format!("Response<{body}>"), format!("call.{send}()"))
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
