//! Compares the variants of two unions, or of a union and another schema.

use serde_json::Value;

use super::read::{Kind, Schema};
use super::{Schemas, keys};
use crate::compare::at::{At, short};
use crate::compare::rules::{Rule, Way};

/// Identifies a variant among the others.
#[derive(Debug, PartialEq)]
enum Mark<'a> {
    /// The constant of the discriminator's property.
    Constant(&'a Value),
    /// The component's name.
    Name(&'a str),
    /// The type of a scalar.
    Kind(Kind),
}

impl Schemas<'_, '_> {
    pub(super) fn unions(&mut self, way: Way, old: &Schema<'_>, new: &Schema<'_>) {
        let property = self.discriminators(way, old, new);
        // In a stream the discriminator is the event's name, and clients skip events that they do not know.
        let are_events = property == Some("event") && is_stream(old) && is_stream(new);
        let (mut gone, mut fresh) = (Vec::new(), marks(new, property));
        for (mark, variant) in marks(old, property) {
            match fresh.iter().position(|(other, _)| *other == mark) {
                Some(place) => self.compare(way, &variant, &fresh.remove(place).1),
                None => gone.push((mark, variant)),
            }
        }
        // A variant that was only renamed is the same variant.
        if let ([(Mark::Name(_), old)], [(Mark::Name(_), new)]) = (&gone[..], &fresh[..]) {
            return self.compare(way, old, new);
        }
        let is_event = |mark: &Mark<'_>| {
            are_events && way == Way::Response && matches!(mark, Mark::Constant(_))
        };
        for (mark, variant) in &gone {
            let rule = if is_event(mark) { Rule::EventRemoved } else { Rule::VariantRemoved };
            self.findings.tell_value(way, rule, variant, format!("{} is gone", mark.said()));
        }
        for (mark, variant) in &fresh {
            let rule = if is_event(mark) { Rule::EventAdded } else { Rule::VariantAdded };
            self.findings.tell_value(way, rule, variant, format!("{} is new", mark.said()));
        }
    }

    /// Returns the property of the discriminator by which variants are matched. Reports a change of the discriminator.
    fn discriminators<'a>(
        &mut self,
        way: Way,
        old: &Schema<'a>,
        new: &Schema<'a>,
    ) -> Option<&'a str> {
        let (was, is) = (old.body.get("discriminator"), new.body.get("discriminator"));
        let name = |at: &Option<At<'a>>| at.as_ref().and_then(|at| at.text("propertyName"));
        if old.kind != new.kind {
            return name(&was).or(name(&is));
        }
        if name(&was) != name(&is) {
            let at = is.as_ref().or(was.as_ref()).unwrap_or(&new.body);
            self.findings.tell_value(way, Rule::DiscriminatorChanged, at, "is another property");
            return None;
        }
        if let (Some(was), Some(is)) = (&was, &is) {
            let name = was.text("propertyName");
            let before = marks(old, name);
            let kept = marks(new, name).into_iter().filter(|(mark, variant)| {
                let same = |(other, at): &(Mark<'_>, At<'_>)| {
                    other == mark && at.text("$ref") == variant.text("$ref")
                };
                before.iter().any(same)
            });
            let targets: Vec<&str> = kept.filter_map(|(_, variant)| variant.text("$ref")).collect();
            self.mapping(way, was, is, &targets);
            keys::rest_of_schema(self.findings, way, was, is, &["propertyName", "mapping"]);
        }
        name(&was)
    }

    /// Compares the mappings. `targets` are the references of the variants that kept their constant and their name.
    fn mapping(&mut self, way: Way, old: &At<'_>, new: &At<'_>, targets: &[&str]) {
        for (value, at) in new.entries_of("mapping") {
            if old.walk(&["mapping", value]).is_none() {
                let text = format!("`{value}` has a mapping");
                self.findings.tell_value(way, Rule::MappingAdded, &at, text);
            }
        }
        for (value, at) in old.entries_of("mapping") {
            // A variant that was removed or renamed is reported already.
            let is_there = targets.iter().any(|target| at.value == target);
            let now = new.walk(&["mapping", value]);
            if is_there && now.as_ref().is_none_or(|now| now.value != at.value) {
                let text = format!("`{value}` is mapped to something else, or not any more");
                let at = now.unwrap_or(at);
                self.findings.tell_value(way, Rule::DiscriminatorChanged, &at, text);
            }
        }
    }
}

impl Mark<'_> {
    fn said(&self) -> String {
        match self {
            Mark::Constant(value) => short(value),
            Mark::Name(name) => format!("`{name}`"),
            Mark::Kind(kind) => format!("{kind:?}").to_lowercase(),
        }
    }
}

/// Whether this use of the union is the schema of a stream. The same union may also be used in JSON.
fn is_stream(schema: &Schema<'_>) -> bool {
    schema.outermost().pointer.ends_with("/content/text~1event-stream/schema")
}

fn marks<'a>(schema: &Schema<'a>, property: Option<&str>) -> Vec<(Mark<'a>, At<'a>)> {
    let variants = schema.variants().into_iter();
    variants.map(|variant| (mark(&variant, property), variant)).collect()
}

fn mark<'a>(variant: &At<'a>, property: Option<&str>) -> Mark<'a> {
    let schema = Schema::read(variant);
    let constant = property
        .and_then(|property| schema.body.value.get("properties")?.get(property)?.get("const"));
    if let Some(value) = constant {
        return Mark::Constant(value);
    }
    match (variant.target(), schema.type_name()) {
        (_, Some(name)) | (Some((name, _)), _) => Mark::Name(name),
        _ => Mark::Kind(schema.kind),
    }
}
