//! The methods of the client for one tag, and the calls that they return.

use crate::code::{Code, Name, code};
use crate::model::{
    Api, Body, Deprecation, Operation, PagePlace, Pages, Parameter, Place, Reason, Restriction,
    Shape, SuccessBody, Tag, Type,
};
use crate::rust::{Scope, doc, module_doc, pascal, snake, text, type_name};

pub fn emit(api: &Api, tag: &Tag) -> Code {
    let operations = &tag.operations;
    let about = module_doc(&[&format!("The operations tagged `{}`.", tag.name)]);
    let methods = Code::join(operations.iter().map(|operation| method(api, operation)), "\n");
    let parts = [
        code!("{about}", about),
        imports(operations),
        code!("impl Client {{\n{methods}}}\n", methods),
        calls(operations),
    ];
    let setters = operations.iter().filter_map(|operation| setters(api, operation));
    let reasons = operations.iter().filter_map(reasons);
    Code::join(parts.into_iter().chain(setters).chain(reasons), "\n")
}

fn imports(operations: &[Operation]) -> Code {
    let mut own = vec!["Client"];
    own.extend(operations.iter().any(takes_form).then_some("forms"));
    own.extend(operations.iter().any(names_types).then_some("types"));
    let own = Code::join(own.into_iter().map(Name::new), ", ");
    code!("use ::stoa_client_core::Method;\n\nuse crate::{{{own}}};\n", own)
}

fn takes_form(operation: &Operation) -> bool {
    matches!(operation.body, Some(Body::Multipart { .. }))
}

fn names_types(operation: &Operation) -> bool {
    matches!(operation.body, Some(Body::Json { .. }))
        || matches!(operation.success.body, SuccessBody::Json(_) | SuccessBody::Events(_))
        || operation.parameters.iter().any(|parameter| parameter.ty.named().is_some())
}

fn method(api: &Api, operation: &Operation) -> Code {
    let required = operation.parameters.iter().filter(|parameter| parameter.required);
    let arguments = required.clone().map(|parameter| argument(parameter, By::Reference));
    let arguments = arguments.chain(body(operation)).map(|one| code!(", {one}", one));
    let steps: Code = required.map(step).chain(steps(api, operation)).collect();
    let name = pascal(&operation.id);
    let call = code!(
        "self.call({id}, Method::{method}, {path})",
        id = text(&operation.id),
        method = Name::new(&operation.method.to_uppercase()),
        path = text(&operation.path)
    );
    let body = match steps.is_empty() {
        true => code!("{name}({call})", name, call),
        false => code!("let call = {call};\n{name}(call{steps})", call, name, steps),
    };
    let summary = operation.summary.trim_end_matches('.');
    let head = format!("{summary}: {}.", operation.method_and_path());
    let description = linked(&operation.description, api);
    let roles = operation.restriction.as_ref().map(Restriction::description).unwrap_or_default();
    code!(
        "{about}{deprecated}pub fn {function}(&self{arguments}) -> {name} {{\n{body}\n}}\n",
        about = doc(&[&head, &description, &roles, "# Errors", &errors(operation)]),
        deprecated = deprecated(operation),
        function = snake(&operation.id),
        arguments = arguments.collect::<Code>(),
        name,
        body
    )
}

fn deprecated(operation: &Operation) -> Code {
    match &operation.deprecation {
        None => code!(""),
        Some(Deprecation { sunset: None, .. }) => code!("#[deprecated]\n"),
        Some(Deprecation { sunset: Some(day), .. }) => {
            code!("#[deprecated(note = {note})]\n", note = text(&format!("ends on {day}")))
        }
    }
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

fn body(operation: &Operation) -> Option<Code> {
    Some(match operation.body.as_ref()? {
        Body::Json { schema, .. } => {
            code!("body: &types::{schema}", schema = Name::new(schema))
        }
        Body::Raw { .. } => code!("body: impl Into<::stoa_client_core::Bytes>"),
        Body::Multipart { schema, .. } => {
            code!("form: forms::{schema}", schema = Name::new(schema))
        }
    })
}

/// The builder methods for everything in a call except its parameters: body, idempotency, statuses and events.
fn steps(api: &Api, operation: &Operation) -> Vec<Code> {
    let body = operation.body.as_ref().map(|body| match body {
        Body::Json { is_merge_patch: true, .. } => code!(".merge_patch(body)"),
        Body::Json { .. } => code!(".json(body)"),
        Body::Raw { .. } => code!(".raw(body)"),
        Body::Multipart { .. } => code!(".form(form)"),
    });
    let idempotent = operation.idempotent.then(|| code!(".idempotent()"));
    let once = (!operation.repeatable).then(|| code!(".once()"));
    let mut steps: Vec<Code> = [body, idempotent, once].into_iter().flatten().collect();
    if operation.success.statuses != [200] {
        let statuses = Code::join(&operation.success.statuses, ", ");
        steps.push(code!(".expect(&[{statuses}])", statuses));
    }
    if let SuccessBody::Events(schema) = &operation.success.body {
        steps.push(code!(".events(&[{names}])", names = event_names(api, schema)));
    }
    steps
}

fn event_names(api: &Api, schema: &str) -> Code {
    match api.schema(schema).map(|schema| &schema.shape) {
        Some(Shape::Events { variants, .. }) => {
            Code::join(variants.iter().map(|variant| text(&variant.value)), ", ")
        }
        _ => code!(""),
    }
}

/// The types of the calls: an invocation of the macro `calls!` with a line for each operation.
fn calls(operations: &[Operation]) -> Code {
    let line = |operation: &Operation| {
        code!(
            "    {function}: {name} {id} -> {answer}{tag};\n",
            function = snake(&operation.id),
            name = pascal(&operation.id),
            id = text(&operation.id),
            answer = answer(operation),
            tag = if operation.success.conditional { code!(", ETag") } else { code!("") }
        )
    };
    let lines: Code = operations.iter().map(line).collect();
    code!("::stoa_client_core::calls! {{\n{lines}}}\n", lines)
}

fn answer(operation: &Operation) -> Code {
    match (&operation.success.body, &operation.pages) {
        (SuccessBody::None, _) => code!("Empty"),
        (SuccessBody::Bytes(_), _) => code!("Bytes"),
        (SuccessBody::Events(schema), _) => {
            code!("Events<types::{schema}>", schema = Name::new(schema))
        }
        (SuccessBody::Json(schema), None) => {
            code!("Json<types::{schema}>", schema = Name::new(schema))
        }
        (SuccessBody::Json(schema), Some(Pages { items, item, place })) => {
            let (schema, items) = (Name::new(schema), Name::new(items));
            let item = type_name(item, Scope::Imported);
            match place {
                PagePlace::Numbered { position, by } => code!(
                    "Pages<types::{schema}, {item}>({items}, {position}.{by})",
                    schema,
                    item,
                    items,
                    position = Name::new(position),
                    by = Name::new(by)
                ),
                PagePlace::Cursor { next } => code!(
                    "Cursor<types::{schema}, {item}>({items}, {next}, \"cursor\")",
                    schema,
                    item,
                    items,
                    next = Name::new(next)
                ),
            }
        }
    }
}

fn setters(api: &Api, operation: &Operation) -> Option<Code> {
    let optional = operation.parameters.iter().filter(|parameter| !parameter.required);
    let setter = |parameter: &Parameter| {
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
        code!(
            "{about}{deprecated}pub fn {name}(self, {argument}) -> Self {{\nSelf(self.0{step})\n}}\n",
            about = doc(&[&about, &default]),
            deprecated = if parameter.deprecated { code!("#[deprecated]\n") } else { code!("") },
            name = Name::new(&parameter.member),
            argument = argument(parameter, By::Value),
            step = step(parameter)
        )
    };
    let setters = Code::join(optional.map(setter).chain(data(api, operation)), "\n");
    let name = pascal(&operation.id);
    (!setters.is_empty()).then(|| code!("impl {name} {{\n{setters}}}\n", name, setters))
}

/// The method that returns the payload of an envelope such as `{success: true, data: X}`.
fn data(api: &Api, operation: &Operation) -> Option<Code> {
    let SuccessBody::Json(schema) = &operation.success.body else { return None };
    let field = api.payload(schema)?;
    let is_plain =
        |ty: &Type| !matches!(ty, Type::Any | Type::Object | Type::Map(_) | Type::Array(_));
    if !matches!(&field.ty, Type::Array(item) if is_plain(item)) && !is_plain(&field.ty) {
        return None;
    }
    let about = format!(
        "Makes the output of the call the `{}` of its answer. Call this last, because the returned type has no other \
         setters.",
        field.name
    );
    Some(code!(
        "{about}pub fn data(self) -> ::stoa_client_core::Data<Self, {ty}> {{\n\
             ::stoa_client_core::Data::new(self, |body| body.{field})\n\
         }}\n",
        about = doc(&[&about]),
        ty = type_name(&field.ty, Scope::Imported),
        field = snake(&field.name)
    ))
}

/// How a method takes a value of a named type.
#[derive(Clone, Copy)]
enum By {
    Reference,
    Value,
}

fn argument(parameter: &Parameter, by: By) -> Code {
    let ty = match &parameter.ty {
        Type::String => code!("&str"),
        Type::Array(item) if **item == Type::String => code!("&[impl ToString]"),
        Type::Array(item) => code!("&[{item}]", item = type_name(item, Scope::Imported)),
        Type::Named(name) => {
            let name = Name::new(name);
            match by {
                By::Value if parameter.place != Place::QueryJson => code!("types::{name}", name),
                _ => code!("&types::{name}", name),
            }
        }
        other => type_name(other, Scope::Imported),
    };
    code!("{name}: {ty}", name = Name::new(&parameter.member), ty)
}

/// The builder method that adds a parameter to a call.
fn step(parameter: &Parameter) -> Code {
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
    code!(
        ".{method}({name}, {value})",
        method = Name::new(method),
        name,
        value = Name::new(&parameter.member)
    )
}

/// The enum of an operation's reasons: an invocation of the macro `reasons!` with a line for each reason.
fn reasons(operation: &Operation) -> Option<Code> {
    let line = |reason: &Reason| {
        code!(
            "        {statuses} {name} {code} {message}{retired},\n",
            statuses = Code::join(&reason.statuses, " | "),
            name = Name::new(&reason.name),
            code = text(&reason.code),
            message = text(&reason.message),
            retired = if reason.retired { code!(" deprecated") } else { code!("") }
        )
    };
    (!operation.reasons.is_empty()).then(|| {
        code!(
            "::stoa_client_core::reasons! {{\n    pub enum {name} of {id} {{\n{lines}    }}\n}}\n",
            name = Name::new(&operation.reason_name()),
            id = text(&operation.id),
            lines = operation.reasons.iter().map(line).collect::<Code>()
        )
    })
}
