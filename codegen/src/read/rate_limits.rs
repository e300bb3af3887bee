//! `x-rate-limits` of the document, and `x-rate-limit` of its operations.

use heck::ToKebabCase;

use super::parts::Parts;
use super::{error_body, names};
use crate::document::{Node, Result, all};
use crate::model::{Counts, Limited, Operation, Parameter, Place, RateLimit, Type};

/// Maximum number of calls or bytes in a window, a petabyte. JavaScript reads it exactly.
const MAX_AMOUNT: u64 = 1_000_000_000_000_000;

pub fn limit(name: &str, node: &Node<'_>) -> Result<RateLimit> {
    if names::property(name, node).is_ok() && name != name.to_kebab_case() {
        node.fault("name it in lower case with hyphens, as `new-carts`");
    }
    let message = node.text("message");
    let seconds = number(node, "seconds", 60, 86_400);
    let doc = node.need("description").and_then(|doc| doc.string());
    let per = node.need("per")?.string()?;
    let counts = counts(node, per)?;
    let amount = if counts == Counts::Bytes { "bytes" } else { "calls" };
    node.only(&[amount, "seconds", "per", "counts", "message", "description"]);
    let amount = number(node, amount, 1, MAX_AMOUNT);
    let message = message?;
    if message.is_none() && counts == Counts::Calls {
        node.fault("add `message`: the route answers 429 with it");
    }
    Ok(RateLimit {
        name: name.to_owned(),
        amount: amount?,
        seconds: seconds?,
        per: per.to_owned(),
        message: message.map(str::to_owned),
        doc: doc?.to_owned(),
        counts,
    })
}

fn counts(node: &Node<'_>, per: &str) -> Result<Counts> {
    let counts = node.need("counts")?;
    match counts.string()? {
        "calls" if per == "client" => Ok(Counts::Calls),
        "calls" => Err(counts.fault(
            "a route can only count for each client: write `per: client`, or `counts: outcomes`",
        )),
        "outcomes" => Ok(Counts::Outcomes),
        "bytes" => Ok(Counts::Bytes),
        _ => Err(counts.fault("must be `calls`, `outcomes` or `bytes`")),
    }
}

fn number(node: &Node<'_>, key: &str, least: u64, most: u64) -> Result<u64> {
    let node = node.need(key)?;
    let number = node.value.as_u64().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| node.fault(format!("must be a number from {least} to {most}")))
}

/// Reads the rate limits of an operation. The operation must document the refusal of each limit.
pub fn of_operation(operation: &Node<'_>, parts: &Parts<'_>) -> Result<Vec<Limited>> {
    let mut seen = Vec::new();
    all(operation.items_of("x-rate-limit")?.iter().map(|item| {
        let when = condition(item);
        let place = name(item)?;
        let name = place.string()?;
        let advice = || Err(place.fault("is not declared in the document's `x-rate-limits`"));
        let limit = parts.rate_limits.get(name).unwrap_or_else(advice)?;
        if seen.contains(&name) {
            place.fault("occurs twice: remove one");
        }
        seen.push(name);
        if let Some(message) = &limit.message {
            refusal(&operation.need("responses")?, message)?;
        }
        let when = when?;
        if when.is_some() && limit.counts != Counts::Calls {
            place.fault(
                "`when` needs a limit with `counts: calls`: change the limit, or remove `when`",
            );
        }
        Ok(Limited { limit: limit.name.clone(), when: when.map(str::to_owned) })
    }))
}

/// The name of a limit in `x-rate-limit`: the item itself, or its `limit` if only some calls count.
pub fn name<'a>(item: &Node<'a>) -> Result<Node<'a>> {
    if item.value.is_object() { item.need("limit") } else { Ok(item.clone()) }
}

/// The query parameter that a call needs in order to count; `None` if every call counts.
pub fn condition<'a>(item: &Node<'a>) -> Result<Option<&'a str>> {
    if !item.value.is_object() {
        return Ok(None);
    }
    item.only(&["limit", "when"]);
    item.need("when")?.string().map(Some)
}

/// Requires that the query parameter of a condition can be absent. Otherwise every call would count.
pub fn check(operation: &Operation, node: &Node<'_>) {
    for item in node.items_of("x-rate-limit").unwrap_or_default() {
        let Ok(Some(when)) = condition(&item) else { continue };
        let may_be_left_out = |parameter: &&Parameter| {
            let is_list = matches!(parameter.ty, Type::Array(_));
            let has_value = parameter.required || parameter.default.is_some() || is_list;
            matches!(parameter.place, Place::Query | Place::QueryJson) && !has_value
        };
        let mut parameters = operation.parameters.iter().filter(may_be_left_out);
        if !parameters.any(|parameter| parameter.name == when) {
            let advice = "must be a query parameter that may be left out, without a default";
            item.descend(["when"]).fault(advice);
        }
    }
}

/// Requires that the 429 has `Retry-After` and shows the limit's message.
fn refusal(responses: &Node<'_>, message: &str) -> Result<()> {
    let place = responses.need("429")?;
    let (_, response) = place.resolve("responses")?;
    if response.get("headers").and_then(|headers| headers.get("Retry-After")).is_none() {
        response.fault("add the header `Retry-After`: a rate limit answers it");
    }
    let examples = error_body::media(&response).map(|media| error_body::examples(&media));
    let mut shown = examples.iter().flatten().filter_map(error_body::message);
    match shown.any(|shown| shown.value == message) {
        true => Ok(()),
        false => Err(response.fault(format!("show the message of its rate limit: `{message}`"))),
    }
}
