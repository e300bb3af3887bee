//! The operations tagged `account`.
//!
//! Not served yet: the server answers 404.

use reqwest::Method;

use crate::call::segment;
use crate::{Client, Error, Response, types};

impl Client {
    /// `GET /{siteId}/account`: Get the profile.
    ///
    /// Not served yet: the server answers 404.
    pub async fn get_account(
        &self,
        site_id: i64,
    ) -> Result<Response<types::CustomerProfileResponse>, Error> {
        let call = self.call(Method::GET, format!("/{}/account", segment(site_id)));
        call.send().await
    }

    /// `PATCH /{siteId}/account`: Change the profile.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Only the fields that are sent change; `null` empties one. An address or the address book is
    /// replaced as a whole.
    pub async fn update_account(
        &self,
        site_id: i64,
        body: &types::UpdateAccountRequest,
    ) -> Result<Response<types::CustomerProfileResponse>, Error> {
        let mut call = self.call(Method::PATCH, format!("/{}/account", segment(site_id)));
        call = call.json(body)?;
        call.send().await
    }

    /// `GET /{siteId}/account/orders`: List the customer's orders.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Newest first, all of them. Orders placed while logged in are there at once; those placed as a
    /// guest with the customer's e-mail address appear once the address is verified, which a password
    /// reset does.
    pub async fn list_account_orders(
        &self,
        site_id: i64,
    ) -> Result<Response<types::OrderListResponse>, Error> {
        let call = self.call(Method::GET, format!("/{}/account/orders", segment(site_id)));
        call.send().await
    }

    /// `GET /{siteId}/account/orders/{orderNumber}`: Get one of the customer's orders.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// With its lines, the history of its status and its tracking events. Another customer's order is
    /// answered like an unknown number.
    pub async fn get_account_order(
        &self,
        site_id: i64,
        order_number: &str,
    ) -> Result<Response<types::AccountOrderResponse>, Error> {
        let call = self.call(
            Method::GET,
            format!("/{}/account/orders/{}", segment(site_id), segment(order_number)),
        );
        call.send().await
    }
}
