//! Where browsers reach the servers of a database: each server stores it when it starts, and commands make links of it.

use std::io::{Write, stderr};

use stoa_db::{Db, DbError};
use stoa_telemetry::Chain;

use crate::config::PublicUrl;

/// Stores the URL of this server. A database that takes no writes does not keep the server from starting.
pub async fn store(db: &Db, public_url: &str) {
    if let Err(error) = db.execute(include_str!("public_url/store.sql"), &[&public_url]).await {
        tracing::warn!(error = %Chain(&error), "the public URL is not stored: commands may print links with another");
    }
}

/// The URL that a server stored last.
pub async fn stored(db: &Db) -> Result<Option<String>, DbError> {
    db.opt(include_str!("public_url/find.sql"), &[]).await
}

/// The base of a command's links: the URL that it was given, or the one that the server stored. Prints a warning where no
/// server has stored one, and takes the default.
pub async fn for_links(db: &Db, given: &PublicUrl) -> Result<String, DbError> {
    if let Some(url) = &given.public_url {
        return Ok(url.clone());
    }
    if let Some(url) = stored(db).await? {
        return Ok(url);
    }
    let guess = given.or_default();
    // A closed standard error does not stop the command.
    let _ = writeln!(
        stderr(),
        "warning: no server has stored its public URL: links begin with {guess}; name another with --public-url"
    );
    Ok(guess)
}
