//! The public URL of the server that was started last. Commands build links from it.

use stoa_db::{Db, DbError};

/// Stores the public URL of this server.
pub async fn store_public_url(db: &Db, public_url: &str) -> Result<(), DbError> {
    db.execute(include_str!("public_url/store.sql"), &[&public_url]).await?;
    Ok(())
}

/// Returns the public URL of the server that was started last.
pub async fn find_public_url(db: &Db) -> Result<Option<String>, DbError> {
    db.opt(include_str!("public_url/find.sql"), &[]).await
}
