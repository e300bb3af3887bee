//! URLs of pages.

use url::Url;

/// Parses a web URL. Returns `None` if it has a user, a query or a fragment, because a path is appended to it.
pub fn web_url(text: &str) -> Option<Url> {
    let ends_with_path = |url: &Url| url.query().is_none() && url.fragment().is_none();
    let has_no_user = |url: &Url| url.username().is_empty() && url.password().is_none();
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    Url::parse(text).ok().filter(|url| is_web(url) && has_no_user(url) && ends_with_path(url))
}

/// Returns the URL of a domain's pages, such as `https://shop.example/`.
pub fn url_of_domain(domain: &str) -> Option<Url> {
    web_url(&format!("https://{domain}")).filter(|url| url.path() == "/")
}
