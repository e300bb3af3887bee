//! The operations tagged `orders`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

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
        let mut call = self.call(
            Method::GET,
            format!("/{}/orders/{}", escape::segment(site_id), escape::segment(order_number)),
        );
        call = call.query("email", email);
        call.send().await
    }
}
