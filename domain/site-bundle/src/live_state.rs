//! Live state: orders, uses of codes, spent certificates and new API keys. If a file without this state replaced the
//! site, the state would be lost.

use std::fmt;

use anyhow::Result;
use chrono::{DateTime, Utc};
use serde_json::Value;
use tokio_postgres::Transaction;
use tokio_postgres::types::ToSql;

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
    let kept =
        format!("revoke them, or add them to the file as `stoa site export {site_id}` writes them");
    let kinds: [(&str, &[&(dyn ToSql + Sync)], &str, &str); 4] = [
        (
            include_str!("live_state/orders.sql"),
            &[&site_id],
            "orders",
            "the file would reset the stock, codes and certificates that they took",
        ),
        (
            include_str!("live_state/uses.sql"),
            &[&site_id, codes, uses],
            "discount codes with more uses than in the file",
            "set `used` in the file",
        ),
        (
            include_str!("live_state/spent.sql"),
            &[&site_id, certificates, spent],
            "gift certificates with more cents spent than in the file",
            "set `remainingAmount` in the file",
        ),
        (
            include_str!("live_state/keys.sql"),
            &[&site_id, keys, &now],
            "API keys that are not in the file",
            &kept,
        ),
    ];
    let mut lines = Vec::new();
    for (sql, params, what, advice) in kinds {
        let row = transaction.query_one(sql, params).await?;
        let (count, examples): (i64, Vec<String>) = (row.get(0), row.get(1));
        if count > 0 {
            let more = if count > 3 { ", …" } else { "" };
            // Names and codes are free text and may contain control characters.
            let examples = examples.join(", ").replace(char::is_control, "\u{fffd}");
            lines.push(format!("{what}: {count} ({examples}{more}); {advice}"));
        }
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
