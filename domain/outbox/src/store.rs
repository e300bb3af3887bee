//! The store that sends a mail: its name, colours and base URL.

use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_values::text::one_line;
use stoa_values::{url_of_domain, web_url};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    has_store: bool,
    name: String,
    domain: Option<String>,
    base_url: Option<String>,
    email: Option<String>,
    primary_color: Option<String>,
    button_color: Option<String>,
    button_text_color: Option<String>,
}

/// A store as its mails show it. Mails about alerts are also sent for a site without a store.
pub struct WritingStore {
    pub name: String,
    /// Whether the site has a store.
    pub(crate) exists: bool,
    pub(crate) email: Option<String>,
    /// This colour and the other two have the form `#rgb` or `#rrggbb`.
    pub(crate) color: String,
    pub button_color: String,
    pub button_text_color: String,
    /// The base of the URLs of the store's pages, without a trailing slash. Empty if the store has none.
    address: String,
    /// Whether the address is the store's base URL, and not the site's domain.
    pub(crate) has_base_url: bool,
}

impl WritingStore {
    /// Returns the site's store, or what its mails would show of the site without a store. Returns `None` if there is no
    /// such site.
    pub(crate) async fn find(db: &Db, site_id: i64) -> Result<Option<Self>, DbError> {
        let row: Option<Row> = db.opt(include_str!("store/find.sql"), &[&site_id]).await?;
        let Some(row) = row else { return Ok(None) };
        let color = hex(row.primary_color).unwrap_or_else(|| "#1f2933".into());
        Ok(Some(Self {
            has_base_url: row.base_url.is_some(),
            address: address(row.base_url, row.domain).unwrap_or_default(),
            exists: row.has_store,
            name: one_line(&row.name),
            email: row.email,
            button_color: hex(row.button_color).unwrap_or_else(|| color.clone()),
            button_text_color: hex(row.button_text_color).unwrap_or_else(|| "#ffffff".into()),
            color,
        }))
    }

    /// Whether the store has a base URL for links.
    pub(crate) fn has_address(&self) -> bool {
        !self.address.is_empty()
    }

    /// The URL of the store's front page.
    pub fn front_page(&self) -> String {
        format!("{}/store", self.address)
    }

    /// The URL of the page that sets a new password, up to the token, which the caller appends.
    pub(crate) fn reset_page(&self) -> String {
        format!("{}/store/reset-password?token=", self.address)
    }

    /// The URL of the page on which customers request a reset.
    pub(crate) fn forgot_password_page(&self) -> String {
        format!("{}/store/forgot-password", self.address)
    }
}

/// Returns the site's store, or `None` if there is none.
pub async fn find_sender(db: &Db, site_id: i64) -> Result<Option<WritingStore>, DbError> {
    WritingStore::find(db, site_id).await
}

/// Returns the site's store, or `None` if there is none or it has no base URL for links.
pub async fn find_store(db: &Db, site_id: i64) -> Result<Option<WritingStore>, DbError> {
    Ok(WritingStore::find(db, site_id).await?.filter(|store| store.exists && store.has_address()))
}

/// Returns the sites whose stores have neither a usable base URL nor a usable domain. Mails of these stores wait in the
/// outbox.
pub async fn stores_without_address(db: &Db) -> Result<Vec<i64>, DbError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Addresses {
        site_id: i64,
        base_url: Option<String>,
        domain: Option<String>,
    }
    let mut stores: Vec<Addresses> = db.rows(include_str!("store/addresses.sql"), &[]).await?;
    stores.retain_mut(|store| address(store.base_url.take(), store.domain.take()).is_none());
    Ok(stores.into_iter().map(|store| store.site_id).collect())
}

/// Returns the store's base URL if it is usable, or else the URL of the site's domain.
fn address(base_url: Option<String>, domain: Option<String>) -> Option<String> {
    let url = base_url
        .and_then(|text| web_url(&text))
        .or_else(|| domain.and_then(|domain| url_of_domain(&domain)))?;
    Some(url.as_str().trim_end_matches('/').to_owned())
}

/// Returns the colour if it is `#rgb` or `#rrggbb`. Any other text could change the mail's style or markup.
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
    fn addresses() {
        for (base_url, domain, expected) in [
            (Some("https://shop.test/a/"), Some("other.test"), Some("https://shop.test/a")),
            (None, Some("shop.test"), Some("https://shop.test")),
            (Some("https://shop.example"), None, Some("https://shop.example")),
            (Some("http://127.0.0.1:8080/demo"), None, Some("http://127.0.0.1:8080/demo")),
            (None, None, None),
            (Some("javascript:alert(1)"), None, None),
            (None, Some("no domain"), None),
            (Some(""), Some("shop.test"), Some("https://shop.test")),
            (Some("https://shop.test/?a=1"), None, None),
            (Some("https://shop.test/#a"), None, None),
            (None, Some("mara@shop.test"), None),
            (None, Some("shop.test/a"), None),
        ] {
            let found = address(base_url.map(str::to_owned), domain.map(str::to_owned));
            assert_eq!(found.as_deref(), expected, "{base_url:?} {domain:?}");
        }
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
