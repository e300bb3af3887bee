//! The demo site, imported on the first start with the embedded Postgres, and its pages.

pub(crate) mod chat;
pub(crate) mod designer;
mod page;
pub mod pictures;
pub(crate) mod store;

use std::io::Write;
use std::time::Duration;

use anyhow::Context;
use serde_json::Value;
use stoa_commerce::orders::OrderContext;
use stoa_db::{Db, DbError};
use stoa_files::Files;
use stoa_runtime::Routes;
use stoa_site_bundle::{Existing, demo as bundled};
use tokio::time::timeout;
use tokio_postgres::Client;

use crate::commands::sites::import_with_bar;

/// Whether a server shows the demo if its database has it. A production server hides it and refuses the demo's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Demo {
    Shown,
    Hidden,
}

pub const BUNDLE: &str = include_str!("../demo/harbor-goods.json");

/// How long a page waits to learn whether the demo is in the database.
const DEMO_LOOKUP_TIMEOUT: Duration = Duration::from_secs(1);

const SITE: i64 = 1;

/// The bundle's API key, which is public.
pub const KEY: &str = "svc_live_demo0000000000000000000000000000";

/// Imports the demo on the first start, and points its links and pictures to this server. Servers that start
/// concurrently on one data directory prepare the demo one after the other.
pub async fn prepare(
    client: &mut Client,
    db: &Db,
    files: &Files,
    public_url: &str,
) -> anyhow::Result<()> {
    bundled::lock(client).await?;
    import(client, &first_start(public_url)?).await?;
    if let Some(last) = stoa_stores::find_public_url(db).await? {
        update_base_url(db, &last, public_url).await?;
    }
    pictures::show(db, files).await.context("the demo's pictures cannot be shown")?;
    Ok(bundled::unlock(client).await?)
}

/// Imports the bundle into a database without sites.
pub async fn import(client: &mut Client, bundle: &str) -> anyhow::Result<()> {
    if stoa_site_bundle::has_sites(client).await? {
        return Ok(());
    }
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(bundle.as_bytes())?;
    let imported = import_with_bar(client, file.path(), Existing::Refuse, None).await;
    let imported = imported.context("the demo site cannot be imported")?;
    stoa_site_bundle::analyze(client, &[imported]).await
}

/// Returns the bundle that the first start of a server at this URL imports. Its store links to the demo's pages, and
/// has design templates and an AI provider that needs no key.
pub fn first_start(public_url: &str) -> anyhow::Result<String> {
    let mut site: Value = serde_json::from_str(BUNDLE)?;
    site["store"]["baseUrl"] = base_url(public_url).into();
    let mut more: Value = serde_json::from_str(include_str!("../demo/first-start.json"))?;
    site["store"]["aiProvider"] = more["store"]["aiProvider"].take();
    site["designTemplates"] = more["designTemplates"].take();
    Ok(site.to_string())
}

/// The base URL of the demo store's pages.
fn base_url(public_url: &str) -> String {
    format!("{}/demo", public_url.trim_end_matches('/'))
}

/// Updates the base URL of the demo's store if the server's public URL has changed since the last start. Does not
/// change a base URL that an operator has set.
pub async fn update_base_url(db: &Db, last: &str, public_url: &str) -> Result<(), DbError> {
    if is_here(db).await? {
        let (base_url, last) = (base_url(public_url), base_url(last));
        bundled::update_base_url(db, &base_url, &last).await?;
    }
    Ok(())
}

/// Returns the routes of the demo's pages. Each page is served while its data is in the database.
pub(crate) fn routes(demo: Demo, orders: &OrderContext, files: &Files) -> Routes {
    match demo {
        Demo::Hidden => Routes::new(),
        Demo::Shown => chat::routes(&orders.db)
            .merge(store::routes(orders, files))
            .merge(designer::routes(orders, files)),
    }
}

/// Returns three calls to paste into a shell, and the demo's pages. Returns `None` if the demo's key is not valid here.
pub async fn what_to_try(db: &Db, url: &str) -> Result<Option<String>, DbError> {
    Ok(is_here(db).await?.then(|| {
        format!(
            "Demo site 1, Harbor Goods; its API key is {KEY}. Try:\n\
             \x20 {}\n\
             In a browser: {url} (overview), {url}/demo/store, {url}/demo/designer and {url}/demo/chat",
            calls(url, KEY).join("\n  ")
        )
    }))
}

/// Returns three calls to paste into a shell.
pub fn calls(url: &str, key: &str) -> [String; 3] {
    [
        format!("curl -H 'x-api-key: {key}' '{url}/api/v1/sites/1/products?limit=2'"),
        format!(
            "curl -H 'Authorization: Bearer {key}' '{url}/api/v1/sites/1/posts/how-we-dye-our-canvas'"
        ),
        format!("curl {url}/api/v1/sites/1/config"),
    ]
}

/// Returns paths and descriptions of the demo's pages that are served now.
pub(crate) async fn pages(db: &Db) -> Vec<(&'static str, &'static str)> {
    let (store, widget) =
        tokio::join!(in_time(bundled::find_store(db, KEY)), in_time(bundled::find_widget(db, KEY)));
    let mut pages = Vec::new();
    if store.flatten().is_some() {
        pages.push(("/demo/store", "a store with accounts, which takes test money"));
        pages.push(("/demo/designer", "a designer of mugs and totes"));
    }
    if widget.flatten().is_some() {
        pages.push(("/demo/chat", "a chat widget; answer from a terminal with stoa chat reply"));
    }
    pages
}

/// Whether the demo's public key is still a key of site 1.
async fn is_here(db: &Db) -> Result<bool, DbError> {
    Ok(stoa_stores::api_keys::find(db, SITE, &stoa_stores::api_keys::digest(KEY)).await?.is_some())
}

/// Returns the demo's key if it is valid here.
pub(crate) async fn key(db: &Db) -> Option<&'static str> {
    in_time(is_here(db)).await.unwrap_or(false).then_some(KEY)
}

/// Returns the result of a query, or `None` if the database fails or does not answer in time. Pages are then shown
/// without the demo.
async fn in_time<T>(question: impl Future<Output = Result<T, DbError>>) -> Option<T> {
    timeout(DEMO_LOOKUP_TIMEOUT, question).await.ok()?.ok()
}
