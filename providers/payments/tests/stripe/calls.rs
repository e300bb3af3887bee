//! The four calls: their requests to Stripe, and how its answers are read.

use stoa_payments::{AmountRefusal, IntentStatus, PaymentError, RefundStatus, StripeKeys};
use url::form_urlencoded;

use crate::stand_in::Answer::Json;
use crate::stand_in::StandIn;
use crate::{order, payments, stripe};

const AWAITING: &str = r#"{"id":"pi_1","object":"payment_intent","amount":4990,"amount_received":0,
    "client_secret":"pi_1_secret_2","currency":"usd","latest_charge":null,"status":"requires_payment_method"}"#;
const CANCELED: &str = r#"{"id":"pi_1","object":"payment_intent","amount":4990,"amount_received":0,
    "client_secret":"pi_1_secret_2","currency":"usd","latest_charge":null,"status":"canceled"}"#;
const PAID: &str = r#"{"id":"pi_1","object":"payment_intent","amount":4990,"amount_received":4990,
    "client_secret":"pi_1_secret_2","currency":"usd","status":"succeeded",
    "latest_charge":{"id":"ch_1","object":"charge","amount":4990,"amount_refunded":990}}"#;
const REFUND: &str = r#"{"id":"re_1","object":"refund","amount":990,"charge":"ch_1","currency":"usd",
    "payment_intent":"pi_1","status":"pending"}"#;
const UNEXPECTED_STATE: &str = r#"{"error":{"code":"payment_intent_unexpected_state",
    "message":"You cannot cancel this PaymentIntent","type":"invalid_request_error"}}"#;
const IN_PART: &str = r#"{"error":{"code":"payment_intent_unexpected_state",
    "payment_intent":{"id":"pi_1","status":"succeeded"},"type":"invalid_request_error"}}"#;
const MISSING: &str = r#"{"error":{"code":"resource_missing","message":"No such payment_intent: 'pi_1'",
    "param":"intent","type":"invalid_request_error"}}"#;

/// The fields of a form or a query, sorted.
fn fields(encoded: &str) -> Vec<String> {
    let pairs = form_urlencoded::parse(encoded.as_bytes());
    let mut fields: Vec<_> = pairs.map(|(name, value)| format!("{name}={value}")).collect();
    fields.sort_unstable();
    fields
}

#[tokio::test]
async fn create() {
    let stand_in = StandIn::answers([Json(200, AWAITING)]).await;
    let intent = stripe(&stand_in.url).create(&order()).await.unwrap();
    assert_eq!((intent.id.as_str(), intent.client_secret.as_str()), ("pi_1", "pi_1_secret_2"));
    assert_eq!((intent.status, intent.amount), (IntentStatus::AwaitingPayment, 4990));
    assert!(!format!("{intent:?} {:?}", order()).contains("secret_2"));
    assert!(!format!("{:?}", order()).contains("example.com"));

    let asked = stand_in.asked_once();
    assert_eq!(asked.line, "POST /v1/payment_intents");
    let form = [
        "amount=4990",
        "automatic_payment_methods[enabled]=true",
        "currency=usd",
        "expand[]=latest_charge",
        "metadata[order_id]=7",
        "metadata[order_number]=HG-8Z2M4Q0RXT",
        "metadata[site_id]=1",
        "receipt_email=ada+shop@example.com",
    ];
    assert_eq!(fields(&asked.body), form);
    for header in [
        "authorization: Bearer sk_test_4eC39HqLyjWDarjtT1zdp7dc\n",
        "idempotency-key: order 7\n",
        "stripe-version: 2026-09-30.endive\n",
        "content-type: application/x-www-form-urlencoded\n",
    ] {
        assert!(asked.headers.contains(header), "{header} is not in {}", asked.headers);
    }
}

#[tokio::test]
async fn create_without_the_receipt() {
    let refused = r#"{"error":{"code":"email_invalid","param":"receipt_email",
        "message":"Invalid email address: ada","type":"invalid_request_error"}}"#;
    let stand_in = StandIn::answers([Json(400, refused), Json(200, AWAITING)]).await;
    stripe(&stand_in.url).create(&order()).await.unwrap();
    let [with, without] = stand_in.asked().try_into().unwrap();
    let mut rest = fields(&with.body);
    let receipt = rest.pop().unwrap();
    assert!(receipt.starts_with("receipt_email="), "{receipt}");
    assert_eq!(fields(&without.body), rest);
    assert!(without.headers.contains("idempotency-key: order 7 without receipt\n"));
}

#[tokio::test]
async fn an_amount_that_stripe_refuses() {
    let refused = r#"{"error":{"code":"amount_too_small","type":"invalid_request_error"}}"#;
    let by_param = r#"{"error":{"code":"parameter_invalid_integer","param":"amount",
        "type":"invalid_request_error"}}"#;
    let without_code = r#"{"error":{"param":"amount","type":"invalid_request_error"}}"#;
    let by_code = r#"{"error":{"code":"invalid_charge_amount","type":"invalid_request_error"}}"#;
    let otherwise = r#"{"error":{"type":"invalid_request_error"}}"#;
    let of_currency = r#"{"error":{"param":"currency","type":"invalid_request_error"}}"#;
    for (answer, expected) in [
        (refused, Some(AmountRefusal::TooSmall)),
        (by_param, Some(AmountRefusal::Other)),
        (without_code, Some(AmountRefusal::Other)),
        (by_code, Some(AmountRefusal::Other)),
        (otherwise, None),
        (of_currency, None),
    ] {
        let stand_in = StandIn::answers([Json(400, answer)]).await;
        let error = stripe(&stand_in.url).create(&order()).await.unwrap_err();
        assert_eq!(error.amount_refusal(), expected, "{answer}");
    }
}

#[tokio::test]
async fn find() {
    let stand_in = StandIn::answers([Json(200, PAID), Json(404, MISSING)]).await;
    let stripe = stripe(&stand_in.url);
    let intent = stripe.find("pi_1").await.unwrap();
    assert_eq!(intent.status, IntentStatus::Succeeded);
    assert_eq!((intent.amount_received, intent.amount_refunded), (4990, 990));
    let asked = stand_in.asked_once();
    let (path, query) = asked.line.split_once('?').unwrap();
    assert_eq!((path, asked.body.as_str()), ("GET /v1/payment_intents/pi_1", ""));
    assert_eq!(fields(query), ["expand[]=latest_charge"]);
    assert!(matches!(stripe.find("pi_1").await, Err(PaymentError::NotFound)));
}

#[tokio::test]
async fn ids_cannot_change_the_path() {
    let stand_in = StandIn::answers([Json(200, PAID)]).await;
    let stripe = stripe(&stand_in.url);
    let long = "é".repeat(10_000);
    for id in ["", "../refunds", "pi_1/cancel", "pi_1?a=b", "pi_1#", "pi\0", "pi 1", "%2e", &long] {
        assert!(matches!(stripe.find(id).await, Err(PaymentError::NotFound)), "{id}");
        assert!(matches!(stripe.cancel(id).await, Err(PaymentError::NotFound)), "{id}");
        let refund = stripe.refund(id, None, "key").await;
        assert!(matches!(refund, Err(PaymentError::NotFound)), "{id}");
    }
    assert!(stand_in.asked().is_empty());
}

#[tokio::test]
async fn cancel() {
    let stand_in = StandIn::answers([
        Json(200, CANCELED),
        // The intent is already canceled.
        Json(400, UNEXPECTED_STATE),
        Json(200, CANCELED),
        // The intent is already paid, and the error contains the whole intent.
        Json(400, include_str!("errors/payment_intent_unexpected_state.json")),
        Json(200, PAID),
        // The intent is already paid, and the error contains only a part of the intent.
        Json(400, IN_PART),
        Json(200, PAID),
        // Stripe refuses the call for another reason.
        Json(400, UNEXPECTED_STATE),
        Json(200, AWAITING),
        Json(404, MISSING),
    ])
    .await;
    let stripe = stripe(&stand_in.url);
    use IntentStatus::{Canceled, Succeeded};
    for status in [Canceled, Canceled, Succeeded, Succeeded] {
        assert_eq!(stripe.cancel("pi_1").await.unwrap().status, status);
    }
    assert!(matches!(stripe.cancel("pi_1").await, Err(PaymentError::Refused(_))));
    assert!(matches!(stripe.cancel("pi_1").await, Err(PaymentError::NotFound)));
    assert_eq!(stand_in.asked()[0].line, "POST /v1/payment_intents/pi_1/cancel");
}

#[tokio::test]
async fn refund() {
    let stand_in = StandIn::answers([Json(200, REFUND), Json(200, REFUND)]).await;
    let stripe = stripe(&stand_in.url);
    let refund = stripe.refund("pi_1", Some(990), "refund 1").await.unwrap();
    assert_eq!(
        (refund.id.as_str(), refund.intent_id.as_str(), refund.amount),
        ("re_1", "pi_1", 990)
    );
    assert_eq!(refund.status, RefundStatus::Pending);
    stripe.refund("pi_1", None, "refund 2").await.unwrap();
    let [some, all] = stand_in.asked().try_into().unwrap();
    assert_eq!(some.line, "POST /v1/refunds");
    assert_eq!(fields(&some.body), ["amount=990", "payment_intent=pi_1"]);
    assert_eq!(all.body, "payment_intent=pi_1");
    assert!(all.headers.contains("idempotency-key: refund 2\n"));
}

#[tokio::test]
async fn a_refund_that_is_not_allowed() {
    let refused = || Json(400, r#"{"error":{"type":"invalid_request_error","param":"amount"}}"#);
    // An unpaid intent, more than is left, and an allowed refund that Stripe refuses.
    let stand_in = StandIn::answers([
        refused(),
        Json(200, AWAITING),
        refused(),
        Json(200, PAID),
        refused(),
        Json(200, PAID),
    ])
    .await;
    let stripe = stripe(&stand_in.url);
    for _ in 0..2 {
        let refund = stripe.refund("pi_1", Some(4001), "refund 1").await;
        assert!(matches!(refund, Err(PaymentError::NotAllowed)), "{refund:?}");
    }
    let refund = stripe.refund("pi_1", Some(4000), "refund 1").await;
    assert!(matches!(refund, Err(PaymentError::Refused(_))), "{refund:?}");
}

#[tokio::test]
async fn each_store_has_its_own_key() {
    let stand_in = StandIn::answers([Json(200, PAID), Json(200, PAID)]).await;
    let payments = payments(&stand_in.url);
    for store in [StripeKeys::default(), crate::keys("sk_test_2")] {
        payments.provider(1, &store).unwrap().find("pi_1").await.unwrap();
    }
    let [server, store] = stand_in.asked().try_into().unwrap();
    assert!(server.headers.contains(&format!("authorization: Bearer {}\n", crate::KEY)));
    assert!(store.headers.contains("authorization: Bearer sk_test_2\n"));
}

#[tokio::test]
async fn debug_shows_no_secret() {
    let payments = payments("http://127.0.0.1:1");
    let test = payments.test_provider(1);
    let provider = payments.provider(1, &StripeKeys::default()).unwrap();
    let shown = format!("{payments:?} {provider:?} {test:?}");
    for secret in [crate::KEY, "whsec_1", test.webhook_secret()] {
        assert!(!shown.contains(secret), "{shown}");
    }
}
