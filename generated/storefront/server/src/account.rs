//! The operations tagged `account`.

use std::sync::Arc;

use stoa_runtime::{Call, Error, Reply, Routes};
use stoa_storefront_types as types;

use crate::{Authenticate, SCHEMAS, op};

/// A customer's profile and orders.
pub trait Account: Authenticate {
    /// `GET /{siteId}/account`: Get the profile.
    fn get_account(
        &self,
        caller: Self::Customer,
        request: GetAccount,
    ) -> impl Future<Output = Result<types::CustomerProfile, Error<op::GetAccount>>> + Send;

    /// `PATCH /{siteId}/account`: Change the profile.
    ///
    /// Only the fields that are sent change; `null` empties one. An address or the address book is
    /// replaced as a whole.
    fn update_account(
        &self,
        caller: Self::Customer,
        request: UpdateAccount,
    ) -> impl Future<Output = Result<types::CustomerProfile, Error<op::UpdateAccount>>> + Send;

    /// `GET /{siteId}/account/orders`: List the customer's orders.
    ///
    /// Newest first, all of them. Orders placed while logged in are there at once; those placed as a
    /// guest with the customer's e-mail address appear once the address is verified, which a password
    /// reset does.
    fn list_account_orders(
        &self,
        caller: Self::Customer,
        request: ListAccountOrders,
    ) -> impl Future<Output = Result<Vec<types::OrderSummary>, Error<op::ListAccountOrders>>> + Send;

    /// `GET /{siteId}/account/orders/{orderNumber}`: Get one of the customer's orders.
    ///
    /// With its lines, the history of its status and its tracking events. Another customer's order is
    /// answered like an unknown number.
    fn get_account_order(
        &self,
        caller: Self::Customer,
        request: GetAccountOrder,
    ) -> impl Future<Output = Result<types::AccountOrder, Error<op::GetAccountOrder>>> + Send;
}

/// What `getAccount` is asked for.
#[derive(Debug, Clone)]
pub struct GetAccount {
    /// Id of the site.
    pub site_id: i64,
}

/// What `updateAccount` is asked for.
#[derive(Debug, Clone)]
pub struct UpdateAccount {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::UpdateAccountRequest,
}

/// What `listAccountOrders` is asked for.
#[derive(Debug, Clone)]
pub struct ListAccountOrders {
    /// Id of the site.
    pub site_id: i64,
}

/// What `getAccountOrder` is asked for.
#[derive(Debug, Clone)]
pub struct GetAccountOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
}

/// The routes of the operations tagged `account`.
pub fn routes<A: Account>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/account", api, |api, call| Box::pin(get_account(api, call)))
        .patch("/{siteId}/account", api, |api, call| Box::pin(update_account(api, call)))
        .get("/{siteId}/account/orders", api, |api, call| Box::pin(list_account_orders(api, call)))
        .get("/{siteId}/account/orders/{orderNumber}", api, |api, call| {
            Box::pin(get_account_order(api, call))
        })
}

async fn get_account<A: Account>(api: &A, call: &mut Call) -> Result<Reply, Error<op::GetAccount>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = GetAccount { site_id };
    let reply = api.get_account(caller, request).await?;
    Ok(Reply::json(200, &types::CustomerProfileResponse { data: reply }))
}

async fn update_account<A: Account>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::UpdateAccount>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request =
        UpdateAccount { site_id, body: call.json(&SCHEMAS, "UpdateAccountRequest").await? };
    let reply = api.update_account(caller, request).await?;
    Ok(Reply::json(200, &types::CustomerProfileResponse { data: reply }))
}

async fn list_account_orders<A: Account>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::ListAccountOrders>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = ListAccountOrders { site_id };
    let reply = api.list_account_orders(caller, request).await?;
    Ok(Reply::json(200, &types::OrderListResponse { data: reply }))
}

async fn get_account_order<A: Account>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GetAccountOrder>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let caller = api.customer(call).await?;
    let request = GetAccountOrder { site_id, order_number };
    let reply = api.get_account_order(caller, request).await?;
    Ok(Reply::json(200, &types::AccountOrderResponse { data: reply }))
}
