//! Parameters of path, query and header, and the parts of a form, which are decoded alike.

use heck::ToSnakeCase;

use super::types::type_of;
use super::{defaults, keywords, names, walk};
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Parameter, Place, Shape, Type};
use crate::codegen::rust::snake;

/// The parameters of a path item and of an operation, in this order.
pub fn read(lists: &[Option<Node<'_>>], api: &Api) -> Result<Vec<Parameter>> {
    let mut nodes = Vec::new();
    for list in lists.iter().flatten() {
        nodes.extend(list.items()?);
    }
    let mut parameters: Vec<Parameter> = Vec::new();
    for node in &nodes {
        let (_, target) = node.resolve_alone("parameters")?;
        let mut parameter = parameter(&target, api)?;
        if parameter.place == Place::Header && names(&nodes)?.contains(&parameter.member) {
            parameter.member = format!("{}_header", parameter.name.to_snake_case());
        }
        if parameters.iter().any(|other| other.member == parameter.member) {
            return Err(node.fault(format!("`{}` stands twice: rename one", parameter.name)));
        }
        parameters.push(parameter);
    }
    Ok(parameters)
}

/// The Rust names of all parameters but headers.
fn names(nodes: &[Node<'_>]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for node in nodes {
        let (_, target) = node.resolve("parameters")?;
        if target.text("in")? != Some("header") {
            names.push(snake(target.need("name")?.string()?));
        }
    }
    Ok(names)
}

fn parameter(node: &Node<'_>, api: &Api) -> Result<Parameter> {
    node.only(&[
        "name",
        "in",
        "required",
        "description",
        "schema",
        "content",
        "style",
        "explode",
        "example",
        "examples",
        "x-message",
        "x-status",
    ])?;
    let (place, schema) = place(node)?;
    let mut parameter = decoded(node, &schema, place, api)?;
    let name = node.need("name")?;
    parameter.name = name.string()?.to_owned();
    parameter.member = snake(&parameter.name);
    parameter.required = node.flag("required")?;
    if place == Place::Path && !parameter.required {
        return Err(node.fault("a path parameter is always there: add `required: true`"));
    }
    if let (true, Some(default)) = (parameter.required, schema.get("default")) {
        return Err(default.fault("a required parameter has no default: remove one of the two"));
    }
    match parameter.required {
        true => names::parameter(&parameter.name, &name)?,
        false => names::property(&parameter.name, &name)?,
    }
    if place == Place::Header {
        names::token(&parameter.name, &name)?;
    }
    let list = matches!(parameter.ty, Type::Array(_));
    let comma = node.text("style")? == Some("form")
        && node.get("explode").is_some_and(|explode| explode.value == false);
    if list && !comma {
        return Err(
            node.fault("an array in a query is comma-separated: add `style: form, explode: false`")
        );
    }
    match ["style", "explode"].into_iter().find_map(|key| node.get(key)) {
        Some(style) if !list => Err(style.fault("only arrays have a style: remove it")),
        _ => Ok(parameter),
    }
}

fn place<'a>(node: &Node<'a>) -> Result<(Place, Node<'a>)> {
    let place = node.need("in")?;
    if let (Some(_), Some(content)) = (node.get("schema"), node.get("content")) {
        return Err(content.fault("stands beside `schema`: remove one of the two"));
    }
    match (place.string()?, node.get("content")) {
        ("query", Some(content)) => {
            content.only(&["application/json"])?;
            let media = content.need("application/json")?;
            media.only(&["schema", "example", "examples"])?;
            Ok((Place::QueryJson, media.need("schema")?))
        }
        ("path", None) => Ok((Place::Path, node.need("schema")?)),
        ("query", None) => Ok((Place::Query, node.need("schema")?)),
        ("header", None) => Ok((Place::Header, node.need("schema")?)),
        (_, Some(content)) => Err(content.fault("JSON stands only in a query: give a `schema`")),
        _ => Err(place.fault("must be path, query or header (a cookie is a security scheme)")),
    }
}

/// A part of a form: the property of its schema is parameter and schema at once.
pub fn part(
    name: &str,
    node: &Node<'_>,
    required: bool,
    binary: bool,
    api: &Api,
) -> Result<Parameter> {
    if let Some(constant) = node.get("const") {
        return Err(constant.fault("a form has no constants: remove it"));
    }
    let mut parameter = if binary { file(node)? } else { decoded(node, node, Place::Field, api)? };
    parameter.name = name.to_owned();
    parameter.member = snake(name);
    parameter.required = required;
    if let (true, Some(default)) = (required, node.get("default")) {
        return Err(default.fault("a required part has no default: remove one of the two"));
    }
    Ok(parameter)
}

fn file(node: &Node<'_>) -> Result<Parameter> {
    let (message, status) = keywords::message(node)?;
    Ok(Parameter {
        doc: node.description()?,
        message,
        status,
        ..Parameter::new(Place::File, Type::String)
    })
}

/// What decoding takes from the schema, and from the node with the message.
fn decoded(node: &Node<'_>, schema: &Node<'_>, place: Place, api: &Api) -> Result<Parameter> {
    let ty = type_of(schema, "a parameter cannot be null: leave it out")?;
    check_type(schema, &ty, place, api)?;
    refuse_unheeded(schema, &ty, place)?;
    if let (Place::QueryJson, Some(_)) = (place, walk::statuses(schema)?.first()) {
        return Err(
            schema.fault("an `x-status` inside it is not heeded: write it at the parameter")
        );
    }
    let target = schema.resolve("schemas")?.1;
    let default = match defaults::read(schema, &ty, false)? {
        None if matches!(ty, Type::Named(_)) && place != Place::QueryJson => {
            defaults::of_enum(&target)?
        }
        default => default,
    };
    let (message, status) = keywords::message(node)?;
    Ok(Parameter {
        doc: node.description()?,
        default,
        message,
        status,
        minimum: schema.get("minimum").map(|node| node.value.clone()),
        maximum: schema.get("maximum").map(|node| node.value.clone()),
        cap: cap(schema)?,
        min_length: schema.count("minLength")?,
        max_length: schema.count("maxLength")?,
        max_words: schema.count("x-max-words")?,
        max_items: schema.count("maxItems")?,
        values: target.get("enum").is_some(),
        uuid: is_integer_or_uuid(&target),
        ..Parameter::new(place, ty)
    })
}

/// Whether the string of an integer-or-string union is a UUID.
fn is_integer_or_uuid(target: &Node<'_>) -> bool {
    target.value.pointer("/oneOf/1/format").is_some_and(|format| format == "uuid")
}

fn cap(schema: &Node<'_>) -> Result<Option<i64>> {
    let Some(cap) = schema.get("x-cap") else { return Ok(None) };
    cap.value.as_i64().map(Some).ok_or_else(|| cap.fault("must be an integer"))
}

fn check_type(schema: &Node<'_>, ty: &Type, place: Place, api: &Api) -> Result<()> {
    let fits = match ty {
        _ if place == Place::QueryJson => matches!(ty, Type::Named(_)),
        Type::Integer | Type::Number | Type::Boolean | Type::String => true,
        Type::Array(item) => {
            place == Place::Query && matches!(**item, Type::Integer | Type::String)
        }
        Type::Named(name) => api.schema(name).is_some_and(|schema| {
            matches!(schema.shape, Shape::Enum { .. } | Shape::IntegerOrString)
        }),
        _ => false,
    };
    let mend = match place {
        Place::QueryJson => "JSON in a query is a component: `$ref` it",
        _ => {
            "must be a scalar, a named enum, integer or string, or (in a query) an array of integers or strings"
        }
    };
    if fits { Ok(()) } else { Err(schema.fault(mend)) }
}

/// What the generated straight-line decoding would not heed is refused.
fn refuse_unheeded(schema: &Node<'_>, ty: &Type, place: Place) -> Result<()> {
    let keys = ["allOf", "x-trim", "minItems", "pattern"];
    let mend = "not checked in a parameter or form: remove it";
    unheeded(schema, &keys, mend)?;
    unheeded_format(schema, ty, mend)?;
    let message = ["x-message", "x-status"];
    if place != Place::Field {
        unheeded(schema, &message, "write it beside the schema")?;
    }
    let bounds = [
        "allOf",
        "x-cap",
        "x-max-words",
        "pattern",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
    ];
    let mend = "only the type is checked here in a parameter or form: remove it";
    match ty {
        Type::Array(item) => {
            let items = schema.need("items")?;
            unheeded_format(&items, item, mend)?;
            unheeded(&items, &[&bounds[..], &["x-trim"], &message].concat(), mend)
        }
        Type::Named(_) if place != Place::QueryJson => {
            let target = schema.resolve("schemas")?.1;
            unheeded(
                &target,
                &message,
                "not heeded in a parameter: write it there, and at the bodies' properties",
            )?;
            // A format there is the handler's to check.
            let mut choices = target.items_of("oneOf")?.into_iter();
            choices
                .try_for_each(|choice| unheeded(&choice, &[&bounds[..], &message].concat(), mend))
        }
        _ => Ok(()),
    }
}

/// That of an integer says that it is an `i64`, which is heeded.
fn unheeded_format(node: &Node<'_>, ty: &Type, mend: &str) -> Result<()> {
    if *ty == Type::Integer { Ok(()) } else { unheeded(node, &["format"], mend) }
}

fn unheeded(node: &Node<'_>, keys: &[&str], mend: &str) -> Result<()> {
    match keys.iter().find_map(|key| node.get(key)) {
        Some(inner) => Err(inner.fault(mend)),
        None => Ok(()),
    }
}
