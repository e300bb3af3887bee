//! Parts of a client's README: how to install the crate, and methods that only some calls have.

use heck::ToPascalCase;

use crate::model::{Api, Operation, SuccessBody};
use crate::rust::{pascal_case, snake};

/// The dependencies that a program needs: the crate itself, and the dependencies of the example.
pub fn install(api: &Api, example: Option<&String>) -> String {
    let package = &api.package;
    let (name, folder, module) = (&package.name, &package.folder, package.module("client"));
    let is_sync = example.is_some_and(|example| example.contains("tokio::sync"));
    let sync = if is_sync { ", \"sync\"" } else { "" };
    let ureq = match example.is_some_and(|example| example.contains("ureq::")) {
        true => "ureq = { version = \"3\", default-features = false }\n",
        false => "",
    };
    format!(
        "The crate is not on crates.io: depend on its folder.\n\n\
         ```toml\n\
         [dependencies]\n\
         {name}-client = {{ path = \"{folder}/client\" }}\n\
         {ureq}tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"{sync}] }}\n\
         ```\n\n\
         Its types use `serde_json` and `chrono`. The crate re-exports both in the right versions, as \
         `{module}::serde_json` and `{module}::chrono`.\n"
    )
}

/// A list of the methods that only some calls have. Each method is shown on the first operation whose call has it.
pub fn call_methods(api: &Api) -> String {
    let first = |has: fn(&&Operation) -> bool| api.client_operations().find(has);
    let lists = first(|operation| operation.pages.is_some());
    let tagged = first(|operation| operation.success.conditional);
    let keyed = first(|operation| operation.idempotent);
    let streams = first(|operation| matches!(operation.success.body, SuccessBody::Events(_)));
    let is_envelope = |operation: &&Operation| match &operation.success.body {
        SuccessBody::Json(schema) => api.payload(schema).is_some(),
        _ => false,
    };
    let lines = [
        (
            api.client_operations().find(is_envelope),
            ".data()",
            "called last, makes the output only the `data` of the answer. Calls have it if the answer always has data",
        ),
        (
            lists,
            ".all()",
            "the items of a paginated list as a `Stream`, which requests page after page and also has its own `next`. An \
             error ends it, and `resume` continues with the page that failed",
        ),
        (
            tagged,
            ".if_none_match(etag)",
            "called last, makes the answer an `Option`: `None` means that the response with that tag \
             (`answer.etag()`) is still current",
        ),
        (keyed, ".idempotency_key(key)", "your own key, for a program that may be restarted"),
        (
            streams,
            ".until(…).on_reconnect(…)",
            "the events of the stream, each once and in order, over as many connections as necessary. Set the options \
             of the stream (also `idle_timeout` and `max_backoff`) before awaiting it",
        ),
    ];
    let lines = lines.into_iter().filter_map(|(operation, call, about)| {
        let method = snake(&operation?.id);
        Some(format!("- `client.{method}(…){call}`: {about}.\n"))
    });
    lines.collect()
}

/// The section on unit tests of an application. It shows an operation that answers with JSON and may be refused with 409
/// or 404, if possible one that changes data. Empty if the API has no such operation.
pub fn testing(api: &Api) -> String {
    let reason = |operation: &'_ Operation| {
        let reasons = operation.reasons.iter().filter(|reason| !reason.retired);
        let conflict = reasons.clone().find(|reason| reason.statuses == [409]);
        conflict.or_else(|| reasons.clone().find(|reason| reason.statuses == [404])).cloned()
    };
    let is_json = |operation: &&Operation| matches!(operation.success.body, SuccessBody::Json(_));
    let shown = api.client_operations().filter(is_json);
    let shown = shown.filter_map(|operation| Some((operation, reason(operation)?.name)));
    let Some((operation, reason)) = shown.min_by_key(|(operation, _)| operation.method == "get")
    else {
        return String::new();
    };
    let name = operation.id.to_pascal_case();
    format!(
        "## Unit tests of your code\n\n\
         With the feature `testing`, `testing::mock_server()` takes the place of the server, without a connection. It \
         answers each operation with the document's example, until you give it other answers. `testing::example` returns \
         such an answer as a value that you may change. Turn on the feature under `[dev-dependencies]`.\n\n\
         ```rust,ignore\n\
         let mock_server = testing::mock_server()\n    \
             .refuses({name}Reason::{reason})\n    \
             .responds::<{name}>(&testing::example::<{name}>());\n\
         let client = Client::builder(\"http://mock\").layer(mock_server.clone()).build()?;\n\
         // Call your code with `client`: the first call is refused, and the second one succeeds.\n\
         assert_eq!(mock_server.requests()[0].operation, {id:?});\n\
         ```\n\n\
         `disconnects` breaks the connection, and `responds_with` answers with any status, headers and body, for example a \
         304. The body of a request is `requests()[0].json::<T>()`. Clients wait before a retry in tests too: set \
         `retries(0)`. A mock server has no event streams.\n\n",
        id = operation.id,
    )
}

/// The section on the requests that the server sends; empty if it sends none.
pub fn webhooks(api: &Api) -> String {
    if !api.has_webhook_events() {
        return String::new();
    }
    format!(
        "## Webhooks\n\n\
         The server sends events to your program, as [Standard Webhooks](https://www.standardwebhooks.com) describes. \
         `webhooks::verify` checks the signature and the age of such a request, and returns its event. The request comes from \
         the HTTP server of your choice: `headers` is an `&http::HeaderMap`, or any names with values.\n\n\
         ```rust,ignore\n\
         use {module}::webhooks::{{self, WebhookEvent}};\n\n\
         match webhooks::verify(&secrets, request.headers(), &body)? {{\n    \
             WebhookEvent::{variant}(event) => {{ /* … */ }}\n    \
             other => println!(\"{{}} is not handled\", other.kind()),\n\
         }}\n\
         ```\n\n\
         - `secrets` are those of your endpoint, which begin with `whsec_`: two of them while you rotate the secret. `body` is the \
         body as the request had it, byte for byte.\n\
         - Answer 2xx if the event is verified and stored, also for an event that your program does not handle, and 400 if \
         `verify` fails. Do longer work after the answer.\n\
         - An event may arrive several times, with the same header `webhook-id`. Store the ids that you have seen.\n\
         - An event that this version of the crate does not know is `WebhookEvent::Unknown`, which has the event's `kind()` and \
         `body()`.\n\
         - For tests of your program, `webhooks::sign` makes the signature of a request.\n\n",
        module = api.package.module("client"),
        variant =
            api.webhooks.first().map(|webhook| pascal_case(&webhook.name)).unwrap_or_default()
    )
}

pub fn layers(api: &Api) -> String {
    format!(
        "## Your own headers on each attempt\n\n\
         `layer` puts a layer of `tower` 0.5 around each attempt, for example to sign requests or to add `traceparent`. A \
         request is an `http::Request<Bytes>`, and has the `CallInfo` of its attempt among its extensions. The layer must \
         return the client's own `Error`. Your program depends on `tower` with the feature `util`, and on `http` 1.\n\n\
         ```rust,ignore\n\
         use {module}::stoa_client_core::Bytes;\n\n\
         let signs = tower::util::MapRequestLayer::new(|mut request: http::Request<Bytes>| {{\n    \
             let signature = sign(request.body());\n    \
             request.headers_mut().insert(\"x-signature\", signature);\n    \
             request\n\
         }});\n\
         let client = Client::builder(base_url).layer(signs).build()?;\n\
         ```\n\n",
        module = api.package.module("client")
    )
}

/// The section for a program that calls for its own clients; empty if no rate limit counts clients.
pub fn from_your_own_server(api: &Api) -> String {
    if !api.used_rate_limits().any(|limit| limit.per.contains("client")) {
        return String::new();
    }
    let Some(operation) = api.client_operations().next() else { return String::new() };
    format!(
        "## From your own server\n\n\
         The server limits how often a client may call, and takes the address from which a call comes for the client. If \
         your server calls for its visitors, they share these limits, and the calls are soon answered 429. Report the \
         visitor's address with each call:\n\n\
         ```rust,ignore\n\
         let visitor_address: std::net::IpAddr = /* … */;\n\
         client.{method}(/* … */).on_behalf_of(visitor_address).await?;\n\
         let client_of_visitor = client.with(|settings| settings.on_behalf_of(visitor_address));\n\
         ```\n\n\
         The operator of the server must trust your server's address: Stoa's setting is `--trusted-clients`. Otherwise \
         the server ignores the report. If a proxy is in front of the server, it must append to `X-Forwarded-For` and not \
         replace it.\n\n",
        method = snake(&operation.id)
    )
}
