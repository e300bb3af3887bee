//! The URLs to which events may be sent.

use url::Url;

/// The URLs to which a server sends events (`--webhook-targets`).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Targets {
    /// https URLs of public hosts.
    #[default]
    Public,
    /// All web URLs, also of the server's own network. For development only.
    Any,
}

impl Targets {
    /// Parses the URL, if events may be sent to it. This does not resolve names: the client checks each address to which
    /// it connects.
    pub(crate) fn allowed(self, url: &str) -> Option<Url> {
        let url = Url::parse(url).ok()?;
        let has_no_user = url.username().is_empty() && url.password().is_none();
        let is_allowed = match self {
            Self::Public => stoa_public_addresses::is_public_https(&url),
            Self::Any => matches!(url.scheme(), "http" | "https") && url.has_host(),
        };
        Some(url).filter(|_| has_no_user && is_allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_urls() {
        for (url, in_production, in_development) in [
            ("https://example.com/hooks?a=1", true, true),
            ("https://8.8.8.8:8443/", true, true),
            ("http://example.com/", false, true),
            ("https://127.0.0.1/", false, true),
            ("https://localhost/", false, true),
            ("https://[::ffff:10.0.0.1]/", false, true),
            ("https://user:password@example.com/", false, false),
            ("https://user@example.com/", false, false),
            ("ftp://example.com/", false, false),
            ("https://", false, false),
            ("example.com", false, false),
        ] {
            assert_eq!(Targets::Public.allowed(url).is_some(), in_production, "{url}");
            assert_eq!(Targets::Any.allowed(url).is_some(), in_development, "{url}");
        }
    }
}
