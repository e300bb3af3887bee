//! Checks examples and defaults against their schemas with the server's own validator.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;

use super::path_items;
use super::validators::Validators;
use super::walk;
use crate::document::{Document, Node, segments};

/// The keys of a named example.
const NAMED: &[&str] = &["summary", "description", "value"];

/// Refuses every example and default that does not fit its schema.
pub fn check(document: &Document) {
    let Some(mut examples) = Validators::new(document) else { return };
    let root = document.root();
    root.components("schemas").iter().for_each(|(_, node)| examples.check_schema(node));
    root.components("parameters").iter().for_each(|(_, node)| examples.check_parameter(node));
    root.components("headers").iter().for_each(|(_, node)| examples.check_header(node));
    root.components("responses").iter().for_each(|(_, node)| examples.check_response(node));
    let items = ["paths", "webhooks"].into_iter().flat_map(|key| entries(&root, key));
    for (_, item) in items {
        examples.check_parameters(&item);
        path_items::operations(&item).for_each(|operation| examples.check_operation(&operation));
    }
}

impl Validators<'_> {
    fn check_operation(&mut self, operation: &Node<'_>) {
        self.check_parameters(operation);
        operation.get("requestBody").iter().for_each(|body| self.check_contents(body, NAMED));
        for (_, response) in entries(operation, "responses") {
            self.check_response(&response);
        }
    }

    fn check_parameters(&mut self, owner: &Node<'_>) {
        let parameters = owner.items_of("parameters").unwrap_or_default();
        parameters.iter().for_each(|parameter| self.check_parameter(parameter));
    }

    fn check_parameter(&mut self, parameter: &Node<'_>) {
        self.check_contents(parameter, NAMED);
        if let Some(schema) = parameter.get("schema") {
            self.check_schema(&schema);
            self.check_next_to(&schema, parameter, NAMED);
        }
    }

    fn check_response(&mut self, response: &Node<'_>) {
        self.check_contents(response, &[NAMED, &["x-retired"]].concat());
        entries(response, "headers").iter().for_each(|(_, header)| self.check_header(header));
    }

    fn check_header(&mut self, header: &Node<'_>) {
        if let Some(schema) = header.get("schema") {
            self.check_schema(&schema);
            self.check_next_to(&schema, header, NAMED);
        }
    }

    /// Checks the media types whose examples are JSON values. The example of an event stream is a JSON object with the
    /// `event` and `data` of one event.
    fn check_contents(&mut self, owner: &Node<'_>, keys: &[&str]) {
        const DESCRIBED: &[&str] = &[
            "application/json",
            "application/merge-patch+json",
            "application/problem+json",
            "multipart/form-data",
            "text/event-stream",
        ];
        let contents = entries(owner, "content").into_iter();
        for (_, media) in contents.filter(|(name, _)| DESCRIBED.contains(name)) {
            if let Some(schema) = media.get("schema") {
                self.check_next_to(&schema, &media, keys);
            }
        }
    }

    /// Checks the `example` and the named `examples` of a parameter, header or media type against the schema next to
    /// them. `keys` are the allowed keys of a named example.
    fn check_next_to(&mut self, schema: &Node<'_>, owner: &Node<'_>, keys: &[&str]) {
        owner.get("example").iter().for_each(|example| self.check_value(schema, example));
        for (_, named) in entries(owner, "examples") {
            if named.is_reference_to("examples") {
                named.fault("an example is where it is used: copy the component to here");
                continue;
            }
            named.only(keys);
            named.need("value").iter().for_each(|example| self.check_value(schema, example));
        }
    }

    /// Checks `example`, the list `examples` and `default` in a schema and in the schemas inside it.
    fn check_schema(&mut self, schema: &Node<'_>) {
        let examples = schema.items_of("examples").unwrap_or_default();
        let one = ["example", "default"].into_iter().filter_map(|key| schema.get(key));
        examples.into_iter().chain(one).for_each(|example| self.check_value(schema, &example));
        walk::parts(schema).iter().for_each(|inner| self.check_schema(inner));
    }

    fn check_value(&mut self, schema: &Node<'_>, example: &Node<'_>) {
        if example.is_faulty() {
            return;
        }
        let Some(validator) = self.of(schema) else { return };
        let errors: Vec<_> = validator.iter_errors(example.value).collect();
        for error in errors.iter().flat_map(errors_of_intended_variant) {
            let path = segments(error.instance_path().as_str());
            example.descend(path).fault(format!("does not fit its schema: {}", sentence(error)));
        }
    }
}

fn entries<'a>(owner: &Node<'a>, key: &str) -> Vec<(&'a str, Node<'a>)> {
    owner.entries_of(key).unwrap_or_default()
}

/// Returns the errors of the variant that a union's value was meant for: the only one that fits the value's type and
/// constants. If several variants fit, or none, returns the error itself.
fn errors_of_intended_variant<'a>(error: &'a ValidationError<'a>) -> Vec<&'a ValidationError<'a>> {
    let ValidationErrorKind::OneOfNotValid { context } = error.kind() else { return vec![error] };
    let excludes = |wrong: &ValidationError<'_>| match wrong.kind() {
        ValidationErrorKind::Constant { .. } => true,
        ValidationErrorKind::Type { .. } => wrong.instance_path() == error.instance_path(),
        _ => false,
    };
    let mut meant = context.iter().filter(|errors| !errors.iter().any(excludes));
    match (meant.next(), meant.next()) {
        (Some(errors), None) => errors.iter().flat_map(errors_of_intended_variant).collect(),
        _ => vec![error],
    }
}

/// The validator's message. It does not show an object or list, which would be too long.
fn sentence(error: &ValidationError<'_>) -> String {
    let instance = error.instance();
    match instance.is_object() || instance.is_array() {
        true => error.masked_with("this").to_string(),
        false => error.to_string(),
    }
}
