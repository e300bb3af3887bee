//! The failures of an endpoint: pauses between attempts, and the end of an endpoint that fails for a day.

use chrono::serde::ts_microseconds_option;
use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use stoa_alerts::{Alert, tell};
use stoa_db::{DbError, Transaction};
use url::Url;

use crate::backoff::endpoint_pause;

/// An endpoint whose attempts fail for this time is disabled.
const FAILING_ENDPOINT_LIMIT: TimeDelta = TimeDelta::days(1);

/// Why an endpoint is disabled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DisabledBy {
    /// It answered 410.
    Gone,
    /// All its attempts failed for [`FAILING_ENDPOINT_LIMIT`].
    Failing,
    Staff,
}

/// The failures of an endpoint since its last success.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Health {
    pub failures: i64,
    #[serde(with = "ts_microseconds_option")]
    pub failing_since: Option<DateTime<Utc>>,
}

/// The outcomes of a turn, as they change the health of an endpoint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct TurnOutcome {
    pub has_success: bool,
    pub is_gone: bool,
    /// Failures after the last success.
    pub failures: i64,
}

impl Health {
    /// The health after a turn.
    pub fn after(self, turn: TurnOutcome, now: DateTime<Utc>) -> Self {
        let before = if turn.has_success { Self::default() } else { self };
        let failures = before.failures + turn.failures;
        let failing_since = before.failing_since.or(Some(now)).filter(|_| failures > 0);
        Self { failures, failing_since }
    }

    /// Whether the endpoint has failed for too long.
    pub fn is_over(self, now: DateTime<Utc>) -> bool {
        self.failing_since.is_some_and(|since| since + FAILING_ENDPOINT_LIMIT <= now)
    }
}

/// Records the outcomes of a turn. Disables the endpoint if it is gone, or has failed for too long.
pub(crate) async fn note_turn(
    transaction: &Transaction<'_>,
    (site_id, endpoint_id): (i64, i64),
    turn: TurnOutcome,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sql = include_str!("health/lock.sql");
    let health: Option<Health> = transaction.opt(sql, &[&site_id, &endpoint_id]).await?;
    // The endpoint was removed in the meantime.
    let Some(before) = health else { return Ok(()) };
    let health = before.after(turn, now);
    if health == before && !turn.is_gone {
        return Ok(());
    }
    let paused_until = endpoint_pause(health.failures).map(|pause| now + pause);
    let Health { failures, failing_since } = health;
    let sql = include_str!("health/note.sql");
    let params =
        [&site_id as _, &endpoint_id as _, &failures as _, &failing_since as _, &paused_until as _];
    transaction.execute(sql, &params).await?;
    if turn.is_gone {
        disable(transaction, site_id, endpoint_id, DisabledBy::Gone, now).await?;
    } else if turn.failures > 0 && health.is_over(now) {
        disable(transaction, site_id, endpoint_id, DisabledBy::Failing, now).await?;
    }
    Ok(())
}

/// Disables an endpoint, unless it is disabled. Tells the owners of the site, unless staff did it.
pub(crate) async fn disable(
    transaction: &Transaction<'_>,
    site_id: i64,
    endpoint_id: i64,
    by: DisabledBy,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let reason = match by {
        DisabledBy::Gone => "gone",
        DisabledBy::Failing => "failing",
        DisabledBy::Staff => "staff",
    };
    let sql = include_str!("health/disable.sql");
    let url: Option<String> =
        transaction.opt(sql, &[&site_id, &endpoint_id, &now, &reason]).await?;
    let Some(url) = url else { return Ok(()) };
    if by != DisabledBy::Staff {
        tracing::warn!(site_id, endpoint_id, reason, "a webhook endpoint was disabled");
        let alert = Alert::WebhookDisabled { endpoint_id, url_host: host_of(&url) };
        tell(transaction, site_id, alert, now).await?;
    }
    Ok(())
}

/// The host of a URL. The rest of the URL may contain a secret.
fn host_of(url: &str) -> String {
    let url = Url::parse(url).ok();
    url.as_ref().and_then(Url::host_str).unwrap_or_default().to_owned()
}

/// Resets the failures of an endpoint, so that its deliveries are attempted without pauses.
pub(crate) async fn reset_failures(
    transaction: &Transaction<'_>,
    site_id: i64,
    endpoint_id: i64,
) -> Result<(), DbError> {
    let sql = include_str!("health/reset_failures.sql");
    transaction.execute(sql, &[&site_id, &endpoint_id]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_after_turns() {
        let now = DateTime::UNIX_EPOCH + TimeDelta::days(20_000);
        let failed = TurnOutcome { failures: 3, ..TurnOutcome::default() };
        let first = Health::default().after(failed, now);
        assert_eq!(first, Health { failures: 3, failing_since: Some(now) });
        let later = now + TimeDelta::hours(23);
        let second = first.after(failed, later);
        assert_eq!(second, Health { failures: 6, failing_since: Some(now) });
        assert!(!second.is_over(later));
        assert!(second.is_over(now + TimeDelta::days(1)));
        let mixed = TurnOutcome { has_success: true, failures: 1, ..TurnOutcome::default() };
        assert_eq!(second.after(mixed, later), Health { failures: 1, failing_since: Some(later) });
        let sent = TurnOutcome { has_success: true, ..TurnOutcome::default() };
        assert_eq!(second.after(sent, later), Health::default());
    }
}
