//! Mistakes that the generated types turn into compile errors. Each text differs in one line from a text that compiles.

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The libraries that the text uses.
const LIBRARIES: [&str; 5] = [
    "stoa_rest_v1_server",
    "stoa_rest_v1_types",
    "stoa_runtime",
    "stoa_staff_types",
    "stoa_storefront_client",
];

const COMPILES: &str = "
use stoa_rest_v1_server::{ApiKeyCredentials, Authenticate, Role, blocks::*, taxonomy::*};
use stoa_rest_v1_types::{Block, Category, Tag};
use stoa_runtime::{Call, Documented, Documents, Error, Invalid, NotFound, Operation, Permitted, Refusal, RequestContext, Restricted, Unauthorized};
use stoa_staff_types::{SupportCreatedWebhook, WebhookEvent};
use stoa_storefront_client::{FilePart, forms::ImageUpload};

pub struct Api;
pub struct Caller;

impl Authenticate for Api {
    type ApiKey = Caller;
    type ApiKeyOrAnyone = Option<u8>;
    async fn api_key<Op>(&self, _: ApiKeyCredentials<'_>, _: RequestContext<'_>, _: i64) -> Result<Caller, Error<Op>>
    where Op: Operation + Documents<401> + Documents<404> + Documents<429> { Ok(Caller) }
    async fn api_key_with_role<Op>(&self, _: ApiKeyCredentials<'_>, _: RequestContext<'_>, _: i64) -> Result<(Caller, Permitted<Op>), Error<Op>>
    where Op: Restricted<Role = Role> + Documents<401> + Documents<404> + Documents<429> { Ok((Caller, Op::check_roles(|_| true)?)) }
    async fn api_key_or_anyone<Op>(&self, _: ApiKeyCredentials<'_>, _: RequestContext<'_>) -> Result<Option<u8>, Error<Op>>
    where Op: Operation + Documents<401> + Documents<429> { Ok(None) }
}

impl TaxonomyApi for Api {
    async fn list_tags(&self, _: ListTags) -> Result<Vec<Tag>, Error<ListTags>> { Err(NotFound(\"\"))? }
    async fn list_categories(&self, _: ListCategories) -> Result<Vec<Category>, Error<ListCategories>> { Ok(vec![]) }
}

impl BlocksApi for Api {
    async fn list_blocks(&self, caller: Option<u8>, _: ListBlocks) -> Result<Vec<Block>, Error<ListBlocks>> {
        let _key: Option<u8> = caller;
        Err(Unauthorized(\"\"))?
    }
}

pub fn parameter(call: &Call) -> Result<i64, Error<ListTags>> {
    Ok(call.query(\"limit\").status::<404>().integer().required()?)
}

pub fn decoded(invalid: Invalid<404>) -> Error<ListTags> { invalid.into() }

pub fn site(context: RequestContext<'_>) -> bool { context.path_parameter(\"siteId\").is_some() }

pub const REFUSAL: Refusal<ListTags> = Refusal::new::<404>(\"\");
pub const OF_A_SCHEMA: Documented<ListTags> = Documented::status::<404>();
pub fn form(file: FilePart) -> ImageUpload { ImageUpload::builder().file(file).build() }
pub fn event(created: SupportCreatedWebhook) -> WebhookEvent { WebhookEvent::SupportCreated(created) }
// A line for more.
";

#[test]
fn mistakes_do_not_compile() {
    let crates = crates();
    let categories = COMPILES.lines().find(|line| line.contains("list_categories")).unwrap();
    for (line, mistake, code, text) in [
        // An operation without a handler.
        (categories, "", "E0046", "missing: `list_categories`"),
        // A status that is not in the document.
        (
            "Err(Unauthorized(\"\"))?",
            "Err(NotFound(\"\"))?",
            "E0277",
            "to `stoa_runtime::Error<stoa_rest_v1_server::blocks::ListBlocks>`",
        ),
        // The code that decodes a request answers a status that is not in the document, as for an undocumented
        // `x-status`.
        (
            "status::<404>().integer()",
            "status::<418>().integer()",
            "E0277",
            "to `stoa_runtime::Error<stoa_rest_v1_server::taxonomy::ListTags>`",
        ),
        ("Invalid<404>", "Invalid<418>", "E0277", "From<Invalid<418>>"),
        ("Refusal::new::<404>", "Refusal::new::<418>", "E0277", "does not document status 418"),
        (
            "Documented::status::<404>",
            "Documented::status::<418>",
            "E0277",
            "does not document status 418",
        ),
        // A handler cannot construct the errors of decoding, whatever their status.
        (
            "// A line for more.",
            "pub fn made() -> Invalid<404> { Invalid::new(\"\".into()) }",
            "E0624",
            "`new` is private",
        ),
        (
            "// A line for more.",
            "pub fn made() -> Invalid<404> { Invalid { message: \"\".into() } }",
            "E0451",
            "field `message` of struct",
        ),
        // A handler's crate cannot implement `Documents`, which would add a status to an operation.
        (
            "// A line for more.",
            "impl Documents<418> for ListTags {}",
            "E0117",
            "outside of the crate",
        ),
        // The handler of a cached operation takes the caller. A cached response must not depend on the caller.
        (
            "list_tags(&self, _: ListTags)",
            "list_tags(&self, _: u8, _: ListTags)",
            "E0050",
            "`list_tags` has 3 parameters but the declaration in trait",
        ),
        // A guard reads a header that is no credential of the document.
        ("context.path_parameter(", "context.header(", "E0599", "no method named `header`"),
        // A guard that does not check the roles of the operation.
        (
            "Ok((Caller, Op::check_roles(|_| true)?))",
            "Ok((Caller, Permitted(std::marker::PhantomData)))",
            "E0423",
            "cannot initialize a tuple struct which contains private fields",
        ),
        // An optional caller that is used as if it were always present.
        (
            "let _key: Option<u8> = caller;",
            "let _key: u8 = caller;",
            "E0308",
            "expected `u8`, found `Option<u8>`",
        ),
        // An event that is not in the document.
        (
            "WebhookEvent::SupportCreated(created)",
            "WebhookEvent::SupportClosed(created)",
            "E0599",
            "no variant or associated item named `SupportClosed`",
        ),
        (
            "WebhookEvent::SupportCreated(created)",
            "WebhookEvent::Unknown(created.into())",
            "E0277",
            "`UnknownWebhookEvent: From<SupportCreatedWebhook>` is not satisfied",
        ),
        (
            "// A line for more.",
            "pub const MADE: stoa_staff_types::UnknownWebhookEvent = stoa_staff_types::UnknownWebhookEvent(());",
            "E0423",
            "cannot initialize a tuple struct which contains private fields",
        ),
        // A form without a required file.
        (".file(file).build()", ".build()", "E0277", "members::file>` was not set"),
    ] {
        assert_eq!(COMPILES.matches(line).count(), 1);
        let (compiles, errors) = compile(&COMPILES.replace(line, mistake), &crates);
        assert!(!compiles, "{mistake}");
        assert_eq!(errors.matches("error[").count(), 1, "{errors}");
        assert!(errors.contains(&format!("error[{code}]")) && errors.contains(text), "{errors}");
    }
}

/// A matching set of libraries: the newest with which the correct text compiles.
fn crates() -> Vec<PathBuf> {
    let mut sets: Vec<Vec<PathBuf>> = vec![Vec::new()];
    for builds in LIBRARIES.map(libraries) {
        let longer = |set: &Vec<PathBuf>| {
            let set = set.clone();
            builds.iter().map(move |build| [set.as_slice(), std::slice::from_ref(build)].concat())
        };
        sets = sets.iter().flat_map(longer).collect();
    }
    let mut last = String::new();
    for crates in sets {
        match compile(COMPILES, &crates) {
            (true, _) => return crates,
            (false, errors) => last = errors,
        }
    }
    panic!("the right text does not compile: {last}")
}

fn compile(text: &str, crates: &[PathBuf]) -> (bool, String) {
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    rustc.args([
        "--edition",
        "2024",
        "--crate-type",
        "lib",
        "--crate-name",
        "mistakes",
        "--emit",
        "metadata",
    ]);
    rustc.arg("--out-dir").arg(env!("CARGO_TARGET_TMPDIR")).arg("-L");
    rustc.arg(format!("dependency={}", crates[0].parent().unwrap().display()));
    for (name, path) in LIBRARIES.iter().zip(crates) {
        rustc.arg("--extern").arg(format!("{name}={}", path.display()));
    }
    let mut rustc = rustc.arg("-").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    rustc.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = rustc.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

/// Every build of a library in this binary's folder, newest first.
fn libraries(name: &str) -> Vec<PathBuf> {
    let deps = env::current_exe().unwrap();
    let files = fs::read_dir(deps.parent().unwrap()).unwrap().map(|file| file.unwrap().path());
    let is_build = |path: &PathBuf| {
        let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
        file.strip_prefix(&format!("lib{name}-")).is_some_and(|rest| rest.ends_with(".rlib"))
    };
    let mut builds: Vec<PathBuf> = files.filter(is_build).collect();
    builds.sort_by_key(|path| {
        std::cmp::Reverse(fs::metadata(path).and_then(|file| file.modified()).ok())
    });
    builds
}
