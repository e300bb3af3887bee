//! The operations tagged `customers`.
//!
//! Handlers implement [`CustomersApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role};

/// The customers of a site's store.
pub trait CustomersApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/customers`: List customers.
    ///
    /// The newest customers first. With `q`, only those whose e-mail address, or a word of whose name,
    /// begins with it, ignoring case. If it contains an `@`, only e-mail addresses are searched. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn list_customers(
        &self,
        caller: Self::Staff,
        request: ListCustomers,
    ) -> impl Future<Output = Result<types::CustomerListResponse, Error<ListCustomers>>> + Send;

    /// `GET /sites/{siteId}/customers/{customerId}`: Get a customer.
    ///
    /// The customer with the newest 20 orders, and the sessions that have not ended, newest first. The
    /// orders are those of the customer's account. If the e-mail address is verified, they include
    /// orders that were placed with it as a guest. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn get_customer(
        &self,
        caller: Self::Staff,
        request: GetCustomer,
    ) -> impl Future<Output = Result<types::Customer, Error<GetCustomer>>> + Send;

    /// `DELETE /sites/{siteId}/customers/{customerId}`: Erase a customer.
    ///
    /// Erases the customer for good, with sessions, designs, images, support messages and wishlist. The
    /// orders remain with their print files, but without name, addresses, phone number, the purchaser's
    /// note, staff's notes and e-mail address. Answers that are stored for an `Idempotency-Key` and
    /// show the customer are deleted; a repeated request is then answered 409. The erasure is refused
    /// while an order needs the customer's address or a design. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `shop`.
    fn erase_customer(
        &self,
        caller: Self::Staff,
        request: EraseCustomer,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<EraseCustomer>>> + Send;

    /// `GET /sites/{siteId}/customers/{customerId}/export`: Export a customer.
    ///
    /// All personal data of the customer: the profile, sessions, orders, support messages, wishlist,
    /// designs and images. The command `stoa customer export` writes the same. The server reads the
    /// lists while it sends the response. If it cannot read one, it cuts the connection, so that the
    /// JSON is incomplete. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn export_customer(
        &self,
        caller: Self::Staff,
        request: ExportCustomer,
    ) -> impl Future<Output = Result<stoa_runtime::RawJson, Error<ExportCustomer>>> + Send;

    /// `DELETE /sites/{siteId}/customers/{customerId}/sessions`: End the sessions of a customer.
    ///
    /// Ends all sessions of the customer. To continue, the customer logs in again. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn end_customer_sessions(
        &self,
        caller: Self::Staff,
        request: EndCustomerSessions,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<EndCustomerSessions>>> + Send;
}

/// The operation `listCustomers` and its request.
#[derive(Clone)]
pub struct ListCustomers {
    /// Id of the site.
    pub site_id: i64,
    /// Beginning of the e-mail address or of the name. An empty text counts as absent.
    pub q: Option<String>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListCustomers {
    const ID: &'static str = "listCustomers";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_q", "q must have at most 100 characters"),
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

impl Restricted for ListCustomers {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListCustomers {}
impl Documents<401> for ListCustomers {}
impl Documents<403> for ListCustomers {}
impl Documents<404> for ListCustomers {}
impl Documents<429> for ListCustomers {}
impl Documents<500> for ListCustomers {}

/// The operation `getCustomer` and its request.
#[derive(Clone)]
pub struct GetCustomer {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the customer.
    pub customer_id: i64,
}

impl Operation for GetCustomer {
    const ID: &'static str = "getCustomer";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_customer_id", "Invalid customer ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "customer_not_found", "Customer not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetCustomer {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetCustomer {}
impl Documents<401> for GetCustomer {}
impl Documents<403> for GetCustomer {}
impl Documents<404> for GetCustomer {}
impl Documents<429> for GetCustomer {}
impl Documents<500> for GetCustomer {}

/// The operation `eraseCustomer` and its request.
#[derive(Clone)]
pub struct EraseCustomer {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the customer.
    pub customer_id: i64,
}

impl Operation for EraseCustomer {
    const ID: &'static str = "eraseCustomer";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_customer_id", "Invalid customer ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "customer_not_found", "Customer not found"),
        (409, "customer_order_not_shipped", "An order of the customer is not shipped yet"),
        (
            409,
            "customer_order_without_print",
            "An order lacks the print file of a design of the customer",
        ),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for EraseCustomer {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for EraseCustomer {}
impl Documents<401> for EraseCustomer {}
impl Documents<403> for EraseCustomer {}
impl Documents<404> for EraseCustomer {}
impl Documents<409> for EraseCustomer {}
impl Documents<429> for EraseCustomer {}
impl Documents<500> for EraseCustomer {}

/// The operation `exportCustomer` and its request.
#[derive(Clone)]
pub struct ExportCustomer {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the customer.
    pub customer_id: i64,
}

impl Operation for ExportCustomer {
    const ID: &'static str = "exportCustomer";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_customer_id", "Invalid customer ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "customer_not_found", "Customer not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ExportCustomer {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ExportCustomer {}
impl Documents<401> for ExportCustomer {}
impl Documents<403> for ExportCustomer {}
impl Documents<404> for ExportCustomer {}
impl Documents<429> for ExportCustomer {}
impl Documents<500> for ExportCustomer {}

/// The operation `endCustomerSessions` and its request.
#[derive(Clone)]
pub struct EndCustomerSessions {
    /// Id of the site.
    pub site_id: i64,
    /// Id of the customer.
    pub customer_id: i64,
}

impl Operation for EndCustomerSessions {
    const ID: &'static str = "endCustomerSessions";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_customer_id", "Invalid customer ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "customer_not_found", "Customer not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for EndCustomerSessions {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for EndCustomerSessions {}
impl Documents<401> for EndCustomerSessions {}
impl Documents<403> for EndCustomerSessions {}
impl Documents<404> for EndCustomerSessions {}
impl Documents<429> for EndCustomerSessions {}
impl Documents<500> for EndCustomerSessions {}

stoa_runtime::refuses! {
    ListCustomers:
        reasons::InvalidSiteId, reasons::ListCustomersInvalidQ, reasons::InvalidLimit,
        reasons::LimitTooSmall, reasons::InvalidCursor, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::TooManyRequests;
    GetCustomer:
        reasons::InvalidSiteId, reasons::InvalidCustomerId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CustomerNotFound, reasons::TooManyRequests;
    EraseCustomer:
        reasons::InvalidSiteId, reasons::InvalidCustomerId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CustomerNotFound, reasons::CustomerOrderNotShipped,
        reasons::CustomerOrderWithoutPrint, reasons::TooManyRequests;
    ExportCustomer:
        reasons::InvalidSiteId, reasons::InvalidCustomerId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CustomerNotFound, reasons::TooManyRequests;
    EndCustomerSessions:
        reasons::InvalidSiteId, reasons::InvalidCustomerId, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::CustomerNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `customers`.
pub fn routes<A: CustomersApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/customers", api, |api, call| Box::pin(list_customers(api, call)))
        .get("/sites/{siteId}/customers/{customerId}", api, |api, call| {
            Box::pin(get_customer(api, call))
        })
        .delete("/sites/{siteId}/customers/{customerId}", api, |api, call| {
            Box::pin(erase_customer(api, call))
        })
        .get("/sites/{siteId}/customers/{customerId}/export", api, |api, call| {
            Box::pin(export_customer(api, call))
        })
        .delete("/sites/{siteId}/customers/{customerId}/sessions", api, |api, call| {
            Box::pin(end_customer_sessions(api, call))
        })
}

async fn list_customers<A: CustomersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ListCustomers>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListCustomers {
        site_id,
        q: call
            .query("q")
            .message("q must have at most 100 characters")
            .text()
            .max_length(100)
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_customers(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_customer<A: CustomersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetCustomer>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let customer_id =
        call.path("customerId").message("Invalid customer ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetCustomer { site_id, customer_id };
    let reply = api.get_customer(caller, request).await?;
    Ok(Reply::json(200, &types::CustomerResponse { data: reply }))
}

async fn erase_customer<A: CustomersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<EraseCustomer>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let customer_id =
        call.path("customerId").message("Invalid customer ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = EraseCustomer { site_id, customer_id };
    let reply = api.erase_customer(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn export_customer<A: CustomersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ExportCustomer>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let customer_id =
        call.path("customerId").message("Invalid customer ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ExportCustomer { site_id, customer_id };
    let reply = api.export_customer(caller, request).await?;
    Ok(Reply::raw_json(200, reply))
}

async fn end_customer_sessions<A: CustomersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<EndCustomerSessions>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let customer_id =
        call.path("customerId").message("Invalid customer ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = EndCustomerSessions { site_id, customer_id };
    let reply = api.end_customer_sessions(caller, request).await?;
    Ok(Reply::json(200, &reply))
}
