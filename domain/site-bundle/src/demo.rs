//! The demo site: site 1 of a database into which the demo's bundle was imported. The demo's API key distinguishes it
//! from any other site with the id 1.

use stoa_db::{Db, DbError, ToSql};
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

/// The columns with URLs of pictures, in addition to those of the branding.
const PICTURES: [(&str, &str); 7] = [
    ("product_images", "url"),
    ("product_style_sides", "mockup_image"),
    ("product_categories", "image"),
    ("posts", "cover_image"),
    ("navigation_items", "featured_image"),
    ("media", "url"),
    ("media", "thumbnail_url"),
];

/// Replaces the URLs of the demo's pictures by `urls`. Finds a picture by its URL in the bundle (`bundled_urls`), whose
/// host does not exist. If an earlier start of the server has replaced that URL, finds the picture by the URL's end
/// (`tails`).
pub async fn show_pictures(
    db: &Db,
    urls: &[String],
    bundled_urls: &[&str],
    tails: &[String],
) -> Result<(), DbError> {
    let pictures: [&(dyn ToSql + Sync); 3] = [&urls, &bundled_urls, &tails];
    for (table, column) in PICTURES {
        let sql = format!(
            "update {table} shown
            set {column} = picture.url
            from unnest($1::text[], $2::text[], $3::text[]) picture (url, bundled, tail)
            where shown.site_id = 1
            and (shown.{column} = picture.bundled or shown.{column} like '%' || picture.tail)
            and shown.{column} <> picture.url"
        );
        db.execute(&sql, &pictures).await?;
    }
    db.execute(include_str!("demo/show_branding.sql"), &pictures).await?;
    Ok(())
}
