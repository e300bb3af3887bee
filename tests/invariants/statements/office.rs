//! The statements of the staff API's orders and stock.

use super::*;
use crate::api::staff::hired;

const SITE: &str = "/api/staff/sites/1";

/// A person who calls the staff API.
pub struct Office<'a> {
    server: &'a Server,
    token: String,
}

impl<'a> Office<'a> {
    pub async fn of(server: &'a Server) -> Self {
        let token = hired(server, Some(1), "kim@harborgoods.example", &["shop"]).await;
        Self { server, token }
    }

    fn call(&self, method: &'static str, path: &str) -> Request<'a> {
        self.server.request(method, &format!("{SITE}{path}")).bearer(&self.token)
    }

    pub async fn add_note(&self, number: &str) {
        let note = json!({"body": "Gift wrapping, by phone."});
        done(self.call("POST", &format!("/orders/{number}/notes")).json(&note)).await;
    }

    /// Reads an order that has a design and needs attention.
    pub async fn read_orders(&self, number: &str) {
        self.server.sql("update orders set customer_id = 1 where customer_id is null").await;
        let order = done(self.call("GET", &format!("/orders/{number}"))).await;
        self.server.sql("update orders set customer_id = null where customer_id = 1").await;
        let items = order.json["data"]["items"].as_array().unwrap();
        let printed = items.iter().find(|item| item["printFiles"][0]["url"].is_string()).unwrap();
        let (position, side) = (&printed["position"], printed["printFiles"][0]["side"].as_str());
        let file = format!("/orders/{number}/items/{position}/print-files/{}", side.unwrap());
        done(self.call("GET", &file)).await;
        for query in ["", "?needsAttention=true", "?q=mara"] {
            done(self.call("GET", &format!("/orders{query}"))).await;
        }
        let refused = self.call("POST", &format!("/orders/{number}/refund")).json(&json!({}));
        assert_eq!(refused.await.status(), 409);
    }

    pub async fn adjust_stock(&self) {
        done(self.call("GET", "/stock")).await;
        for (product_id, variant_id, status) in [(4, None, 201), (1, Some(1), 201), (99, None, 404)]
        {
            let adjustment = json!({
                "productId": product_id, "variantId": variant_id, "delta": 1, "reason": "Counted again",
            });
            let adjusted = self.call("POST", "/stock/adjustments").json(&adjustment).await;
            assert_eq!(adjusted.status(), status, "{}", adjusted.message());
        }
        done(self.call("GET", "/stock/adjustments")).await;
        self.server
            .sql("update product_variants set quantity = 6 where site_id = 1 and id = 1")
            .await;
        let low = json!({"productId": 1, "variantId": 1, "delta": -1, "reason": "Counted again"});
        done(self.call("POST", "/stock/adjustments").json(&low)).await;
        // The statement that explains a refusal returns a stock only for a product that has one.
        let too_many = json!({"productId": 4, "delta": -1_000_000, "reason": "Counted again"});
        assert_eq!(self.call("POST", "/stock/adjustments").json(&too_many).await.status(), 409);
    }
}
