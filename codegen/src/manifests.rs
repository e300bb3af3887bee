//! `Cargo.toml`, README and licences of the generated crates.

use serde_json::json;

use super::files::{Examples, Files};
use super::model::{Api, ErrorMember};
use super::reasons;

/// The feature `cache` of a client. Only a client of an API with `ETag` responses has it.
const CACHE: &str = "# Caches responses that have a tag; an unchanged body is not sent again.\n\
                     cache = [\"stoa-client-core/cache\"]\n";

const BON: &str = "# Builders of requests.\nbon = { version = \"3\", default-features = false }\n";

const AXUM: &str =
    "axum = { version = \"0.8\", default-features = false, features = [\"http1\", \"tokio\"] }\n";
const UREQ: &str = "ureq = { version = \"3\", default-features = false }\n";

pub fn emit(api: &Api, examples: &Examples, files: &mut Files) {
    for (name, license) in &api.package.license_files {
        files.text(&format!("types/{name}"), license.clone());
        files.text(&format!("client/{name}"), license.clone());
    }
    files.text("types/Cargo.toml", types_crate(api));
    if !reasons::of_document(api).is_empty() {
        files.text("reasons/Cargo.toml", reasons_crate(api));
    }
    files.text("server/Cargo.toml", server_crate(api));
    files.text("client/Cargo.toml", client_crate(api, examples));
    files.text("types/README.md", types_readme(api));
}

fn package(api: &Api, part: &str, version: &str, description: &str) -> String {
    // JSON and TOML quote a line in the same way if it has no control characters.
    let words = description.split(|letter: char| letter.is_control() || letter.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let description = json!(words.join(" "));
    let package = &api.package;
    let license = package.license.as_ref();
    let license = license.map(|license| format!("license = {}\n", json!(license)));
    format!(
        "# {origin} Change the document instead.\n\
         [package]\n\
         name = \"{name}\"\n\
         description = {description}\n\
         version = \"{version}\"\n\
         edition = \"2024\"\n\
         {license}\
         rust-version = \"{rust}\"\n",
        origin = package.origin(),
        name = package.crate_name(part),
        license = license.unwrap_or_default(),
        rust = env!("CARGO_PKG_RUST_VERSION")
    )
}

/// The manifest of a crate that may be published.
fn published(api: &Api, part: &str, description: &str, keywords: &[&str]) -> String {
    let own = api.package.keywords.iter().map(String::as_str);
    let keywords: Vec<_> = own.chain(keywords.iter().copied()).map(|word| json!(word)).collect();
    package(api, part, &api.package.version, description)
        + &format!(
            "readme = \"README.md\"\n\
             keywords = {}\n\
             categories = [\"api-bindings\", \"web-programming\"]\n\n",
            toml_list(&keywords)
        )
}

fn toml_list(values: &[serde_json::Value]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    format!("[{}]", values.join(", "))
}

fn types_crate(api: &Api) -> String {
    let about = format!("Types of {}", api.title);
    let is_built = api.schemas.iter().any(|schema| schema.is_built && schema.is_struct());
    let bon = if is_built { BON } else { "" };
    published(api, "types", &about, &["openapi", "api", "types"])
        + "[lib]\n\
           test = false\n\
           doctest = false\n\n\
           [features]\n\
           # For servers, whose handlers set every field and handle every variant. With this feature, such code may stop\n\
           # compiling when a later version adds fields or variants. Such a version does not count as a breaking change.\n\
           exhaustive = []\n\n\
           [dependencies]\n"
        + bon
        + "chrono = { version = \"0.4\", default-features = false, features = [\"now\"] }\n\
           serde = { version = \"1\", features = [\"derive\"] }\n\
           serde_json = \"1\"\n"
}

fn types_readme(api: &Api) -> String {
    let readme = include_str!("../templates/types/README.md");
    let readme = readme.replace("{name}", &api.package.name);
    let readme = readme.replace("{module}", &api.package.module("types"));
    let readme = readme.replace("{error}", &api.error_body.schema);
    let readme = readme.replace("{json}", &error_body(&api.error_body.members));
    readme.replace("{version}", &api.version).replace("{title}", &api.title)
}

/// The error body of a 404, as JSON.
fn error_body(members: &[(String, ErrorMember)]) -> String {
    let value = |member: &ErrorMember| match member {
        ErrorMember::Message => json!("Not found"),
        ErrorMember::Status => json!(404),
        ErrorMember::StatusName => json!("Not Found"),
        ErrorMember::Constant(value) => value.clone(),
    };
    let members =
        members.iter().map(|(name, member)| format!("{}: {}", json!(name), value(member)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
}

fn runtime(api: &Api) -> String {
    format!("stoa-runtime = {{ {} }}\n", api.package.runtime())
}

fn reasons_crate(api: &Api) -> String {
    package(api, "reasons", &api.version, &format!("Reasons for refusals of {}", api.title))
        + &format!(
            "publish = false\n\n\
             [lib]\n\
             test = false\n\
             doctest = false\n\n\
             [dependencies]\n\
             {}",
            runtime(api)
        )
}

fn server_crate(api: &Api) -> String {
    let json = if api.has_free_form() { "serde_json = \"1\"\n" } else { "" };
    let types = format!(
        "{} = {{ path = \"../types\", features = [\"exhaustive\"] }}\n",
        api.package.crate_name("types")
    );
    let mut crates = vec![types, runtime(api)];
    if !reasons::of_document(api).is_empty() {
        crates
            .push(format!("{} = {{ path = \"../reasons\" }}\n", api.package.crate_name("reasons")));
    }
    crates.sort();
    package(api, "server", &api.version, &format!("Server traits and routes of {}", api.title))
        + &format!(
            "publish = false\n\n\
             [lib]\n\
             test = false\n\
             doctest = false\n\n\
             [dependencies]\n\
             {json}{}",
            crates.concat()
        )
}

fn client_crate(api: &Api, examples: &Examples) -> String {
    let features = [("\"events\"", api.has_events()), ("\"webhooks\"", api.has_webhook_events())];
    let features: Vec<&str> =
        features.iter().filter_map(|(feature, is_used)| is_used.then_some(*feature)).collect();
    let features = features.join(", ");
    let when_used = |path: &str, dependency: &'static str| {
        let is_used = examples.values().any(|example| example.contains(path));
        if is_used { dependency } else { "" }
    };
    // The HTTP server and the HTTP client of some examples.
    let axum = when_used("axum::", AXUM);
    let ureq = when_used("ureq::", UREQ);
    let about = format!("A client of {}", api.title);
    published(api, "client", &about, &["openapi", "client", "sdk", "async"])
        + &format!(
            "[package.metadata.docs.rs]\n\
             all-features = true\n\n\
             # The reasons of a refusal are in the order of the document. Their numbers mean nothing.\n\
             [package.metadata.cargo-semver-checks.lints]\n\
             enum_no_repr_variant_discriminant_changed = \"allow\"\n\n\
             # No unit tests. The README is compiled as a doctest.\n\
             [lib]\n\
             test = false\n\n\
             [features]\n\
             default = [\"rustls\"]\n\
             # TLS with rustls, ring and the system's root certificates.\n\
             rustls = [\"stoa-client-core/rustls\"]\n\
             # The application's own HTTP client. Turns on no feature of reqwest.\n\
             reqwest = [\"stoa-client-core/reqwest\"]\n\
             # Concurrent calls on one connection.\n\
             http2 = [\"stoa-client-core/http2\"]\n\
             # Calls without `async`.\n\
             blocking = [\"stoa-client-core/blocking\"]\n\
             # A mock server for unit tests of applications.\n\
             testing = [\"stoa-client-core/testing\"]\n\
             {cache}\n\
             [dependencies]\n\
             {bon}\
             stoa-client-core = {{ {core}, default-features = false, features = [{features}] }}\n\
             {types} = {{ version = \"{version}\", path = \"../types\" }}\n\n\
             [dev-dependencies]\n\
             {axum}{ureq}tokio = {{ version = \"1\", features = [\"macros\", \"rt-multi-thread\", \"sync\"] }}\n",
            core = api.package.client_core(),
            types = api.package.crate_name("types"),
            version = api.package.version,
            cache = if api.has_tags() { CACHE } else { "" },
            bon = if api.has_forms() { BON } else { "" },
        )
}
