//! Reads unions, of four kinds:
//!
//! - Objects with a constant in the same property (a discriminator).
//! - Objects with a required property that the other variants lack.
//! - The events of a stream.
//! - An integer or a string.

use std::collections::BTreeSet;

use super::keywords::{self, ANNOTATIONS, MESSAGE};
use super::names;
use super::types::type_name;
use crate::document::{Node, Result, all};
use crate::model::{Shape, Variant};

pub fn read(node: &Node<'_>) -> Result<Shape> {
    node.only(&[&["oneOf", "discriminator"], MESSAGE, ANNOTATIONS].concat());
    let list = node.need("oneOf")?;
    let choices = list.items()?;
    let names = all(choices.iter().map(type_name))?;
    if names == [Some(("integer", false)), Some(("string", false))] {
        node.without(
            &["discriminator"],
            "an integer and a string need no discriminator: remove it",
        );
        keywords::check(&choices[0], "integer", &[]);
        keywords::check(&choices[1], "string", &[]);
        return Ok(Shape::IntegerOrString);
    }
    let mut seen = BTreeSet::new();
    let variants = all(choices.iter().map(|choice| {
        let (name, target) = choice.resolve_alone("schemas")?;
        let advice = "a variant is a `$ref` to an object component (or write `[{type: integer}, {type: string}]`)";
        let name = name.ok_or_else(|| choice.fault_hiding_reference(advice))?;
        if target.get("properties").is_none() {
            return Err(choice.fault_hiding_reference(advice));
        }
        match seen.insert(name) {
            true => Ok((name.to_owned(), target)),
            false => Err(choice.fault("occurs twice: remove one")),
        }
    }))?;
    if variants.len() < 2 {
        return Err(list.fault("a union has two variants or more: `$ref` the one, or add another"));
    }
    match node.get("discriminator") {
        Some(discriminator) => tagged(&discriminator, variants),
        None => untagged(node, variants),
    }
}

fn tagged(discriminator: &Node<'_>, variants: Vec<(String, Node<'_>)>) -> Result<Shape> {
    discriminator.only(&["propertyName", "mapping"]);
    let property = discriminator.need("propertyName")?.string()?.to_owned();
    let stream = property == "event"
        && variants.iter().all(|(_, node)| node.value.pointer("/properties/data").is_some());
    let mut seen = BTreeSet::new();
    let tagged = all(variants.iter().map(|(schema, node)| {
        let constant = node.get("properties").and_then(|node| node.get(&property)?.get("const"));
        let advice = format!(
            "give it the required property `{property}` with `type: string` and a `const` of its own"
        );
        let constant = constant.ok_or_else(|| node.fault(advice))?;
        let value = constant.string()?.to_owned();
        match seen.insert(names::variant(&value, &constant)?) {
            true => Ok(Variant { value, schema: schema.clone() }),
            false => {
                let advice = "has the same Rust name as that of another variant: rename it";
                Err(constant.fault(advice))
            }
        }
    }))?;
    mapping(discriminator, &tagged);
    if !stream {
        return Ok(Shape::Tagged { property, variants: tagged });
    }
    let events = all(tagged.iter().zip(&variants).map(|(variant, (_, node))| {
        Ok(Variant { value: variant.value.clone(), schema: data(node)? })
    }))?;
    Ok(Shape::Events { variants: events })
}

/// Requires a mapping that lists each constant with its schema, and nothing else. Without a mapping, readers would take
/// the schema's name for the constant.
fn mapping(discriminator: &Node<'_>, variants: &[Variant]) {
    let line = |variant: &Variant| {
        format!("`{}: '#/components/schemas/{}'`", variant.value, variant.schema)
    };
    let Some(mapping) = discriminator.get("mapping") else {
        let lines: Vec<String> = variants.iter().map(line).collect();
        discriminator.fault(format!("add `mapping` with {}", lines.join(", ")));
        return;
    };
    let Ok(entries) = mapping.entries() else { return };
    for variant in variants {
        match mapping.get(&variant.value) {
            None => _ = mapping.fault(format!("add {}", line(variant))),
            Some(target) => {
                let right = format!("#/components/schemas/{}", variant.schema);
                if target.value != &right {
                    target.fault(format!("must be `{right}`, which has this constant"));
                }
            }
        }
    }
    for (value, target) in entries {
        if !variants.iter().any(|variant| variant.value == value) {
            target.fault("no variant has this constant: remove it");
        }
    }
}

/// The name of the schema of an event's data.
fn data(event: &Node<'_>) -> Result<String> {
    let properties = event.need("properties")?;
    properties.only(&["event", "data"]);
    let data = properties.need("data")?;
    let required = event.items_of("required")?;
    if !required.iter().any(|name| name.value == "data") {
        data.fault("an event always has data: make it required");
    }
    let (name, _) = data.resolve_alone("schemas")?;
    let name =
        name.ok_or_else(|| data.fault_hiding_reference("make it a component and `$ref` it"))?;
    Ok(name.to_owned())
}

fn untagged(union: &Node<'_>, variants: Vec<(String, Node<'_>)>) -> Result<Shape> {
    for (position, (name, node)) in variants.iter().enumerate() {
        let last = position + 1 == variants.len();
        let others = || variants.iter().filter(|(other, _)| other != name);
        let mut found = false;
        for required in node.items_of("required")? {
            let own = required.string()?;
            let free = others().all(|(_, other)| property(other, own).is_none());
            found |=
                free && (last || property(node, own).is_some_and(|own| is_needed_to_decode(&own)));
        }
        if !found {
            let advice = format!(
                "`{name}` needs a required property of its own, neither constant nor nullable \
                 (or to stand last), or add a discriminator"
            );
            return Err(union.fault(advice));
        }
    }
    Ok(Shape::Untagged { variants: variants.into_iter().map(|(name, _)| name).collect() })
}

/// Whether decoding fails without this property. Decoding takes the first variant that does not fail.
fn is_needed_to_decode(property: &Node<'_>) -> bool {
    let nullable = property.value.get("oneOf").is_some()
        || property.value.get("type").is_some_and(|name| name.is_array());
    property.get("const").is_none() && !nullable
}

fn property<'a>(object: &Node<'a>, name: &str) -> Option<Node<'a>> {
    object.get("properties")?.get(name)
}
