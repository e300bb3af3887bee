//! Staff's side of mails: listed, shown as they would be sent, and sent again.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};
use stoa_smtp::Letter;

use crate::{
    MailContext,
    letter::{self, StoredMail},
};

/// Cells of a table, as text; none where there is nothing.
pub type Cells = Vec<Option<String>>;

/// What [`list`] tells of a mail.
pub const LIST: [&str; 8] = ["SITE", "MAIL", "KIND", "STATE", "TRIES", "QUEUED", "DUE", "NOTE"];

/// A mail's states.
pub const STATES: [&str; 3] = ["waiting", "sent", "failed"];

/// The mails of a site or of all, in a state or in every, the newest first, 500 at most. To whom they go is sealed.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    state: Option<&str>,
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &state]).await
}

/// A mail of the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMail {
    pub site_id: i64,
    pub id: i64,
}

/// The mails with this id, of this site or of all; without an id the newest of all.
pub async fn find(
    db: &Db,
    site_id: Option<i64>,
    id: Option<i64>,
) -> Result<Vec<FoundMail>, DbError> {
    match id {
        Some(id) => db.rows(include_str!("staff/find.sql"), &[&site_id, &id]).await,
        None => db.rows(include_str!("staff/find_last.sql"), &[&site_id]).await,
    }
}

/// A mail of the outbox as it is stored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    kind: String,
    order_id: Option<i64>,
    sealed: Option<String>,
    /// Microseconds since 1970.
    created_at: i64,
}

/// The letter as the worker would write it now. The token of a reset is a new one, which voids those before; its link
/// holds from now on.
///
/// Without a letter, why there is none.
pub async fn show(
    context: &MailContext,
    mail: FoundMail,
) -> Result<Result<Letter, String>, DbError> {
    let FoundMail { site_id, id } = mail;
    let row: Option<Row> = context.db.opt(include_str!("staff/show.sql"), &[&site_id, &id]).await?;
    let Some(Row { kind, order_id, sealed, created_at }) = row else {
        return Ok(Err("it is gone".into()));
    };
    let created_at = DateTime::from_timestamp_micros(created_at).unwrap_or_default();
    let stored = StoredMail { site_id, id, kind, order_id, sealed, created_at, held_until: None };
    let token = |_: &str| BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let letter = letter::write_with(context, &stored, context.now(), token).await?;
    Ok(letter.map_err(|reason| reason.to_string()))
}

/// Makes a mail that was not sent due now, with all its tries before it. False when it was sent.
pub async fn retry(db: &Db, mail: FoundMail, now: DateTime<Utc>) -> Result<bool, DbError> {
    let sql = include_str!("staff/retry.sql");
    Ok(db.execute(sql, &[&mail.site_id, &mail.id, &now]).await? == 1)
}

/// The same for all that the mail server refused, of a site or of all; how many. A reset is of no use any more.
pub async fn retry_failed(
    db: &Db,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    db.execute(include_str!("staff/retry_failed.sql"), &[&site_id, &now]).await
}
