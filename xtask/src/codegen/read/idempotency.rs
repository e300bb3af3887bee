//! `x-idempotent`: an operation that a client may send again under one `Idempotency-Key`.

use super::{headers, names};
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Body, Operation, Parameter, SuccessBody, Type};

const KEY: &str = Parameter::IDEMPOTENCY_KEY;

/// Checks that an operation declares either all that belongs to it or nothing.
pub fn check(operation: &Operation, node: &Node<'_>, shared: Option<&Node<'_>>) -> Result<()> {
    let own = node.get("parameters");
    let mut parameters = Vec::new();
    for list in [shared, own.as_ref()].into_iter().flatten() {
        parameters.extend(list.items()?);
    }
    let responses = node.need("responses")?;
    let key = operation.parameters.iter().position(Parameter::is_idempotency_key);
    let Some(marker) = node.get("x-idempotent").filter(|_| operation.idempotent) else {
        let mend = "only an operation with `x-idempotent: true` heeds it: add that, or remove it";
        return match key {
            Some(position) => Err(parameters[position].fault(mend)),
            None => refuse_replayed(&responses, |_| true, mend),
        };
    };
    let Some(position) = key else {
        return Err(marker.fault(format!("add the header parameter `{KEY}`")));
    };
    check_key(&operation.parameters[position], &parameters[position])?;
    for (parameter, place) in operation.parameters.iter().zip(&parameters) {
        // All parameters of such an operation become variables, beside these.
        names::variable(&parameter.member, place)?;
        names::refuse_taken(&parameter.member, &["idempotency"], place)?;
    }
    if !matches!(operation.body, Some(Body::Json { .. })) {
        return Err(
            marker.fault("what the key was used for is a JSON body: give the operation one")
        );
    }
    for (status, answer) in [(409, "is in progress"), (422, "was used with another request")] {
        if !operation.statuses.contains(&status) {
            return Err(
                responses.fault(format!("document {status}: a key can be one that {answer}"))
            );
        }
    }
    check_success(operation, &responses)
}

fn check_key(key: &Parameter, place: &Node<'_>) -> Result<()> {
    let fits = key.name == KEY
        && !key.required
        && key.ty == Type::String
        && (key.min_length, key.max_length) == (Some(1), Some(255))
        && key.default.is_none();
    let mend = format!(
        "must be an optional `{KEY}` of `type: string`, `minLength: 1` and `maxLength: 255`, without a default"
    );
    if fits { Ok(()) } else { Err(place.fault(mend)) }
}

/// One stored answer, and the header that tells it from a fresh one.
fn check_success(operation: &Operation, responses: &Node<'_>) -> Result<()> {
    let success = &operation.success;
    let [status] = success.statuses.as_slice() else {
        return Err(responses.fault("an answer is stored without its status: keep one success"));
    };
    if matches!(success.body, SuccessBody::Events(_) | SuccessBody::Bytes(_)) {
        return Err(responses.fault("an answer is stored as JSON: answer that, or nothing"));
    }
    let mend = "stands at the success alone: remove it";
    refuse_replayed(responses, |code| code != status.to_string(), mend)?;
    let response = responses.need(&status.to_string())?.resolve("responses")?.1;
    let found = headers::read(&response)?.into_iter().find(|(name, _)| *name == headers::REPLAYED);
    let Some((name, place)) = found else {
        return Err(response.fault(format!("add the header `{}`", headers::REPLAYED)));
    };
    let header = place.resolve("headers")?.1;
    let boolean = header.need("schema")?.text("type")? == Some("boolean");
    match boolean && !headers::is_required(&place)? {
        true => Ok(()),
        false => Err(header.fault(format!("`{name}` is `type: boolean`, and not always there"))),
    }
}

fn refuse_replayed(responses: &Node<'_>, at: impl Fn(&str) -> bool, mend: &str) -> Result<()> {
    for (_, place) in responses.entries()?.into_iter().filter(|(code, _)| at(code)) {
        let response = place.resolve("responses")?.1;
        for (name, header) in headers::read(&response)? {
            if name == headers::REPLAYED {
                return Err(header.fault(mend));
            }
        }
    }
    Ok(())
}
