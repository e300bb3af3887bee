//! The client crate: a `Client` with a method for each operation, one file for each tag.

mod methods;

use std::collections::BTreeMap;

use super::files::{Files, template};
use super::model::{Api, Credential, SuccessBody};
use super::rust::{doc, module_doc, snake, stem, text};

/// Programs that show how the client is used, by their names.
pub type Examples = BTreeMap<String, String>;

pub fn emit(api: &Api, examples: &Examples, files: &mut Files) {
    files.rust("client/src/lib.rs", front(api));
    files.rust("client/src/call.rs", template!("client/call.rs"));
    files.rust("client/src/error.rs", template!("client/error.rs"));
    if has_events(api) {
        files.rust("client/src/events.rs", template!("client/events.rs"));
        files.rust("client/src/events/parser.rs", template!("client/events/parser.rs"));
    }
    if has_writes(api) {
        files.rust("client/src/random_id.rs", template!("client/random_id.rs"));
    }
    for tag in &api.tags {
        files.rust(&format!("client/src/{}.rs", stem(&tag.name)), methods::emit(api, tag));
    }
    files.text("client/README.md", readme(api, examples));
    for (name, example) in examples {
        files.rust(&format!("client/examples/{name}.rs"), example.clone());
    }
}

/// Whether any operation answers with a stream of events.
pub fn has_events(api: &Api) -> bool {
    api.operations().any(|operation| matches!(operation.success.body, SuccessBody::Events(_)))
}

/// Whether any operation stores something that the caller has to name.
fn has_writes(api: &Api) -> bool {
    api.operations().any(|operation| operation.body.is_some())
}

fn front(api: &Api) -> String {
    let mut out = module_doc(&[
        &format!("The client of {}, version {}.", api.title, api.version),
        "Each operation is a method of [`Client`]; its types are in [`types`]. A failure that the \
         document names is [`Error::Api`], with the server's message.",
        &not_served(api),
        &format!("Generated from `specs/{}.yaml` by `cargo xtask codegen`.", api.name),
    ]);
    out.push_str("\n#![allow(clippy::doc_lazy_continuation, clippy::too_many_arguments)]\n\nmod call;\nmod error;\n");
    if has_events(api) {
        out.push_str("mod events;\n");
    }
    if has_writes(api) {
        out.push_str("mod random_id;\n");
    }
    for tag in &api.tags {
        out.push_str(&format!("mod {};\n", snake(&tag.name)));
    }
    out.push_str("\npub use call::Response;\npub use error::Error;\n");
    if has_events(api) {
        out.push_str("pub use events::{Event, EventStream};\n");
    }
    if has_writes(api) {
        out.push_str("pub use random_id::random_id;\n");
    }
    out.push_str(&format!("pub use stoa_{}_types as types;\n", api.name.replace('-', "_")));
    for tag in &api.tags {
        let options = tag.operations.iter().filter(|operation| methods::has_options(operation));
        for operation in options {
            out.push_str(&format!(
                "pub use {}::{};\n",
                snake(&tag.name),
                methods::options_name(operation)
            ));
        }
    }
    out.push_str(match has_constructors(api) {
        true => "\nuse reqwest::header::{HeaderMap, HeaderName, HeaderValue};\n",
        false => "\nuse reqwest::header::HeaderMap;\n",
    });
    out.push_str(&client(api));
    out
}

/// Which operations no server answers, where there are some.
fn not_served(api: &Api) -> String {
    let tags = api.tags.iter().filter(|tag| tag.unserved);
    let names: Vec<String> = tags.map(|tag| format!("`{}`", tag.name)).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(
            "Not served yet, so that the server answers 404: the operations tagged {}.",
            names.join(", ")
        ),
    }
}

fn client(api: &Api) -> String {
    let base_url = match api.base_path.as_str() {
        "" => "base_url.trim_end_matches('/').to_owned()".to_owned(),
        path => format!("format!(\"{{}}{path}\", base_url.trim_end_matches('/'))"),
    };
    format!(
        "\n{}#[derive(Debug, Clone)]\n\
         pub struct Client {{\n http: reqwest::Client,\n base_url: String,\n credential: HeaderMap,\n}}\n\n\
         impl Client {{\n\
         {}pub fn new(base_url: &str) -> Result<Self, Error> {{\n\
             Self::with_http(base_url, call::http()?)\n\
         }}\n\n\
         {}pub fn with_http(base_url: &str, http: reqwest::Client) -> Result<Self, Error> {{\n\
             let base_url = {base_url};\n\
             Ok(Self {{ http, base_url, credential: HeaderMap::new() }})\n\
         }}\n{}}}\n",
        doc(&[&format!("Calls {} at one server. Clones share their connections.", api.title)]),
        doc(&[
            "A client without a credential; `base_url` is the scheme and host, `https://shop.example`."
        ]),
        doc(&[
            "The same on an HTTP client of your own. It should not follow redirects where a 302 is the documented answer."
        ]),
        constructors(api),
    )
}

const CREDENTIAL: &str = "
    fn credential(mut self, name: &'static str, value: String) -> Result<Self, Error> {
        let mut value = HeaderValue::try_from(value).map_err(|_| Error::Credential)?;
        value.set_sensitive(true);
        self.credential.insert(HeaderName::from_static(name), value);
        Ok(self)
    }
";

/// Whether any credential is sent in a header.
fn has_constructors(api: &Api) -> bool {
    api.schemes.iter().any(|scheme| !matches!(scheme.place, Credential::Query(_)))
}

/// A constructor for each principal, by the first of its schemes that is a header. Where there are several, a client can
/// have the credentials of all: whoever has two may do what either may.
fn constructors(api: &Api) -> String {
    let mut out = String::new();
    let has_several = api.schemes.windows(2).any(|pair| pair[0].principal != pair[1].principal);
    let mut done: Vec<&str> = Vec::new();
    for scheme in &api.schemes {
        let (header, value) = match &scheme.place {
            Credential::Bearer => {
                ("authorization".to_owned(), "format!(\"Bearer {credential}\")".to_owned())
            }
            Credential::Header(name) => (name.to_lowercase(), "credential.to_owned()".to_owned()),
            Credential::Cookie(name) => {
                ("cookie".to_owned(), format!("format!(\"{name}={{credential}}\")"))
            }
            Credential::Query(_) => continue,
        };
        if done.contains(&scheme.principal.as_str()) {
            continue;
        }
        done.push(&scheme.principal);
        out.push_str(&format!(
            "\n{}pub fn with_{}(base_url: &str, credential: &str) -> Result<Self, Error> {{\n\
                 Self::new(base_url)?.credential({}, {value})\n\
             }}\n",
            doc(&[&format!(
                "A client that sends this credential with every call: {}",
                scheme.doc.trim()
            )]),
            stem(&scheme.principal),
            text(&header),
        ));
        if has_several {
            out.push_str(&format!(
                "\n{}pub fn and_{}(self, credential: &str) -> Result<Self, Error> {{\n\
                     self.credential({}, {value})\n\
                 }}\n",
                doc(&[&format!(
                    "The same client, which sends this credential too: {}",
                    scheme.doc.trim()
                )]),
                stem(&scheme.principal),
                text(&header),
            ));
        }
    }
    if has_constructors(api) {
        out.push_str(CREDENTIAL);
    }
    out
}

/// Shows the API's own example, and names the others by the first line of each.
fn readme(api: &Api, examples: &Examples) -> String {
    let not_served = match not_served(api) {
        text if text.is_empty() => text,
        text => format!("{text}\n\n"),
    };
    let usage = match examples.get(&api.name) {
        Some(example) => format!("```rust,no_run\n{example}```\n"),
        None => String::new(),
    };
    let others = examples.iter().filter(|(name, _)| **name != api.name);
    let others: String = others
        .map(|(name, example)| {
            let about = example.lines().next().unwrap_or_default().trim_start_matches("//! ");
            format!("\n[examples/{name}.rs](examples/{name}.rs): {about}\n")
        })
        .collect();
    format!(
        "# stoa-{0}-client\n\nThe client of {1}, generated from its OpenAPI document. Each operation is a method of `Client`; \
         the types are those of `stoa-{0}-types`. TLS is rustls; redirects are not followed.\n\n{not_served}{usage}{others}",
        api.name, api.title
    )
}
