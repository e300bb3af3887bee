//! Responses with pages, and their content security policies.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use http::header;
use sha2::{Digest, Sha256};
use stoa_runtime::{Bytes, HeaderValue, Reply};
use url::Url;

/// Returns a page with its content security policy.
pub fn reply(html: impl Into<Bytes>, policy: &str) -> Reply {
    secured(200, html, policy).header(header::CACHE_CONTROL, "no-cache").conditional()
}

/// Returns a page that no cache stores.
pub fn unstored_reply(status: u16, html: impl Into<Bytes>, policy: &str) -> Reply {
    secured(status, html, policy).header(header::CACHE_CONTROL, "no-store")
}

fn secured(status: u16, html: impl Into<Bytes>, policy: &str) -> Reply {
    Reply::bytes(status, HeaderValue::from_static("text/html; charset=utf-8"), html)
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::REFERRER_POLICY, "no-referrer")
}

/// Returns the hash of the page's only element of this name, as a policy refers to it.
pub fn hash_of(html: &str, element: &str) -> String {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    let content = html.split_once(&open).and_then(|(_, rest)| rest.split_once(&close));
    let hash = Sha256::digest(content.map_or("", |(content, _)| content));
    format!("'sha256-{}'", BASE64_STANDARD.encode(hash))
}

/// Returns scheme, host and port of a URL, as a policy refers to its pages.
pub fn origin_of(url: &str) -> String {
    Url::parse(url).map(|url| url.origin().ascii_serialization()).unwrap_or_default()
}

/// Returns the policy of a page with one inline style, and without scripts and images.
pub fn plain_policy(html: &str) -> String {
    let style = hash_of(html, "style");
    format!(
        "default-src 'none'; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}
