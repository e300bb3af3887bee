//! How a person gets the alerts of a site.

use serde_json::Value;
use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError};
use stoa_staff_types::{AlertSettings, AlertSettingsPatch};

use crate::AlertKind;
use crate::recipients::Choices;

static GET: &str = include_str!("settings/get.sql");

/// Returns how a person gets the alerts of a site. The person's roles do not matter.
pub async fn get_alert_settings(
    db: &Db,
    site_id: i64,
    person_id: i64,
) -> Result<AlertSettings, DbError> {
    let choices: Choices = db.one(GET, &[&site_id, &person_id]).await?;
    Ok(settings(&choices))
}

/// Applies a patch to how a person gets the alerts of a site.
pub async fn update_alert_settings(
    db: &Db,
    change: Change<'_>,
    person_id: i64,
    patch: &AlertSettingsPatch,
) -> Result<AlertSettings, DbError> {
    let Change { site_id, origin, now } = change;
    // Serialization cannot fail, because the keys of the object are strings.
    let patch = serde_json::to_value(patch).unwrap_or(Value::Null);
    let fields: Vec<&str> =
        patch.as_object().into_iter().flat_map(|patch| patch.keys()).map(String::as_str).collect();
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !fields.is_empty() {
        let sql = include_str!("settings/update.sql");
        transaction.execute(sql, &[&site_id, &person_id, &patch.to_string()]).await?;
        let target = Target::person(person_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
    }
    let choices: Choices = transaction.one(GET, &[&site_id, &person_id]).await?;
    transaction.commit().await?;
    Ok(settings(&choices))
}

fn settings(choices: &Choices) -> AlertSettings {
    AlertSettings {
        order_paid: choices.of(AlertKind::OrderPaid),
        order_disputed: choices.of(AlertKind::OrderDisputed),
        refund_failed: choices.of(AlertKind::RefundFailed),
        conversation_unanswered: choices.of(AlertKind::ConversationUnanswered),
        support_message: choices.of(AlertKind::SupportMessage),
        stock_low: choices.of(AlertKind::StockLow),
        webhook_disabled: choices.of(AlertKind::WebhookDisabled),
        ai_credits_used_up: choices.of(AlertKind::AiCreditsUsedUp),
    }
}
