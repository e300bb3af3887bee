//! The content of the mails of alerts, which is read when they are sent.

use chrono::serde::ts_microseconds;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use stoa_db::{Db, DbError};

use crate::AlertKind;
use crate::recipients::recipient;

/// Maximum number of alerts of a kind that a digest lists. It counts the others.
const NEWEST_OF_A_KIND: i64 = 10;

/// An alert, with what it is about. A field is `None` if its object was deleted.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct News {
    pub kind: AlertKind,
    #[serde(with = "ts_microseconds")]
    pub occurred_at: DateTime<Utc>,
    /// The IANA name of the site's time zone.
    pub time_zone: String,
    pub order_number: Option<String>,
    pub total: Option<i64>,
    pub currency: Option<String>,
    pub product_name: Option<String>,
    pub variant_name: Option<String>,
    pub quantity: Option<i64>,
    pub conversation_id: Option<i64>,
    pub message_id: Option<i64>,
    pub message_subject: Option<String>,
    pub url_host: Option<String>,
    pub month: Option<String>,
}

/// The alerts of a kind in a digest.
#[derive(Debug, Clone)]
pub struct Section {
    pub kind: AlertKind,
    pub count: i64,
    /// The newest first.
    pub newest: Vec<News>,
}

/// The content of a digest, and its recipient.
#[derive(Debug, Clone)]
pub struct Digest {
    pub email: String,
    pub sections: Vec<Section>,
}

#[derive(Deserialize)]
struct Counted {
    kind: AlertKind,
    count: i64,
    newest: Vec<i64>,
}

static FIND_NEWS: &str = include_str!("news/find.sql");

/// Returns an alert and the address of the person who gets a mail of it. Returns `None` if the person does not want or
/// may not get it any more.
pub async fn find_news(
    db: &Db,
    site_id: i64,
    alert_id: i64,
    person_id: i64,
) -> Result<Option<(String, News)>, DbError> {
    let news: Option<News> = db.opt(FIND_NEWS, &[&site_id, &[alert_id].as_slice()]).await?;
    let Some(news) = news else { return Ok(None) };
    let person = recipient(db, site_id, person_id).await?;
    let person = person.filter(|person| person.wants(news.kind));
    Ok(person.map(|person| (person.email, news)))
}

/// Returns the digest of the alerts that were told after `from` until `until`, without those of which the person got a
/// mail. Returns `None` if the person wants or may get none of them any more.
pub async fn find_digest(
    db: &Db,
    site_id: i64,
    person_id: i64,
    from: Option<DateTime<Utc>>,
    until: DateTime<Utc>,
) -> Result<Option<Digest>, DbError> {
    let Some(person) = recipient(db, site_id, person_id).await? else { return Ok(None) };
    let sql = include_str!("news/count.sql");
    let params = [
        &site_id as _,
        &person_id as _,
        &person.wanted() as _,
        &from as _,
        &until as _,
        &NEWEST_OF_A_KIND as _,
    ];
    let mut counted: Vec<Counted> = db.rows(sql, &params).await?;
    if counted.is_empty() {
        return Ok(None);
    }
    counted.sort_by_key(|counted| counted.kind);
    let mut sections = Vec::new();
    for Counted { kind, count, newest } in counted {
        let newest = db.rows(FIND_NEWS, &[&site_id, &newest]).await?;
        sections.push(Section { kind, count, newest });
    }
    Ok(Some(Digest { email: person.email, sections }))
}
