//! The operations tagged `orders`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Look up an order: `GET /{siteId}/orders/{orderNumber}`.
    ///
    /// For guests: by the order number and the e-mail address given at checkout, in any case. A wrong
    /// address gets the same answer as an unknown number. Counts toward `reads` (6,000 a minute for
    /// each client).
    ///
    /// # Errors
    ///
    /// [`GetOrderReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_order(&self, site_id: i64, order_number: &str, email: &str) -> GetOrder {
        let call = self.call("getOrder", Method::GET, "/{siteId}/orders/{orderNumber}");
        GetOrder(
            call.path("siteId", site_id).path("orderNumber", order_number).query("email", email),
        )
    }
}

::stoa_client_core::calls! {
    get_order: GetOrder "getOrder" -> Json<types::OrderResponse>;
}

impl GetOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GetOrderReason of "getOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 EmailIsRequired "email_is_required" "email is required",
        404 StoreNotFound "store_not_found" "Store not found",
        404 OrderNotFound "order_not_found" "Order not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
