//! A page in one file: its one script and its one style are all that it may run, and it may call nobody but this server.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::header;
use sha2::{Digest, Sha256};
use stoa_runtime::{HeaderValue, Reply};

/// The page as an answer, with what a browser is to hold it to.
pub fn reply(html: &'static str) -> Reply {
    Reply::bytes(200, HeaderValue::from_static("text/html; charset=utf-8"), html)
        .header(header::CONTENT_SECURITY_POLICY, policy(html))
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header(header::CACHE_CONTROL, "no-cache")
        .conditional()
}

/// Nothing but the page's own script and style, which write no HTML.
fn policy(html: &str) -> String {
    format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
        hash_of(html, "script"),
        hash_of(html, "style"),
    )
}

/// The hash by which the policy knows the page's only element of this name.
fn hash_of(html: &str, element: &str) -> String {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    let content = html.split_once(&open).and_then(|(_, rest)| rest.split_once(&close));
    let hash = Sha256::digest(content.map_or("", |(content, _)| content));
    format!("'sha256-{}'", BASE64_STANDARD.encode(hash))
}
