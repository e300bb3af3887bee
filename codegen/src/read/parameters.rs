//! Parameters of path, query and header, and the parts of a form, which are decoded in the same way.

use std::collections::BTreeSet;

use heck::ToSnakeCase;

use super::parts::Parts;
use super::types::type_of;
use super::{defaults, keywords, names, secrets, walk};
use crate::document::{Node, Result, all};
use crate::model::{Parameter, Place, Shape, Type};
use crate::rust::snake_case;

const NEVER_NULL: &str = "a parameter cannot be null, only absent: write the type alone";

/// Reads the parameters of a path item and of an operation, in this order.
pub fn read(nodes: &[Node<'_>], parts: &Parts<'_>) -> Result<Vec<Parameter>> {
    let elsewhere = members_but_of_headers(nodes);
    let mut seen = BTreeSet::new();
    all(nodes.iter().map(|node| {
        let (_, target) = node.resolve_alone("parameters")?;
        let mut parameter = parameter(&target, parts)?;
        if parameter.place == Place::Header && elsewhere.contains(&parameter.member) {
            parameter.member = format!("{}_header", parameter.name.to_snake_case());
        }
        if !seen.insert(parameter.member.clone()) {
            node.fault(format!("`{}` occurs twice: rename one", parameter.name));
        }
        Ok(parameter)
    }))
}

/// The Rust names of all parameters except headers.
fn members_but_of_headers(nodes: &[Node<'_>]) -> BTreeSet<String> {
    let targets = nodes.iter().filter_map(|node| Some(node.resolve("parameters").ok()?.1));
    let others =
        targets.filter(|target| target.get("in").is_some_and(|place| place.value != "header"));
    others.filter_map(|target| Some(snake_case(target.get("name")?.value.as_str()?))).collect()
}

pub fn parameter(node: &Node<'_>, parts: &Parts<'_>) -> Result<Parameter> {
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
        "deprecated",
        "x-message",
        "x-status",
    ]);
    let name = node.need("name").and_then(|name| Ok((name.string()?, name)));
    let required = node.flag("required");
    let (place, schema) = place(node).inspect_err(|_| {
        // The schema can be read without the place of the parameter.
        _ = node.get("schema").map(|schema| type_of(&schema, NEVER_NULL));
    })?;
    let parameter = decoded(node, &schema, place, parts);
    let ((name, at), required) = (name?, required?);
    check_name(name, &at, place, required);
    if place == Place::Path && !required {
        node.fault("a path parameter is always there: write `required: true`");
    }
    if required {
        schema.without(
            &["default"],
            "a required parameter is always given, so this has no effect: remove it",
        );
    }
    let parameter =
        Parameter { name: name.to_owned(), member: snake_case(name), required, ..parameter? };
    check_style(node, place, &parameter.ty);
    let explode = node.get("explode").is_none_or(|explode| explode.value == true);
    let exploded = explode && matches!(parameter.ty, Type::Array(_));
    Ok(Parameter { exploded, ..parameter })
}

fn check_name(name: &str, node: &Node<'_>, place: Place, required: bool) {
    _ = match required {
        true => names::parameter(name, node),
        false => names::optional_parameter(name, node),
    };
    if place == Place::Header {
        _ = names::token(name, node);
    }
}

/// Refuses a style that would be written otherwise than generated code does. A style without effect is allowed.
fn check_style(node: &Node<'_>, place: Place, ty: &Type) {
    _ = node.flag("explode");
    if place == Place::QueryJson {
        node.without(&["style", "explode"], "JSON has no style: remove it");
        return;
    }
    let usual = if place == Place::Query { "form" } else { "simple" };
    let Some(style) = node.get("style").filter(|style| style.value != usual) else { return };
    style.fault(match ty {
        Type::Array(_) => "an array in a query is comma-separated or repeated: write `style: form`, with `explode: false` or `true`".to_owned(),
        _ => format!("a parameter here has the style `{usual}`: write that, or remove it"),
    });
}

fn place<'a>(node: &Node<'a>) -> Result<(Place, Node<'a>)> {
    let place = node.need("in")?;
    if let (Some(_), Some(content)) = (node.get("schema"), node.get("content")) {
        return Err(content.fault("excludes `schema`: remove one of the two"));
    }
    match (place.string()?, node.get("content")) {
        ("query", Some(content)) => {
            content.only(&["application/json"]);
            let media = content.need("application/json")?;
            media.only(&["schema", "example", "examples"]);
            Ok((Place::QueryJson, media.need("schema")?))
        }
        ("path", None) => Ok((Place::Path, node.need("schema")?)),
        ("query", None) => Ok((Place::Query, node.need("schema")?)),
        ("header", None) => Ok((Place::Header, node.need("schema")?)),
        ("path" | "header", Some(content)) => {
            Err(content.fault("JSON is possible only in a query parameter: give a `schema`"))
        }
        _ => Err(place.fault("must be path, query or header (a cookie is a security scheme)")),
    }
}

/// Reads a part of a form. `node` is a property: it describes the parameter, and is also the parameter's schema.
pub fn part(
    name: &str,
    node: &Node<'_>,
    required: bool,
    binary: bool,
    parts: &Parts<'_>,
) -> Result<Parameter> {
    if required {
        node.without(
            &["default"],
            "a required part is always given, so this has no effect: remove it",
        );
    }
    let part = if binary { file(node)? } else { decoded(node, node, Place::Field, parts)? };
    Ok(Parameter { name: name.to_owned(), member: snake_case(name), required, ..part })
}

fn file(node: &Node<'_>) -> Result<Parameter> {
    let (message, status) = keywords::message(node)?;
    Ok(Parameter {
        doc: node.description()?,
        message,
        status,
        place: Place::File,
        ..Parameter::default()
    })
}

/// Reads a parameter's rules from `schema`, and its message and description from `node`.
fn decoded(
    node: &Node<'_>,
    schema: &Node<'_>,
    place: Place,
    parts: &Parts<'_>,
) -> Result<Parameter> {
    let message = keywords::message(node);
    let doc = node.description();
    let ty = type_of(schema, NEVER_NULL)?;
    check_type(schema, &ty, place, parts)?;
    refuse_ignored_rules(schema, &ty, place);
    if place == Place::QueryJson && !walk::statuses(schema).is_empty() {
        schema.fault("an `x-status` inside this schema has no effect: move it to the parameter");
    }
    let cap = cap(schema);
    let target = schema.resolve("schemas")?.1;
    let listed = match schema.get("items") {
        Some(items) => items.resolve("schemas")?.1,
        None => target.clone(),
    };
    let default = match defaults::read(schema, &ty, false) {
        Ok(None) if matches!(ty, Type::Named(_)) && place != Place::QueryJson => {
            defaults::of_enum(&target)
        }
        default => default,
    };
    // An invalid rule already has a fault, so the parameter is read without that rule.
    let (message, status) = message.unwrap_or_default();
    Ok(Parameter {
        doc: doc.unwrap_or_default(),
        default: default.unwrap_or_default(),
        message,
        status,
        minimum: schema.get("minimum").map(|node| node.value.clone()),
        maximum: schema.get("maximum").map(|node| node.value.clone()),
        cap: cap.unwrap_or_default(),
        min_length: schema.count("minLength").unwrap_or_default(),
        max_length: schema.count("maxLength").unwrap_or_default(),
        max_items: schema.count("maxItems").unwrap_or_default(),
        pattern: schema.text("pattern").unwrap_or_default().map(str::to_owned),
        format: checked_format(schema, &ty),
        values: listed.get("enum").is_some(),
        uuid: is_integer_or_uuid(&target),
        deprecated: node.is_deprecated(),
        secret: secrets::is_secret(schema),
        place,
        ty,
        ..Parameter::default()
    })
}

/// Whether the string of an integer-or-string union is a UUID.
fn is_integer_or_uuid(target: &Node<'_>) -> bool {
    target.value.pointer("/oneOf/1/format").is_some_and(|format| format == "uuid")
}

/// Reads `x-cap`, the number that replaces every greater number. The cap must itself be valid, and not below the
/// default.
fn cap(schema: &Node<'_>) -> Result<Option<i64>> {
    let Some(cap) = schema.get("x-cap") else { return Ok(None) };
    let value = cap.value.as_i64().ok_or_else(|| cap.fault("must be an integer"))?;
    let number = |key| schema.get(key).and_then(|node| node.value.as_i64());
    if number("minimum").is_some_and(|least| value < least) {
        cap.fault("is below `minimum`: a greater number would become one that is not valid");
    }
    if number("maximum").is_some_and(|most| value > most) {
        cap.fault("is above `maximum`: no greater number is ever valid");
    }
    if let Some(default) = schema.get("default")
        && default.value.as_i64().is_some_and(|default| default > value)
    {
        default.fault("is above `x-cap`, which lowers it: write a default of at most `x-cap`");
    }
    Ok(Some(value))
}

fn check_type(schema: &Node<'_>, ty: &Type, place: Place, parts: &Parts<'_>) -> Result<()> {
    let fits = match ty {
        _ if place == Place::QueryJson => matches!(ty, Type::Named(_)),
        Type::Integer | Type::Number | Type::Boolean | Type::String => true,
        Type::Array(item) => {
            let fits = match &**item {
                Type::Integer | Type::String => true,
                Type::Named(name) => matches!(parts.shape(name)?, Some(Shape::Enum { .. })),
                _ => false,
            };
            place == Place::Query && fits
        }
        Type::Named(name) => {
            matches!(parts.shape(name)?, Some(Shape::Enum { .. } | Shape::IntegerOrString))
        }
        _ => false,
    };
    let advice = match place {
        Place::QueryJson => "JSON in a query is a component: `$ref` it",
        _ => {
            "must be a scalar, a named enum, integer or string, or (in a query) an array of integers, strings or a named enum"
        }
    };
    if fits { Ok(()) } else { Err(schema.fault_hiding_reference(advice)) }
}

const MOVE_MESSAGE: &str = "it has no effect through a parameter: move it to the parameter, and to the properties of bodies";

/// Refuses rules that generated decoding would ignore.
fn refuse_ignored_rules(schema: &Node<'_>, ty: &Type, place: Place) {
    let advice = "not checked in a parameter or form: let the handler check it, say it in the description, and remove it";
    schema.without(
        &["x-trim"],
        "a parameter or form is not trimmed: let the handler trim it, and remove this",
    );
    schema.without(&["allOf", "minItems"], advice);
    let message = ["x-message", "x-status"];
    if place != Place::Field {
        schema.without(&message, "write it next to `schema`, in the parameter");
    }
    let bounds = ["allOf", "x-cap", "pattern", "minimum", "maximum", "minLength", "maxLength"];
    let advice = "only the type is checked here in a parameter or form: let the handler check it, say it in the description, and remove it";
    match (ty, schema.get("items"), schema.resolve("schemas")) {
        (Type::Array(item), Some(items), _) => {
            refuse_ignored_format(&items, item, advice);
            items.without(&[&bounds[..], &["x-trim"], &message].concat(), advice);
            if let Ok((Some(_), target)) = items.resolve("schemas") {
                target.without(&message, MOVE_MESSAGE);
            }
        }
        (Type::Named(_), _, Ok((_, target))) if place != Place::QueryJson => {
            target.without(&message, MOVE_MESSAGE);
            // `format` is allowed here. Generated code checks `uuid`, and the handler checks other formats.
            for choice in target.items_of("oneOf").unwrap_or_default() {
                choice.without(&[&bounds[..], &message].concat(), advice);
            }
        }
        _ => {}
    }
}

/// The format that decoding checks. A secret's format restricts nothing.
fn checked_format(schema: &Node<'_>, ty: &Type) -> Option<String> {
    let format = schema.get("format")?.value.as_str()?;
    (*ty == Type::String && !secrets::is_secret(schema)).then(|| format.to_owned())
}

/// Refuses a format of an item, which decoding would ignore. An integer's format makes it an `i64`. The format of
/// a secret restricts nothing.
fn refuse_ignored_format(node: &Node<'_>, ty: &Type, advice: &str) {
    if *ty != Type::Integer && !(*ty == Type::String && secrets::is_secret(node)) {
        node.without(&["format"], advice);
    }
}
