//! `x-remember`: an operation whose answers are given again for some seconds, to whoever may call. So nothing decides
//! them but path, query and site.

use super::parts::Parts;
use super::{headers, secrets};
use crate::codegen::document::{Node, Result};
use crate::codegen::model::{Operation, Parameter, Place, SuccessBody, Type};

/// The path parameter that says whose an answer is: what is written to a site ends what is remembered of it.
const SITE: &str = "siteId";

/// How many seconds at most.
const LONGEST: u64 = 60;

/// The seconds that an answer may be old, where it is remembered.
pub fn read(node: &Node<'_>) -> Result<Option<u64>> {
    let Some(marker) = node.get("x-remember") else { return Ok(None) };
    let seconds = marker.value.as_u64().filter(|seconds| (1..=LONGEST).contains(seconds));
    let mend = || marker.fault(format!("must be a number of seconds from 1 to {LONGEST}"));
    seconds.map(Some).ok_or_else(mend)
}

/// Refuses what an answer could depend on besides, and what is no whole answer for anyone.
pub fn check(operation: &Operation, node: &Node<'_>, places: &[Node<'_>], parts: &Parts<'_>) {
    let Some(marker) = node.get("x-remember") else { return };
    if operation.method != "get" {
        marker.fault("only what a `GET` answers is remembered: remove it");
    }
    if operation.body.is_some() {
        marker.fault("what is remembered depends on path and query alone: remove it, or the body");
    }
    let tags = node.items_of("tags").unwrap_or_default();
    let tags = tags.iter().filter_map(|tag| parts.tags.get(tag.string().ok()?)?.ok());
    if tags.into_iter().any(|tag| tag.inbound) {
        marker.fault("what is `x-inbound` is done each time: remove it");
    }
    let is_site = |parameter: &Parameter| {
        parameter.place == Place::Path && parameter.name == SITE && parameter.ty == Type::Integer
    };
    if !operation.parameters.iter().any(is_site) {
        marker.fault(format!(
            "what is remembered is of one site: add the path parameter `{SITE}`, an integer"
        ));
    }
    for (parameter, place) in operation.parameters.iter().zip(places) {
        check_parameter(parameter, place);
    }
    check_success(operation, node, &marker);
}

fn check_parameter(parameter: &Parameter, place: &Node<'_>) {
    if parameter.place == Place::Header {
        place.fault(
            "what is remembered depends on path and query alone: remove it, or `x-remember`",
        );
    }
    if parameter.place == Place::QueryJson || parameter.ty == Type::Number {
        place.fault("what is remembered is found by integers, texts, enums, true and false: write one of these");
    }
    let schema = place.resolve("parameters").ok().and_then(|(_, target)| target.get("schema"));
    if schema.is_some_and(|schema| secrets::is_secret(&schema)) {
        place.fault("a secret says who calls, and what is remembered is anyone's: remove it, or `x-remember`");
    }
}

fn check_success(operation: &Operation, node: &Node<'_>, marker: &Node<'_>) {
    let success = &operation.success;
    if success.statuses != [200] {
        marker.fault("only what has 200 for its one success is remembered: remove it");
        return;
    }
    if matches!(success.body, SuccessBody::Events(_)) {
        marker.fault("a stream has no end to be remembered: remove it");
    }
    if success.no_store {
        marker.fault("what is `no-store` is kept by nobody: remove it, or that header");
    }
    if let Some(given) = success.headers.first() {
        let name = &given.name;
        marker.fault(format!("`{name}` is one caller's: remove it, or that header"));
    }
    _ = shows_age(node);
}

/// An answer that is older than that, since the database is away, says so.
fn shows_age(node: &Node<'_>) -> Result<()> {
    let (_, response) = node.need("responses")?.need("200")?.resolve("responses")?;
    let mut given = headers::read(&response)?.into_iter();
    let Some((_, place)) = given.find(|(name, _)| name.eq_ignore_ascii_case("Age")) else {
        return Err(response.fault("add the header `Age`: an answer from memory may have it"));
    };
    let header = place.resolve("headers")?.1;
    let is_integer = header.need("schema")?.text("type")? == Some("integer");
    match is_integer && !headers::is_required(&place)? {
        true => Ok(()),
        false => Err(header.fault("`Age` is `type: integer`, and not always there")),
    }
}
