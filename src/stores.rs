//! Stores' own keys of their providers, for the command line: sealed under the server's secret, never shown again.

use std::io::{Read, Write};

use anyhow::{Context, Result, ensure};
use stoa_storefront::{Seal, SecretName};
use tokio_postgres::Client;

use crate::listing;

/// No key is longer; an address is text of this size too.
const LONGEST_VALUE: u64 = 10_000;

/// The value on an input, without the line break at its end.
pub fn read_value(input: impl Read) -> Result<String> {
    let mut value = String::new();
    let read = input.take(LONGEST_VALUE + 1).read_to_string(&mut value);
    read.context("the value on standard input is no text")?;
    ensure!(value.len() as u64 <= LONGEST_VALUE, "the value is longer than {LONGEST_VALUE} bytes");
    let value = value.trim();
    ensure!(!value.is_empty(), "the value is read from standard input, and that is empty");
    ensure!(!value.contains('\0'), "the value must not hold NUL");
    Ok(value.to_owned())
}

/// Keeps a value for the site's store.
pub async fn set(
    client: &Client,
    seal: &Seal,
    site_id: i64,
    name: SecretName,
    value: &str,
) -> Result<()> {
    let sealed = seal.seal(site_id, name.as_str(), value);
    let params: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
        [&site_id, &name.as_str(), &sealed];
    let set = client.execute(include_str!("stores/set.sql"), &params).await?;
    ensure!(set == 1, no_store(site_id));
    Ok(())
}

/// Forgets a value.
pub async fn unset(client: &Client, site_id: i64, name: SecretName) -> Result<()> {
    let unset =
        client.execute(include_str!("stores/unset.sql"), &[&site_id, &name.as_str()]).await?;
    ensure!(unset == 1, "site {site_id} has no {}", name.as_str());
    Ok(())
}

/// Writes a line for each name: whether the site's store has a value for it.
pub async fn secrets(client: &Client, site_id: i64, out: &mut (dyn Write + Send)) -> Result<()> {
    let names = SecretName::ALL.map(SecretName::as_str);
    let rows =
        client.query(include_str!("stores/secrets.sql"), &[&site_id, &names.as_slice()]).await?;
    ensure!(!rows.is_empty(), no_store(site_id));
    listing::write(&["NAME", "SET"], listing::cells(&rows)?, out)
}

fn no_store(site_id: i64) -> String {
    format!("site {site_id} has no store: `stoa site list` shows the sites")
}
