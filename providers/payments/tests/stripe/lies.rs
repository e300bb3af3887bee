//! Wrong answers that are well-formed, or nearly so. They must not be accepted.

use stoa_payments::PaymentError;

use crate::stand_in::Answer::Http;
use crate::stand_in::StandIn;
use crate::{order, stripe};

const INTENT: &str = r#"{"id":"pi_1","client_secret":"pi_1_secret_2","status":"succeeded","amount":4990,
    "amount_received":4990,"currency":"usd","latest_charge":{"amount_refunded":990}}"#;
const REFUND: &str =
    r#"{"id":"re_1","payment_intent":"pi_1","status":"succeeded","amount":990,"currency":"usd"}"#;

async fn stand_in(body: &str) -> StandIn {
    let answer = Http(200, "", body.to_owned());
    StandIn::responds(move |_| answer.clone()).await
}

/// Returns the body with one change that makes it wrong.
fn altered(body: &str, from: &str, to: &str) -> String {
    let lie = body.replacen(from, to, 1);
    assert_ne!(lie, body, "{from}");
    lie
}

/// Answers that are wrong for every call that reads an intent.
fn no_intents() -> Vec<String> {
    let long = format!("\"pi_{}\"", "1".repeat(300));
    let lie = |from, to| altered(INTENT, from, to);
    vec![
        "<html>Everything is fine</html>".to_owned(),
        "{}".to_owned(),
        String::new(),
        " ".repeat(2 << 20),
        "null".to_owned(),
        "[]".to_owned(),
        format!("[{INTENT}]"),
        "[".repeat(500_000),
        INTENT[..INTENT.len() - 1].to_owned(),
        format!("{INTENT}}}"),
        lie(r#""pi_1""#, r#""""#),
        lie(r#""pi_1""#, &long),
        lie(r#""pi_1""#, r#""pi_1\u0000""#),
        lie(r#""pi_1""#, r#""pi_1/../refunds""#),
        lie("pi_1_secret_2", ""),
        lie("pi_1_secret_2", r"pi_1\nsecret"),
        lie("pi_1_secret_2", r"\u0000"),
        lie("pi_1_secret_2", &"s".repeat(300)),
        lie(r#""amount":4990"#, r#""amount":"4990""#),
        lie(r#""amount":4990"#, r#""amount":4990.5"#),
        lie(r#""amount":4990"#, r#""amount":-4990"#),
        lie(r#""amount":4990"#, r#""amount":99999999999999999999"#),
        lie(r#""amount_received":4990"#, r#""amount_received":4991"#),
        lie(r#""amount_received":4990"#, r#""amount_received":-1"#),
        lie(r#""amount_refunded":990"#, r#""amount_refunded":4991"#),
        lie(r#""amount_refunded":990"#, r#""amount_refunded":-1"#),
        lie(r#""amount_refunded":990"#, r#""amount_refunded":null"#),
        lie("usd", "us dollars"),
        lie("usd", r"u\u0000d"),
        lie(r#""status":"succeeded","#, ""),
    ]
}

#[track_caller]
fn assert_unavailable<T: std::fmt::Debug>(answer: Result<T, PaymentError>, body: &str) {
    let body = &body[..body.len().min(999)];
    assert!(matches!(answer, Err(PaymentError::Unavailable(_))), "{answer:?} of {body}");
}

#[tokio::test(start_paused = true)]
async fn an_invalid_intent() {
    for body in no_intents() {
        let stand_in = stand_in(&body).await;
        let stripe = stripe(&stand_in.url);
        assert_unavailable(stripe.create(&order()).await, &body);
        assert_unavailable(stripe.find("pi_1").await, &body);
        assert_unavailable(stripe.cancel("pi_1").await, &body);
        assert_unavailable(stripe.refund("pi_1", Some(990), "refund 1").await, &body);
    }
}

#[tokio::test]
async fn an_intent_of_something_else() {
    for (from, to) in [
        (r#""amount":4990,"#, r#""amount":1,"#),
        (r#""amount":4990,"#, r#""amount":4991,"#),
        ("usd", "jpy"),
    ] {
        let body = altered(INTENT, from, to);
        assert_unavailable(stripe(&stand_in(&body).await.url).create(&order()).await, &body);
    }
    let stand_in = stand_in(&altered(INTENT, r#""pi_1""#, r#""pi_2""#)).await;
    let stripe = stripe(&stand_in.url);
    assert_unavailable(stripe.find("pi_1").await, "pi_2");
    assert_unavailable(stripe.cancel("pi_1").await, "pi_2");
    // An answer in Stripe's form is not retried.
    assert_eq!(stand_in.asked().len(), 2);
}

#[tokio::test]
async fn a_refund_of_something_else() {
    for (from, to) in
        [(r#""pi_1""#, r#""pi_2""#), (r#""re_1""#, r#""re_1\u0000""#), ("990", "991"), ("usd", "")]
    {
        let body = altered(REFUND, from, to);
        let stand_in = stand_in(&body).await;
        assert_unavailable(
            stripe(&stand_in.url).refund("pi_1", Some(990), "refund 1").await,
            &body,
        );
        stand_in.asked_once();
    }
    for amount in ["0", "-1", "-9223372036854775808"] {
        let body = altered(REFUND, "990", amount);
        let stand_in = stand_in(&body).await;
        assert_unavailable(stripe(&stand_in.url).refund("pi_1", None, "refund 1").await, &body);
    }
}

/// Answers that look like refusals but are not in Stripe's form must not be read as refusals.
#[tokio::test(start_paused = true)]
async fn an_invalid_refusal() {
    for body in [r#"{"error":{"code":7}}"#, r#"{"error":"resource_missing"}"#, "{}", INTENT] {
        let answer = Http(404, "", body.to_owned());
        let stand_in = StandIn::responds(move |_| answer.clone()).await;
        assert_unavailable(stripe(&stand_in.url).find("pi_1").await, body);
    }
}
