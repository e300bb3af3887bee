//! The operations tagged `account`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/account`: Get the profile.
    ///
    /// The profile of the customer whose token it is. Counts toward `reads` (6,000 a minute for each
    /// client).
    pub fn get_account(&self, site_id: i64) -> GetAccount {
        let call = self.call("getAccount", Method::GET, "/{siteId}/account");
        GetAccount(call.path("siteId", site_id))
    }

    /// `PATCH /{siteId}/account`: Change the profile.
    ///
    /// Only the fields that are sent change, so that of two calls at once neither undoes the other;
    /// `null` empties one. An address or the address book is replaced as a whole.
    pub fn update_account(
        &self,
        site_id: i64,
        body: &types::UpdateAccountRequest,
    ) -> UpdateAccount {
        let call = self.call("updateAccount", Method::PATCH, "/{siteId}/account");
        UpdateAccount(call.path("siteId", site_id).json(body))
    }

    /// `GET /{siteId}/account/orders`: List the customer's orders.
    ///
    /// Newest first. Orders placed while logged in are there at once, whatever `customerEmail` they
    /// have; those placed as a guest with the customer's e-mail address appear once the address is
    /// verified, which a password reset does. Counts toward `reads` (6,000 a minute for each client).
    pub fn list_account_orders(&self, site_id: i64) -> ListAccountOrders {
        let call = self.call("listAccountOrders", Method::GET, "/{siteId}/account/orders");
        ListAccountOrders(call.path("siteId", site_id))
    }

    /// `GET /{siteId}/account/orders/{orderNumber}`: Get one of the customer's orders.
    ///
    /// With its lines, the history of its status and its tracking events. Another customer's order is
    /// answered like an unknown number. Counts toward `reads` (6,000 a minute for each client).
    pub fn get_account_order(&self, site_id: i64, order_number: &str) -> GetAccountOrder {
        let call =
            self.call("getAccountOrder", Method::GET, "/{siteId}/account/orders/{orderNumber}");
        GetAccountOrder(call.path("siteId", site_id).path("orderNumber", order_number))
    }
}

::stoa_client_core::calls! {
    get_account: GetAccount -> Json<types::CustomerProfileResponse>;
    update_account: UpdateAccount -> Json<types::CustomerProfileResponse>;
    list_account_orders: ListAccountOrders -> Json<types::OrderListResponse>;
    get_account_order: GetAccountOrder -> Json<types::AccountOrderResponse>;
}

impl ListAccountOrders {
    /// Page, counted from 1. One behind the last is empty.
    pub fn page(self, page: i64) -> Self {
        Self(self.0.query("page", page))
    }

    /// Orders on a page, 1 to 100. More than 100 is taken as 100.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }
}

::stoa_client_core::reasons! {
    /// Why `getAccount` is refused.
    pub enum GetAccountReason {
        400 SiteId "Invalid site ID",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `updateAccount` is refused.
    pub enum UpdateAccountReason {
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
    /// Why `listAccountOrders` is refused.
    pub enum ListAccountOrdersReason {
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
    /// Why `getAccountOrder` is refused.
    pub enum GetAccountOrderReason {
        400 SiteId "Invalid site ID",
        400 OrderNumber "orderNumber must be valid text without NUL",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        404 OrderNotFound "Order not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
