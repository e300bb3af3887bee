//! The demo site: site 1 of a database into which the demo's bundle was imported. The demo's API key distinguishes it
//! from any other site with the id 1.

use stoa_db::{Db, DbError};
use tokio_postgres::Client;

/// The advisory lock that a server holds while it prepares the demo.
const DEMO_LOCK: i64 = 0x5354_4f42;

/// Waits until no other server prepares the demo. The connection holds the lock.
pub async fn lock(client: &Client) -> Result<(), tokio_postgres::Error> {
    client.execute("select pg_advisory_lock($1)", &[&DEMO_LOCK]).await.map(drop)
}

pub async fn unlock(client: &Client) -> Result<(), tokio_postgres::Error> {
    client.execute("select pg_advisory_unlock($1)", &[&DEMO_LOCK]).await.map(drop)
}

/// Returns the site of the demo's store, if the store is in this database, enabled, and takes test payments. `key` is
/// the demo's API key.
pub async fn find_store(db: &Db, key: &str) -> Result<Option<i64>, DbError> {
    db.opt(include_str!("demo/find_store.sql"), &[&key]).await
}

/// Returns the id of the demo's chat widget, if the widget is in this database. `key` is the demo's API key.
pub async fn find_widget(db: &Db, key: &str) -> Result<Option<i64>, DbError> {
    db.opt(include_str!("demo/find_widget.sql"), &[&key]).await
}

/// Replaces the base URL of the demo's store by `base_url`, if the base URL is `last`, which an earlier start of the
/// server has set. A base URL that an operator has set does not change.
pub async fn update_base_url(db: &Db, base_url: &str, last: &str) -> Result<(), DbError> {
    db.execute(include_str!("demo/update_base_url.sql"), &[&base_url, &last]).await?;
    Ok(())
}

/// Replaces the URLs of the demo's pictures by `urls`. Finds a picture by its URL in the bundle (`bundled_urls`), whose
/// host does not exist. If an earlier start of the server has replaced that URL, finds the picture by the URL's end
/// (`tails`).
pub async fn show_pictures(
    db: &Db,
    urls: &[String],
    bundled_urls: &[&str],
    tails: &[String],
) -> Result<(), DbError> {
    for sql in
        [include_str!("demo/show_pictures.sql"), include_str!("demo/show_small_pictures.sql")]
    {
        db.execute(sql, &[&urls, &bundled_urls, &tails]).await?;
    }
    Ok(())
}
