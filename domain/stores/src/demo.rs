//! The store of the demo site, which is site 1 of a database that imported the demo.

use stoa_db::{Db, DbError};

/// The site of the demo's store, if it is in this database and takes test payments. `key` is the demo's API key.
pub async fn find_demo_store(db: &Db, key: &str) -> Result<Option<i64>, DbError> {
    db.opt(include_str!("demo/find_demo_store.sql"), &[&key]).await
}

/// Replaces the base URL that an earlier start gave the demo's store. A base URL that an operator has set stays.
pub async fn update_demo_base_url(db: &Db, base_url: &str, last: &str) -> Result<(), DbError> {
    db.execute(include_str!("demo/update_base_url.sql"), &[&base_url, &last]).await?;
    Ok(())
}
