//! The operations tagged `account`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/account`: Get the profile.
    pub async fn get_account(
        &self,
        site_id: i64,
    ) -> Result<Response<types::CustomerProfileResponse>, Error> {
        self.call("getAccount", Method::GET, "/{siteId}/account")
            .path("siteId", site_id)
            .send()
            .await
    }

    /// `PATCH /{siteId}/account`: Change the profile.
    ///
    /// Only the fields that are sent change, so that of two calls at once neither undoes the other;
    /// `null` empties one. An address or the address book is replaced as a whole.
    pub async fn update_account(
        &self,
        site_id: i64,
        body: &types::UpdateAccountRequest,
    ) -> Result<Response<types::CustomerProfileResponse>, Error> {
        self.call("updateAccount", Method::PATCH, "/{siteId}/account")
            .path("siteId", site_id)
            .json(body)
            .send()
            .await
    }

    /// `GET /{siteId}/account/orders`: List the customer's orders.
    ///
    /// Newest first. Orders placed while logged in are there at once, whatever `customerEmail` they
    /// have; those placed as a guest with the customer's e-mail address appear once the address is
    /// verified, which a password reset does.
    pub async fn list_account_orders(
        &self,
        site_id: i64,
        options: &ListAccountOrdersOptions,
    ) -> Result<Response<types::OrderListResponse>, Error> {
        self.call("listAccountOrders", Method::GET, "/{siteId}/account/orders")
            .path("siteId", site_id)
            .query("page", options.page.as_ref())
            .query("limit", options.limit.as_ref())
            .send()
            .await
    }

    /// `GET /{siteId}/account/orders/{orderNumber}`: Get one of the customer's orders.
    ///
    /// With its lines, the history of its status and its tracking events. Another customer's order is
    /// answered like an unknown number.
    pub async fn get_account_order(
        &self,
        site_id: i64,
        order_number: &str,
    ) -> Result<Response<types::AccountOrderResponse>, Error> {
        self.call("getAccountOrder", Method::GET, "/{siteId}/account/orders/{orderNumber}")
            .path("siteId", site_id)
            .path("orderNumber", order_number)
            .send()
            .await
    }
}

/// What `listAccountOrders` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListAccountOrdersOptions {
    /// Page, counted from 1. One behind the last is empty.
    pub page: Option<i64>,
    /// Orders on a page, 1 to 100. More than 100 is taken as 100.
    pub limit: Option<i64>,
}

::stoa_client_core::reasons! {
    pub enum GetAccountReason of "getAccount" {
        400 SiteId "Invalid site ID",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateAccountReason of "updateAccount" {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 FirstName "firstName must be text of at most 255 characters",
        400 LastName "lastName must be text of at most 255 characters",
        400 Phone "phone must be text of at most 64 characters",
        400 DefaultShippingAddress "defaultShippingAddress must be an object of at most 4096 bytes, a depth of 3, 20 keys and 100 values",
        400 DefaultBillingAddress "defaultBillingAddress must be an object of at most 4096 bytes, a depth of 3, 20 keys and 100 values",
        400 AddressBook "addressBook must be a list of at most 100 objects, each of at most 4096 bytes, a depth of 3, 20 keys and 100 values",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListAccountOrdersReason of "listAccountOrders" {
        400 SiteId "Invalid site ID",
        400 Page "page must be at least 1",
        400 Limit "limit must be at least 1",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetAccountOrderReason of "getAccountOrder" {
        400 SiteId "Invalid site ID",
        400 OrderNumber "orderNumber must be valid text without NUL",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        404 OrderNotFound "Order not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
