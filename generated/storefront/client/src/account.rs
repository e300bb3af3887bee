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
    /// by the link in the welcome mail or by a password reset. Counts toward `reads` (6,000 a minute
    /// for each client).
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
    get_account: GetAccount "getAccount" -> Json<types::CustomerProfileResponse>;
    update_account: UpdateAccount "updateAccount" -> Json<types::CustomerProfileResponse>;
    list_account_orders: ListAccountOrders "listAccountOrders" -> Pages<types::OrderListResponse, types::OrderSummary>(data, pagination.page);
    get_account_order: GetAccountOrder "getAccountOrder" -> Json<types::AccountOrderResponse>;
}

impl GetAccount {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CustomerProfile> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateAccount {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CustomerProfile> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListAccountOrders {
    /// Page number, counted from 1. Pages after the last one are empty.
    ///
    /// Default: `1`.
    pub fn page(self, page: i64) -> Self {
        Self(self.0.query("page", page))
    }

    /// Orders on a page, 1 to 1000. A value above 1000 is taken as 1000.
    ///
    /// Default: `1000`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }
}

impl GetAccountOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::AccountOrder> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GetAccountReason of "getAccount" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateAccountReason of "updateAccount" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidFirstName "invalid_first_name" "firstName must be text of at most 255 characters",
        400 InvalidLastName "invalid_last_name" "lastName must be text of at most 255 characters",
        400 InvalidPhone "invalid_phone" "phone must be text of at most 64 characters",
        400 InvalidDefaultShippingAddress "invalid_default_shipping_address" "defaultShippingAddress must be an object of at most 16384 bytes and a depth of 20",
        400 InvalidDefaultBillingAddress "invalid_default_billing_address" "defaultBillingAddress must be an object of at most 16384 bytes and a depth of 20",
        400 InvalidAddressBook "invalid_address_book" "addressBook must be a list of at most 100 objects, each of at most 16384 bytes and a depth of 20",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListAccountOrdersReason of "listAccountOrders" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 PageTooSmall "page_too_small" "page must be at least 1",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetAccountOrderReason of "getAccountOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidOrderNumber "invalid_order_number" "orderNumber must be valid text without NUL",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        404 OrderNotFound "order_not_found" "Order not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
