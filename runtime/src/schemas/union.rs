//! Determines which variant of a `oneOf` a value is meant to be.

use jsonschema::{ValidationError, error::ValidationErrorKind, paths::Location};
use serde_json::Value;

use super::{document, numbers, violation::wording};

pub(crate) enum Choice<'a> {
    /// The value is meant as this variant. Holds the variant's violations.
    Variant(&'a [ValidationError<'static>]),
    /// The property that distinguishes the variants has the value of no variant. Holds the property's name and the
    /// violated rule.
    OtherDiscriminator(String, String),
    /// The value has the type of no variant. Holds the violated rule.
    OtherType(String),
    /// The property that distinguishes the variants is missing. Holds its name, or the names of several.
    NoDiscriminator(String),
}

/// Chooses the variant from the node of the union, its error, and the violations of each variant.
pub(crate) fn choose<'a>(
    schema: &Value,
    union: &Value,
    error: &ValidationError<'_>,
    violations: &'a [Vec<ValidationError<'static>>],
) -> Choice<'a> {
    let value = error.instance().as_ref();
    let variants = document::variants(union);
    if let (true, Some(property)) = (value.is_object(), discriminator(union)) {
        let constants: Vec<&Value> =
            variants.iter().filter_map(|variant| constant(schema, variant, property)).collect();
        return match value.get(property) {
            None => Choice::NoDiscriminator(property.to_owned()),
            Some(given) => match constants.iter().position(|constant| *constant == given) {
                Some(variant) if variant < violations.len() => {
                    Choice::Variant(&violations[variant])
                }
                _ => {
                    let rule = wording::one_of(constants);
                    Choice::OtherDiscriminator(property.to_owned(), rule)
                }
            },
        };
    }
    // A number that is no integer of 64 bits is meant as the integer of an integer-or-string union.
    let is_integer = |variant: &Value| value.is_number() && numbers::is_of_type(variant, "integer");
    let of_its_type: Vec<usize> = (0..violations.len())
        .filter(|variant| {
            variants.get(*variant).is_some_and(is_integer)
                || is_of_type(error.instance_path(), &violations[*variant])
        })
        .collect();
    match of_its_type[..] {
        [] => Choice::OtherType(wording::types(
            variants.iter().map(|variant| document::resolved(schema, variant)),
        )),
        [variant] => Choice::Variant(&violations[variant]),
        _ => by_own_property(schema, variants, value, violations),
    }
}

/// Chooses among variants without a discriminator. Each requires a property that no other variant has.
fn by_own_property<'a>(
    schema: &Value,
    variants: &[Value],
    value: &Value,
    violations: &'a [Vec<ValidationError<'static>>],
) -> Choice<'a> {
    let mut own_names = Vec::new();
    for (number, variant) in variants.iter().enumerate() {
        let others = || variants.iter().enumerate().filter(|(other, _)| *other != number);
        let required =
            document::resolved(schema, variant).get("required").and_then(Value::as_array);
        let own = required.into_iter().flatten().filter_map(Value::as_str).find(|name| {
            others().all(|(_, other)| document::property(schema, other, name).is_none())
        });
        match own {
            Some(name) if value.get(name).is_some() && number < violations.len() => {
                return Choice::Variant(&violations[number]);
            }
            Some(name) => own_names.push(name),
            None => {}
        }
    }
    Choice::NoDiscriminator(own_names.join(" or "))
}

/// Whether the value at this path has the variant's type: no violation of the variant reports a wrong type there.
fn is_of_type(path: &Location, violations: &[ValidationError<'_>]) -> bool {
    let is_type =
        |error: &ValidationError<'_>| matches!(error.kind(), ValidationErrorKind::Type { .. });
    !violations.iter().any(|error| is_type(error) && error.instance_path() == path)
}

/// Returns the property that the document names to distinguish the variants.
fn discriminator(union: &Value) -> Option<&str> {
    union.get("discriminator")?.get("propertyName")?.as_str()
}

fn constant<'a>(schema: &'a Value, variant: &'a Value, property: &str) -> Option<&'a Value> {
    document::property(schema, variant, property)?.get("const")
}
