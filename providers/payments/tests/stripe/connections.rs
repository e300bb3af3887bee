//! Few connections stay open, and use the proxy of the environment. No key is sent to another server.

use std::process::Stdio;
use std::sync::Arc;

use stoa_payments::{PaymentError, StripeKeys};
use tokio::process::Command;
use tokio::sync::Barrier;

use crate::stand_in::Answer::{Break, Http};
use crate::stand_in::{Asked, StandIn};
use crate::{KEY, keys, order, payments, stripe};

/// Answers with an intent of the requested id. The intent's client secret contains the key of the request.
async fn mirror() -> StandIn {
    StandIn::responds(|asked| {
        let path = asked.line.split(['/', '?']).nth(3).unwrap();
        let key = asked.header("authorization").unwrap().trim_start_matches("Bearer ");
        let body = format!(
            r#"{{"id":"{path}","client_secret":"of_{key}","status":"succeeded","amount":1,"currency":"usd"}}"#
        );
        Http(200, "content-type: application/json\r\n", body)
    })
    .await
}

fn authorizations(asked: &Asked) -> Vec<&str> {
    asked.headers.lines().filter_map(|line| line.strip_prefix("authorization: ")).collect()
}

#[tokio::test]
async fn calls_share_a_connection_but_not_a_key() {
    let stand_in = mirror().await;
    let payments = payments(&stand_in.url);
    let store = |key: &str| if key == KEY { StripeKeys::default() } else { keys(key) };
    // A changed key applies from the next call on.
    for key in ["sk_test_2", KEY, "sk_test_2", "sk_test_3", KEY] {
        let stripe = payments.provider(1, &store(key)).unwrap();
        for _ in 0..4 {
            let intent = stripe.find("pi_1").await.unwrap();
            assert_eq!(intent.client_secret, format!("of_{key}"));
            let asked = stand_in.asked().pop().unwrap();
            assert_eq!(authorizations(&asked), [format!("Bearer {key}")]);
            assert!(!asked.headers.contains("cookie"), "{}", asked.headers);
        }
    }
    let asked = stand_in.asked();
    assert_eq!(asked.len(), 20);
    assert!(asked.iter().all(|asked| asked.connection == 1));
}

#[tokio::test]
async fn fifty_at_once() {
    let stand_in = mirror().await;
    let payments = Arc::new(payments(&stand_in.url));
    let barrier = Arc::new(Barrier::new(50));
    let calls = (0..50).map(|number| {
        let (payments, barrier) = (payments.clone(), barrier.clone());
        tokio::spawn(async move {
            let (id, key) = (format!("pi_{number}"), format!("sk_test_{}", number % 2));
            let stripe = payments.provider(1, &keys(&key)).unwrap();
            barrier.wait().await;
            let intent = stripe.find(&id).await.unwrap();
            assert_eq!((intent.id, intent.client_secret), (id, format!("of_{key}")));
        })
    });
    for call in calls.collect::<Vec<_>>() {
        call.await.unwrap();
    }
    let asked = stand_in.asked();
    assert_eq!(asked.len(), 50);
    let opened = asked.iter().map(|asked| asked.connection).max().unwrap();
    assert!(opened <= 50);
    // Idle connections are reused: a later call opens no connection.
    payments.provider(1, &StripeKeys::default()).unwrap().find("pi_1").await.unwrap();
    assert!(stand_in.asked().pop().unwrap().connection <= opened);
}

/// A redirect is not followed. The call is not retried either, because it would be redirected again.
#[tokio::test]
async fn a_redirect_gets_no_key() {
    let elsewhere = mirror().await;
    for status in [301, 302, 303, 307, 308] {
        let target = elsewhere.url.clone();
        let headers: &'static str =
            Box::leak(format!("location: {target}v1/payment_intents/pi_1\r\n").into_boxed_str());
        let stand_in = StandIn::responds(move |_| Http(status, headers, String::new())).await;
        let stripe = stripe(&stand_in.url);
        let found = stripe.find("pi_1").await;
        assert!(matches!(found, Err(PaymentError::Unavailable(_))), "{found:?}");
        let created = stripe.create(&order()).await;
        assert!(matches!(created, Err(PaymentError::Unavailable(_))), "{created:?}");
        assert_eq!(stand_in.asked().len(), 2);
    }
    assert!(elsewhere.asked().is_empty());
}

/// Tells Stripe's URL to a child process, because the variables of a proxy apply to a whole process.
const STRIPE_URL: &str = "STOA_TEST_STRIPE_URL";

#[tokio::test]
#[ignore = "`a_proxy` runs it with an environment"]
async fn in_an_environment() {
    let url = std::env::var(STRIPE_URL).unwrap();
    let found = stripe(&url).find("pi_1").await;
    println!("found: {}", found.is_ok());
}

/// Returns whether an intent was found with Stripe at this URL and this proxy in the environment.
async fn found_through(proxy: &StandIn, url: &str, exceptions: &str) -> bool {
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "connections::in_an_environment", "--ignored", "--nocapture"])
        .env(STRIPE_URL, url)
        .envs(
            ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"]
                .map(|name| (name, &proxy.url)),
        )
        .envs(["NO_PROXY", "no_proxy"].map(|name| (name, exceptions)))
        .env_remove("REQUEST_METHOD")
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let output = String::from_utf8_lossy(&child.stdout);
    assert!(output.contains("found: "), "{output}");
    output.contains("found: true")
}

#[tokio::test]
async fn a_proxy() {
    let proxy = StandIn::responds(|asked| {
        let intent =
            r#"{"id":"pi_1","client_secret":"s","status":"succeeded","amount":1,"currency":"usd"}"#;
        match asked.line.starts_with("GET ") {
            true => Http(200, "", intent.to_owned()),
            false => Break,
        }
    })
    .await;
    assert!(found_through(&proxy, "http://stripe.invalid", "").await);
    let asked = proxy.asked_once();
    assert!(asked.line.starts_with("GET http://stripe.invalid/v1/payment_intents/pi_1?"));

    // The proxy forwards the TLS connection to Stripe, and cannot read it.
    assert!(!found_through(&proxy, "https://stripe.invalid", "").await);
    let tunnel = proxy.asked().pop().unwrap();
    assert_eq!(tunnel.line, "CONNECT stripe.invalid:443");
    assert!(!tunnel.headers.contains(KEY), "{}", tunnel.headers);

    let count = proxy.asked().len();
    let direct = mirror().await;
    assert!(found_through(&proxy, &direct.url, "127.0.0.1").await);
    assert_eq!((proxy.asked().len(), direct.asked().len()), (count, 1));
}
