//! `x-cache-seconds`: the operation's response is cached and served to every caller. The response may therefore depend
//! only on path and query, which include the site.

use super::headers;
use super::parts::Parts;
use crate::document::{Node, Result};
use crate::model::{Operation, Parameter, Place, SuccessBody, Type};

/// The path parameter with the site's ID. A write to a site invalidates the site's cached responses.
const SITE: &str = "siteId";

const MAX_CACHE_SECONDS: u64 = 60;

/// The TTL of the operation's response in seconds, if it is cached.
pub fn read(node: &Node<'_>) -> Result<Option<u64>> {
    let Some(marker) = node.get("x-cache-seconds") else { return Ok(None) };
    let seconds = marker.value.as_u64().filter(|seconds| (1..=MAX_CACHE_SECONDS).contains(seconds));
    let fault =
        || marker.fault(format!("must be a number of seconds from 1 to {MAX_CACHE_SECONDS}"));
    seconds.map(Some).ok_or_else(fault)
}

/// Refuses a cached operation if its response could depend on anything but path and query, or cannot be served to every
/// caller.
pub fn check(operation: &Operation, node: &Node<'_>, places: &[Node<'_>], parts: &Parts<'_>) {
    let Some(marker) = node.get("x-cache-seconds") else { return };
    if operation.method != "get" {
        marker.fault("only the response of a `GET` is cached: remove it");
    }
    if operation.body.is_some() {
        marker.fault("a cached response depends on path and query alone: remove it, or the body");
    }
    let tags = node.items_of("tags").unwrap_or_default();
    let tags = tags.iter().filter_map(|tag| parts.tags.get(tag.string().ok()?)?.ok());
    if tags.into_iter().any(|tag| tag.inbound) {
        marker.fault("an `x-inbound` operation is never cached: remove it");
    }
    let is_site = |parameter: &Parameter| {
        parameter.place == Place::Path && parameter.name == SITE && parameter.ty == Type::Integer
    };
    if !operation.parameters.iter().any(is_site) {
        marker.fault(format!(
            "a cached response belongs to one site: add the path parameter `{SITE}`, an integer"
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
            "a cached response depends on path and query alone: remove it, or `x-cache-seconds`",
        );
    }
    if parameter.place == Place::QueryJson || parameter.ty == Type::Number {
        place.fault("the key of a cached response has integers, strings, enums and booleans: write one of these");
    }
    if parameter.secret && !parameter.bypasses_cache() {
        place.fault("a cached response is served to every caller, whatever the secret: make it an optional string of the query, or remove `x-cache-seconds`");
    }
    let Parameter { pattern, min_length, max_length, message, status, .. } = parameter;
    let has_rules = pattern.is_some() || min_length.or(*max_length).is_some();
    if parameter.bypasses_cache() && (has_rules || message.is_some() || status.is_some()) {
        place.fault("a secret of a cached operation is not checked, because one that is not valid counts as absent: remove its rules, `x-message` and `x-status`");
    }
}

fn check_success(operation: &Operation, node: &Node<'_>, marker: &Node<'_>) {
    let success = &operation.success;
    if success.statuses != [200] {
        marker.fault("only a response whose one success is 200 is cached: remove it");
        return;
    }
    if matches!(success.body, SuccessBody::Events(_)) {
        marker.fault("an event stream cannot be cached: remove it");
    }
    if success.raw {
        marker.fault("a raw response may be larger than a cache: remove it, or `x-raw`");
    }
    if success.no_store {
        marker.fault("a `no-store` response is not cached: remove it, or that header");
    }
    if let Some(given) = success.headers.first() {
        let name = &given.name;
        marker.fault(format!("`{name}` is for one caller: remove it, or that header"));
    }
    _ = shows_age(node);
}

/// Requires the optional header `Age`. The server sets it on a stale response, which it serves while the database is
/// down.
fn shows_age(node: &Node<'_>) -> Result<()> {
    let (_, response) = node.need("responses")?.need("200")?.resolve("responses")?;
    headers::require(&response, "Age", "integer", "a stale response from the cache has it")
}
