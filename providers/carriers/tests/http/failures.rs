//! A failing provider: calls return no rates, log one line, and end in time.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use tracing::instrument::WithSubscriber;

use crate::stand_in::{Manner, SHIPMENT, StandIn, account, order, shipment};

/// Requests rates twice from a failing provider, and returns the log. Only the first request may call the provider.
async fn log_of_failure(manner: Manner) -> String {
    let easypost = StandIn::that(manner).await;
    let log = log_while(async {
        assert!(
            easypost.rates.of_carriers(&account(), &shipment(), async { true }).await.is_empty()
        );
        assert!(
            easypost.rates.of_carriers(&account(), &shipment(), async { true }).await.is_empty()
        );
    });
    let log = log.await;
    assert_eq!(easypost.asked().len(), 1);
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.contains("WARN"), "{log}");
    assert!(log.contains("site_id=7 provider=\"easypost\""), "{log}");
    for personal in ["EZTK", "Mara", "example.com", "Rockport", "04856", "Quay"] {
        assert!(!log.contains(personal), "{log}");
    }
    log
}

async fn log_while(work: impl Future<Output = ()>) -> String {
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);
    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    // tracing disables a callsite that is first reached while no subscriber is registered.
    static REGISTER_SUBSCRIBER: Once = Once::new();
    REGISTER_SUBSCRIBER.call_once(|| tracing_subscriber::fmt().with_writer(io::sink).init());
    let lines = Lines::default();
    let writer = lines.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).without_time();
    let subscriber = subscriber.with_writer(move || writer.clone());
    work.with_subscriber(subscriber.finish()).await;
    let bytes = lines.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn silence() {
    assert!(log_of_failure(Manner::IsSilent).await.contains("no answer in 3 seconds"));
}

#[tokio::test]
async fn a_trickling_answer() {
    assert!(log_of_failure(Manner::Dribbles).await.contains("no answer in 3 seconds"));
}

#[tokio::test]
async fn an_endless_answer() {
    assert!(log_of_failure(Manner::Floods).await.contains("its answer is too long"));
}

#[tokio::test]
async fn a_truncated_answer() {
    log_of_failure(Manner::BreaksOff).await;
}

#[tokio::test]
async fn an_error_of_the_provider() {
    let error = Manner::Answers(503, "Mara Lindqvist, try later".to_owned());
    assert!(log_of_failure(error).await.contains("it answered 503"));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let redirect = Manner::Answers(307, String::new());
    assert!(log_of_failure(redirect).await.contains("it answered 307"));
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
        let log = log_of_failure(Manner::Answers(200, body.to_owned())).await;
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
    let easypost = StandIn::that_answers(500, "").await;
    assert!(easypost.rates.of_carriers(&account(), &shipment(), async { true }).await.is_empty());
    let mut heavier = shipment();
    heavier.parcel.weight_oz += 1.0;
    assert!(easypost.rates.of_carriers(&account(), &heavier, async { true }).await.is_empty());
    assert_eq!(easypost.asked().len(), 1, "other shipments are not asked for either");

    let mut other_store = account();
    other_store.site_id += 1;
    easypost.changes_to(Manner::Answers(201, SHIPMENT.to_owned()));
    assert_eq!(
        easypost.rates.of_carriers(&other_store, &shipment(), async { true }).await.len(),
        3
    );

    pass(Duration::from_secs(11)).await;
    assert_eq!(easypost.rates.of_carriers(&account(), &shipment(), async { true }).await.len(), 3);
    assert_eq!(easypost.rates.of_carriers(&account(), &heavier, async { true }).await.len(), 3);
}

#[tokio::test]
async fn a_refused_shipment_does_not_stop_the_others() {
    let easypost = StandIn::that_answers(422, "").await;
    assert!(easypost.rates.of_carriers(&account(), &shipment(), async { true }).await.is_empty());
    easypost.changes_to(Manner::Answers(201, SHIPMENT.to_owned()));
    let mut heavier = shipment();
    heavier.parcel.weight_oz += 1.0;
    assert_eq!(easypost.rates.of_carriers(&account(), &heavier, async { true }).await.len(), 3);
}

/// Advances the clock without waiting.
pub async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}
