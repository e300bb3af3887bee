//! The operations tagged `account`.
//!
//! Handlers implement [`AccountApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// A customer's profile and orders.
pub trait AccountApi: Authenticate + RateLimited {
    /// `GET /{siteId}/account`: Get the profile.
    ///
    /// The profile of the token's customer. Counts toward `reads` (6,000 a minute for each client).
    fn get_account(
        &self,
        caller: Self::Customer,
        request: GetAccount,
    ) -> impl Future<Output = Result<types::CustomerProfile, Error<GetAccount>>> + Send;

    /// `PATCH /{siteId}/account`: Change the profile.
    ///
    /// Changes only the fields that are sent, so that concurrent calls do not undo each other's
    /// changes. `null` clears a field. An address or the address book is replaced as a whole.
    fn update_account(
        &self,
        caller: Self::Customer,
        request: UpdateAccount,
    ) -> impl Future<Output = Result<types::CustomerProfile, Error<UpdateAccount>>> + Send;

    /// `GET /{siteId}/account/orders`: List the customer's orders.
    ///
    /// Newest first. Orders placed while logged in appear immediately, whatever their `customerEmail`.
    /// Orders placed as a guest with the customer's e-mail address appear once the address is verified,
    /// by the link in the welcome mail or by a password reset. Counts toward `reads` (6,000 a minute
    /// for each client).
    fn list_account_orders(
        &self,
        caller: Self::Customer,
        request: ListAccountOrders,
    ) -> impl Future<Output = Result<types::OrderListResponse, Error<ListAccountOrders>>> + Send;

    /// `GET /{siteId}/account/orders/{orderNumber}`: Get one of the customer's orders.
    ///
    /// The order with its lines, its status history and its tracking events. Another customer's order
    /// gets the same answer as an unknown number. Counts toward `reads` (6,000 a minute for each
    /// client).
    fn get_account_order(
        &self,
        caller: Self::Customer,
        request: GetAccountOrder,
    ) -> impl Future<Output = Result<types::AccountOrder, Error<GetAccountOrder>>> + Send;
}

/// The operation `getAccount` and its request.
#[derive(Clone)]
pub struct GetAccount {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetAccount {
    const ID: &'static str = "getAccount";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<401> for GetAccount {}
impl Documents<404> for GetAccount {}
impl Documents<429> for GetAccount {}
impl Documents<500> for GetAccount {}

/// The operation `updateAccount` and its request.
#[derive(Clone)]
pub struct UpdateAccount {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::UpdateAccountRequest,
}

impl Operation for UpdateAccount {
    const ID: &'static str = "updateAccount";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_first_name", "firstName must be text of at most 255 characters"),
        (400, "invalid_last_name", "lastName must be text of at most 255 characters"),
        (400, "invalid_phone", "phone must be text of at most 64 characters"),
        (
            400,
            "invalid_default_shipping_address",
            "defaultShippingAddress must be an object of at most 16384 bytes and a depth of 20",
        ),
        (
            400,
            "invalid_default_billing_address",
            "defaultBillingAddress must be an object of at most 16384 bytes and a depth of 20",
        ),
        (
            400,
            "invalid_address_book",
            "addressBook must be a list of at most 100 objects, each of at most 16384 bytes and a depth of 20",
        ),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for UpdateAccount {}
impl Documents<401> for UpdateAccount {}
impl Documents<404> for UpdateAccount {}
impl Documents<413> for UpdateAccount {}
impl Documents<415> for UpdateAccount {}
impl Documents<500> for UpdateAccount {}
impl TakesBody for UpdateAccount {}

/// The operation `listAccountOrders` and its request.
#[derive(Clone)]
pub struct ListAccountOrders {
    /// Id of the site.
    pub site_id: i64,
    /// Page number, counted from 1. Pages after the last one are empty.
    pub page: i64,
    /// Orders on a page, 1 to 1000. A value above 1000 is taken as 1000.
    pub limit: i64,
}

impl Operation for ListAccountOrders {
    const ID: &'static str = "listAccountOrders";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "page_too_small", "page must be at least 1"),
        (400, "limit_too_small", "limit must be at least 1"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ListAccountOrders {}
impl Documents<401> for ListAccountOrders {}
impl Documents<404> for ListAccountOrders {}
impl Documents<429> for ListAccountOrders {}
impl Documents<500> for ListAccountOrders {}

/// The operation `getAccountOrder` and its request.
#[derive(Clone)]
pub struct GetAccountOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
}

impl Operation for GetAccountOrder {
    const ID: &'static str = "getAccountOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_order_number", "orderNumber must be valid text without NUL"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (404, "order_not_found", "Order not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for GetAccountOrder {}
impl Documents<401> for GetAccountOrder {}
impl Documents<404> for GetAccountOrder {}
impl Documents<429> for GetAccountOrder {}
impl Documents<500> for GetAccountOrder {}

stoa_runtime::refuses! {
    GetAccount:
        reasons::Unauthorized, reasons::StoreNotFound, reasons::TooManyRequests;
    UpdateAccount:
        reasons::InvalidJson, reasons::InvalidFirstName, reasons::InvalidLastName,
        reasons::InvalidPhone, reasons::InvalidDefaultShippingAddress,
        reasons::InvalidDefaultBillingAddress, reasons::InvalidAddressBook, reasons::Unauthorized,
        reasons::StoreNotFound, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson;
    ListAccountOrders:
        reasons::PageTooSmall, reasons::LimitTooSmall, reasons::Unauthorized,
        reasons::StoreNotFound, reasons::TooManyRequests;
    GetAccountOrder:
        reasons::InvalidOrderNumber, reasons::Unauthorized, reasons::StoreNotFound,
        reasons::OrderNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `account`.
pub fn routes<A: AccountApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/account", api, |api, call| Box::pin(get_account(api, call)))
        .patch("/{siteId}/account", api, |api, call| Box::pin(update_account(api, call)))
        .get("/{siteId}/account/orders", api, |api, call| Box::pin(list_account_orders(api, call)))
        .get("/{siteId}/account/orders/{orderNumber}", api, |api, call| {
            Box::pin(get_account_order(api, call))
        })
}

async fn get_account<A: AccountApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetAccount>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetAccount { site_id };
    let reply = api.get_account(caller, request).await?;
    Ok(Reply::json(200, &types::CustomerProfileResponse { data: reply }))
}

async fn update_account<A: AccountApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateAccount>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    let request =
        UpdateAccount { site_id, body: call.json(&SCHEMAS, "UpdateAccountRequest").await? };
    let reply = api.update_account(caller, request).await?;
    Ok(Reply::json(200, &types::CustomerProfileResponse { data: reply }))
}

async fn list_account_orders<A: AccountApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListAccountOrders>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = ListAccountOrders {
        site_id,
        page: call.query("page").integer().at_least(1).or(1)?,
        limit: call.query("limit").integer().at_least(1).capped(1000).or(1000)?,
    };
    let reply = api.list_account_orders(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_account_order<A: AccountApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetAccountOrder>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetAccountOrder { site_id, order_number };
    let reply = api.get_account_order(caller, request).await?;
    Ok(Reply::json(200, &types::AccountOrderResponse { data: reply }))
}
