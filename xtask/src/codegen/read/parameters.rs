//! Parameters of path, query and header.

use super::schemas::type_of;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Api, Parameter, Place, Shape, Type};
use crate::codegen::rust::snake;

/// The parameters of a path item and of an operation, in this order.
pub fn read(lists: &[Option<Node<'_>>], path: &str, api: &Api) -> Result<Vec<Parameter>> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for node in lists.iter().flatten().flat_map(|list| list.items()) {
        let (_, target) = node.resolve("parameters")?;
        let mut parameter = parameter(&target, api)?;
        if parameter.place == Place::Header && names(lists)?.contains(&parameter.member) {
            parameter.member.push_str("_header");
        }
        if parameters.iter().any(|other| other.member == parameter.member) {
            return Err(node.fault(format!("`{}` stands twice: rename one", parameter.name)));
        }
        if parameter.place == Place::Path && !path.contains(&format!("{{{}}}", parameter.name)) {
            return Err(node.fault(format!("the path has no `{{{}}}`", parameter.name)));
        }
        parameters.push(parameter);
    }
    Ok(parameters)
}

/// The Rust names of all parameters but headers.
fn names(lists: &[Option<Node<'_>>]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for node in lists.iter().flatten().flat_map(|list| list.items()) {
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
    let place = node.need("in")?;
    let (place, schema) = match (place.string()?, node.get("content")) {
        ("query", Some(content)) => {
            content.only(&["application/json"])?;
            (Place::QueryJson, content.need("application/json")?.need("schema")?)
        }
        ("path", None) => (Place::Path, node.need("schema")?),
        ("query", None) => (Place::Query, node.need("schema")?),
        ("header", None) => (Place::Header, node.need("schema")?),
        _ => {
            return Err(
                place.fault("must be path, query or header (a cookie is a security scheme)")
            );
        }
    };
    let ty = type_of(&schema)?;
    check_type(&schema, &ty, place, api)?;
    if matches!(ty, Type::Array(_))
        && (node.text("style")? != Some("form")
            || node.get("explode").is_none_or(|explode| explode.value != false))
    {
        return Err(
            node.fault("an array in a query is comma-separated: add `style: form, explode: false`")
        );
    }
    let required = node.flag("required");
    if place == Place::Path && !required {
        return Err(node.fault("a path parameter is always there: add `required: true`"));
    }
    let values = matches!(&ty, Type::Named(name) if api.schema(name).is_some_and(|schema| {
        matches!(schema.shape, Shape::Enum { .. })
    }));
    let number = |key: &str| schema.get(key).and_then(|node| node.value.as_u64());
    Ok(Parameter {
        name: node.need("name")?.string()?.to_owned(),
        member: snake(node.need("name")?.string()?),
        doc: node.text("description")?.unwrap_or_default().to_owned(),
        place,
        required,
        ty,
        default: schema.resolve("schemas")?.1.get("default").map(|node| node.value.clone()),
        message: node.text("x-message")?.map(str::to_owned),
        status: node.get("x-status").and_then(|node| node.value.as_u64()),
        minimum: schema.get("minimum").map(|node| node.value.clone()),
        maximum: schema.get("maximum").map(|node| node.value.clone()),
        cap: schema.get("x-cap").and_then(|node| node.value.as_i64()),
        min_length: number("minLength"),
        max_length: number("maxLength"),
        max_items: number("maxItems"),
        values,
    })
}

/// What the generated straight-line decoding would not honour is refused.
fn check_type(schema: &Node<'_>, ty: &Type, place: Place, api: &Api) -> Result<()> {
    for key in ["allOf", "x-trim", "minItems", "x-message"] {
        if let Some(inner) = schema.get(key) {
            return Err(inner.fault("not on a parameter's schema: remove it"));
        }
    }
    if place != Place::QueryJson
        && let Some(pattern) = schema.get("pattern")
    {
        return Err(pattern.fault("patterns of parameters are not checked: remove it"));
    }
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
    let mend =
        "must be a scalar, a named enum, integer or string, or an array of scalars in a query";
    if fits { Ok(()) } else { Err(schema.fault(mend)) }
}
