//! Checks that a document has what its readers need, but code generation does not. Each operation describes itself, its
//! parameters and its rate limits. It shows an example of its body, of its response and of every kind of refusal.

use std::collections::BTreeSet;

use super::operations::METHODS;
use super::{keywords, rate_limits, walk};
use crate::codegen::document::{Document, Node, Result};

/// Records a fault for each omission. Reading the document reports malformed parts, so this check skips them.
pub fn check(document: &Document) {
    let root = document.root();
    for (_, item) in root.entries_of("paths").unwrap_or_default() {
        let shared = item.items_of("parameters").unwrap_or_default();
        for operation in METHODS.iter().filter_map(|method| item.get(method)) {
            _ = check_operation(&operation, &shared, &root);
        }
    }
}

fn check_operation(operation: &Node<'_>, shared: &[Node<'_>], root: &Node<'_>) -> Result<()> {
    described(operation, "say what it does: add a `description`");
    limits(operation, root)?;
    age(operation)?;
    let parameters = [shared, &operation.items_of("parameters")?].concat();
    let mut messages = BTreeSet::new();
    for place in &parameters {
        let (_, parameter) = place.resolve("parameters")?;
        described(&parameter, "say what it is: add a `description`");
        capped(&parameter)?;
        spelt(&parameter)?;
        messages.extend(told_by(&parameter));
    }
    if let Some(body) = operation.get("requestBody") {
        shown(&body);
        if !body.flag("x-raw")? {
            messages.extend(told_by(&body));
        }
    }
    let responses = operation.need("responses")?;
    let mut examples = BTreeSet::new();
    for (code, place) in responses.entries_but_extensions()? {
        let (_, response) = place.resolve("responses")?;
        shown(&response);
        if code == "413" && !response.description()?.contains("MiB") {
            response.fault("say in the description how many MiB a body may have");
        }
        examples.extend(messages_of(&response).into_iter().map(|it| (code.to_owned(), it)));
    }
    for (status, message) in messages.difference(&examples) {
        responses.fault(format!("show `{message}` in an example of {status}: it is answered"));
    }
    Ok(())
}

fn described(node: &Node<'_>, advice: &str) {
    if node.description().is_ok_and(|description| description.trim().is_empty()) {
        node.fault(advice);
    }
}

/// Requires an example for JSON and event streams. Bytes and forms need no example.
fn shown(owner: &Node<'_>) {
    for (media_type, media) in owner.entries_of("content").unwrap_or_default() {
        let is_told = ["application/json", "text/event-stream"].contains(&media_type);
        let given = ["example", "examples"].iter().any(|key| media.get(key).is_some());
        if is_told && !given {
            media.fault("show what it is: add an `example`, or `examples` with names");
        }
    }
}

/// The messages of a parameter or body, and of all schemas in it, each with its status.
fn told_by(owner: &Node<'_>) -> BTreeSet<(String, String)> {
    let contents = owner.entries_of("content").unwrap_or_default();
    let schemas = contents.iter().filter_map(|(_, media)| media.get("schema"));
    let schemas = owner.get("schema").into_iter().chain(schemas);
    let all = schemas.flat_map(|schema| walk::all(&schema)).chain([owner.clone()]);
    let told = all.filter_map(|node| keywords::message(&node).ok());
    told.filter_map(|(message, status)| Some((status.unwrap_or(400).to_string(), message?)))
        .collect()
}

/// The messages that the examples of a failure show.
fn messages_of(response: &Node<'_>) -> Vec<String> {
    let json = response.get("content").and_then(|content| content.get("application/json"));
    let Some(media) = json else { return Vec::new() };
    let named = media.entries_of("examples").unwrap_or_default();
    let values = named.iter().filter_map(|(_, example)| example.get("value"));
    let values = values.chain(media.get("example"));
    values.filter_map(|value| Some(value.get("message")?.value.as_str()?.to_owned())).collect()
}

fn capped(parameter: &Node<'_>) -> Result<()> {
    let Some(schema) = parameter.get("schema") else { return Ok(()) };
    let Some(cap) = schema.count("x-cap")? else { return Ok(()) };
    if !parameter.description()?.contains(&cap.to_string()) {
        parameter.fault(format!("say in the description that more than {cap} is taken as {cap}"));
    }
    Ok(())
}

/// In a query, a list or JSON can be sent in two ways. The description must mention both.
fn spelt(parameter: &Node<'_>) -> Result<()> {
    if parameter.get("in").is_none_or(|place| place.value != "query") {
        return Ok(());
    }
    let is_list = parameter.value.pointer("/schema/type").is_some_and(|ty| ty == "array");
    let spelling = match parameter.get("content") {
        Some(_) => format!("`{}[", parameter.need("name")?.string()?),
        None if is_list => "comma-separated or repeated".to_owned(),
        None => return Ok(()),
    };
    match parameter.description()?.contains(&spelling) {
        true => Ok(()),
        false => {
            Err(parameter.fault(format!("say in the description how it may be sent: {spelling}")))
        }
    }
}

/// The operation's description must state its rate limits, because readers of an operation do not see the document's
/// list of limits.
fn limits(operation: &Node<'_>, root: &Node<'_>) -> Result<()> {
    let description = operation.description()?;
    let limits = root.need("x-rate-limits");
    for item in operation.items_of("x-rate-limit")? {
        let name = rate_limits::name(&item)?.string()?;
        let limit = limits.clone()?.need(name)?;
        let rate = sentence(name, &limit)?;
        let (told, advice) = match rate_limits::condition(&item)? {
            None => (rate.clone(), format!("it counts toward {rate}")),
            Some(parameter) => {
                let told = format!("with `{parameter}` toward {rate}");
                (told.clone(), format!("it counts {told}"))
            }
        };
        if !description.contains(&told) {
            item.fault(format!("say in the description that {advice}"));
        }
    }
    Ok(())
}

/// The description of a cached operation must say how old a response may be.
fn age(operation: &Node<'_>) -> Result<()> {
    let Some(seconds) = operation.count("x-cache-seconds")? else { return Ok(()) };
    let told = format!("Answers may be up to {seconds} s old.");
    match operation.description()?.contains(&told) {
        true => Ok(()),
        false => Err(operation.fault(format!("say in the description: `{told}`"))),
    }
}

/// Describes a rate limit: `` `reads` (6,000 a minute for each client) ``.
fn sentence(name: &str, limit: &Node<'_>) -> Result<String> {
    let seconds = limit.count("seconds")?;
    let within = match seconds.unwrap_or_default() {
        60 => "a minute".to_owned(),
        3_600 => "an hour".to_owned(),
        86_400 => "a day".to_owned(),
        seconds if seconds % 60 == 0 => format!("in {} minutes", seconds / 60),
        seconds => format!("in {seconds} seconds"),
    };
    let amount = match limit.count("bytes")? {
        Some(bytes) => format!("{} bytes", thousands(bytes)),
        None => thousands(limit.count("calls")?.unwrap_or_default()),
    };
    let per = limit.need("per")?.string()?;
    Ok(format!("`{name}` ({amount} {within} for each {per})"))
}

fn thousands(number: u64) -> String {
    match number {
        ..1_000 => number.to_string(),
        _ => format!("{},{:03}", thousands(number / 1_000), number % 1_000),
    }
}
