//! Failures of the provider, or another server at its address: how long a call takes, and which error the caller gets.

use std::time::Duration;

use stoa_payments::{PaymentError, Settings, StripeKeys};
use tokio::time::Instant;

use crate::retries::{AWAITING, create};
use crate::stand_in::Answer::{Drip, Flood, Http, Json, Silence};
use crate::stand_in::StandIn;
use crate::{KEY, order, stripe};

#[tokio::test]
async fn an_endless_answer_is_cut() {
    for headers in ["", "content-length: 1000000000000\r\n"] {
        let (created, ..) = create([Flood(headers), Flood(headers), Flood(headers)]).await;
        let cause = created.unwrap_err().to_string();
        assert!(cause.ends_with("an answer that is too long"), "{cause}");
    }
}

#[tokio::test]
async fn a_silent_or_trickling_answer_times_out() {
    for answer in [Silence, Drip] {
        let (created, _stand_in, elapsed) = create([answer]).await;
        assert!(matches!(created, Err(PaymentError::Unavailable(_))), "{created:?}");
        assert!((9..11).contains(&elapsed.as_secs()), "{elapsed:?}");
        tokio::time::resume();
    }

    // The time limit applies to the two calls of an operation together.
    let started = Instant::now();
    let refused = Json(400, "{}");
    let stand_in = StandIn::answers([Silence, refused, Silence, Silence]).await;
    let canceled = stripe(&stand_in.url).cancel("pi_1").await;
    assert!(matches!(canceled, Err(PaymentError::Unavailable(_))), "{canceled:?}");
    assert!(started.elapsed() < Duration::from_secs(11));
}

#[tokio::test]
async fn a_refusal_has_codes_but_no_quotes() {
    let message = format!("Invalid API Key {KEY} of ada@example.com");
    let body = format!(
        r#"{{"error":{{"type":"invalid_request_error","code":"amount_too_small","param":"metadata[a]",
            "message":"{message}"}}}}"#
    );
    let (created, stand_in, _) = create([Http(401, "request-id: req_1\r\n", body)]).await;
    stand_in.asked_once();
    let Err(PaymentError::Refused(refusal)) = created else { panic!("{created:?}") };
    assert_eq!(
        PaymentError::Refused(refusal.clone()).to_string(),
        "the payment provider refused: status 401, type invalid_request_error, \
         code amount_too_small, parameter metadata[a], request req_1"
    );
    assert!(!format!("{refusal:?}").contains("example"));

    let hostile = format!(
        r#"{{"error":{{"type":"{KEY}","code":"pi_1_secret_2","param":"a b\\n{}"}}}}"#,
        "x".repeat(999)
    );
    let (created, ..) = create([Http(400, "request-id: whsec_1\r\n", hostile)]).await;
    let text = created.unwrap_err().to_string();
    assert_eq!(text, "the payment provider refused: status 400");
}

#[tokio::test]
async fn a_wrong_address_is_no_missing_intent() {
    let stand_in = StandIn::answers(vec![Json(404, "<h1>Not Found</h1>"); 3]).await;
    let found = stripe(&stand_in.url).find("pi_1").await;
    assert!(matches!(found, Err(PaymentError::Unavailable(_))), "{found:?}");
}

#[tokio::test]
async fn unusable_settings() {
    let refused = |stripe_url: &str, keys: StripeKeys| {
        let db = stoa_db::Db::connect(stoa_db::Config::new(), stoa_db::Settings::default());
        let settings =
            Settings { stripe_url: Some(stripe_url.to_owned()), keys, ..Settings::default() };
        stoa_payments::Payments::new(db, b"secret", settings).is_err()
    };
    assert!(!refused("", StripeKeys::default()));
    assert!(!refused("https://stripe.example/base/", crate::keys(KEY)));
    for url in [
        "stripe.example",
        "ftp://stripe.example",
        "file:///etc/passwd",
        "http://a/?b=",
        "http://a/#b",
        "http://a:b@c/",
        "https://",
    ] {
        assert!(refused(url, StripeKeys::default()), "{url}");
    }
    assert!(refused("", StripeKeys { publishable_key: None, ..crate::keys(KEY) }));
    assert!(refused("", crate::keys("sk_test\r\nx-evil: 1")));
}

#[tokio::test]
async fn an_idempotency_key_that_is_not_a_header_value() {
    let stand_in = StandIn::answers([Json(200, AWAITING)]).await;
    for key in ["a\r\nb: c", "", &"k".repeat(256)] {
        let mut order = order();
        order.idempotency_key = key;
        assert!(stripe(&stand_in.url).create(&order).await.is_err());
    }
    assert!(stand_in.asked().is_empty());
}
