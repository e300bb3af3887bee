//! `GET /demo/chat`: a chat widget in one file, for the demo's visitors. It calls the public API as any widget does.

use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::header;
use sha2::{Digest, Sha256};
use stoa_db::Db;
use stoa_runtime::{Documents, Error, HeaderValue, NotFound, Operation, Reply, Routes};

const PAGE: &str = include_str!("chat.html");

/// The page is of no document.
struct ChatPage;

impl Operation for ChatPage {
    const ID: &'static str = "demoChat";
    const TAG: &'static str = "demo";
    const STATUSES: &'static [u16] = &[200, 404];
}

impl Documents<404> for ChatPage {}

/// The page, while the demo site is in this database.
pub fn routes(db: &Db) -> Routes {
    let policy = policy();
    Routes::new().get("/demo/chat", &Arc::new(db.clone()), move |db, _| {
        let policy = policy.clone();
        Box::pin(async move { page(db, policy).await })
    })
}

async fn page(db: &Db, policy: String) -> Result<Reply, Error<ChatPage>> {
    let widget: Option<i64> = db.opt(include_str!("chat.sql"), &[&super::KEY]).await?;
    widget.ok_or(NotFound("Not found"))?;
    Ok(Reply::bytes(200, HeaderValue::from_static("text/html; charset=utf-8"), PAGE)
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header(header::CACHE_CONTROL, "no-cache")
        .conditional())
}

/// Nothing but the page's own script and style, which may call nobody but this server, and write no HTML.
fn policy() -> String {
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        hash_of("script"),
        hash_of("style"),
    )
}

/// The hash by which the policy knows the page's only element of this name.
fn hash_of(element: &str) -> String {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    let content = PAGE.split_once(&open).and_then(|(_, rest)| rest.split_once(&close));
    let hash = Sha256::digest(content.map_or("", |(content, _)| content));
    format!("'sha256-{}'", BASE64_STANDARD.encode(hash))
}
