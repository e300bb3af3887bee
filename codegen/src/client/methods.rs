//! The methods of the client for one tag, and the calls that they return.

use crate::model::{
    Api, Body, Deprecation, Operation, PagePlace, Pages, Parameter, Place, Shape, SuccessBody, Tag,
    Type,
};
use crate::rust::{doc, module_doc, pascal, snake, text, type_name};

pub fn emit(api: &Api, tag: &Tag) -> String {
    let about = format!("The operations tagged `{}`.", tag.name);
    let operations = &tag.operations;
    let methods: Vec<String> = operations.iter().map(|operation| method(api, operation)).collect();
    let parts = [
        module_doc(&[&about]),
        imports(operations),
        format!("impl Client {{\n{}}}\n", methods.join("\n")),
        calls(operations),
    ];
    let setters = operations.iter().filter_map(|operation| setters(api, operation));
    let reasons = operations.iter().filter_map(reasons);
    parts.into_iter().chain(setters).chain(reasons).collect::<Vec<_>>().join("\n")
}

fn imports(operations: &[Operation]) -> String {
    let types = if operations.iter().any(names_types) { "{Client, types}" } else { "Client" };
    format!("use ::stoa_client_core::Method;\n\nuse crate::{types};\n")
}

fn names_types(operation: &Operation) -> bool {
    matches!(operation.body, Some(Body::Json { .. }))
        || matches!(operation.success.body, SuccessBody::Json(_) | SuccessBody::Events(_))
        || operation.parameters.iter().any(|parameter| parameter.ty.named().is_some())
}

fn method(api: &Api, operation: &Operation) -> String {
    let id = &operation.id;
    let required = operation.parameters.iter().filter(|parameter| parameter.required);
    let arguments = required.clone().map(|parameter| argument(parameter, "&"));
    let arguments: String =
        arguments.chain(body(operation)).map(|one| format!(", {one}")).collect();
    let steps: String = required.map(step).chain(steps(api, operation)).collect();
    let call = format!(
        "self.call({}, Method::{}, {})",
        text(id),
        operation.method.to_uppercase(),
        text(&operation.path),
    );
    let body = match steps.as_str() {
        "" => format!("{}({call})", pascal(id)),
        steps => format!("let call = {call};\n{}(call{steps})", pascal(id)),
    };
    let head = format!(
        "{}: `{} {}`.",
        operation.summary.trim_end_matches('.'),
        operation.method.to_uppercase(),
        operation.path,
    );
    let description = linked(&operation.description, api);
    format!(
        "{}{}pub fn {}(&self{arguments}) -> {} {{\n{body}\n}}\n",
        doc(&[&head, &description, &form(operation), "# Errors", &errors(operation)]),
        deprecated(operation),
        snake(id),
        pascal(id),
    )
}

fn deprecated(operation: &Operation) -> String {
    match &operation.deprecation {
        None => String::new(),
        Some(Deprecation { sunset: None, .. }) => "#[deprecated]\n".to_owned(),
        Some(Deprecation { sunset: Some(day), .. }) => {
            format!("#[deprecated(note = \"ends on {day}\")]\n")
        }
    }
}

/// A list of the form's parts, because no generated type describes them.
fn form(operation: &Operation) -> String {
    let Some(Body::Multipart { parts, .. }) = &operation.body else { return String::new() };
    let parts = parts.iter().map(|part| {
        let Parameter { name, doc, place, required, .. } = part;
        let kind = match place {
            Place::File => "a file with a `file_name`",
            _ => "text",
        };
        let optional = if *required { "" } else { " (optional)" };
        let about = match doc.trim() {
            "" => String::new(),
            about => format!(": {about}"),
        };
        format!("\n- `{name}`, {kind}{optional}{about}")
    });
    format!("The parts of the form:\n{}", parts.collect::<String>())
}

fn errors(operation: &Operation) -> String {
    match operation.reasons.is_empty() {
        true => "Any [`Error`](crate::Error).".to_owned(),
        false => format!(
            "[`{}`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).",
            operation.reason_name()
        ),
    }
}

/// Turns each operation ID in the text into a link to its method.
fn linked(text: &str, api: &Api) -> String {
    api.client_operations().fold(text.to_owned(), |text, operation| {
        let method = snake(&operation.id);
        text.replace(&format!("`{}`", operation.id), &format!("[`{method}`](Client::{method})"))
    })
}

fn body(operation: &Operation) -> Option<String> {
    Some(match operation.body.as_ref()? {
        Body::Json { schema, .. } => format!("body: &types::{schema}"),
        Body::Raw { .. } => "body: impl Into<::stoa_client_core::Bytes>".to_owned(),
        Body::Multipart { .. } => "form: ::stoa_client_core::Form".to_owned(),
    })
}

/// The builder methods for everything in a call except its parameters: body, idempotency, statuses and events.
fn steps(api: &Api, operation: &Operation) -> Vec<String> {
    let body = operation.body.as_ref().map(|body| match body {
        Body::Json { .. } => ".json(body)",
        Body::Raw { .. } => ".raw(body)",
        Body::Multipart { .. } => ".form(form)",
    });
    let idempotent = operation.idempotent.then_some(".idempotent()");
    let once = (!operation.repeatable).then_some(".once()");
    let mut steps: Vec<String> =
        [body, idempotent, once].into_iter().flatten().map(str::to_owned).collect();
    if operation.success.statuses != [200] {
        steps.push(format!(".expect(&{:?})", operation.success.statuses));
    }
    if let SuccessBody::Events(schema) = &operation.success.body {
        steps.push(format!(".events(&[{}])", event_names(api, schema)));
    }
    steps
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

/// The types of the calls: an invocation of the macro `calls!` with a line for each operation.
fn calls(operations: &[Operation]) -> String {
    let lines = operations.iter().map(|operation| {
        let answer = match (&operation.success.body, &operation.pages) {
            (SuccessBody::None, _) => "Empty".to_owned(),
            (SuccessBody::Json(schema), Some(Pages { items, item, place })) => {
                let item = type_name(item, "types::");
                match place {
                    PagePlace::Numbered { standing, by } => {
                        format!("Pages<types::{schema}, {item}>({items}, {standing}.{by})")
                    }
                    PagePlace::Cursor { next } => {
                        format!("Cursor<types::{schema}, {item}>({items}, {next}, \"cursor\")")
                    }
                }
            }
            (SuccessBody::Json(schema), None) => format!("Json<types::{schema}>"),
            (SuccessBody::Bytes(_), _) => "Bytes".to_owned(),
            (SuccessBody::Events(schema), _) => format!("Events<types::{schema}>"),
        };
        let tag = if operation.success.conditional { ", ETag" } else { "" };
        format!("    {}: {} -> {answer}{tag};\n", snake(&operation.id), pascal(&operation.id))
    });
    format!("::stoa_client_core::calls! {{\n{}}}\n", lines.collect::<String>())
}

fn setters(api: &Api, operation: &Operation) -> Option<String> {
    let optional = operation.parameters.iter().filter(|parameter| !parameter.required);
    let setters: Vec<String> = optional
        .map(|parameter| {
            let about = match parameter.doc.trim() {
                "" => format!("Parameter `{}`.", parameter.name),
                about => linked(about, api),
            };
            let is_key = parameter.name.eq_ignore_ascii_case("Idempotency-Key");
            let default = match &parameter.default {
                Some(value) => format!("Default: `{value}`."),
                None if is_key && operation.idempotent => {
                    "By default, each call has its own random key, which its retries send too."
                        .to_owned()
                }
                None => String::new(),
            };
            format!(
                "{}{}pub fn {}(self, {}) -> Self {{\nSelf(self.0{})\n}}\n",
                doc(&[&about, &default]),
                if parameter.deprecated { "#[deprecated]\n" } else { "" },
                parameter.member,
                argument(parameter, ""),
                step(parameter)
            )
        })
        .collect();
    let name = pascal(&operation.id);
    (!setters.is_empty()).then(|| format!("impl {name} {{\n{}}}\n", setters.join("\n")))
}

/// Declares a parameter as an argument of a method. `by` precedes a named type: `&`, or nothing to take the argument by
/// value.
fn argument(parameter: &Parameter, by: &str) -> String {
    let ty = match &parameter.ty {
        Type::String => "&str".to_owned(),
        Type::Array(item) if **item == Type::String => "&[impl ToString]".to_owned(),
        Type::Array(item) => format!("&[{}]", type_name(item, "types::")),
        Type::Named(name) if parameter.place == Place::QueryJson => format!("&types::{name}"),
        Type::Named(name) => format!("{by}types::{name}"),
        other => type_name(other, "types::"),
    };
    format!("{}: {ty}", parameter.member)
}

/// The builder method that adds a parameter to a call.
fn step(parameter: &Parameter) -> String {
    let method = match (parameter.place, &parameter.ty) {
        (Place::Path, _) => "path",
        (Place::Header, _) => "header",
        (Place::QueryJson, _) => "query_json",
        (_, Type::Array(_)) if parameter.exploded => "query_each",
        (_, Type::Array(_)) => "query_list",
        _ => "query",
    };
    let name = match parameter.place {
        Place::Header => text(&parameter.name.to_lowercase()),
        _ => text(&parameter.name),
    };
    format!(".{method}({name}, {})", parameter.member)
}

/// The enum of an operation's reasons: an invocation of the macro `reasons!` with a line for each reason.
fn reasons(operation: &Operation) -> Option<String> {
    let lines = operation.reasons.iter().map(|reason| {
        let statuses: Vec<String> = reason.statuses.iter().map(u16::to_string).collect();
        format!("        {} {} {},\n", statuses.join(" | "), reason.name, text(&reason.message))
    });
    (!operation.reasons.is_empty()).then(|| {
        format!(
            "::stoa_client_core::reasons! {{\n    pub enum {} of \"{}\" {{\n{}    }}\n}}\n",
            operation.reason_name(),
            operation.id,
            lines.collect::<String>()
        )
    })
}
