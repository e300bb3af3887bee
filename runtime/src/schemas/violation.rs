//! Chooses the violation of a schema that is reported to the client.

pub(crate) mod wording;

use jsonschema::{ValidationError, error::ValidationErrorKind};
use serde_json::Value;

use super::{
    document,
    free_form::Excess,
    numbers,
    union::{self, Choice},
    value,
};
use crate::operation::invalid::Message;

/// A violated rule, with the document's status and message.
#[derive(Debug)]
pub(crate) struct Violation {
    /// 400, or the `x-status` of the schema.
    pub(crate) status: u16,
    pub(crate) message: Message,
}

/// A violation, with its rank among others.
struct OrderedViolation {
    /// The position, in the document, of the top-level property that the violation is in.
    order: usize,
    violation: Violation,
}

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
    let violations: Vec<OrderedViolation> =
        errors.filter_map(|error| violation(schema, &error)).collect();
    // `min_by_key` takes the first of equals, so within one property the validator's order decides.
    violations.into_iter().min_by_key(|placed| placed.order).map(|placed| placed.violation)
}

/// Returns the violation for text at this path that contains NUL.
pub(crate) fn nul(schema: &Value, path: &[String]) -> Violation {
    documented_or(schema, path, "must be valid text without NUL")
}

/// Returns the violation for the first float without a fraction, where the schema demands an integer.
pub(crate) fn no_integer(schema: &Value, value: &Value) -> Option<Violation> {
    let is_meant = |path: &Vec<String>| {
        node_at(schema, path).is_some_and(|node| {
            document::referred(schema, node).any(|node| {
                let choices = node.get("oneOf").and_then(Value::as_array).into_iter().flatten();
                choices.chain([node]).any(|node| numbers::is_of_type(node, "integer"))
            })
        })
    };
    let path = value::whole_floats(value).into_iter().find(is_meant)?;
    Some(documented_or(schema, &path, "must be an integer of 64 bits"))
}

/// Returns the violation for free-form JSON beyond its bounds, with the message of the innermost node that has one.
pub(crate) fn excess(schema: &Value, Excess { path, of }: &Excess) -> Violation {
    let mut nodes = vec![schema];
    for name in path {
        nodes.extend(nodes.last().and_then(|node| document::child(schema, node, name)));
    }
    let message = |node: &&Value| document::referred(schema, node).find_map(documented);
    let own = nodes.iter().rev().find_map(message);
    own.unwrap_or_else(|| Violation::new(format!("{} {of}", wording::joined(path))))
}

/// Returns the document's message for the value at this path, or else a message made of the path and this rule.
fn documented_or(schema: &Value, path: &[String], rule: &str) -> Violation {
    let node = node_at(schema, path);
    let message = node.and_then(|node| document::referred(schema, node).find_map(documented));
    message.unwrap_or_else(|| Violation::new(format!("{} {rule}", wording::joined(path))))
}

fn node_at<'a>(schema: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(schema, |node, name| document::child(schema, node, name))
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
                    let first = ranked.min_by_key(|(placed, is_type)| (placed.order, *is_type));
                    first.map(|(placed, _)| placed)
                }
                Choice::NoDiscriminator(property) => Some(place.missing(&property)),
                Choice::OtherDiscriminator(property, text) => {
                    Some(place.property(&property, &text))
                }
                Choice::OtherType(_) if place.path.is_empty() => None,
                Choice::OtherType(text) => Some(place.invalid(&text)),
                Choice::NoOwnProperty(names) => Some(place.missing(&names)),
            }
        }
        kind => Some(place.invalid(&wording::rule(kind, &place.nodes))),
    }
}

impl Violation {
    fn new(message: String) -> Self {
        Self { status: 400, message: message.into() }
    }
}

impl Place<'_> {
    /// Returns the violation for the value at this place.
    fn invalid(&self, rule: &str) -> OrderedViolation {
        self.violation(self.nearest(), || format!("{} {rule}", wording::joined(&self.path)))
    }

    /// Returns the violation for a missing property of the value at this place.
    fn missing(mut self, property: &str) -> OrderedViolation {
        let own = self.own(property);
        self.path.push(property.to_owned());
        self.violation(own, || format!("{} is required", wording::joined(&self.path)))
    }

    /// Returns the violation for a property of the value at this place.
    fn property(mut self, property: &str, rule: &str) -> OrderedViolation {
        let own = self.own(property);
        self.path.push(property.to_owned());
        self.violation(own, || format!("{} {rule}", wording::joined(&self.path)))
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

    fn violation(
        &self,
        documented: Option<Violation>,
        default: impl FnOnce() -> String,
    ) -> OrderedViolation {
        let violation = documented.unwrap_or_else(|| Violation::new(default()));
        OrderedViolation { order: self.order(), violation }
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
