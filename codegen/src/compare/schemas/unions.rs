//! Compares the variants of two unions, or of a union and another schema.

use serde_json::Value;

use super::read::{Kind, Schema};
use super::{Schemas, keys};
use crate::compare::located::{Located, short};
use crate::compare::rules::{Direction, Rule};

/// Identifies a variant among the others.
#[derive(Debug, PartialEq)]
enum VariantKey<'a> {
    /// The constant of the discriminator's property.
    Constant(&'a Value),
    /// The component's name.
    Name(&'a str),
    /// The type of a scalar.
    Kind(Kind),
}

impl Schemas<'_, '_> {
    pub(super) fn unions(&mut self, direction: Direction, old: &Schema<'_>, new: &Schema<'_>) {
        let property = self.discriminators(direction, old, new);
        // In a stream the discriminator is the event's name, and clients skip events that they do not know.
        let are_events = property == Some("event") && is_stream(old) && is_stream(new);
        let (mut gone, mut fresh) = (Vec::new(), variant_keys(new, property));
        for (variant_key, variant) in variant_keys(old, property) {
            match fresh.iter().position(|(other, _)| *other == variant_key) {
                Some(place) => self.compare(direction, &variant, &fresh.remove(place).1),
                None => gone.push((variant_key, variant)),
            }
        }
        // A variant that was only renamed is the same variant.
        if let ([(VariantKey::Name(_), old)], [(VariantKey::Name(_), new)]) =
            (&gone[..], &fresh[..])
        {
            return self.compare(direction, old, new);
        }
        let is_event = |variant_key: &VariantKey<'_>| {
            are_events
                && direction == Direction::Response
                && matches!(variant_key, VariantKey::Constant(_))
        };
        for (variant_key, variant) in &gone {
            let rule =
                if is_event(variant_key) { Rule::EventRemoved } else { Rule::VariantRemoved };
            self.findings.report_value(
                direction,
                rule,
                variant,
                format!("{} is gone", variant_key.describe()),
            );
        }
        for (variant_key, variant) in &fresh {
            let rule = if is_event(variant_key) { Rule::EventAdded } else { Rule::VariantAdded };
            self.findings.report_value(
                direction,
                rule,
                variant,
                format!("{} is new", variant_key.describe()),
            );
        }
    }

    /// Returns the property of the discriminator by which variants are matched. Reports a change of the discriminator.
    fn discriminators<'a>(
        &mut self,
        direction: Direction,
        old: &Schema<'a>,
        new: &Schema<'a>,
    ) -> Option<&'a str> {
        let (was, is) = (old.body.get("discriminator"), new.body.get("discriminator"));
        let name = |at: &Option<Located<'a>>| at.as_ref().and_then(|at| at.text("propertyName"));
        if old.kind != new.kind {
            return name(&was).or(name(&is));
        }
        if name(&was) != name(&is) {
            let at = is.as_ref().or(was.as_ref()).unwrap_or(&new.body);
            self.findings.report_value(
                direction,
                Rule::DiscriminatorChanged,
                at,
                "is another property",
            );
            return None;
        }
        if let (Some(was), Some(is)) = (&was, &is) {
            let name = was.text("propertyName");
            let before = variant_keys(old, name);
            let kept = variant_keys(new, name).into_iter().filter(|(variant_key, variant)| {
                let same = |(other, at): &(VariantKey<'_>, Located<'_>)| {
                    other == variant_key && at.text("$ref") == variant.text("$ref")
                };
                before.iter().any(same)
            });
            let targets: Vec<&str> = kept.filter_map(|(_, variant)| variant.text("$ref")).collect();
            self.mapping(direction, was, is, &targets);
            keys::rest_of_schema(self.findings, direction, was, is, &["propertyName", "mapping"]);
        }
        name(&was)
    }

    /// Compares the mappings. `targets` are the references of the variants that kept their constant and their name.
    fn mapping(
        &mut self,
        direction: Direction,
        old: &Located<'_>,
        new: &Located<'_>,
        targets: &[&str],
    ) {
        for (value, at) in new.entries_of("mapping") {
            if old.walk(&["mapping", value]).is_none() {
                let text = format!("`{value}` has a mapping");
                self.findings.report_value(direction, Rule::MappingAdded, &at, text);
            }
        }
        for (value, at) in old.entries_of("mapping") {
            // A variant that was removed or renamed is reported already.
            let is_there = targets.iter().any(|target| at.value == target);
            let now = new.walk(&["mapping", value]);
            if is_there && now.as_ref().is_none_or(|now| now.value != at.value) {
                let text = format!("`{value}` is mapped to something else, or not any more");
                let at = now.unwrap_or(at);
                self.findings.report_value(direction, Rule::DiscriminatorChanged, &at, text);
            }
        }
    }
}

impl VariantKey<'_> {
    fn describe(&self) -> String {
        match self {
            VariantKey::Constant(value) => short(value),
            VariantKey::Name(name) => format!("`{name}`"),
            VariantKey::Kind(kind) => format!("{kind:?}").to_lowercase(),
        }
    }
}

/// Whether this use of the union is the schema of a stream. The same union may also be used in JSON.
fn is_stream(schema: &Schema<'_>) -> bool {
    schema.outermost().pointer.ends_with("/content/text~1event-stream/schema")
}

fn variant_keys<'a>(
    schema: &Schema<'a>,
    property: Option<&str>,
) -> Vec<(VariantKey<'a>, Located<'a>)> {
    let variants = schema.variants().into_iter();
    variants.map(|variant| (variant_key(&variant, property), variant)).collect()
}

fn variant_key<'a>(variant: &Located<'a>, property: Option<&str>) -> VariantKey<'a> {
    let schema = Schema::read(variant);
    let constant = property
        .and_then(|property| schema.body.value.get("properties")?.get(property)?.get("const"));
    if let Some(value) = constant {
        return VariantKey::Constant(value);
    }
    match (variant.target(), schema.type_name()) {
        (_, Some(name)) | (Some((name, _)), _) => VariantKey::Name(name),
        _ => VariantKey::Kind(schema.kind),
    }
}
