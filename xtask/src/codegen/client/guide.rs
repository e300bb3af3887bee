//! What the README tells of the calls of an API: how the crate is had, and what calls have besides their settings.

use crate::codegen::model::{Api, Operation, SuccessBody};
use crate::codegen::rust::snake;

/// How the crate is had, with what the example needs beside it.
pub fn install(api: &Api, example: Option<&String>) -> String {
    let name = &api.name;
    let crate_name = name.replace('-', "_");
    let is_sync = example.is_some_and(|example| example.contains("tokio::sync"));
    let sync = if is_sync { ", \"sync\"" } else { "" };
    let ureq = match example.is_some_and(|example| example.contains("ureq::")) {
        true => "ureq = { version = \"3\", default-features = false }\n",
        false => "",
    };
    format!(
        "It is not on crates.io: name its folder in a checkout, or the repository that has it.\n\n\
         ```toml\n\
         [dependencies]\n\
         stoa-{name}-client = {{ path = \"../stoa/generated/{name}/client\" }}\n\
         # or: stoa-{name}-client = {{ git = \"https://git.example/stoa\" }}\n\
         {ureq}tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\"{sync}] }}\n\
         ```\n\n\
         What its types are made of comes with it: `serde_json` and `chrono` are `stoa_{crate_name}_client::serde_json` and \
         `stoa_{crate_name}_client::chrono`, of the same version.\n"
    )
}

/// What some calls have, each by the first operation that has it.
pub fn besides(api: &Api) -> String {
    let first = |has: fn(&&Operation) -> bool| api.client_operations().find(has);
    let lists = first(|operation| operation.pages.is_some());
    let tagged = first(|operation| operation.success.conditional);
    let keyed = first(|operation| operation.idempotent);
    let streams = first(|operation| matches!(operation.success.body, SuccessBody::Events(_)));
    let lines = [
        (
            lists,
            ".all()",
            "a list in pages as a `Stream` of its items, with a `next` of its own, which asks for page after page. An \
             error ends it, and `resume` goes on with the page that failed",
        ),
        (
            tagged,
            ".if_none_match(etag)",
            "said last, makes the answer an `Option`: `None` is what was read with that tag (`answer.etag()`)",
        ),
        (keyed, ".idempotency_key(key)", "a key of your own, for a program that is started again"),
        (
            streams,
            ".until(…).on_reconnect(…)",
            "events over as many connections as it takes, each once and in order: what the stream shall do, which has \
             `longest_silence` and `longest_wait` too, is said before it is awaited",
        ),
    ];
    let lines = lines.into_iter().filter_map(|(operation, call, about)| {
        let method = snake(&operation?.id);
        Some(format!("- `client.{method}(…){call}`: {about}.\n"))
    });
    lines.collect()
}
