//! Which failures are retried, and after which pause.

use std::time::Duration;

use stoa_payments::PaymentError;
use tokio::time::Instant;

use crate::stand_in::Answer::{self, Break, Http, Json};
use crate::stand_in::StandIn;
use crate::{order, stripe};

pub const AWAITING: &str = r#"{"id":"pi_1","client_secret":"pi_1_secret_2","status":"requires_action",
    "amount":4990,"currency":"usd"}"#;
const RATE_LIMIT: &str = r#"{"error":{"type":"rate_limit_error"}}"#;
const INVALID: &str = r#"{"error":{"type":"invalid_request_error"}}"#;

/// Creates an intent. Also returns the stand-in and the duration of the call.
pub async fn create(
    answers: impl IntoIterator<Item = Answer>,
) -> (Result<(), PaymentError>, StandIn, Duration) {
    let stand_in = StandIn::answers(answers).await;
    let stripe = stripe(&stand_in.url);
    let started = Instant::now();
    let created = stripe.create(&order()).await.map(drop);
    (created, stand_in, started.elapsed())
}

fn limited(headers: &'static str) -> Answer {
    Http(429, headers, RATE_LIMIT.to_owned())
}

#[tokio::test]
async fn temporary_failures_are_retried_with_the_same_key() {
    let overloaded = r#"{"error":{"type":"api_error","message":"Sorry!"}}"#;
    for answer in [
        Json(500, overloaded),
        Json(503, "<html>"),
        Json(429, RATE_LIMIT),
        Json(409, r#"{"error":{"type":"idempotency_error","code":"idempotency_key_in_use"}}"#),
        Json(429, r#"{"error":{"type":"invalid_request_error","code":"lock_timeout"}}"#),
        Json(400, "<html>"),
        Http(400, "stripe-should-retry: true\r\n", INVALID.to_owned()),
        limited("stripe-should-retry: perhaps\r\n"),
        Break,
    ] {
        let (created, stand_in, _) = create([answer, Json(200, AWAITING)]).await;
        created.unwrap();
        let [first, second] = stand_in.asked().try_into().unwrap();
        assert_eq!(first.header("idempotency-key"), Some("order 7"));
        assert_eq!((first.headers, first.body), (second.headers, second.body));
    }
}

#[tokio::test]
async fn a_lasting_failure_is_unavailable() {
    for answer in [|| Json(200, "{}"), || Json(500, "{}"), || Json(429, ""), || Break] {
        let (created, stand_in, _) = create([answer(), answer(), answer(), answer()]).await;
        assert!(matches!(created, Err(PaymentError::Unavailable(_))), "{created:?}");
        assert_eq!(stand_in.asked().len(), 3);
    }
    let nobody = stripe("http://127.0.0.1:1").create(&order()).await;
    assert!(matches!(nobody, Err(PaymentError::Unavailable(_))), "{nobody:?}");
}

#[tokio::test]
async fn permanent_failures_are_not_retried() {
    let stop = "stripe-should-retry: false\r\n";
    for answer in [Http(500, stop, INVALID.to_owned()), limited(stop)] {
        let (created, stand_in, _) = create([answer, Json(200, AWAITING)]).await;
        assert!(matches!(created, Err(PaymentError::Unavailable(_))), "{created:?}");
        stand_in.asked_once();
    }
    let (created, stand_in, _) = create([Json(400, INVALID), Json(200, AWAITING)]).await;
    assert!(matches!(created, Err(PaymentError::Refused(_))), "{created:?}");
    stand_in.asked_once();
}

/// The clock is paused and advances only to the next timer.
#[tokio::test(start_paused = true)]
async fn retry_after_is_respected() {
    for (headers, seconds) in [("retry-after: 1\r\n", 1), ("retry-after: 5\r\n", 5)] {
        let (created, stand_in, _) = create([limited(headers), Json(200, AWAITING)]).await;
        created.unwrap();
        let [first, second] = stand_in.asked().try_into().unwrap();
        let waited = second.at - first.at;
        assert!(waited >= Duration::from_secs(seconds), "{waited:?}");
        assert!(waited < Duration::from_secs(seconds + 1), "{waited:?}");
        // Both attempts use the same key, so they create one intent.
        assert_eq!(first.header("idempotency-key"), Some("order 7"));
        assert_eq!((first.headers, first.body), (second.headers, second.body));
    }
    // `Retry-After` also applies if the page is not in Stripe's form.
    let page = Http(503, "retry-after: 2\r\n", "<html>".to_owned());
    let (created, _, elapsed) = create([page, Json(200, AWAITING)]).await;
    created.unwrap();
    assert!(elapsed >= Duration::from_secs(2), "{elapsed:?}");
}

#[tokio::test(start_paused = true)]
async fn a_wait_beyond_the_timeout_fails_immediately() {
    for headers in [
        "retry-after: 3600\r\n",
        "retry-after: 10\r\n",
        "retry-after: 18446744073709551615\r\n",
        "retry-after: 11\r\nstripe-should-retry: true\r\n",
    ] {
        let (created, stand_in, elapsed) = create([limited(headers), Json(200, AWAITING)]).await;
        assert!(matches!(created, Err(PaymentError::Unavailable(_))), "{created:?}");
        assert!(elapsed < Duration::from_secs(1), "{headers}: {elapsed:?}");
        stand_in.asked_once();
    }
    // The second pause would exceed the remaining time.
    let answers = [limited("retry-after: 6\r\n"), limited("retry-after: 6\r\n")];
    let (created, stand_in, elapsed) = create(answers).await;
    assert!(matches!(created, Err(PaymentError::Unavailable(_))), "{created:?}");
    assert!(elapsed < Duration::from_secs(8), "{elapsed:?}");
    assert_eq!(stand_in.asked().len(), 2);
}

#[tokio::test]
async fn invalid_retry_after_is_ignored() {
    for headers in [
        "retry-after: soon\r\n",
        "retry-after: -1\r\n",
        "retry-after: 1e3\r\n",
        "retry-after: \r\n",
        "retry-after: 99999999999999999999\r\n",
        "retry-after: \u{fc}\r\n",
    ] {
        let (created, stand_in, _) = create([limited(headers), Json(200, AWAITING)]).await;
        created.unwrap();
        assert_eq!(stand_in.asked().len(), 2, "{headers}");
    }
}
