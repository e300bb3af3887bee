//! The generated crates as packages: their names, version and licences, and how they find the crates that they use.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// The version of the generator. `stoa-runtime` and `stoa-client-core` must be released with the same version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Settings of the generated crates that are not in the document.
#[derive(Debug, Clone)]
pub struct Package {
    /// The name of the API, and of its document without the extension: `rest-v1`.
    pub api: String,
    /// The crates' names without their endings: `stoa-rest-v1` gives `stoa-rest-v1-types`, `stoa-rest-v1-server` and
    /// `stoa-rest-v1-client`.
    pub name: String,
    /// The version of the types and the client. The server has the version of the document.
    pub version: String,
    /// The crates' licence, an SPDX expression such as `MIT OR Apache-2.0`.
    pub license: Option<String>,
    /// Texts of licences by file name. The types and the client contain them.
    pub license_files: BTreeMap<String, String>,
    /// Keywords of the types and the client, in addition to those that every generated crate has.
    pub keywords: Vec<String>,
    /// The document's path, which the first line of generated files names.
    pub document: String,
    /// The command that generates the crates, which the first line of generated files names.
    pub command: String,
    /// The folder of the crates, as a program that uses the client finds it: `../stoa/generated/rest-v1`.
    pub folder: String,
    /// The folder that contains `runtime/` and `client-core/`, as a generated crate finds it: `../../..`. Without it,
    /// both come from crates.io.
    pub libraries: Option<String>,
    /// The `rustfmt.toml` by which the code is formatted; see [`rustfmt_config`](crate::rustfmt_config).
    pub rustfmt_config: Option<PathBuf>,
    /// Whether a document with an operation that needs a credential, but no role, is refused, as if the document had
    /// `x-requires-roles`.
    pub requires_roles: bool,
    /// Whether a document that is not [`complete`](crate::complete) is refused.
    pub requires_complete: bool,
}

impl Package {
    /// Returns the package of an API whose crates are named after it and use published libraries.
    pub fn new(api: &str) -> Self {
        Self {
            api: api.to_owned(),
            name: api.to_owned(),
            version: "0.1.0".to_owned(),
            license: None,
            license_files: BTreeMap::new(),
            keywords: Vec::new(),
            document: format!("{api}.yaml"),
            command: "stoa-codegen generate".to_owned(),
            folder: api.to_owned(),
            libraries: None,
            rustfmt_config: None,
            requires_roles: false,
            requires_complete: false,
        }
    }

    /// The name of one crate: `stoa-rest-v1-types`.
    pub(crate) fn crate_name(&self, part: &str) -> String {
        format!("{}-{part}", self.name)
    }

    /// The name of one crate in Rust code: `stoa_rest_v1_types`.
    pub(crate) fn module(&self, part: &str) -> String {
        self.crate_name(part).replace('-', "_")
    }

    /// The sentence with which generated files begin.
    pub(crate) fn origin(&self) -> String {
        format!("Generated from `{}` by `{}`.", self.document, self.command)
    }

    /// The keys of the server's dependency on `stoa-runtime`.
    pub(crate) fn runtime(&self) -> String {
        match &self.libraries {
            Some(libraries) => format!("path = \"{libraries}/runtime\""),
            None => format!("version = \"{VERSION}\""),
        }
    }

    /// The keys of the client's dependency on `stoa-client-core`. Clients in the repository of client-core share its
    /// version.
    pub(crate) fn client_core(&self) -> String {
        match &self.libraries {
            Some(libraries) => {
                format!("version = \"{}\", path = \"{libraries}/client-core\"", self.version)
            }
            None => format!("version = \"{VERSION}\""),
        }
    }
}
