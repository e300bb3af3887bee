//! Unions: by a constant property, by a property of their own, events of a stream, integer or string.

use std::collections::BTreeSet;

use super::keywords::{self, ANNOTATIONS, MESSAGE};
use super::names;
use super::types::type_name;
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Shape, Variant};

pub fn read(node: &Node<'_>) -> Result<Shape> {
    node.only(&[&["oneOf", "discriminator"], MESSAGE, ANNOTATIONS].concat())?;
    let list = node.need("oneOf")?;
    let choices = list.items()?;
    let names: Vec<_> = choices.iter().map(type_name).collect::<Result<_>>()?;
    if names == [Some(("integer", false)), Some(("string", false))] {
        if let Some(discriminator) = node.get("discriminator") {
            return Err(discriminator.fault("the type tells these apart: remove it"));
        }
        keywords::check(&choices[0], "integer", &[])?;
        keywords::check(&choices[1], "string", &[])?;
        return Ok(Shape::IntegerOrString);
    }
    let mut variants: Vec<(String, Node<'_>)> = Vec::new();
    for choice in &choices {
        let (name, target) = choice.resolve_alone("schemas")?;
        let mend = "a variant is a `$ref` to an object component (or write `[{type: integer}, {type: string}]`)";
        let name = name.ok_or_else(|| choice.fault(mend))?;
        if target.get("properties").is_none() {
            return Err(choice.fault(mend));
        }
        if variants.iter().any(|(other, _)| other == name) {
            return Err(choice.fault("stands twice: remove one"));
        }
        variants.push((name.to_owned(), target));
    }
    if variants.len() < 2 {
        return Err(list.fault("a union has two variants or more: `$ref` the one, or add another"));
    }
    match node.get("discriminator") {
        Some(discriminator) => tagged(&discriminator, variants),
        None => untagged(node, variants),
    }
}

fn tagged(discriminator: &Node<'_>, variants: Vec<(String, Node<'_>)>) -> Result<Shape> {
    discriminator.only(&["propertyName", "mapping"])?;
    let property = discriminator.need("propertyName")?.string()?.to_owned();
    let stream = property == "event"
        && variants.iter().all(|(_, node)| node.value.pointer("/properties/data").is_some());
    let mut seen = BTreeSet::new();
    let mut events = Vec::new();
    let mut tagged = Vec::new();
    for (schema, node) in variants {
        let constant = node.get("properties").and_then(|node| node.get(&property)?.get("const"));
        let mend = format!("give it the required property `{property}` with a `const` string");
        let constant = constant.ok_or_else(|| node.fault(mend))?;
        let value = constant.string()?.to_owned();
        if !seen.insert(names::variant(&value, &constant)?) {
            let mend = "has the same Rust name as that of another variant: rename it";
            return Err(constant.fault(mend));
        }
        if stream {
            events.push(Variant { value: value.clone(), schema: data(&node)? });
        }
        tagged.push(Variant { value, schema });
    }
    if stream {
        let wrappers = tagged.into_iter().map(|variant| variant.schema).collect();
        return Ok(Shape::Events { variants: events, wrappers });
    }
    Ok(Shape::Tagged { property, variants: tagged })
}

/// The name of the schema of an event's data.
fn data(event: &Node<'_>) -> Result<String> {
    let properties = event.need("properties")?;
    properties.only(&["event", "data"])?;
    let data = properties.need("data")?;
    let required = event.items_of("required")?;
    if !required.iter().any(|name| name.value == "data") {
        return Err(data.fault("an event always has data: make it required"));
    }
    let (name, _) = data.resolve_alone("schemas")?;
    let name = name.ok_or_else(|| data.fault("make it a component and `$ref` it"))?;
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
            found |= free && (last || property(node, own).is_some_and(|own| demanded(&own)));
        }
        if !found {
            let mend = format!(
                "`{name}` needs a required property of its own, neither constant nor nullable \
                 (or to stand last), or add a discriminator"
            );
            return Err(union.fault(mend));
        }
    }
    Ok(Shape::Untagged { variants: variants.into_iter().map(|(name, _)| name).collect() })
}

/// Whether decoding fails without this property: the first variant that decodes is taken.
fn demanded(property: &Node<'_>) -> bool {
    let nullable = property.value.get("oneOf").is_some()
        || property.value.get("type").is_some_and(|name| name.is_array());
    property.get("const").is_none() && !nullable
}

fn property<'a>(object: &Node<'a>, name: &str) -> Option<Node<'a>> {
    object.get("properties")?.get(name)
}
