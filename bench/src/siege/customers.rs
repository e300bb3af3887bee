//! Innocent customers: each visit looks around, fills a cart, checks out under an `Idempotency-Key` and usually pays. A
//! customer without a response to a checkout or a payment retries, as a shop's page would.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::Method;
use serde_json::{Value, json};

use super::context::{Context, client_address};
use super::http::{Answer, Caller};
use super::ledger::Answered;
use super::site;

/// Pause before each call: people look before they click.
const CLICK_PAUSE: Duration = Duration::from_millis(20);

const CALL_RETRY_PAUSE: Duration = Duration::from_millis(200);

/// How long a customer retries.
const RETRY_LIMIT: Duration = Duration::from_secs(90);

/// Makes one visit after another until the siege is over.
pub async fn shop(context: Arc<Context>) {
    while !context.is_over() {
        let number = context.number();
        let caller = Caller::new(context.server.address, client_address(number));
        Customer { context: &context, number, caller }.visit().await;
    }
}

struct Customer<'a> {
    context: &'a Context,
    number: u32,
    caller: Caller,
}

impl Customer<'_> {
    async fn visit(mut self) {
        self.look_around().await;
        if !self.fill_cart().await {
            return;
        }
        let Some(mut order) = self.check_out().await else { return };
        if self.number.is_multiple_of(4) {
            self.check_out_again(&order).await;
        }
        let is_to_pay =
            order.data["clientSecret"].as_str().is_some_and(|secret| !secret.is_empty());
        if is_to_pay && !self.number.is_multiple_of(5) {
            order.is_paid = self.pay(&order.data).await;
        }
        let target = format!(
            "/api/storefront/1/orders/{}?email={}%40siege.example",
            order.data["orderNumber"].as_str().unwrap_or_default(),
            self.name()
        );
        self.ask("GET /orders", Method::GET, &target, None).await;
        self.context.ledger.pages().orders.push(order);
    }

    async fn look_around(&mut self) {
        let id = rand::random_range(1..=site::SIEGE_PRODUCTS);
        for (what, target) in [
            ("GET /products", "/api/storefront/1/products?limit=24".to_owned()),
            ("GET /products?search", format!("/api/storefront/1/products?search={}", 10_000 + id)),
            ("GET /products/{slug}", format!("/api/storefront/1/products/product-{id}")),
            ("GET /config", "/api/v1/sites/1/config".to_owned()),
        ] {
            self.ask(what, Method::GET, &target, None).await;
        }
    }

    /// Returns whether the cart has a line.
    async fn fill_cart(&mut self) -> bool {
        let mut is_filled = false;
        for line in 0..=self.number % 3 {
            // Every seventh customer buys the scarce product.
            let is_scarce = line == 0 && self.number.is_multiple_of(7);
            let product_id = if is_scarce {
                site::SCARCE_PRODUCT
            } else {
                rand::random_range(2..=site::SIEGE_PRODUCTS)
            };
            let body =
                json!({"sessionId": self.name(), "productId": product_id, "quantity": 1 + line});
            let answer =
                self.ask("POST /cart", Method::POST, "/api/storefront/1/cart", Some(&body)).await;
            is_filled |= answer.is_some_and(|answer| answer.status == 200);
        }
        let cart = format!("/api/storefront/1/cart?sessionId={}", self.name());
        self.ask("GET /cart", Method::GET, &cart, None).await;
        is_filled
    }

    async fn check_out(&mut self) -> Option<Answered> {
        let mut body = json!({
            "sessionId": self.name(),
            "customerEmail": format!("{}@siege.example", self.name()),
            "customerName": "Mara Lindqvist",
            "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
            "shippingRateId": 1,
        });
        match (self.number % 6, self.number as usize / 6) {
            (0, _) => body["discountCode"] = "WELCOME10".into(),
            // Each certificate is for one customer.
            (1, number) if number < site::CERTIFICATES => {
                body["giftCertificateCode"] = site::certificate(number).into();
            }
            _ => {}
        }
        let key = format!("key of {}", self.name());
        let answer =
            self.insist("POST /checkout", "/api/storefront/1/checkout", Some(&key), &body).await?;
        let client = self.caller.client.clone();
        (answer.status == 200).then(|| Answered {
            client,
            key,
            body,
            data: answer.data(),
            is_paid: false,
        })
    }

    async fn check_out_again(&mut self, order: &Answered) {
        let (target, key) = ("/api/storefront/1/checkout", Some(order.key.as_str()));
        let answer = self.insist("POST /checkout again", target, key, &order.body).await;
        let is_same =
            answer.is_none_or(|answer| answer.status == 200 && answer.data() == order.data);
        if !is_same {
            self.context.ledger.note(format!("the key of {} was answered otherwise", self.name()));
        }
    }

    /// Returns whether the payment was answered 200.
    async fn pay(&mut self, order: &Value) -> bool {
        let body = json!({"clientSecret": order["clientSecret"], "outcome": "succeeded"});
        let paid = self.insist("POST payment", "/demo/store/payments", None, &body).await;
        paid.is_some_and(|answer| answer.status == 200)
    }

    /// Sends a request until its response is final. A 429, a 5xx, and a 409 for a request in progress are not final.
    /// Gives up after [`RETRY_LIMIT`].
    async fn insist(
        &mut self,
        what: &str,
        target: &str,
        key: Option<&str>,
        body: &Value,
    ) -> Option<Answer> {
        let begin = Instant::now();
        while begin.elapsed() < RETRY_LIMIT {
            let headers = key.map(|key| ("idempotency-key", key));
            let headers = headers.as_slice();
            if let Some(answer) =
                self.ask_with(what, Method::POST, target, headers, Some(body)).await
            {
                let is_in_progress =
                    answer.status == 409 && answer.message().contains("in progress");
                if answer.status < 500 && answer.status != 429 && !is_in_progress {
                    return Some(answer);
                }
            }
            tokio::time::sleep(CALL_RETRY_PAUSE).await;
        }
        None
    }

    async fn ask(
        &mut self,
        what: &str,
        method: Method,
        target: &str,
        body: Option<&Value>,
    ) -> Option<Answer> {
        self.ask_with(what, method, target, &[], body).await
    }

    async fn ask_with(
        &mut self,
        what: &str,
        method: Method,
        target: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Option<Answer> {
        tokio::time::sleep(CLICK_PAUSE).await;
        let asked = Instant::now();
        let answer = match body {
            Some(body) => self.caller.send(method, target, headers, body).await,
            None => self.caller.call(method, target, headers, Default::default()).await,
        };
        self.context.ledger.innocent(what, asked, &answer);
        answer.ok()
    }

    fn name(&self) -> String {
        format!("visit-{}", self.number)
    }
}
