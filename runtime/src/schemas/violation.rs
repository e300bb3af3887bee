//! Chooses the violation of a schema that is reported to the client.

pub(crate) mod wording;

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::Value;

use super::{
    document,
    free_form::Excess,
    union::{self, Choice},
};
use crate::operation::invalid::Message;

/// A violated rule, with the document's status and message.
#[derive(Debug)]
pub(crate) struct Violation {
    /// 400, or the `x-status` of the schema.
    pub(crate) status: u16,
    pub(crate) message: Message,
}

/// A violation, after the position in the document of the top-level property that it is in.
type OrderedViolation = (usize, Violation);

/// The position of a rule in the schema, and the path to the value that violates it.
struct Place<'a> {
    schema: &'a Value,
    /// The nodes from the root of the schema to the rule, across references.
    nodes: Vec<&'a Value>,
    /// The path from the root of the value.
    path: Vec<String>,
}

/// Returns the violation whose top-level property comes first in the document, or `None` if the whole value has a wrong
/// type.
pub(crate) fn first<'e>(
    schema: &Value,
    errors: impl Iterator<Item = ValidationError<'e>>,
) -> Option<Violation> {
    let violations = errors.filter_map(|error| violation(schema, &error));
    // `min_by_key` takes the first of equals, so within one property the validator's order decides.
    violations.min_by_key(|(order, _)| *order).map(|(_, violation)| violation)
}

/// Returns the violation for text at this path that contains NUL.
pub(crate) fn nul(schema: &Value, path: &[String]) -> Violation {
    let node = path.iter().try_fold(schema, |node, name| document::child(schema, node, name));
    let message = node.and_then(|node| document::referred(schema, node).find_map(documented));
    message.unwrap_or_else(|| Violation::worded(path, "must be valid text without NUL"))
}

/// Returns the violation for free-form JSON beyond its bounds, with the message of the innermost node that has one.
pub(crate) fn excess(schema: &Value, Excess { path, of }: &Excess) -> Violation {
    let mut nodes = vec![schema];
    for name in path {
        nodes.extend(nodes.last().and_then(|node| document::child(schema, node, name)));
    }
    let message = |node: &&Value| document::referred(schema, node).find_map(documented);
    let own = nodes.iter().rev().find_map(message);
    own.unwrap_or_else(|| Violation::worded(path, &of.to_string()))
}

fn violation(schema: &Value, error: &ValidationError<'_>) -> Option<OrderedViolation> {
    let keywords = error.evaluation_path().segments().map(|segment| segment.to_string());
    let place = Place {
        schema,
        nodes: document::nodes_on_path(schema, keywords),
        path: error.instance_path().segments().map(|segment| segment.to_string()).collect(),
    };
    match error.kind() {
        ValidationErrorKind::Required { property: Value::String(property) } => {
            Some(place.missing(property))
        }
        ValidationErrorKind::Type { .. } if place.path.is_empty() => None,
        ValidationErrorKind::OneOfNotValid { context } => {
            let union =
                place.nodes.iter().rev().find(|node| !document::variants(node).is_empty())?;
            match union::choose(schema, union, error, context) {
                Choice::Variant(errors) => {
                    let is_type = |error: &ValidationError<'_>| {
                        matches!(error.kind(), ValidationErrorKind::Type { .. })
                    };
                    // A number that is no integer may violate a bound too, which says more about it.
                    let ranked = errors
                        .iter()
                        .filter_map(|error| Some((violation(schema, error)?, is_type(error))));
                    let first = ranked.min_by_key(|((order, _), is_type)| (*order, *is_type));
                    first.map(|(violation, _)| violation)
                }
                Choice::NoDiscriminator(property) => Some(place.missing(&property)),
                Choice::OtherDiscriminator(property, rule) => {
                    Some(place.property(&property, &rule))
                }
                Choice::OtherType(_) if place.path.is_empty() => None,
                Choice::OtherType(text) => Some(place.invalid(&text)),
            }
        }
        kind => Some(place.invalid(&wording::rule(kind, &place.nodes))),
    }
}

impl Violation {
    /// The default message, made of the path of the value and the rule.
    fn worded(path: &[String], rule: &str) -> Self {
        Self { status: 400, message: format!("{} {rule}", wording::joined(path)).into() }
    }
}

impl Place<'_> {
    fn invalid(&self, rule: &str) -> OrderedViolation {
        self.violation(self.nearest(), rule)
    }

    fn missing(self, property: &str) -> OrderedViolation {
        self.property(property, "is required")
    }

    fn property(mut self, property: &str, rule: &str) -> OrderedViolation {
        let own = self.own(property);
        self.path.push(property.to_owned());
        self.violation(own, rule)
    }

    /// Returns the property's own message, or else the nearest one.
    fn own(&self, property: &str) -> Option<Violation> {
        let object = self.nodes.iter().rev().find(|node| node.is_object())?;
        let property = document::property(self.schema, object, property);
        let own = property
            .and_then(|property| document::referred(self.schema, property).find_map(documented));
        own.or_else(|| self.nearest())
    }

    /// Returns the message of the innermost node that has one.
    fn nearest(&self) -> Option<Violation> {
        self.nodes.iter().rev().find_map(|node| documented(node))
    }

    fn violation(&self, documented: Option<Violation>, rule: &str) -> OrderedViolation {
        let violation = documented.unwrap_or_else(|| Violation::worded(&self.path, rule));
        (self.order(), violation)
    }

    /// Returns the position of the top-level property in the first object that has it.
    fn order(&self) -> usize {
        let place_in = |node: &Value| {
            let name = self.path.first()?;
            node.get("properties")?.as_object()?.keys().position(|other| other == name)
        };
        self.nodes.iter().find_map(|node| place_in(node)).unwrap_or(usize::MAX)
    }
}

/// The `x-message` of a node, with its `x-status`.
fn documented(node: &Value) -> Option<Violation> {
    let message = node.get("x-message")?.as_str()?.to_owned();
    let status =
        node.get("x-status").and_then(Value::as_u64).and_then(|status| status.try_into().ok());
    Some(Violation { status: status.unwrap_or(400), message: message.into() })
}
