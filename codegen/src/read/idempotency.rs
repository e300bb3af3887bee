//! `x-idempotent`. With `true`, a client may repeat a call under one `Idempotency-Key`. With `false`, a client may not
//! repeat a call, even if the method allows that.

use super::{headers, names};
use crate::document::{Node, Result};
use crate::model::{Body, Operation, Parameter, SuccessBody, Type};

const KEY: &str = Parameter::IDEMPOTENCY_KEY;

/// Checks that an operation with `x-idempotent: true` declares everything that this needs, and that other operations
/// declare none of it.
pub fn check(operation: &Operation, node: &Node<'_>, parameters: &[Node<'_>]) {
    let Ok(responses) = node.need("responses") else { return };
    if let Some(denied) = node.get("x-idempotent").filter(|marker| marker.value == false)
        && !Operation::is_idempotent_by(&operation.method)
    {
        denied.fault("calls with this method are not repeated anyway: remove it");
    }
    let key = operation.parameters.iter().zip(parameters).find(|(key, _)| key.is_idempotency_key());
    let Some(marker) = node.get("x-idempotent").filter(|_| operation.idempotent) else {
        let advice = "it has an effect only with `x-idempotent: true`: add that, or remove it";
        key.into_iter().for_each(|(_, place)| _ = place.fault(advice));
        refuse_replayed(&responses, |_| true, advice);
        return;
    };
    match key {
        Some((key, place)) => check_key(key, place),
        None => _ = marker.fault(format!("add the header parameter `{KEY}`")),
    }
    for (parameter, place) in operation.parameters.iter().zip(parameters) {
        // Generated code reads each parameter of such an operation into a variable, next to its own variables.
        _ = names::variable(&parameter.member, place);
        _ = names::refuse_taken(&parameter.member, &["idempotency"], place);
    }
    if !matches!(operation.body, Some(Body::Json { .. })) {
        marker.fault("the server compares JSON bodies to recognize a repeated call: add a JSON body, or remove it");
    }
    for (status, answer) in [(409, "is in progress"), (422, "was used with another request")] {
        if !operation.statuses.contains(&status) {
            responses.fault(format!("document {status}: a key can be one that {answer}"));
        }
    }
    _ = check_success(operation, &responses);
}

fn check_key(key: &Parameter, place: &Node<'_>) {
    let fits = key.name == KEY
        && !key.required
        && key.ty == Type::String
        && (key.min_length, key.max_length) == (Some(1), Some(255))
        && key.default.is_none();
    if !fits {
        place.fault(format!(
            "must be an optional `{KEY}` of `type: string`, `minLength: 1` and `maxLength: 255`, without a default"
        ));
    }
}

/// Requires a single success, because the response is stored as JSON without its status. Also requires the header that
/// marks a replayed response.
fn check_success(operation: &Operation, responses: &Node<'_>) -> Result<()> {
    let success = &operation.success;
    let [status] = success.statuses.as_slice() else {
        return Err(responses.fault("an answer is stored without its status: keep one success"));
    };
    if success.raw || matches!(success.body, SuccessBody::Events(_) | SuccessBody::Bytes(_)) {
        responses.fault("an answer is stored as JSON: answer that, or nothing");
    }
    let advice = "belongs only to the success response: remove it";
    refuse_replayed(responses, |code| code != status.to_string(), advice);
    let response = responses.need(&status.to_string())?.resolve("responses")?.1;
    headers::require(&response, headers::REPLAYED, "boolean", "a replayed response has it")
}

fn refuse_replayed(responses: &Node<'_>, at: impl Fn(&str) -> bool, advice: &str) {
    let answers = responses.entries_but_extensions().unwrap_or_default().into_iter();
    for (_, place) in answers.filter(|(code, _)| at(code)) {
        let Ok((_, response)) = place.resolve("responses") else { continue };
        let headers = response.get("headers");
        headers.iter().for_each(|headers| headers.without(&[headers::REPLAYED], advice));
    }
}
