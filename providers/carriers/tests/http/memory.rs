//! The cache of rates: equal requests share one call.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Barrier;

use crate::failures::pass;
use crate::provider::{Provider, SHIPMENT, account, shipment};

#[tokio::test]
async fn fifty_concurrent_callers_share_one_call() {
    let easypost = Provider::that_answers(201, SHIPMENT).await;
    let barrier = Arc::new(Barrier::new(50));
    let asking: Vec<_> = (0..50)
        .map(|_| {
            let (rates, barrier) = (easypost.rates.clone(), barrier.clone());
            tokio::spawn(async move {
                barrier.wait().await;
                rates.of_carriers(&account(), &shipment(), async { true }).await.len()
            })
        })
        .collect();
    for asked in asking {
        assert_eq!(asked.await.unwrap(), 3);
    }
    assert_eq!(easypost.calls(), 1);
}

#[tokio::test]
async fn an_answer_is_cached_for_ten_minutes() {
    let easypost = Provider::that_answers(201, SHIPMENT).await;
    let rates = async || easypost.rates_of(&shipment()).await;
    assert_eq!(rates().await, rates().await);
    pass(Duration::from_secs(595)).await;
    rates().await;
    assert_eq!(easypost.calls(), 1);
    pass(Duration::from_secs(6)).await;
    rates().await;
    assert_eq!(easypost.calls(), 2);
}

#[tokio::test]
async fn answers_are_cached_by_account_and_shipment() {
    let easypost = Provider::that_answers(201, SHIPMENT).await;
    easypost.rates_of(&shipment()).await;
    let (mut other_site, mut other_key, mut other_currency) = (account(), account(), account());
    other_site.site_id = 8;
    other_key.api_key = "EZTK_other".to_owned();
    other_currency.currency = "EUR".to_owned();
    let mut other_place = shipment();
    other_place.to.postal_code = "04857".to_owned();
    for (account, shipment) in [
        (other_site, shipment()),
        (other_key, shipment()),
        (other_currency, shipment()),
        (account(), other_place),
    ] {
        easypost.rates.of_carriers(&account, &shipment, async { true }).await;
    }
    assert_eq!(easypost.calls(), 5);
}
