//! The operations tagged `orders`.
//!
//! Handlers implement [`OrdersApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited};

/// Orders of guests.
pub trait OrdersApi: Authenticate + RateLimited {
    /// `GET /{siteId}/orders/{orderNumber}`: Look up an order.
    ///
    /// For guests: by the order number and the e-mail address given at checkout, in any case. A wrong
    /// address gets the same answer as an unknown number. Counts toward `reads` (6,000 a minute for
    /// each client).
    fn get_order(
        &self,
        caller: Self::Anyone,
        request: GetOrder,
    ) -> impl Future<Output = Result<types::Order, Error<GetOrder>>> + Send;
}

/// The operation `getOrder` and its request.
#[derive(Clone)]
pub struct GetOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
    /// The purchaser's e-mail address.
    pub email: String,
}

impl Operation for GetOrder {
    const ID: &'static str = "getOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "email_is_required", "email is required"),
        (404, "store_not_found", "Store not found"),
        (404, "order_not_found", "Order not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for GetOrder {}
impl Documents<404> for GetOrder {}
impl Documents<429> for GetOrder {}
impl Documents<500> for GetOrder {}

stoa_runtime::refuses! {
    GetOrder:
        reasons::EmailIsRequired, reasons::StoreNotFound, reasons::OrderNotFound,
        reasons::TooManyRequests;
}

/// The routes of the operations tagged `orders`.
pub fn routes<A: OrdersApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/orders/{orderNumber}", api, |api, call| Box::pin(get_order(api, call)))
}

async fn get_order<A: OrdersApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetOrder>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetOrder {
        site_id,
        order_number,
        email: call
            .query("email")
            .message("email is required")
            .text()
            .min_length(1)
            .max_length(254)
            .required()?,
    };
    let reply = api.get_order(caller, request).await?;
    Ok(Reply::json(200, &types::OrderResponse { data: reply }))
}
