//! The sections of a client's README on its version and on compatible additions.

use crate::model::Api;

/// A paragraph on the versions of the crate and of the document.
pub fn versions(api: &Api) -> String {
    format!(
        "Version {} of this crate implements version {} of the document. It also works with servers that implement an older \
         or newer version, as long as the major version of the document is the same.",
        api.package.version, api.version
    )
}

/// A table of how existing code handles additions to the document, with a row for each kind of addition.
pub fn table(api: &Api) -> String {
    let mut rows = vec![
        (
            "an optional property in a response",
            "ignores it",
            "gets another field; such structs are `#[non_exhaustive]`",
        ),
        (
            "an enum value in a response",
            "reads it as `Unknown(text)`, and writes it back unchanged",
            "gets another variant; enums are `#[non_exhaustive]`",
        ),
        (
            "a status or a message of a refusal",
            "gets an `ErrorKind::Api` with both; its reason is `Other`",
            "gets another reason; `…Reason` is `#[non_exhaustive]`",
        ),
        (
            "an optional property in a request",
            "does not send it",
            "gets another setter of its builder",
        ),
        (
            "a required property of a request that becomes optional",
            "sends it",
            "gets an `Option` as the field of the request; the setter stays the same",
        ),
        (
            "an optional parameter",
            "does not send it",
            "gets another setter on the operation's call",
        ),
        ("an operation", "does not call it", "gets another method"),
    ];
    if api.has_events() {
        rows.push(("a kind of event", "skips it", "gets another variant, as of an enum"));
    }
    if api.has_webhook_events() {
        rows.push((
            "a webhook",
            "reads its event as `WebhookEvent::Unknown`",
            "gets another variant, as of an enum",
        ));
    }
    let rows: String = rows
        .iter()
        .map(|(addition, running, source)| format!("| {addition} | {running} | {source} |\n"))
        .collect();
    format!(
        "\n## Compatible additions\n\n\
         A minor version of the document may add to it. Existing programs keep working, and their source still compiles \
         with the next minor version of this crate:\n\n\
         | new in the document | an existing program | its source, compiled again |\n\
         | --- | --- | --- |\n{rows}\n\
         Every other change that a client could notice gives the document, and this crate, a new major version.{}\n",
        match api.package.libraries {
            Some(_) => {
                " The changes of this crate are in the changelog of `stoa-client-core`, which has the same version."
            }
            None => "",
        }
    )
}
