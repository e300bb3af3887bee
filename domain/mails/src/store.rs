//! The store that writes: its name, its colours, and where its pages are.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use url::Url;

/// As the database has it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    name: String,
    domain: Option<String>,
    base_url: Option<String>,
    email: Option<String>,
    primary_color: Option<String>,
    button_color: Option<String>,
    button_text_color: Option<String>,
}

/// Who writes.
pub(crate) struct WritingStore {
    pub(crate) name: String,
    pub(crate) email: Option<String>,
    /// Colours are `#rgb` or `#rrggbb`.
    pub(crate) color: String,
    pub(crate) button_color: String,
    pub(crate) button_text_color: String,
    pages: Pages,
}

/// Where a link leads.
enum Pages {
    /// To the store's own pages, without a slash at the end.
    Own(String),
    /// To this server's, which show the demo's store.
    Demo(String),
}

impl WritingStore {
    /// The site's, if it still has one.
    pub(crate) async fn find(
        db: &Db,
        site_id: i64,
        public_url: &str,
    ) -> Result<Option<Self>, DbError> {
        let row: Option<Row> = db.opt(include_str!("store/find.sql"), &[&site_id]).await?;
        Ok(row.map(|row| {
            let color = hex(row.primary_color).unwrap_or_else(|| "#1f2933".into());
            Self {
                pages: pages(row.base_url, row.domain, public_url),
                name: row.name.replace(char::is_control, " "),
                email: row.email,
                button_color: hex(row.button_color).unwrap_or_else(|| color.clone()),
                button_text_color: hex(row.button_text_color).unwrap_or_else(|| "#ffffff".into()),
                color,
            }
        }))
    }

    /// Where a new password is set by a token.
    pub(crate) fn reset_link(&self, token: &str) -> String {
        match &self.pages {
            Pages::Own(base) => format!("{base}/store/reset-password?token={token}"),
            Pages::Demo(public_url) => format!("{public_url}/demo/store?token={token}"),
        }
    }

    /// Where one asks for such a link.
    pub(crate) fn forgot_password_link(&self) -> String {
        match &self.pages {
            Pages::Own(base) => format!("{base}/store/forgot-password"),
            Pages::Demo(public_url) => format!("{public_url}/demo/store"),
        }
    }
}

/// The store's base URL, else its site's domain. Names under `.example` belong to nobody (RFC 2606): the demo has one.
fn pages(base_url: Option<String>, domain: Option<String>, public_url: &str) -> Pages {
    let named = base_url.or_else(|| domain.map(|domain| format!("https://{domain}")));
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    let is_demo = |url: &Url| url.host_str().is_some_and(|host| host.ends_with(".example"));
    let url = named.and_then(|named| Url::parse(&named).ok()).filter(is_web);
    match url {
        Some(url) if !is_demo(&url) => Pages::Own(url.as_str().trim_end_matches('/').to_owned()),
        _ => Pages::Demo(public_url.trim_end_matches('/').to_owned()),
    }
}

/// A colour that can stand in a style as it is.
fn hex(color: Option<String>) -> Option<String> {
    color.filter(|color| {
        color.strip_prefix('#').is_some_and(|digits| {
            matches!(digits.len(), 3 | 6) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links() {
        let link = |base_url: Option<&str>, domain: Option<&str>| {
            let (base_url, domain) = (base_url.map(str::to_owned), domain.map(str::to_owned));
            match pages(base_url, domain, "http://127.0.0.1:8080/") {
                Pages::Own(base) => base,
                Pages::Demo(public_url) => format!("demo of {public_url}"),
            }
        };
        assert_eq!(link(Some("https://shop.test/a/"), Some("other.test")), "https://shop.test/a");
        assert_eq!(link(None, Some("shop.test")), "https://shop.test");
        let demo = "demo of http://127.0.0.1:8080";
        assert_eq!(link(None, None), demo);
        assert_eq!(link(Some("https://harborgoods.example"), None), demo);
        assert_eq!(link(Some("javascript:alert(1)"), None), demo);
        assert_eq!(link(None, Some("no domain")), demo);
    }

    #[test]
    fn colours() {
        let kept = |color: &str| hex(Some(color.to_owned())).is_some();
        assert!(kept("#0f4c5c") && kept("#FFF"));
        for evil in ["red", "#ff", "#0f4c5cff", "#0f4c5g", "#fff;x", "url(x)", ""] {
            assert!(!kept(evil), "{evil}");
        }
    }
}
