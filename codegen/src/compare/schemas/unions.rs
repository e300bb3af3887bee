//! Compares the variants of two unions, or of a union and another schema.

use serde_json::Value;

use super::Schemas;
use super::read::{Kind, Schema};
use crate::compare::located::{Located, Matched, matched, matched_entries, short};
use crate::compare::rules::{Direction, Rule};

/// Identifies a variant among the others.
#[derive(Debug, PartialEq)]
enum VariantKey<'a> {
    /// The constant of the discriminator's property.
    Constant(&'a Value),
    Name(&'a str),
    /// The type of a scalar.
    Kind(Kind),
}

impl<'a> Schemas<'_, 'a> {
    pub(super) fn unions(&mut self, old: &Schema<'a>, new: &Schema<'a>) {
        let property = self.discriminators(old, new);
        // In a stream the discriminator is the event's name, and clients skip events that they do not know.
        let are_events = self.direction == Direction::Response
            && property == Some("event")
            && is_stream(old)
            && is_stream(new);
        let [was, is] = [old, new].map(|schema| variant_keys(schema, property));
        let Matched { both, gone, fresh } = matched(was, is, |(was, _), (is, _)| was == is);
        for ((_, was), (_, is)) in both {
            self.compare(&was, &is);
        }
        // A variant that was only renamed is the same variant.
        if let ([(VariantKey::Name(_), was)], [(VariantKey::Name(_), is)]) = (&gone[..], &fresh[..])
        {
            return self.compare(was, is);
        }
        let is_event = |key: &VariantKey<'_>| are_events && matches!(key, VariantKey::Constant(_));
        for (key, at) in &gone {
            let rule = if is_event(key) { Rule::EventRemoved } else { Rule::VariantRemoved };
            self.report(rule, at, format!("{} is gone", key.describe()));
        }
        for (key, at) in &fresh {
            let rule = if is_event(key) { Rule::EventAdded } else { Rule::VariantAdded };
            self.report(rule, at, format!("{} is new", key.describe()));
        }
    }

    /// Returns the property of the discriminator by which variants are matched. Reports a change of the discriminator.
    fn discriminators(&mut self, old: &Schema<'a>, new: &Schema<'a>) -> Option<&'a str> {
        let (was, is) = (old.body.get("discriminator"), new.body.get("discriminator"));
        let name = |at: &Option<Located<'a>>| at.as_ref().and_then(|at| at.text("propertyName"));
        if old.kind != new.kind {
            return name(&was).or(name(&is));
        }
        if name(&was) != name(&is) {
            let at = is.as_ref().or(was.as_ref()).unwrap_or(&new.body);
            self.report(Rule::DiscriminatorChanged, at, "is another property");
            return None;
        }
        if let (Some(was), Some(is)) = (&was, &is) {
            self.mapping(was, is);
            self.comparison.rest(was, is, &["propertyName", "mapping"]);
        }
        name(&was)
    }

    fn mapping(&mut self, old: &Located<'a>, new: &Located<'a>) {
        let Matched { both, gone, fresh } = matched_entries(old, new, "mapping");
        let other = both.into_iter().filter(|((_, was), (_, is))| was.value != is.value);
        for (value, at) in gone.into_iter().chain(other.map(|(_, is)| is)) {
            let text = format!("`{value}` is mapped to something else, or not any more");
            self.report(Rule::DiscriminatorChanged, &at, text);
        }
        for (value, at) in fresh {
            self.report(Rule::MappingAdded, &at, format!("`{value}` has a mapping"));
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
