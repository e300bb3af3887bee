//! An order placed through cart and checkout, the payment provider's events about it, and what it holds, for the tests
//! of orders.

use std::sync::OnceLock;

use serde_json::{Value, json};
use stoa_payments::{Payments, Settings, TestProvider, webhook};

use crate::harness::*;

pub const PAYMENTS: &str = "/api/storefront/1/webhooks/payments";

/// Adds these lines to the session's cart: product, variant (0 for none), quantity.
pub async fn fill(server: &Server, session: &str, lines: &[(i64, i64, i64)]) {
    for (product_id, variant_id, quantity) in lines {
        let mut body = json!({"sessionId": session, "productId": product_id, "quantity": quantity});
        if *variant_id > 0 {
            body["variantId"] = json!(variant_id);
        }
        server.post("/api/storefront/1/cart", &body).await.expect(200);
    }
}

/// Adds mugs with this design to the session's cart.
pub async fn fill_with_mugs(server: &Server, session: &str, quantity: i64, design: &str) {
    let line =
        json!({"sessionId": session, "productId": 4, "quantity": quantity, "designId": design});
    server.post("/api/storefront/1/cart", &line).await.expect(200);
}

/// An order of site 1: two totes and six mugs, with the code ONCE and a gift certificate of 50.00.
pub struct Purchase {
    pub id: i64,
    pub number: String,
    pub intent: String,
    pub total: i64,
}

impl Purchase {
    pub async fn new(server: &Server, session: &str) -> Self {
        fill(server, session, &[(1, 1, 2), (4, 0, 6)]).await;
        Self::check_out(server, session).await
    }

    /// Checks out the session's cart.
    pub async fn check_out(server: &Server, session: &str) -> Self {
        let body = json!({
            "sessionId": session,
            "customerEmail": "Mara@Example.com",
            "customerName": "Mara Lindqvist",
            "shippingAddress": {"line1": "4 Quay Street", "city": "Rockport", "state": "ME", "country": "US"},
            "shippingRateId": 1,
            "discountCode": "once",
            "giftCertificateCode": "gift-7qhx-9kdm-2vwt",
        });
        let placed = server.post("/api/storefront/1/checkout", &body).await;
        Self::placed(server, &placed).await
    }

    /// The order that a checkout has placed.
    pub async fn placed(server: &Server, placed: &Exchange) -> Self {
        assert_eq!(placed.status(), 200, "{}", placed.message());
        let data = &placed.json["data"];
        let id = data["orderId"].as_i64().unwrap();
        let intent = stored(
            server,
            &format!("select payment_intent_id from orders where site_id = 1 and id = {id}"),
        )
        .await;
        Self {
            id,
            number: data["orderNumber"].as_str().unwrap().into(),
            intent: intent["payment_intent_id"].as_str().unwrap().into(),
            total: data["total"].as_i64().unwrap(),
        }
    }

    /// An order with a fixed number and intent, for snapshots.
    pub async fn with_fixed_names(server: &Server) -> Self {
        let mut purchase = Self::new(server, "a session").await;
        purchase.number = "HG-7K2M9XQ4TB".into();
        purchase.intent = "pi_3Qk1c2".into();
        let Self { id, number, intent, .. } = &purchase;
        let rename = format!(
            "update orders set number = '{number}', payment_intent_id = '{intent}' where id = {id}"
        );
        server.sql(&rename).await;
        // Lines of the same second have no fixed order.
        let sql = format!(
            "update order_items set position = 10 + product_id where site_id = 1 and order_id = {id}"
        );
        server.sql(&sql).await;
        purchase
    }

    /// An event about the order's intent: `succeeded`, `payment_failed`, `processing`, `canceled`.
    pub fn event(&self, id: &str, kind: &str, created: i64) -> Value {
        let received = if kind == "succeeded" { self.total } else { 0 };
        json!({
            "id": id,
            "type": format!("payment_intent.{kind}"),
            "created": created,
            "data": {"object": {
                "id": self.intent,
                "object": "payment_intent",
                "amount": self.total,
                "amount_received": received,
                "currency": "usd",
            }},
        })
    }

    /// An event with this refunded total in cents.
    pub fn refunded(&self, id: &str, amount: i64, created: i64) -> Value {
        json!({
            "id": id,
            "type": "charge.refunded",
            "created": created,
            "data": {"object": {
                "id": "ch_1",
                "object": "charge",
                "payment_intent": self.intent,
                "amount": self.total,
                "amount_captured": self.total,
                "amount_refunded": amount,
                "currency": "usd",
            }},
        })
    }

    /// An event of this type about a refund that has failed.
    pub fn refund_failed(&self, id: &str, name: &str, amount: i64, created: i64) -> Value {
        json!({
            "id": id,
            "type": name,
            "created": created,
            "data": {"object": {
                "id": "re_1",
                "object": "refund",
                "charge": "ch_1",
                "payment_intent": self.intent,
                "amount": amount,
                "currency": "usd",
                "status": "failed",
                "failure_reason": "expired_or_canceled_card",
            }},
        })
    }

    /// An event about a dispute: `created`, or `closed` with a status such as `won`.
    pub fn disputed(&self, id: &str, kind: &str, status: &str, created: i64) -> Value {
        json!({
            "id": id,
            "type": format!("charge.dispute.{kind}"),
            "created": created,
            "data": {"object": {
                "id": "dp_1",
                "object": "dispute",
                "charge": "ch_1",
                "payment_intent": self.intent,
                "amount": self.total - 1,
                "currency": "usd",
                "status": status,
            }},
        })
    }

    /// Like [`disputed`](Self::disputed), about a second dispute of the charge.
    pub fn disputed_again(&self, id: &str, kind: &str, status: &str, created: i64) -> Value {
        let mut event = self.disputed(id, kind, status, created);
        event["data"]["object"]["id"] = "dp_2".into();
        event
    }

    /// Pays the order and sends the webhook.
    pub async fn pay(&self, server: &Server) {
        if self.intent.starts_with("pi_test_") {
            test_provider(server).confirm(&self.intent, server.now().into()).await.unwrap();
        }
        let event =
            self.event(&format!("evt_pay_{}", self.id), "succeeded", server.now().timestamp());
        assert_eq!(tell(server, &event).await.status(), 200);
        assert_eq!(self.status(server).await, "paid");
    }

    pub async fn status(&self, server: &Server) -> String {
        self.state(server).await["status"].as_str().unwrap().into()
    }

    /// The state that payment events change.
    pub async fn state(&self, server: &Server) -> Value {
        let id = self.id;
        stored(
            server,
            &format!(
                "select status, payment_status, holds, refunded_total, gift_refunded_total, paid_at is not null as was_paid,
                    refund_failed_at is not null as has_failed_refund,
                    (select count(*) from order_refunds where site_id = 1 and order_id = {id}) as refunds,
                    (select count(*) from order_refunds
                        where site_id = 1 and order_id = {id} and done_at is null) as open_refunds
                from orders where site_id = 1 and id = {id}"
            ),
        )
        .await
    }

    /// All statuses of the order so far.
    pub async fn history(&self, server: &Server) -> Vec<String> {
        let changes = "select to_status from order_status_changes where site_id = 1 and order_id = $1 order by id";
        let rows = server.client().await.query(changes, &[&self.id]).await.unwrap();
        rows.iter().map(|row| row.get(0)).collect()
    }
}

/// A server with a pending order.
pub async fn served_with_order() -> (Server, Purchase) {
    let server = served().await;
    let order = Purchase::new(&server, "a session").await;
    (server, order)
}

/// Sends the webhook with this event, signed by site 1's test provider at the app's time.
pub fn tell<'a>(server: &'a Server, event: &Value) -> Request<'a> {
    let body = event.to_string();
    let signature = signature(server, &body);
    told(server, &body, &signature)
}

/// Sends the webhook with this body and signature.
pub fn told<'a>(server: &'a Server, body: &str, signature: &str) -> Request<'a> {
    let mut request = server
        .request("POST", PAYMENTS)
        .header("content-type", "application/json")
        .header("stripe-signature", signature);
    request.body = body.into();
    request
}

pub fn signature(server: &Server, body: &str) -> String {
    // Compute the secret once: it is the same for all servers, and creating the providers is slow.
    static SECRET_OF_SITE_1: OnceLock<String> = OnceLock::new();
    let secret = SECRET_OF_SITE_1
        .get_or_init(|| payments(server).test_provider(1).webhook_secret().to_owned());
    webhook::sign(secret, body.as_bytes(), server.now().into())
}

/// The test provider of site 1.
pub fn test_provider(server: &Server) -> TestProvider {
    payments(server).test_provider(1)
}

pub fn payments(server: &Server) -> Payments {
    Payments::new(server.db(), SECRET, Settings::default()).unwrap()
}

/// The first row of a query, as JSON.
pub async fn stored(server: &Server, query: &str) -> Value {
    let query = format!("with it as materialized ({query}) select to_json(it) from it");
    server.client().await.query_one(&query, &[]).await.unwrap().get(0)
}

/// The remaining amounts of everything that a purchase uses: totes, mugs, uses of the code, cents on the certificate.
/// Asserts that the certificate's movements agree.
pub async fn left(server: &Server) -> Vec<i64> {
    let row = stored(
        server,
        "select
            (select quantity from product_variants where site_id = 1 and id = 1) as totes,
            (select quantity from products where site_id = 1 and id = 4) as mugs,
            (select max_uses - used from discount_codes where site_id = 1 and code = 'ONCE') as uses,
            certificate.remaining_amount as gift,
            (select sum(movement.amount)::bigint from gift_certificate_movements movement
                where movement.site_id = 1 and movement.certificate_id = certificate.id) as moved
        from gift_certificates certificate
        where certificate.site_id = 1 and certificate.code = 'GIFT-7QHX-9KDM-2VWT'",
    )
    .await;
    assert_eq!(row["gift"], row["moved"]);
    ["totes", "mugs", "uses", "gift"].iter().map(|name| row[*name].as_i64().unwrap()).collect()
}

/// The amounts of [`left`] before the purchase.
pub const ALL: [i64; 4] = [12, 100, 1, 5000];

/// The amounts of [`left`] while a purchase holds its share.
pub const TAKEN: [i64; 4] = [10, 94, 0, 0];

/// Number of pieces in the session's cart.
pub async fn in_cart(server: &Server, session: &str) -> i64 {
    let cart = server.get("/api/storefront/1/cart").query("sessionId", session).await;
    cart.json["data"]["itemCount"].as_i64().unwrap_or(0)
}
