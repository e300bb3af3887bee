//! Mails of alerts to the staff, and digests of alerts.

use stoa_alerts::{AlertKind, Digest, News, Section, find_digest, find_news};
use stoa_db::{Db, DbError};
use stoa_values::text::one_line;
use stoa_values::{Currency, TimeZone};

use super::StoredMail;
use super::pages::{self, AlertPage, DigestPage, DigestSection, Page};
use crate::store::WritingStore;

/// Writes the mail of an alert, or a digest. Returns `None` if the person no longer wants it or may read
/// it.
pub(super) async fn page(
    db: &Db,
    store: &WritingStore,
    mail: &StoredMail,
    person_id: i64,
) -> Result<Option<Page>, DbError> {
    let site_id = mail.site_id;
    if let Some(alert_id) = mail.alert_id {
        let found = find_news(db, site_id, alert_id, person_id).await?;
        return Ok(found.map(|(email, news)| alert(&news, store).to(email)));
    }
    let found = find_digest(db, site_id, person_id, mail.digest_from, mail.created_at).await?;
    Ok(found.map(|Digest { email, sections }| digest(&sections, store).to(email)))
}

fn alert(news: &News, store: &WritingStore) -> Page {
    let subject = headline(news);
    let details = match (news.kind, &news.message_subject) {
        (AlertKind::SupportMessage, Some(subject)) => Some(one_line(subject)),
        _ => None,
    };
    pages::alert(store, &AlertPage { headline: subject, details, time: time(news, true) })
}

fn digest(sections: &[Section], store: &WritingStore) -> Page {
    let count = sections.iter().map(|section| section.count).sum();
    let sections = sections.iter().map(|Section { kind, count, newest }| {
        let listed = i64::try_from(newest.len()).unwrap_or(i64::MAX);
        DigestSection {
            title: format!("{} ({count})", title(*kind)),
            lines: newest
                .iter()
                .map(|news| format!("{}: {}", time(news, false), headline(news)))
                .collect(),
            further: (*count > listed).then_some(count - listed),
        }
    });
    pages::alert_digest(store, &DigestPage { count, sections: sections.collect() })
}

/// The time of the alert in the site's time zone, with the name of the zone.
fn time(news: &News, names_zone: bool) -> String {
    let zone = TimeZone::named_or_utc(&news.time_zone);
    let time = zone.shown(news.occurred_at);
    match names_zone {
        true => format!("{time} ({})", zone.name()),
        false => time,
    }
}

/// The alert in one line. It names no customer and quotes none, because it is the subject of a mail.
fn headline(news: &News) -> String {
    let order = || match &news.order_number {
        Some(number) => format!("order {number}"),
        None => "an order".to_owned(),
    };
    let amount = match (news.total, &news.currency) {
        (Some(total), Some(currency)) => {
            format!(": {} {currency}", Currency::of(currency).decimal(total))
        }
        _ => String::new(),
    };
    match news.kind {
        AlertKind::OrderPaid => match &news.order_number {
            Some(number) => format!("Order {number} was paid{amount}"),
            None => "An order was paid".to_owned(),
        },
        AlertKind::OrderDisputed => format!("The payment of {} is disputed{amount}", order()),
        AlertKind::RefundFailed => format!("A refund of {} failed", order()),
        AlertKind::ConversationUnanswered => {
            let id = news.conversation_id.unwrap_or_default();
            format!("A visitor waits for an answer in conversation {id}")
        }
        AlertKind::SupportMessage => {
            let id = news.message_id.unwrap_or_default();
            format!("A customer wrote to the store: message {id}")
        }
        AlertKind::StockLow => {
            let pieces = match news.quantity.unwrap_or_default() {
                1 => "1 piece".to_owned(),
                quantity => format!("{quantity} pieces"),
            };
            let variant = news.variant_name.as_ref().map(|name| format!(" ({name})"));
            let product = match &news.product_name {
                Some(name) => one_line(&format!("{name}{}", variant.unwrap_or_default())),
                None => "a product that was removed".to_owned(),
            };
            format!("Stock is low, {pieces} left: {product}")
        }
        AlertKind::WebhookDisabled => {
            let host = news.url_host.as_deref().unwrap_or_default();
            format!("The webhook endpoint at {} was disabled", one_line(host))
        }
        AlertKind::AiCreditsUsedUp => {
            let month = news.month.as_deref().unwrap_or_default();
            format!("A call of the AI provider was refused for lack of credits ({month})")
        }
    }
}

/// The title of a section of a digest.
fn title(kind: AlertKind) -> &'static str {
    match kind {
        AlertKind::OrderPaid => "Paid orders",
        AlertKind::OrderDisputed => "Disputed payments",
        AlertKind::RefundFailed => "Failed refunds",
        AlertKind::ConversationUnanswered => "Visitors who waited for an answer",
        AlertKind::SupportMessage => "Messages to the store",
        AlertKind::StockLow => "Low stock",
        AlertKind::WebhookDisabled => "Disabled webhook endpoints",
        AlertKind::AiCreditsUsedUp => "AI calls refused for lack of credits",
    }
}
