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

/// What links of a command begin with: the URL that it was given, or that of the server. Says so where it guesses, since no
/// server has started on this database yet.
pub async fn for_links(db: &Db, given: &PublicUrl) -> Result<String, DbError> {
    if let Some(url) = &given.public_url {
        return Ok(url.clone());
    }
    if let Some(url) = db.opt(include_str!("public_url/find.sql"), &[]).await? {
        return Ok(url);
    }
    let guess = given.or_default();
    // The command goes on, whether or not anybody reads this.
    let _ = writeln!(
        stderr(),
        "warning: no server has stored its public URL: links begin with {guess}; name another with --public-url"
    );
    Ok(guess)
}
