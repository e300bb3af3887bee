//! The operations tagged `account`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Get the profile: `GET /{siteId}/account`.
    ///
    /// The profile of the token's customer. Counts toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`GetAccountReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_account(&self, site_id: i64) -> GetAccount {
        let call = self.call("getAccount", Method::GET, "/{siteId}/account");
        GetAccount(call.path("siteId", site_id))
    }

    /// Change the profile: `PATCH /{siteId}/account`.
    ///
    /// Changes only the fields that are sent, so that concurrent calls do not undo each other's
    /// changes. `null` clears a field. An address or the address book is replaced as a whole.
    ///
    /// # Errors
    ///
    /// [`UpdateAccountReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_account(
        &self,
        site_id: i64,
        body: &types::UpdateAccountRequest,
    ) -> UpdateAccount {
        let call = self.call("updateAccount", Method::PATCH, "/{siteId}/account");
        UpdateAccount(call.path("siteId", site_id).json(body))
    }

    /// List the customer's orders: `GET /{siteId}/account/orders`.
    ///
    /// Newest first. Orders placed while logged in appear immediately, whatever their `customerEmail`.
    /// Orders placed as a guest with the customer's e-mail address appear once the address is verified,
    /// which a password reset does. Counts toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`ListAccountOrdersReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_account_orders(&self, site_id: i64) -> ListAccountOrders {
        let call = self.call("listAccountOrders", Method::GET, "/{siteId}/account/orders");
        ListAccountOrders(call.path("siteId", site_id))
    }

    /// Get one of the customer's orders: `GET /{siteId}/account/orders/{orderNumber}`.
    ///
    /// The order with its lines, its status history and its tracking events. Another customer's order
    /// gets the same answer as an unknown number. Counts toward `reads` (6,000 a minute for each
    /// client).
    ///
    /// # Errors
    ///
    /// [`GetAccountOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_account_order(&self, site_id: i64, order_number: &str) -> GetAccountOrder {
        let call =
            self.call("getAccountOrder", Method::GET, "/{siteId}/account/orders/{orderNumber}");
        GetAccountOrder(call.path("siteId", site_id).path("orderNumber", order_number))
    }
}

::stoa_client_core::calls! {
    get_account: GetAccount -> Json<types::CustomerProfileResponse>;
    update_account: UpdateAccount -> Json<types::CustomerProfileResponse>;
    list_account_orders: ListAccountOrders -> Pages<types::OrderListResponse, types::OrderSummary>(data, pagination.page);
    get_account_order: GetAccountOrder -> Json<types::AccountOrderResponse>;
}

impl ListAccountOrders {
    /// Page number, counted from 1. Pages after the last one are empty.
    ///
    /// Default: `1`.
    pub fn page(self, page: i64) -> Self {
        Self(self.0.query("page", page))
    }

    /// Orders on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `100`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }
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
