//! Asks providers about open intents, because their webhooks may have been lost. Cancels the intents of cancelled,
//! expired and overdue orders.

use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use serde::Deserialize;
use stoa_db::DbError;
use stoa_payments::{Intent, IntentStatus, PaymentError, Payments};
use stoa_stores::Store;
use stoa_telemetry::Chain;

use super::{
    NOBODY_PAID, PROVIDER_RETRY_INTERVAL, SITE_SLICE, SWEEP_PROVIDER_CALLS_PER_SITE, Turn,
};
use crate::orders::{
    OrderContext,
    payment_events::{apply_answer, end_order_of_intent},
    provider::provider_named,
};

/// How long an overdue order stays pending while its provider cannot be reached. After that, the order expires. If the
/// customer had paid after all, the payment is treated as a late one.
pub(super) const PROVIDER_IS_AWAITED: TimeDelta = TimeDelta::hours(1);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Open {
    id: i64,
    payment_intent_id: String,
    payment_provider: String,
    /// The provider's account that created the intent, if the account is known.
    payment_account: Option<String>,
    /// Whether the intent must be cancelled, because the order was cancelled, expired or is overdue.
    to_cancel: bool,
}

/// Asks providers about the site's intents that are open at `now`, in batches, for one [`SITE_SLICE`]. Stops earlier if
/// a provider cannot be reached.
pub(super) async fn settle(
    context: &OrderContext,
    site_id: i64,
    now: DateTime<Utc>,
) -> Result<Turn, DbError> {
    let OrderContext { db, stores, payments, .. } = context;
    let mut turn = Turn::default();
    let Some(store) = stores.served_or_closed(site_id).await? else { return Ok(turn) };
    let until = Instant::now() + SITE_SLICE;
    // The store's current Stripe account. `open_intents.sql` skips the intents that this account is known not to have,
    // because another account created them.
    let account = provider_named(payments, &store, "stripe").ok().map(|stripe| stripe.account());
    let sql = include_str!("open_intents.sql");
    loop {
        let (asked_before, limit) = (now - PROVIDER_RETRY_INTERVAL, SWEEP_PROVIDER_CALLS_PER_SITE);
        let open: Vec<Open> =
            db.rows(sql, &[&site_id, &now, &asked_before, &limit, &account]).await?;
        if open.is_empty() {
            return Ok(turn);
        }
        turn.report.asked += open.len();
        let asked_at = context.now();
        let answers = join_all(open.iter().map(|order| ask(payments, &store, order))).await;
        for (order, answer) in open.iter().zip(answers) {
            hear(context, site_id, account.as_deref(), order, answer, asked_at, &mut turn).await?;
        }
        // If a provider cannot be reached, asking about each further order would cost another timeout.
        turn.has_more = !turn.is_away && Instant::now() >= until;
        if turn.is_away || turn.has_more {
            return Ok(turn);
        }
    }
}

async fn ask(payments: &Payments, store: &Store, order: &Open) -> Result<Intent, PaymentError> {
    let provider = provider_named(payments, store, &order.payment_provider)?;
    match order.to_cancel {
        true => provider.cancel(&order.payment_intent_id).await,
        false => provider.find(&order.payment_intent_id).await,
    }
}

impl Open {
    /// Whether another Stripe account than this one created the intent. The test provider has only one account.
    fn is_of_another(&self, account: Option<&str>) -> bool {
        self.payment_provider != "test"
            && self.payment_account.is_some()
            && self.payment_account.as_deref() != account
    }
}

async fn hear(
    context: &OrderContext,
    site_id: i64,
    account: Option<&str>,
    order: &Open,
    answer: Result<Intent, PaymentError>,
    asked_at: DateTime<Utc>,
    turn: &mut Turn,
) -> Result<(), DbError> {
    let (db, now, order_id) = (&context.db, context.now(), order.id);
    let note = match order.to_cancel {
        true => NOBODY_PAID,
        false => "The payment was canceled",
    };
    let ended = match answer {
        Ok(intent) if intent.status == IntentStatus::Canceled => true,
        Ok(intent) => {
            apply_answer(db, site_id, &intent, None, asked_at, now).await?;
            false
        }
        // The intent may still be paid at the account that created it, so this answer proves nothing.
        Err(PaymentError::NotFound) if order.is_of_another(account) => {
            tracing::warn!(
                site_id,
                order_id,
                "an order's intent is of another account: it is not settled"
            );
            db.execute(include_str!("set_unknown.sql"), &[&site_id, &order_id, &account]).await?;
            false
        }
        // An intent that the provider does not know cannot be paid.
        Err(PaymentError::NotFound) => {
            tracing::warn!(site_id, order_id, "the provider does not know an order's intent");
            true
        }
        Err(error @ PaymentError::Unavailable(_)) => {
            tracing::warn!(site_id, order_id, error = %Chain(&error), "the provider could not be asked about a payment");
            turn.is_away = true;
            return Ok(());
        }
        Err(error) => {
            tracing::warn!(site_id, order_id, error = %Chain(&error), "the provider did not tell of a payment");
            false
        }
    };
    if ended && end_order_of_intent(db, site_id, order_id, note, now).await? {
        turn.report.expired += 1;
    }
    Ok(())
}
