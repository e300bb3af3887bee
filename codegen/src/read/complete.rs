//! Checks that a document has what its readers need, but code generation does not. Each operation describes itself, its
//! parameters and its rate limits, and so does every schema and property. An operation shows an example of its body, of
//! its response and of every kind of refusal.

use std::collections::BTreeSet;

use super::{bodies, error_body, keywords, path_items, rate_limits, walk, webhooks};
use crate::document::{Document, Node};
use crate::rust::grouped;

/// Records a fault for each omission. Reading the document reports malformed parts, so this check skips them.
pub fn check(document: &Document) {
    let root = document.root();
    for (_, item) in root.entries_of("paths").unwrap_or_default() {
        let shared = item.items_of("parameters").unwrap_or_default();
        for operation in path_items::operations(&item) {
            check_operation(&operation, &shared, &root);
        }
    }
    for (name, item) in root.entries_of("webhooks").unwrap_or_default() {
        let operations = path_items::operations(&item);
        operations.for_each(|operation| check_webhook(name, &operation, &root));
    }
    check_schemas(&root);
    for (_, scheme) in root.components("securitySchemes") {
        require_description(&scheme, "say what it is: add a `description`");
    }
}

/// Requires a description of each schema and property. It becomes documentation of the type or the field.
fn check_schemas(root: &Node<'_>) {
    let answers = answers(root);
    for (name, schema) in root.components("schemas") {
        let properties = schema.entries_of("properties").unwrap_or_default();
        // The schema of an event only wraps the event's name and data. It becomes no type.
        let is_event = properties
            .iter()
            .any(|(name, property)| *name == "event" && property.get("const").is_some());
        if is_event {
            continue;
        }
        if !answers.contains(name) {
            require_description(&schema, "say what it is: add a `description`");
        }
        for (_, property) in properties {
            // A property without a description has that of its type. A constant is no field.
            if property.get("const").is_none() && walk::references(property.value).is_empty() {
                require_description(&property, "say what it is: add a `description`");
            }
        }
    }
}

/// The names of the schemas of successful responses. Such a type is documented as the answer of its operations.
fn answers<'a>(root: &Node<'a>) -> BTreeSet<&'a str> {
    let operations = path_items::all(root).into_iter();
    let responses =
        operations.flat_map(|operation| operation.entries_of("responses").unwrap_or_default());
    let successes = responses.filter(|(code, _)| code.starts_with('2'));
    let schemas = successes.filter_map(|(_, response)| {
        let (_, response) = response.resolve("responses").ok()?;
        let schema = response.get("content")?.get("application/json")?.get("schema")?;
        schema.get("$ref")?.value.as_str()?.strip_prefix("#/components/schemas/")
    });
    schemas.collect()
}

fn check_operation(operation: &Node<'_>, shared: &[Node<'_>], root: &Node<'_>) {
    require_description(operation, "say what it does: add a `description`");
    limits(operation, root);
    require_cache_age(operation);
    let mut messages = BTreeSet::new();
    for place in [shared, &operation.items_of("parameters").unwrap_or_default()].concat() {
        let Ok((_, parameter)) = place.resolve("parameters") else { continue };
        require_description(&parameter, "say what it is: add a `description`");
        require_cap_text(&parameter);
        require_list_forms(&parameter);
        messages.extend(messages_in(&parameter));
    }
    let mut max_mib = None;
    if let Some(body) = operation.get("requestBody") {
        require_example(&body);
        max_mib = bodies::max_mib(&body).unwrap_or_default();
        if !body.flag("x-raw").unwrap_or_default() {
            messages.extend(messages_in(&body));
        }
    }
    let Some(responses) = operation.get("responses") else { return };
    for (code, place) in responses.entries_but_extensions().unwrap_or_default() {
        // A response that cannot be read may show the messages of its status.
        let Ok((_, response)) = place.resolve("responses") else {
            messages.retain(|(status, _)| status != code);
            continue;
        };
        require_example(&response);
        let size = max_mib.map_or("MiB".to_owned(), |mib| format!("{mib} MiB"));
        if code == "413" && text(&response).is_some_and(|text| !text.contains(&size)) {
            response.fault("say in the description how many MiB a body may have");
        }
        for message in messages_of(&response) {
            messages.remove(&(code.to_owned(), message));
        }
    }
    for (status, message) in messages {
        responses
            .fault(format!("show `{message}` in an example of {status}: the server can answer it"));
    }
}

/// A webhook describes itself and shows an example. Its payload names it, so that the payloads of all webhooks make one
/// type, `WebhookEvent`.
fn check_webhook(name: &str, operation: &Node<'_>, root: &Node<'_>) {
    require_description(operation, "say what it tells: add a `description`");
    let Some(body) = operation.get("requestBody") else { return };
    require_example(&body);
    if let Some(schema) = webhooks::schema(operation)
        && !webhooks::is_typed(name, operation, root)
    {
        schema.fault(format!(
            "the payload does not say which event it is: give it the required property `type: {{type: string, const: {name}}}`"
        ));
    }
}

/// The description; empty if there is none, and `None` if it is no text.
fn text<'a>(node: &Node<'a>) -> Option<&'a str> {
    node.text("description").ok().map(Option::unwrap_or_default)
}

fn require_description(node: &Node<'_>, advice: &str) {
    if node.description().is_ok_and(|description| description.trim().is_empty()) {
        node.fault(advice);
    }
}

/// Requires an example for JSON and event streams. Bytes and forms need no example.
fn require_example(owner: &Node<'_>) {
    for (media_type, media) in owner.entries_of("content").unwrap_or_default() {
        let needs_example = media_type.ends_with("json") || media_type == "text/event-stream";
        let given = ["example", "examples"].iter().any(|key| media.get(key).is_some());
        if needs_example && !given {
            media.fault("show what it is: add an `example`, or `examples` with names");
        }
    }
}

/// The messages of a parameter or body, and of all schemas in it, each with its status.
fn messages_in(owner: &Node<'_>) -> BTreeSet<(String, String)> {
    let contents = owner.entries_of("content").unwrap_or_default();
    let schemas = contents.iter().filter_map(|(_, media)| media.get("schema"));
    let schemas = owner.get("schema").into_iter().chain(schemas);
    let all = schemas.flat_map(|schema| walk::all(&schema)).chain([owner.clone()]);
    let messages = all.filter_map(|node| keywords::message(&node).ok());
    messages
        .filter_map(|(message, status)| Some((status.unwrap_or(400).to_string(), message?)))
        .collect()
}

/// The messages that the examples of a failure show.
fn messages_of(response: &Node<'_>) -> Vec<String> {
    let Some(media) = error_body::media(response) else { return Vec::new() };
    error_body::examples(&media)
        .iter()
        .filter_map(|value| Some(error_body::message(value)?.value.as_str()?.to_owned()))
        .collect()
}

fn require_cap_text(parameter: &Node<'_>) {
    let cap = parameter.get("schema").and_then(|schema| schema.count("x-cap").ok()?);
    if let (Some(cap), Some(text)) = (cap, text(parameter))
        && !text.contains(&cap.to_string())
    {
        parameter.fault(format!("say in the description that more than {cap} is taken as {cap}"));
    }
}

/// In a query, a comma-separated list or JSON can be sent in two ways. The description must mention both.
fn require_list_forms(parameter: &Node<'_>) {
    if parameter.get("in").is_none_or(|place| place.value != "query") {
        return;
    }
    let is_list = parameter.value.pointer("/schema/type").is_some_and(|ty| ty == "array")
        && parameter.get("explode").is_some_and(|explode| explode.value == false);
    let name = parameter.get("name").and_then(|name| name.value.as_str());
    let spelling = match (parameter.get("content"), name) {
        (Some(_), Some(name)) => format!("`{name}["),
        (None, _) if is_list => "comma-separated or repeated".to_owned(),
        _ => return,
    };
    if text(parameter).is_some_and(|text| !text.contains(&spelling)) {
        parameter.fault(format!("say in the description how it may be sent: {spelling}"));
    }
}

/// The operation's description must state its rate limits, because readers of an operation do not see the document's
/// list of limits.
fn limits(operation: &Node<'_>, root: &Node<'_>) {
    let (Some(description), Some(limits)) = (text(operation), root.get("x-rate-limits")) else {
        return;
    };
    for item in operation.items_of("x-rate-limit").unwrap_or_default() {
        let Ok(name) = rate_limits::name(&item).and_then(|name| name.string()) else { continue };
        let Some(rate) = limits.get(name).and_then(|limit| sentence(name, &limit)) else {
            continue;
        };
        let (expected, advice) = match rate_limits::condition(&item) {
            Ok(None) => (rate.clone(), format!("it counts toward {rate}")),
            Ok(Some(parameter)) => {
                let expected = format!("with `{parameter}` toward {rate}");
                (expected.clone(), format!("it counts {expected}"))
            }
            Err(_) => continue,
        };
        if !description.contains(&expected) {
            item.fault(format!("say in the description that {advice}"));
        }
    }
}

/// The description of a cached operation must say how old a response may be.
fn require_cache_age(operation: &Node<'_>) {
    let seconds = operation.get("x-cache-seconds").and_then(|seconds| seconds.value.as_u64());
    let (Some(seconds), Some(text)) = (seconds, text(operation)) else { return };
    let expected = format!("Answers may be up to {seconds} s old.");
    if !text.contains(&expected) {
        operation.fault(format!("say in the description: `{expected}`"));
    }
}

/// Describes a rate limit: `` `reads` (6,000 a minute for each client) ``. `None` if a part of the limit cannot be read.
fn sentence(name: &str, limit: &Node<'_>) -> Option<String> {
    let number = |key| limit.get(key).and_then(|number| number.value.as_u64());
    let within = match number("seconds")? {
        60 => "a minute".to_owned(),
        3_600 => "an hour".to_owned(),
        86_400 => "a day".to_owned(),
        seconds if seconds % 60 == 0 => format!("in {} minutes", seconds / 60),
        seconds => format!("in {seconds} seconds"),
    };
    let amount = match number("bytes") {
        Some(bytes) => format!("{} bytes", grouped(bytes, ',')),
        None => grouped(number("calls")?, ','),
    };
    let per = limit.get("per")?.value.as_str()?;
    Some(format!("`{name}` ({amount} {within} for each {per})"))
}
