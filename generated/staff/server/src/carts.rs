//! The operations tagged `carts`.
//!
//! Handlers implement [`CartsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role};

/// Abandoned carts, and links that recover them.
pub trait CartsApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/carts`: List abandoned carts.
    ///
    /// The carts that are abandoned now, the least recently changed first. A cart is abandoned if all
    /// of these are true:
    ///
    /// - It has lines, and nothing has changed it for the `cartReminderHours` of the store. Without
    ///   `cartReminderHours`, no cart is abandoned.
    /// - An e-mail address is known: the verified address of the cart's customer, or the address that a
    ///   guest gave in a checkout that was not paid.
    /// - The cart was not ordered and is not being paid. No order with the address was paid after the
    ///   cart's last change.
    /// - The address has not ended the store's reminders.
    ///
    /// Once for each cart, Stoa posts the event `cart.abandoned` and mails a reminder, at most one to
    /// an address in 24 hours.
    ///
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn list_abandoned_carts(
        &self,
        caller: Self::Staff,
        request: ListAbandonedCarts,
    ) -> impl Future<Output = Result<types::CartListResponse, Error<ListAbandonedCarts>>> + Send;

    /// `GET /sites/{siteId}/carts/{cartId}`: Get a cart.
    ///
    /// A cart with its lines at today's prices. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn get_cart(
        &self,
        caller: Self::Staff,
        request: GetCart,
    ) -> impl Future<Output = Result<types::Cart, Error<GetCart>>> + Send;

    /// `POST /sites/{siteId}/carts/{cartId}/recovery-links`: Create a link that recovers a cart.
    ///
    /// Returns a link that makes the cart active again and leads to the page `/store/cart` below the
    /// store's `baseUrl`. It works once, within 72 hours. Earlier links to the cart stay valid. If a
    /// response is lost, call again. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn create_recovery_link(
        &self,
        caller: Self::Staff,
        request: CreateRecoveryLink,
    ) -> impl Future<Output = Result<types::RecoveryLink, Error<CreateRecoveryLink>>> + Send;
}

/// The operation `listAbandonedCarts` and its request.
#[derive(Clone)]
pub struct ListAbandonedCarts {
    /// Id of the site.
    pub site_id: i64,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListAbandonedCarts {
    const ID: &'static str = "listAbandonedCarts";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListAbandonedCarts {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListAbandonedCarts {}
impl Documents<401> for ListAbandonedCarts {}
impl Documents<403> for ListAbandonedCarts {}
impl Documents<404> for ListAbandonedCarts {}
impl Documents<429> for ListAbandonedCarts {}
impl Documents<500> for ListAbandonedCarts {}

/// The operation `getCart` and its request.
#[derive(Clone)]
pub struct GetCart {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the cart.
    pub cart_id: i64,
}

impl Operation for GetCart {
    const ID: &'static str = "getCart";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_cart_id", "Invalid cart ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "cart_not_found", "Cart not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetCart {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetCart {}
impl Documents<401> for GetCart {}
impl Documents<403> for GetCart {}
impl Documents<404> for GetCart {}
impl Documents<429> for GetCart {}
impl Documents<500> for GetCart {}

/// The operation `createRecoveryLink` and its request.
#[derive(Clone)]
pub struct CreateRecoveryLink {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the cart.
    pub cart_id: i64,
}

impl Operation for CreateRecoveryLink {
    const ID: &'static str = "createRecoveryLink";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_cart_id", "Invalid cart ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "cart_not_found", "Cart not found"),
        (409, "store_has_no_base_url", "The store has no baseUrl, so a recovered cart has no page"),
        (409, "cart_is_empty", "The cart is empty: its lines were ordered or removed"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CreateRecoveryLink {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CreateRecoveryLink {}
impl Documents<401> for CreateRecoveryLink {}
impl Documents<403> for CreateRecoveryLink {}
impl Documents<404> for CreateRecoveryLink {}
impl Documents<409> for CreateRecoveryLink {}
impl Documents<429> for CreateRecoveryLink {}
impl Documents<500> for CreateRecoveryLink {}

stoa_runtime::refuses! {
    ListAbandonedCarts:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::TooManyRequests;
    GetCart:
        reasons::InvalidSiteId, reasons::InvalidCartId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CartNotFound, reasons::TooManyRequests;
    CreateRecoveryLink:
        reasons::InvalidSiteId, reasons::InvalidCartId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CartNotFound, reasons::StoreHasNoBaseUrl, reasons::CartIsEmpty,
        reasons::TooManyRequests;
}

/// The routes of the operations tagged `carts`.
pub fn routes<A: CartsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/carts", api, |api, call| Box::pin(list_abandoned_carts(api, call)))
        .get("/sites/{siteId}/carts/{cartId}", api, |api, call| Box::pin(get_cart(api, call)))
        .post("/sites/{siteId}/carts/{cartId}/recovery-links", api, |api, call| {
            Box::pin(create_recovery_link(api, call))
        })
}

async fn list_abandoned_carts<A: CartsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListAbandonedCarts>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListAbandonedCarts {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_abandoned_carts(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_cart<A: CartsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetCart>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let cart_id = call.path("cartId").message("Invalid cart ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetCart { site_id, cart_id };
    let reply = api.get_cart(caller, request).await?;
    Ok(Reply::json(200, &types::CartResponse { data: reply }))
}

async fn create_recovery_link<A: CartsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<CreateRecoveryLink>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let cart_id = call.path("cartId").message("Invalid cart ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CreateRecoveryLink { site_id, cart_id };
    let reply = api.create_recovery_link(caller, request).await?;
    Ok(Reply::json(201, &types::RecoveryLinkResponse { data: reply }))
}
