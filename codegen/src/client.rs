//! The client crate: a `Client` with a method for each operation, one file for each tag.

mod evolution;
mod forms;
mod guide;
mod methods;

use serde_json::{Map, Value, json};

use super::code::{Code, Name, code};
use super::files::{Examples, Files, template};
use super::model::{Api, Credential, Operation, Scheme, Success, SuccessBody, Tag};
use super::rust::{doc, line_comment, snake, stem, text};

/// The module that verifies webhooks.
const WEBHOOKS: &str = "webhooks";

pub fn emit(api: &Api, examples: &Examples, files: &mut Files) {
    files.rust("client/src/lib.rs", front(api));
    files.rust("client/src/client.rs", client(api));
    if api.has_forms() {
        files.rust("client/src/forms.rs", forms::emit(api));
    }
    files.rust("client/src/testing.rs", template!("client/testing.rs"));
    files.text("client/src/examples.json", success_examples(api));
    if api.has_webhook_events() {
        files.rust("client/src/webhooks.rs", template!("client/webhooks.rs"));
    }
    for tag in api.client_tags() {
        let module = stem(module_of(api, tag));
        files.rust(&format!("client/src/{module}.rs"), methods::emit(api, tag));
    }
    files.text("client/README.md", readme(api, examples));
    for (name, example) in examples {
        files.rust(&format!("client/examples/{name}.rs"), Code::unchecked(example.clone()));
    }
}

/// The name of a tag's module. The module `webhooks` is that of `verify`.
fn module_of<'a>(api: &Api, tag: &'a Tag) -> &'a str {
    match stem(&tag.name).as_str() {
        WEBHOOKS if api.has_webhook_events() => "webhook_operations",
        _ => &tag.name,
    }
}

/// The status and the example of each operation's success, for `testing.rs`.
fn success_examples(api: &Api) -> String {
    let example = |operation: &Operation| {
        let Success { statuses, body, example, .. } = &operation.success;
        let mut answer = json!({"status": statuses[0]});
        match (body, example) {
            (SuccessBody::None, _) => {}
            (SuccessBody::Json(_), Some(example)) => answer["body"] = example.clone(),
            _ => return None,
        }
        Some((operation.id.clone(), answer))
    };
    let examples: Map<String, Value> = api.client_operations().filter_map(example).collect();
    format!("{:#}\n", Value::Object(examples))
}

fn front(api: &Api) -> Code {
    let tags = || api.client_tags().map(|tag| snake(module_of(api, tag)));
    let deprecated = match api.has_deprecated_types() {
        true => code!("#![allow(deprecated)]\n"),
        false => code!(""),
    };
    let names = [
        ("Event", api.has_events()),
        ("EventStream", api.has_events()),
        ("FilePart", api.has_forms()),
        ("IfChanged", api.has_tags()),
        ("Items", api.client_operations().any(|operation| operation.pages.is_some())),
    ];
    let names = names.iter().filter(|(_, is_used)| *is_used).map(|(name, _)| Name::new(name));
    code!(
        // The README is the crate's documentation, so its example is compiled with the doctests.
        "{origin}\
         #![doc = include_str!(\"../README.md\")]\n\
         #![allow(clippy::doc_lazy_continuation, clippy::should_implement_trait, clippy::too_many_arguments)]\n\
         #![warn(missing_docs)]\n{deprecated}\n\
         mod client;\n{forms}{modules}\
         #[cfg(all(feature = \"testing\", not(target_arch = \"wasm32\")))]\npub mod testing;\n{webhooks}\n\
         pub use self::client::{{Client, ClientBuilder}};\n{exports}\
         pub use ::stoa_client_core::{{\n{names}\
         ApiError, Bytes, CallInfo, DecodeError, Error, ErrorKind, HeaderMap, RateLimit, Reason, Response, Settings, StatusCode, \
         TransportError, random_id,\n}};\n\
         #[cfg(feature = \"reqwest\")]\npub use ::stoa_client_core::reqwest;\n\
         pub use ::stoa_client_core;\n\
         pub use ::{types}::{{self as types, chrono, serde_json}};\n",
        origin = line_comment(&api.package.origin()),
        deprecated,
        forms = if api.has_forms() { code!("pub mod forms;\n") } else { code!("") },
        webhooks = if api.has_webhook_events() { code!("pub mod webhooks;\n") } else { code!("") },
        modules = tags().map(|tag| code!("mod {tag};\n", tag)).collect::<Code>(),
        exports = tags().map(|tag| code!("pub use {tag}::*;\n", tag)).collect::<Code>(),
        names = names.map(|name| code!("{name},", name)).collect::<Code>(),
        types = Name::new(&api.package.module("types"))
    )
}

fn client(api: &Api) -> Code {
    let about = format!("A client of {} at one server. Clones share their connections.", api.title);
    let cache = match api.has_tags() {
        true => template!("client/cache.rs"),
        false => code!(""),
    };
    template!("client/client.rs")
        .with("\"{base_path}\"", text(&api.base_path))
        .with("\n    // cache\n", code!("\n{cache}", cache))
        .with("\n    // constructors\n", code!("\n{list}", list = constructors(api)))
        .with("\n    // credentials\n", code!("\n{list}", list = credentials(api)))
        .with("\n// about\n", code!("\n{about}", about = doc(&[&about])))
}

fn constructors(api: &Api) -> Code {
    let constructor = |(name, scheme): (&str, &Scheme)| {
        code!(
            "\n{about}pub fn {constructor}(base_url: &str, credential: &str) -> Result<Self, Error> {{\n\
                 Self::builder(base_url).{setter}(credential).build()\n\
             }}\n",
            about =
                doc(&[&format!("Returns a client with this credential: {}", scheme.doc.trim())]),
            constructor = Name::new(&format!("with_{}", stem(name))),
            setter = snake(name)
        )
    };
    Scheme::with_credential_names(&api.schemes).into_iter().map(constructor).collect()
}

/// A method of `ClientBuilder` that sets each credential. A client can have several credentials.
fn credentials(api: &Api) -> Code {
    let credential = |(name, scheme): (&str, &Scheme)| {
        let given = match &scheme.place {
            Credential::Bearer => code!("bearer(credential)"),
            Credential::Header(name) => {
                code!("header({name}, credential)", name = text(&name.to_lowercase()))
            }
            Credential::Cookie(name) => code!("cookie({name}, credential)", name = text(name)),
            Credential::Query(name) => code!("query({name}, credential)", name = text(name)),
        };
        code!(
            "{about}pub fn {setter}(self, credential: &str) -> Self {{\n\
                 Self {{ builder: self.builder.{given} }}\n\
             }}\n\n",
            about = doc(&[scheme.doc.trim()]),
            setter = snake(name),
            given
        )
    };
    Scheme::with_credential_names(&api.schemes).into_iter().map(credential).collect()
}

/// The README. It shows the example that is named after the API, and lists each other example with its first line.
fn readme(api: &Api, examples: &Examples) -> String {
    let usage = match examples.get(&api.package.api) {
        Some(example) => format!("```rust,no_run\n{example}```\n"),
        None => String::new(),
    };
    let others = examples.iter().filter(|(name, _)| **name != api.package.api);
    let others: String = others
        .map(|(name, example)| {
            let about = example.lines().next().unwrap_or_default().trim_start_matches("//! ");
            format!("\n[{name}.rs](examples/{name}.rs) (`cargo run --example {name}`): {about}\n")
        })
        .collect();
    format!(
        "# {0}-client\n\nA client of {2}, generated from its OpenAPI document. Each operation is a method of `Client`; \
         its types are those of `{0}-types`{6}. Redirects are not followed.\n\n{3}\n\n{5}\n{usage}{others}\n{1}{4}",
        api.package.name,
        settings(api),
        api.title,
        evolution::versions(api),
        evolution::table(api),
        guide::install(api, examples.get(&api.package.api)),
        if api.has_forms() { ", and its forms are in `forms`" } else { "" }
    )
}

/// The README's section on how calls are made.
fn settings(api: &Api) -> String {
    let keyed = match api.client_operations().any(|operation| operation.idempotent) {
        true => {
            ", and calls with an `Idempotency-Key`, which the client generates unless you set one. A call with a key is \
             also retried while an earlier call with the same key is in progress (409)"
        }
        false => "",
    };
    let call_methods = guide::call_methods(api);
    let cache = match api.has_tags() {
        true => {
            "- With the feature `cache`, `Client::builder(base_url).cache(bytes)` caches responses that have a tag. Each call \
             still sends a request, with the tag. If the response has not changed, the server does not send its body again.\n"
        }
        false => "",
    };
    let cut = if keyed.is_empty() { "" } else { " or a call with a key" };
    format!(
        "## How calls are made\n\n\
         `Client::builder(base_url)` takes any number of credentials, and settings. \
         `client.with(|settings| settings.retries(0))` returns the same client with other settings. `client.to_builder()` \
         returns a builder with everything that the client has, such as its connections: use it for another credential, \
         without another TLS handshake.\n\n\
         - A method returns a call, which borrows nothing and is sent when it is awaited. Before that, set its optional \
         parameters and how it is sent (`timeout`, `retries`, `header`, `on_behalf_of`).\n\
         - The result is a `Response`. Use it like its body (`answer.data`), take the body out of it \
         (`answer.into_body()`), and read its `status`, `headers` and `request_id`. `raw()`, called last, makes its body the \
         bytes that the server sent.\n\
         {call_methods}\
         - A call may take 60 seconds in all (`timeout`).\n\
         - A call that may be repeated is retried at most twice (`retries`), after a broken connection and after 408, 429, \
         502, 503 and 504. The client waits for as long as `Retry-After` says, otherwise for random and growing times. It \
         does not begin a wait that would exceed the timeout. When nearly all calls of a client fail, it stops retrying \
         until some succeed.\n\
         - These calls may be repeated: reads, changes with the same result when made twice{keyed}. If there was no \
         connection, nothing was sent, and any call is retried. If an answer breaks off, only a `GET`{cut} is retried. A \
         call that failed because of TLS is not retried.\n\
         - An error has a `kind`, and the `call` that failed: operation, method, path template and number of attempts. Any \
         status other than the documented success is an `ErrorKind::Api` with status, message, code, request id, headers and \
         body; `reason` turns the code into the enum of its operation (`…Reason`). If your own HTTP client follows a redirect, \
         the error is `ErrorKind::Redirected`. `Debug` shows no secrets of clients, errors, requests and responses.\n\
         {cache}\
         - Each call is a `tracing` span named `api_call`, with `operation`, `request_id` and OpenTelemetry's names for \
         HTTP clients: method, path template, server, status, resends and error, which has the server's message. It has no header, no \
         value of the path, no query and no body.\n\
         - With the feature `blocking`, `wait()` of a call sends it without `async`, also after `data()` and \
         `if_none_match(…)`, and `blocking()` makes a stream an iterator.\n\
         - TLS is rustls with ring and the system's root certificates, by the feature `rustls`, which is on by default. It \
         works with every crypto provider that your application may install. `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` are \
         honoured for https, with proxies at `http://…`. The feature `http2` is off by default.\n\n\
         {server}\
         ## Your own HTTP client\n\n\
         The crate does not change how your own `reqwest` behaves: it makes its calls with hyper, and turns on no feature \
         of reqwest. To use other TLS (OpenSSL, client certificates) or other proxies, turn on the feature `reqwest` and \
         give the builder a client of reqwest 0.13:\n\n\
         ```toml\n\
         {name}-client = {{ path = \"{folder}/client\", default-features = false, features = [\"reqwest\"] }}\n\
         reqwest = {{ version = \"0.13\", default-features = false, features = [\"native-tls\"] }}\n\
         ```\n\n\
         ```rust,ignore\n\
         let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;\n\
         let client = Client::builder(base_url).http(http).build()?;\n\
         ```\n\n\
         The features of your own dependency decide which TLS that client has. One exception remains, in rustls itself: the \
         feature `rustls` compiles rustls 0.23 with ring. If your program also compiles rustls with aws-lc-rs and calls \
         `rustls::ClientConfig::builder()`, call `CryptoProvider::install_default` first, because rustls chooses a provider \
         only where a single one is compiled. reqwest needs no such call.\n",
        name = api.package.name,
        folder = api.package.folder,
        server = [
            guide::webhooks(api),
            guide::layers(api),
            guide::from_your_own_server(api),
            guide::testing(api),
        ]
        .concat()
    )
}
