//! Retries: which failures are retried, and when.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use http::StatusCode;
use tracing::debug;

use crate::clock::{Instant, left, sleep};
use crate::{Call, Error, ErrorKind};

/// Maximum wait before the first retry. This maximum doubles with each further retry, up to [`MAX_RETRY_WAIT`].
const FIRST_RETRY_WAIT: Duration = Duration::from_millis(500);

const MAX_RETRY_WAIT: Duration = Duration::from_secs(8);

const DEFAULT_RETRIES: u32 = 2;

/// Statuses of temporary failures.
const PASSING: [StatusCode; 5] = [
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::TOO_MANY_REQUESTS,
    StatusCode::BAD_GATEWAY,
    StatusCode::SERVICE_UNAVAILABLE,
    StatusCode::GATEWAY_TIMEOUT,
];

/// The code of a 409 from Stoa, while Stoa processes an earlier call with the same key. Other servers send
/// `Retry-After`.
const IN_PROGRESS: &str = "idempotency_key_in_progress";

/// The full retry budget of a client. A retry takes [`RETRY_COST`] from the budget. A call that succeeds without a
/// retry adds [`RETRY_BUDGET_GAIN`].
const RETRY_BUDGET: u32 = 500;
const RETRY_COST: u32 = 5;
const RETRY_BUDGET_GAIN: u32 = 1;

/// The retry budget that all calls of a client share. When nearly all calls fail, the budget runs out and retries stop,
/// because they would only add load to an overloaded server. Calls that succeed refill the budget.
pub struct Budget(AtomicU32);

impl Default for Budget {
    fn default() -> Self {
        Self(AtomicU32::new(RETRY_BUDGET))
    }
}

impl Budget {
    fn take(&self) -> bool {
        let less = |left: u32| left.checked_sub(RETRY_COST);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    fn give(&self, amount: u32) {
        let more = |left: u32| Some(left.saturating_add(amount).min(RETRY_BUDGET));
        _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
    }
}

pub struct Attempts {
    /// Deadline of the call. `None` means that the call has no deadline.
    end: Option<Instant>,
    retries: u32,
    /// Number of failed attempts.
    failed: u32,
}

impl Attempts {
    pub fn of(call: &Call) -> Self {
        let settings = &call.transport.config.settings;
        let end = Instant::now().checked_add(settings.timeout);
        Self { end, retries: settings.retries.unwrap_or(DEFAULT_RETRIES), failed: 0 }
    }

    /// Number of the current attempt, from 1.
    pub fn number(&self) -> u32 {
        self.failed + 1
    }

    /// Time until the deadline.
    pub fn left(&self) -> Duration {
        left(self.end)
    }

    /// Waits until the next attempt. Returns `error` instead, with the call, if the call must not be retried.
    pub async fn wait(&mut self, call: &Call, error: Error) -> Result<(), Error> {
        let error = error.of(call, self.number());
        if self.failed == self.retries || !may_help(call, &error) {
            return Err(error);
        }
        let wait = wait(&error, self.failed);
        if self.left() <= wait {
            return Err(error);
        }
        if !call.transport.budget.take() {
            debug!(error = %error.kind, "too much fails for it to be sent again");
            return Err(error);
        }
        debug!(error = %error.kind, attempt = self.number(), ?wait, "sent again after a wait");
        sleep(wait).await;
        self.failed += 1;
        Ok(())
    }

    /// Refills the budget after an attempt that succeeded.
    pub fn end(&self, call: &Call) {
        call.transport.budget.give(if self.failed == 0 { RETRY_BUDGET_GAIN } else { RETRY_COST });
    }
}

/// Whether a retry after this error is allowed, and may succeed.
fn may_help(call: &Call, error: &Error) -> bool {
    match &error.kind {
        // The server has not received the request.
        ErrorKind::Transport(error) if error.is_connect() => error.is_retryable(),
        // The server has processed the request, but the answer broke off. A repeated read, or a repeated call with a
        // key, gets the same answer. A repeated `DELETE` would get another answer.
        ErrorKind::Transport(error) if error.is_cut() => {
            call.is_repeatable && (call.method.is_safe() || call.has_key()) && error.is_retryable()
        }
        // An earlier attempt lost its connection, but the server is still processing that attempt.
        ErrorKind::Api(refusal) if refusal.status == StatusCode::CONFLICT => {
            let is_in_progress = refusal.code.as_deref() == Some(IN_PROGRESS);
            call.has_key() && (is_in_progress || refusal.retry_after().is_some())
        }
        _ => call.is_repeatable && may_pass(error),
    }
}

/// Whether the failure may be temporary.
pub fn may_pass(error: &Error) -> bool {
    match &error.kind {
        ErrorKind::Api(error) => PASSING.contains(&error.status),
        ErrorKind::Transport(error) => error.is_retryable(),
        ErrorKind::Timeout => true,
        ErrorKind::Decode(_) | ErrorKind::Redirected | ErrorKind::Request(_) => false,
    }
}

/// Returns the wait before a retry. `repetition` counts the retries from 0.
///
/// The wait is the server's `Retry-After` plus jitter. Without a `Retry-After`, the wait is a random part of a maximum
/// that doubles with each retry ("full jitter"). Jitter prevents all clients from calling a recovered server at once.
pub fn wait(error: &Error, repetition: u32) -> Duration {
    let longest = FIRST_RETRY_WAIT.saturating_mul(1 << repetition.min(16)).min(MAX_RETRY_WAIT);
    let jitter = longest.mul_f64(random());
    match error.retry_after() {
        Some(asked) => asked.saturating_add(jitter.min(FIRST_RETRY_WAIT)),
        None => jitter,
    }
}

/// Returns a random number that is at least 0 and less than 1. If the system has no random bytes, returns 0.5, which
/// still gives a wait.
pub fn random() -> f64 {
    getrandom::u32().map_or(0.5, |random| f64::from(random) / (f64::from(u32::MAX) + 1.0))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::SystemTime;

    use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};

    use super::*;
    use crate::transport::Builder;
    use crate::{ApiError, Bytes};

    fn refusal(retry_after: Option<&str>) -> Error {
        let mut headers = HeaderMap::new();
        if let Some(text) = retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from_str(text).unwrap());
        }
        let status = StatusCode::SERVICE_UNAVAILABLE;
        ErrorKind::Api(Box::new(ApiError::new(status, headers, Bytes::new()))).into()
    }

    #[test]
    fn waits_grow_up_to_the_longest() {
        for _ in 0..1_000 {
            for (repetition, longest) in [(0, 500), (1, 1_000), (3, 4_000), (4, 8_000), (99, 8_000)]
            {
                assert!(wait(&refusal(None), repetition) < Duration::from_millis(longest));
            }
        }
    }

    #[test]
    fn waits_differ() {
        let waits: Vec<Duration> = (0..100).map(|_| wait(&refusal(None), 4)).collect();
        let (short, long) = (Duration::from_secs(2), Duration::from_secs(6));
        assert!(waits.iter().any(|wait| *wait < short) && waits.iter().any(|wait| *wait > long));
    }

    #[test]
    fn clones_of_a_builder_build_clients_with_separate_budgets() {
        let builder = Builder::new("http://shop.example", "", "test");
        let (one, other) = (builder.clone().build().unwrap(), builder.build().unwrap());
        assert!(!Arc::ptr_eq(&one.budget, &other.budget));
        let of_user = one.to_builder().build().unwrap();
        assert!(Arc::ptr_eq(&one.budget, &of_user.budget));
    }

    #[test]
    fn retry_after_is_respected() {
        let asked = Duration::from_secs(120);
        let range = asked..asked + FIRST_RETRY_WAIT;
        assert!(range.contains(&wait(&refusal(Some("120")), 0)));
        assert_eq!(wait(&refusal(Some("99999999999999999999")), 0).as_secs(), u64::MAX);
        let date = httpdate::fmt_http_date(SystemTime::now() + asked);
        let wait = wait(&refusal(Some(&date)), 0);
        assert!(wait > asked - Duration::from_secs(2) && wait < range.end, "{wait:?}");
    }

    #[test]
    fn invalid_retry_after_is_ignored() {
        for text in ["", "soon", "-1", "+9", "1.5", "Sat, 99 Nov 2026"] {
            assert!(wait(&refusal(Some(text)), 0) < FIRST_RETRY_WAIT, "{text}");
        }
        // A date in the past means now.
        let past = "Sun, 06 Nov 1994 08:49:37 GMT";
        assert!(wait(&refusal(Some(past)), 0) < FIRST_RETRY_WAIT);
    }
}
