//! `GET /docs`: an interactive reference of each API. Scalar renders it from the served document. The pages load and
//! call only this server.

use std::sync::{Arc, LazyLock};

use askama::Template;
use http::header;
use stoa_db::Db;
use stoa_runtime::{Call, Error, Operation, Reply, Routes};

use crate::apis::Api;
use crate::static_file::StaticFile;
use crate::{demo, page};

/// Allows only scripts in files of this server. Styles and images are allowed because Scalar inserts styles, and shows
/// the images in responses.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src 'self' data: blob:; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Names the pages' operation, which is in no document.
struct ReferencePage;

impl Operation for ReferencePage {
    const ID: &'static str = "reference";
}

struct Reference {
    root: String,
    apis: Vec<&'static Api>,
    /// The database to look for the demo in, if it may be shown.
    demo: Option<Db>,
}

/// [Scalar](https://github.com/scalar/scalar)'s script (licence: templates/LICENSE-SCALAR), taken from its crate at the
/// first request.
static SCALAR: LazyLock<StaticFile> = LazyLock::new(|| {
    let script = scalar_api_reference::get_asset("scalar.js");
    StaticFile::new(JAVASCRIPT, script.unwrap_or_default())
});

static START: LazyLock<StaticFile> =
    LazyLock::new(|| StaticFile::new(JAVASCRIPT, include_str!("reference/start.js")));

#[derive(Template)]
#[template(path = "reference.html")]
struct Page<'a> {
    root: &'a str,
    apis: &'a [&'static Api],
    api: &'a Api,
    key: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "references.html")]
struct Index<'a> {
    root: &'a str,
    apis: &'a [&'static Api],
}

/// Returns the routes of the pages for these APIs. `root` is the path of the server's public URL.
pub fn routes(root: &str, demo: Option<&Db>, apis: &[&'static Api]) -> Routes {
    let reference =
        Arc::new(Reference { root: root.to_owned(), apis: apis.to_owned(), demo: demo.cloned() });
    let routes = Routes::new()
        .get("/docs", &reference, |reference, _| Box::pin(async { reference.index() }))
        .get("/docs/scalar.js", &reference, |_, call| Box::pin(async { script(&SCALAR, call) }))
        .get("/docs/start.js", &reference, |_, call| Box::pin(async { script(&START, call) }));
    apis.iter().fold(routes, |routes, &api| {
        routes.get(&api.reference_path(), &reference, |reference, _| Box::pin(reference.page(api)))
    })
}

impl Reference {
    fn index(&self) -> Result<Reply, Error<ReferencePage>> {
        let html = Index { root: &self.root, apis: &self.apis }.render()?;
        let policy = page::plain_policy(&html);
        Ok(page::reply(html, &policy))
    }

    async fn page(&self, api: &Api) -> Result<Reply, Error<ReferencePage>> {
        let takes_key = api.document.base_path == stoa_rest_v1_server::BASE_PATH;
        let key = match &self.demo {
            Some(db) if takes_key => demo::key(db).await,
            _ => None,
        };
        let html = Page { root: &self.root, apis: &self.apis, api, key }.render()?;
        Ok(page::reply(html, POLICY))
    }
}

fn script(file: &StaticFile, call: &Call) -> Result<Reply, Error<ReferencePage>> {
    Ok(file.reply(call)?.header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
}
