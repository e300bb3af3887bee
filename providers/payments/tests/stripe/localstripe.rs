//! A payment with localstripe, an independent implementation of Stripe's API (`.ci/run` installs it).
//!
//! localstripe supports no idempotency keys, no automatic payment methods, and no address for the receipt. Other tests
//! cover the keys. The relay removes the fields of the payment methods and of the address. localstripe sends no
//! `charge.refunded`, and refunds any amount.

mod relay;
mod server;

use std::time::SystemTime;

use stoa_payments::webhook::{EventKind, parse, verify};
use stoa_payments::{IntentStatus, NewIntent, PaymentError, RefundStatus, StripeKeys};

use crate::{order, payments};
use server::{Localstripe, SECRET};

const VISA: &str = "4242424242424242";
/// A card that localstripe accepts and then cannot charge.
const DECLINED: &str = "4000000000000341";

#[tokio::test(flavor = "multi_thread")]
async fn a_payment() {
    let Some(localstripe) = Localstripe::start().await else { return };
    let payments = payments(&relay::start(&localstripe).await);
    let stripe = payments.provider(1, &StripeKeys::default()).unwrap();

    let made = stripe.create(&order()).await.unwrap();
    assert_eq!((made.amount, made.currency.as_str()), (4990, "usd"));
    assert_eq!(made.status, IntentStatus::AwaitingPayment);
    assert!(made.client_secret.starts_with(&made.id));
    assert_eq!(stripe.find(&made.id).await.unwrap(), made);
    let early = stripe.refund(&made.id, None, "refund 0").await;
    assert!(matches!(early, Err(PaymentError::NotAllowed)), "{early:?}");

    localstripe.pay(&made.id, DECLINED).await;
    let failed = localstripe.delivered("payment_intent.payment_failed").await;
    let event = parse(failed.body.as_bytes()).unwrap().unwrap();
    assert_eq!((event.kind, event.intent_id.as_str()), (EventKind::PaymentFailed, &*made.id));
    assert_eq!(event.amount_received, 0);

    let paid = stripe.create(&NewIntent { amount: 5000, ..order() }).await.unwrap();
    localstripe.pay(&paid.id, VISA).await;
    let succeeded = localstripe.delivered("payment_intent.succeeded").await;
    let now = SystemTime::now();
    let verified = |body: &str| verify(&succeeded.signature, body.as_bytes(), &[SECRET], now);
    assert_eq!(verified(&succeeded.body), Ok(()));
    assert!(verified(&succeeded.body.replace("5000", "5001")).is_err());
    let event = parse(succeeded.body.as_bytes()).unwrap().unwrap();
    assert_eq!((event.kind, event.intent_id.as_str()), (EventKind::Succeeded, &*paid.id));
    assert_eq!((event.amount, event.amount_received, &*event.currency), (5000, 5000, "usd"));

    // A paid intent can no longer be canceled.
    assert_eq!(stripe.cancel(&paid.id).await.unwrap().status, IntentStatus::Succeeded);
    let refund = stripe.refund(&paid.id, Some(1000), "refund 1").await.unwrap();
    assert_eq!((refund.amount, refund.status), (1000, RefundStatus::Succeeded));
    let refunded = stripe.find(&paid.id).await.unwrap();
    assert_eq!((refunded.amount_received, refunded.amount_refunded), (5000, 1000));

    for _ in 0..2 {
        assert_eq!(stripe.cancel(&made.id).await.unwrap().status, IntentStatus::Canceled);
    }
    assert!(matches!(stripe.find("pi_unknown").await, Err(PaymentError::NotFound)));
    let stranger = payments.provider(2, &crate::keys("stranger")).unwrap();
    match stranger.find(&paid.id).await {
        Err(PaymentError::Refused(refusal)) => assert_eq!(refusal.status, 401),
        other => panic!("{other:?}"),
    }
}
