//! Live state: orders, uses of codes, spent certificates and new API keys. If a file without this state replaced the
//! site, the state would be lost.

use std::fmt;

use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row, Transaction};

use super::items::secret_sha256;

/// The live state that a file contains.
#[derive(Default)]
pub struct LiveStateInFile {
    /// Digests of the file's API keys, in hex.
    keys: Vec<String>,
    codes: Vec<String>,
    /// How often each code in `codes` was used.
    uses: Vec<i64>,
    certificates: Vec<String>,
    /// Cents spent of each certificate in `certificates`.
    spent: Vec<i64>,
}

impl LiveStateInFile {
    pub fn note(&mut self, section: &str, item: &Value) {
        let code = || item["code"].as_str().unwrap_or_default().to_owned();
        let amount = |key: &str| item[key].as_i64();
        match section {
            "apiKeys" => self.keys.extend(secret_sha256(item)),
            "discountCodes" => {
                self.codes.push(code());
                self.uses.push(amount("used").unwrap_or(0));
            }
            "giftCertificates" => {
                let initial = amount("initialAmount").unwrap_or(0);
                let remaining = amount("remainingAmount").unwrap_or(initial);
                self.certificates.push(code());
                self.spent.push(initial.saturating_sub(remaining));
            }
            _ => {}
        }
    }
}

/// Fails with `LiveState` if the site has live state that the file lacks.
pub async fn refuse_unknown(
    transaction: &Transaction<'_>,
    site_id: i64,
    known: &LiveStateInFile,
    now: DateTime<Utc>,
) -> Result<()> {
    let LiveStateInFile { keys, codes, uses, certificates, spent } = known;
    let find = async |sql, more: &[&(dyn ToSql + Sync)]| {
        let row = transaction.query_one(sql, &[&[&site_id as _], more].concat()).await?;
        anyhow::Ok(Found::of(&row))
    };
    let mut lines = Vec::new();
    if let Some(Found { count, examples }) =
        find(include_str!("live_state/orders.sql"), &[]).await?
    {
        lines.push(format!(
            "orders: {count} ({examples}); the file would reset the stock, codes and certificates that they took"
        ));
    }
    if let Some(Found { count, examples }) =
        find(include_str!("live_state/uses.sql"), &[codes, uses]).await?
    {
        lines.push(format!(
            "discount codes with more uses than in the file: {count} ({examples}); set `used` in the file"
        ));
    }
    if let Some(Found { count, examples }) =
        find(include_str!("live_state/spent.sql"), &[certificates, spent]).await?
    {
        lines.push(format!(
            "gift certificates with more cents spent than in the file: {count} ({examples}); set `remainingAmount` in the file"
        ));
    }
    if let Some(Found { count, examples }) =
        find(include_str!("live_state/keys.sql"), &[keys, &now]).await?
    {
        lines.push(format!(
            "API keys that are not in the file: {count} ({examples}); revoke them, or add them to the file as `stoa site export {site_id}` writes them"
        ));
    }
    if lines.is_empty() { Ok(()) } else { Err(LiveState { site_id, lines }.into()) }
}

/// Ends what the site's orders hold, before the site is replaced. See `release_orders.sql`.
pub async fn discard(
    transaction: &Transaction<'_>,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<()> {
    transaction.execute(include_str!("live_state/release_orders.sql"), &[&site_id, &now]).await?;
    Ok(())
}

/// Live state of one kind that the file lacks.
struct Found {
    count: i64,
    /// At most three examples.
    examples: String,
}

impl Found {
    fn of(row: &Row) -> Option<Self> {
        let (count, examples): (i64, Vec<String>) = (row.get(0), row.get(1));
        let mut examples = examples.join(", ");
        if count > 3 {
            examples.push_str(", …");
        }
        // Names and codes are free text and may contain control characters.
        let examples = examples.replace(char::is_control, "\u{fffd}");
        (count > 0).then_some(Self { count, examples })
    }
}

/// The live state that prevented a replacement, one line for each kind.
#[derive(Debug)]
pub struct LiveState {
    site_id: i64,
    lines: Vec<String>,
}

impl fmt::Display for LiveState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "site {} was not replaced: it has live state that the file lacks",
            self.site_id
        )?;
        for line in &self.lines {
            writeln!(f, "{line}")?;
        }
        write!(
            f,
            "--discard-live-state replaces the site anyway: stock, uses and balances come from the file, keys that are not in the file are deleted, orders stay but no longer hold anything, and pending orders expire"
        )
    }
}

impl std::error::Error for LiveState {}
