//! The demo site: imported on the first start of the embedded default, and what to try with it.

pub(crate) mod chat;
pub(crate) mod designer;
mod page;
pub mod pictures;
pub(crate) mod store;

use std::io::Write;
use std::net::SocketAddr;

use anyhow::Context;
use serde_json::Value;
use tokio_postgres::Client;

use crate::bundle;

/// The demo site's bundle.
pub const BUNDLE: &str = include_str!("../demo/harbor-goods.json");

/// The key that is in it, known to everyone who reads this.
pub const KEY: &str = "svc_live_demo0000000000000000000000000000";

/// Imports the demo, as this bundle has it, into a database without sites.
pub async fn import(client: &mut Client, bundle: &str) -> anyhow::Result<()> {
    if client.query_opt("select from sites limit 1", &[]).await?.is_some() {
        return Ok(());
    }
    let mut file = tempfile::NamedTempFile::new()?;
    file.write_all(bundle.as_bytes())?;
    bundle::import(client, file.path()).await.context("the demo site cannot be imported")?;
    Ok(())
}

/// The bundle as the first start has it, for who tries the designer: with templates, and an AI provider that needs no key.
pub fn first_start() -> anyhow::Result<String> {
    let mut site: Value = serde_json::from_str(BUNDLE)?;
    let mut more: Value = serde_json::from_str(include_str!("../demo/first-start.json"))?;
    site["store"]["aiProvider"] = more["store"]["aiProvider"].take();
    site["designTemplates"] = more["designTemplates"].take();
    Ok(site.to_string())
}

/// Three calls that work when pasted, and the pages, if the demo's key is valid here.
pub async fn what_to_try(client: &Client, address: SocketAddr) -> anyhow::Result<Option<String>> {
    Ok(is_here(client).await?.then(|| {
        format!(
            "Demo site 1, Harbor Goods; its API key is {KEY}. Try:\n\
             \x20 curl -H 'x-api-key: {KEY}' 'http://{address}/api/v1/sites/1/products?limit=2'\n\
             \x20 curl -H 'Authorization: Bearer {KEY}' 'http://{address}/api/v1/sites/1/posts/how-we-dye-our-canvas'\n\
             \x20 curl http://{address}/api/v1/sites/1/config\n\
             In a browser: http://{address}/demo/store, http://{address}/demo/designer and http://{address}/demo/chat"
        )
    }))
}

/// Is the demo's published key still that of site 1?
async fn is_here(client: &Client) -> anyhow::Result<bool> {
    Ok(client.query_opt(include_str!("demo/key.sql"), &[&KEY]).await?.is_some())
}
