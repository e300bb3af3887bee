//! `GET /`: an overview of this server. Browsers get HTML, and programs get JSON.

use std::sync::Arc;

use askama::Template;
use http::header;
use serde_json::json;
use stoa_db::Db;
use stoa_runtime::{Call, Error, Operation, Reply, Routes};

use crate::apis::Api;
use crate::{demo, page};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The placeholder for an API key if the demo's key is not valid.
const OWN_KEY: &str = "YOUR_API_KEY";

/// Names the page's operation, which is in no document.
struct GetStart;

impl Operation for GetStart {
    const ID: &'static str = "start";
}

struct Start {
    public_url: String,
    /// The path of `public_url`.
    root: String,
    apis: Vec<&'static Api>,
    /// The database to look for the demo in, if it may be shown.
    demo: Option<Db>,
}

#[derive(Template)]
#[template(path = "start.html")]
struct Page<'a> {
    root: &'a str,
    url: &'a str,
    version: &'a str,
    apis: &'a [&'static Api],
    key: Option<&'a str>,
    calls: [String; 3],
    demo_pages: Vec<(&'a str, &'a str)>,
}

pub fn routes(public_url: &str, root: &str, demo: Option<&Db>, apis: &[&'static Api]) -> Routes {
    let (public_url, root, apis) = (public_url.to_owned(), root.to_owned(), apis.to_owned());
    let start = Arc::new(Start { public_url, root, apis, demo: demo.cloned() });
    Routes::new().get("/", &start, |start, call| Box::pin(start.get(call)))
}

impl Start {
    async fn get(&self, call: &mut Call) -> Result<Reply, Error<GetStart>> {
        let reply = match wants_json(call) {
            true => self.json(),
            false => self.html().await?,
        };
        Ok(reply.header(header::VARY, "accept"))
    }

    async fn html(&self) -> Result<Reply, Error<GetStart>> {
        let (key, demo_pages) = match &self.demo {
            Some(db) => tokio::join!(demo::key(db), demo::pages(db)),
            None => (None, Vec::new()),
        };
        let page = Page {
            root: &self.root,
            url: &self.public_url,
            version: VERSION,
            apis: &self.apis,
            key,
            calls: demo::calls(&self.public_url, key.unwrap_or(OWN_KEY)),
            demo_pages,
        };
        let html = page.render()?;
        let policy = page::plain_policy(&html);
        Ok(page::reply(html, &policy))
    }

    fn json(&self) -> Reply {
        let url = &self.public_url;
        let api = |api: &&Api| {
            json!({
                "title": api.title,
                "url": format!("{url}{}", api.document.base_path),
                "reference": format!("{url}{}", api.reference_path()),
                "openapi": format!("{url}{}", api.json_path()),
                "openapi30": format!("{url}{}", api.json_3_0_path()),
            })
        };
        let data = json!({
            "name": "Stoa",
            "version": VERSION,
            "apis": self.apis.iter().map(api).collect::<Vec<_>>(),
        });
        Reply::data(200, &data).header(header::CACHE_CONTROL, "no-cache").conditional()
    }
}

/// Whether the client is a program. Browsers accept HTML. A program accepts JSON but not HTML.
fn wants_json(call: &Call) -> bool {
    let accept = call.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept
        .is_some_and(|accept| accept.contains("application/json") && !accept.contains("text/html"))
}
