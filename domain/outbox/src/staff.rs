//! Operations of staff on mails: list mails, show a mail as it would be sent, and send mails again.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_audit::{NO_SITE, Origin, Target, record};
use stoa_db::{Cells, Db, DbError};
use stoa_smtp::Letter;

use crate::{
    MailContext,
    letter::{self, StoredMail},
};

/// Time for which the link in a welcome mail or a reminder is valid that `stoa mail show` prints.
const SHOWN_LINK_TTL: TimeDelta = TimeDelta::minutes(60);

/// The states of a mail by which [`list`] filters.
pub const STATES: [&str; 3] = ["waiting", "sent", "failed"];

/// Returns at most 500 mails, newest first. A filter that is `None` accepts every site, or every state. Recipients are
/// not listed, because they are stored sealed.
pub async fn list(
    db: &Db,
    site_id: Option<i64>,
    state: Option<&str>,
) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id, &state]).await
}

/// Identifies a mail of the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMail {
    pub site_id: i64,
    pub id: i64,
}

/// Returns the mails with this id. If `id` is `None`, returns only the newest mail. If `site_id` is `None`, searches
/// all sites.
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

/// Returns the letter as the worker would write it now, or the reason why the worker would not write it. For a
/// reset, a welcome and a reminder, this stores a new token. The new token of a reset voids the earlier ones.
pub async fn show(
    context: &MailContext,
    mail: FoundMail,
) -> Result<Result<Letter, String>, DbError> {
    let FoundMail { site_id, id } = mail;
    let sql = include_str!("staff/show.sql");
    let stored: Option<StoredMail> = context.db.opt(sql, &[&site_id, &id]).await?;
    let Some(stored) = stored else { return Ok(Err("it is gone".into())) };
    let stored = StoredMail { held_until: None, ..stored };
    let token = |_: &str| BASE64_URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let now = context.clock.now();
    let letter = letter::write_with(context, &stored, now, Some(SHOWN_LINK_TTL), token).await?;
    Ok(letter.map_err(|reason| reason.to_string()))
}

/// Makes an unsent mail due now, and resets its number of attempts. Returns false if the mail has been sent or is being
/// sent.
pub async fn retry(
    db: &Db,
    origin: &Origin,
    mail: FoundMail,
    now: DateTime<Utc>,
) -> Result<bool, DbError> {
    let FoundMail { site_id, id } = mail;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("staff/retry.sql");
    if transaction.execute(sql, &[&site_id, &id, &now]).await? == 0 {
        return Ok(false);
    }
    let target = Target::new("mail", id);
    record(&transaction, site_id, origin, target, &["dueAt"], now).await?;
    transaction.commit().await?;
    Ok(true)
}

/// Retries the failed mails of one site or of all sites, and returns their number. Reset mails are left out, because a
/// reset mail is not sent later than an hour after its request.
pub async fn retry_failed(
    db: &Db,
    origin: &Origin,
    site_id: Option<i64>,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let sql = include_str!("staff/retry_failed.sql");
    let retried = transaction.execute(sql, &[&site_id, &now]).await?;
    if retried > 0 {
        let target = Target::new("mail", "failed");
        let site_id = site_id.unwrap_or(NO_SITE);
        record(&transaction, site_id, origin, target, &["dueAt"], now).await?;
        transaction.commit().await?;
    }
    Ok(retried)
}
