//! A failing provider: calls return no rates, log one line, and end in time.

use std::time::Duration;

use crate::log::log_while;
use crate::provider::{Provider, SHIPMENT, account, order, shipment};
use crate::stand_in::Answer::{self, Break, Drip, Flood, Json, Silence};

/// Requests rates twice from a failing provider, and returns the log. Only the first request may call the provider.
async fn log_of_failure(answer: Answer) -> String {
    let easypost = Provider::that(answer).await;
    let log = log_while(async {
        assert!(easypost.rates_of(&shipment()).await.is_empty());
        assert!(easypost.rates_of(&shipment()).await.is_empty());
    });
    let log = log.await;
    assert_eq!(easypost.calls(), 1);
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.contains("WARN"), "{log}");
    assert!(log.contains("site_id=7 provider=\"easypost\""), "{log}");
    for personal in ["EZTK", "Mara", "example.com", "Rockport", "04856", "Quay"] {
        assert!(!log.contains(personal), "{log}");
    }
    log
}

#[tokio::test]
async fn a_silent_or_trickling_answer_times_out() {
    for answer in [Silence, Drip] {
        assert!(log_of_failure(answer).await.contains("no answer in 3 seconds"));
        tokio::time::resume();
    }
}

#[tokio::test]
async fn failures_are_told_apart() {
    for (answer, said) in [
        (Flood(""), "its answer is too long"),
        (Break, "error"),
        (Json(503, "Mara Lindqvist, try later"), "it answered 503"),
        (Json(307, ""), "it answered 307"),
    ] {
        let log = log_of_failure(answer).await;
        assert!(log.contains(said), "{log}");
    }
}

#[tokio::test]
async fn an_answer_that_is_not_json() {
    for body in [
        "<html>Mara Lindqvist</html>",
        "",
        "{}",
        r#"{"id": "shp_1", "rates": "Mara Lindqvist, Rockport"}"#,
        r#"{"id": "shp_1", "rates": [{"id": 7}]}"#,
    ] {
        let log = log_of_failure(Json(200, body)).await;
        assert!(log.contains("its answer cannot be read"), "{log}");
    }
}

#[tokio::test]
async fn an_unreachable_provider() {
    let urls = stoa_carriers::BaseUrls {
        easypost: "http://127.0.0.1:1".to_owned(),
        printful: "not a URL".to_owned(),
    };
    let rates = stoa_carriers::LiveRates::new(&urls).unwrap();
    let log = log_while(async {
        assert!(rates.of_carriers(&account(), &shipment(), async { true }).await.is_empty());
        assert!(rates.of_print_on_demand(&account(), &order(), async { true }).await.is_empty());
    });
    let log = log.await;
    assert!(log.contains("it cannot be reached"), "{log}");
    assert_eq!(log.lines().count(), 2, "{log}");
}

#[tokio::test]
async fn a_failed_provider_is_not_called_for_ten_seconds() {
    let easypost = Provider::that_answers(500, "").await;
    assert!(easypost.rates_of(&shipment()).await.is_empty());
    let mut heavier = shipment();
    heavier.parcel.weight_oz += 1.0;
    assert!(easypost.rates_of(&heavier).await.is_empty());
    assert_eq!(easypost.calls(), 1, "other shipments are not asked for either");

    let mut other_store = account();
    other_store.site_id += 1;
    easypost.changes_to(Json(201, SHIPMENT));
    let rates = easypost.rates.of_carriers(&other_store, &shipment(), async { true }).await;
    assert_eq!(rates.len(), 3);

    pass(Duration::from_secs(11)).await;
    assert_eq!(easypost.rates_of(&shipment()).await.len(), 3);
    assert_eq!(easypost.rates_of(&heavier).await.len(), 3);
}

#[tokio::test]
async fn a_refused_shipment_does_not_stop_the_others() {
    let easypost = Provider::that_answers(422, "").await;
    assert!(easypost.rates_of(&shipment()).await.is_empty());
    easypost.changes_to(Json(201, SHIPMENT));
    let mut heavier = shipment();
    heavier.parcel.weight_oz += 1.0;
    assert_eq!(easypost.rates_of(&heavier).await.len(), 3);
}

/// Advances the clock without waiting.
pub async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}
