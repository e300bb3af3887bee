//! What the README of a client says of the versions that follow.

use super::super::manifests::crate_version;
use super::super::model::Api;

/// Which versions of crate and document this is.
pub fn versions(api: &Api) -> String {
    format!(
        "Version {} of this crate speaks version {} of the document: one that is older and one that is newer are spoken to \
         alike, as long as the major version of the document is the same.",
        crate_version(),
        api.version
    )
}

/// What old code makes of what is new, a row for each kind of addition.
pub fn table(api: &Api) -> String {
    let mut rows = vec![
        (
            "an optional property in an answer",
            "is ignored",
            "a field more; such structs are `#[non_exhaustive]`",
        ),
        (
            "a value of an enum in an answer",
            "is read as `Unknown(text)`, and written back as it came",
            "a variant more; enums are `#[non_exhaustive]`",
        ),
        (
            "a status or a message of a refusal",
            "is an `Error::Api` with both; its reason is `Other`",
            "a reason more; `…Reason` is `#[non_exhaustive]`",
        ),
        ("an optional property in a request", "is not sent", "a setter more; `new` takes the same"),
        ("an optional parameter", "is not sent", "a setter more on the operation's call"),
        ("an operation", "is not called", "a method more"),
    ];
    if api.has_events() {
        rows.push(("a kind of event", "is skipped", "a variant more, as of an enum"));
    }
    let rows: String = rows
        .iter()
        .map(|(addition, running, source)| format!("| {addition} | {running} | {source} |\n"))
        .collect();
    format!(
        "\n## What may be added\n\n\
         A document may get more in a minor version. Programs that were built before go on, and so does their source with \
         the next minor version of this crate:\n\n\
         | new in the document | for a program that runs | for source that is compiled anew |\n\
         | --- | --- | --- |\n{rows}\n\
         Whatever else would be noticed gives the document, and this crate, the next major version. What changed in the crate \
         stands in the changelog of `stoa-client-core`, which has the same version.\n"
    )
}
