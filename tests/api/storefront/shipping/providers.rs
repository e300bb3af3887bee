//! A fake EasyPost and a fake Printful, and keys with which the demo's store calls them.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use stoa_carriers::BaseUrls;
use stoa_stores::Seal;

use crate::api::storefront::fake::{self, Asked};
use crate::harness::*;

/// Answers both protocols until it is told to fail.
#[derive(Clone, Default)]
pub struct Providers {
    asked: Arc<Mutex<Vec<(String, Value)>>>,
    fails: Arc<Mutex<bool>>,
}

impl Providers {
    /// Serves the app with accounts of the demo's store at these providers, without a rate limit for live rates.
    pub async fn served(&self) -> Server {
        self.served_limited(&["live-rates=off"]).await
    }

    /// Like [`Providers::served`], with these rate limits instead.
    pub async fn served_limited(&self, limits: &[&str]) -> Server {
        let server = served_with_carriers(&self.base_urls().await, limits).await;
        open_accounts(&server).await;
        server
    }

    /// Starts the fake providers, which run until the test ends, and returns their URLs.
    pub async fn base_urls(&self) -> BaseUrls {
        let providers = self.clone();
        let answer = move |asked| std::future::ready(Some(providers.answer(&asked)));
        let url = fake::serve(answer).await;
        BaseUrls { easypost: url.clone(), printful: url }
    }

    /// Bodies of the requests to this path so far.
    pub fn asked(&self, path: &str) -> Vec<Value> {
        let asked = self.asked.lock().unwrap();
        asked.iter().filter(|(other, _)| other == path).map(|(_, body)| body.clone()).collect()
    }

    pub fn fail(&self) {
        *self.fails.lock().unwrap() = true;
    }

    fn answer(&self, asked: &Asked) -> (u16, Value) {
        let (_, path) = asked.target();
        let answer = match path {
            "/v2/shipments" => json!({
                "id": "shp_5b20",
                "rates": [
                    {"id": "rate_7c1f", "carrier": "USPS", "service": "Priority", "rate": "9.35",
                     "currency": "USD", "delivery_days": 2},
                    {"id": "rate_8d2a", "carrier": "UPS", "service": "Ground", "rate": "6.00",
                     "currency": "USD", "est_delivery_days": 4},
                    {"id": "rate_9e3b", "carrier": "CanadaPost", "service": "Xpresspost", "rate": "1.00",
                     "currency": "CAD"},
                ],
            }),
            "/shipping/rates" => json!({
                "code": 200,
                "result": [
                    {"id": "STANDARD", "name": "Flat Rate", "rate": "4.755", "currency": "USD",
                     "minDeliveryDays": 3, "maxDeliveryDays": 5},
                ],
            }),
            _ => Value::Null,
        };
        let body = serde_json::from_str(&asked.body).unwrap();
        self.asked.lock().unwrap().push((path.to_owned(), body));
        let status = if *self.fails.lock().unwrap() { 500 } else { 200 };
        (status, answer)
    }
}

/// Opens accounts at EasyPost and Printful for the demo's store.
pub async fn open_accounts(server: &Server) {
    let from = r#"{"name":"Harbor Goods","street":"1 Quay Street","city":"Portland","state":"Maine","postalCode":"04101","country":"US"}"#;
    for (name, value) in
        [("easypost-api-key", "EZTK_1"), ("printful-api-key", "pf_1"), ("ship-from", from)]
    {
        set(server, name, value).await;
    }
}

/// Stores a sealed secret of the store.
pub async fn set(server: &Server, name: &str, value: &str) {
    let sealed = Seal::new(SECRET).seal(1, name, value);
    let sql = "insert into store_secrets (site_id, name, sealed) values (1, $1, $2) \
               on conflict (site_id, name) do update set sealed = excluded.sealed";
    server.client().await.execute(sql, &[&name, &sealed]).await.unwrap();
}
