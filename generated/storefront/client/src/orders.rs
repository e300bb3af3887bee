//! The operations tagged `orders`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/orders/{orderNumber}`: Look up an order.
    ///
    /// For guests, by its number and the e-mail address given at checkout, in any case. Another address
    /// is answered like an unknown number.
    pub async fn get_order(
        &self,
        site_id: i64,
        order_number: &str,
        email: &str,
    ) -> Result<Response<types::OrderResponse>, Error> {
        self.call("getOrder", Method::GET, "/{siteId}/orders/{orderNumber}")
            .path("siteId", site_id)
            .path("orderNumber", order_number)
            .query("email", Some(email))
            .send()
            .await
    }
}

::stoa_client_core::reasons! {
    pub enum GetOrderReason of "getOrder" {
        400 SiteId "Invalid site ID",
        400 EmailIsRequired "email is required",
        404 StoreNotFound "Store not found",
        404 OrderNotFound "Order not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
