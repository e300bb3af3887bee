//! The operations tagged `orders`.
//!
//! Handlers implement [`OrdersApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{
    Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes, TakesBody,
};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role, SCHEMAS};

/// Orders, their parcels, refunds and notes.
pub trait OrdersApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/orders`: List orders.
    ///
    /// The orders of the site, newest first. If several filters are given, an order must match all of
    /// them. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn list_orders(
        &self,
        caller: Self::Staff,
        request: ListOrders,
    ) -> impl Future<Output = Result<types::OrderListResponse, Error<ListOrders>>> + Send;

    /// `GET /sites/{siteId}/orders/{orderNumber}`: Get an order.
    ///
    /// An order with its items and their print files, its history, its tracking events, its refunds and
    /// the notes of staff. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn get_order(
        &self,
        caller: Self::Staff,
        request: GetOrder,
    ) -> impl Future<Output = Result<types::Order, Error<GetOrder>>> + Send;

    /// `POST /sites/{siteId}/orders/{orderNumber}/process`: Start to process an order.
    ///
    /// Marks a `paid` order as `processing`. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `shop`.
    fn process_order(
        &self,
        caller: Self::Staff,
        request: ProcessOrder,
    ) -> impl Future<Output = Result<types::Order, Error<ProcessOrder>>> + Send;

    /// `POST /sites/{siteId}/orders/{orderNumber}/ship`: Ship an order.
    ///
    /// Marks a `paid` or `processing` order as `shipped`, stores the parcel, and sends the purchaser a
    /// mail. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn ship_order(
        &self,
        caller: Self::Staff,
        request: ShipOrder,
    ) -> impl Future<Output = Result<types::Order, Error<ShipOrder>>> + Send;

    /// `POST /sites/{siteId}/orders/{orderNumber}/deliver`: Mark an order as delivered.
    ///
    /// Marks a `shipped` order as `delivered` now. If the store has a tracker, its event does the same.
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn deliver_order(
        &self,
        caller: Self::Staff,
        request: DeliverOrder,
    ) -> impl Future<Output = Result<types::Order, Error<DeliverOrder>>> + Send;

    /// `POST /sites/{siteId}/orders/{orderNumber}/return`: Mark an order as returned.
    ///
    /// Marks a `shipped` or `delivered` order as `returned`. The stock does not change, because staff
    /// decide whether the goods can be sold again (`adjustStock`). The payment does not change either
    /// (`refundOrder`). Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn return_order(
        &self,
        caller: Self::Staff,
        request: ReturnOrder,
    ) -> impl Future<Output = Result<types::Order, Error<ReturnOrder>>> + Send;

    /// `POST /sites/{siteId}/orders/{orderNumber}/cancel`: Cancel an order.
    ///
    /// Cancels a `pending`, `paid` or `processing` order, and gives back its stock, the use of its
    /// discount code and the amount of its gift certificate. If the order was paid, everything that was
    /// not refunded before is refunded, and the purchaser gets a mail. If the provider does not pay the
    /// refund at once, its `paidAt` is null, and the server retries. Counts toward `staff-changes` (120
    /// a minute for each client).
    ///
    /// Requires the role `shop`.
    fn cancel_order(
        &self,
        caller: Self::Staff,
        request: CancelOrder,
    ) -> impl Future<Output = Result<types::Order, Error<CancelOrder>>> + Send;

    /// `POST /sites/{siteId}/orders/{orderNumber}/refund`: Refund an order.
    ///
    /// Refunds an amount, or everything that is left of the payment. A refund goes to the card, up to
    /// the amount that the card paid. The rest goes back to the gift certificate at once, and is not
    /// listed in `refunds`. The open refunds of an order and those that were paid never exceed its
    /// payment. When `total` and `giftCertificateTotal` are refunded in full, a `paid` or `delivered`
    /// order becomes `refunded`, and the purchaser gets a mail.
    ///
    /// The server stores the refund, and then asks the payment provider to pay it. If the provider does
    /// not pay it at once, the `paidAt` of the refund is null in the answer, and the server retries. A
    /// retry cannot pay twice. If the refund is still unpaid 23 hours after its request, the order
    /// needs attention. The same holds if the provider reports later that the refund failed: its amount
    /// is then taken off `refundedTotal`, and can be refunded again.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is refunded again. Keys are stored for 24 hours. Each
    /// person and each server key has separate keys. A refused request does not use up its key. A
    /// concurrent request with the same key waits for the first.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    fn refund_order(
        &self,
        caller: Self::Staff,
        request: RefundOrder,
    ) -> impl Future<Output = Result<stoa_runtime::Replayable<types::Order>, Error<RefundOrder>>> + Send;

    /// `POST /sites/{siteId}/orders/{orderNumber}/notes`: Add a note to an order.
    ///
    /// Adds an internal note, which only staff see. An order has at most 200 notes. The erasure of the
    /// purchaser deletes the notes of the orders. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `shop`.
    fn add_order_note(
        &self,
        caller: Self::Staff,
        request: AddOrderNote,
    ) -> impl Future<Output = Result<types::Order, Error<AddOrderNote>>> + Send;

    /// `GET /sites/{siteId}/orders/{orderNumber}/items/{position}/print-files/{side}`: Download a print
    /// file.
    ///
    /// Redirects to the print file of one side of an item (`url` in the order). If the file was deleted
    /// before the order was placed, the server draws it again, and answers 404 until then. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn download_print_file(
        &self,
        caller: Self::Staff,
        request: DownloadPrintFile,
    ) -> impl Future<Output = Result<DownloadPrintFileReply, Error<DownloadPrintFile>>> + Send;
}

/// The operation `listOrders` and its request.
#[derive(Clone)]
pub struct ListOrders {
    /// Id of the site.
    pub site_id: i64,
    /// Lists only orders with this status.
    pub status: Option<types::OrderStatus>,
    /// Lists only orders with this payment status.
    pub payment_status: Option<types::PaymentStatus>,
    /// With `true`, lists only orders that staff must look after, which are those with an `attention`.
    /// `false` has no effect.
    pub needs_attention: Option<bool>,
    /// Lists only the order with this number, and orders whose purchaser's e-mail address or name
    /// begins with this text, ignoring case. 3 to 254 characters.
    pub q: Option<String>,
    /// Lists only orders that were placed at this time or later.
    pub from: Option<String>,
    /// Lists only orders that were placed before this time.
    pub to: Option<String>,
    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    pub limit: i64,
    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub cursor: Option<String>,
}

impl Operation for ListOrders {
    const ID: &'static str = "listOrders";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_limit", "limit must be an integer"),
        (400, "limit_too_small", "limit must be at least 1"),
        (400, "invalid_cursor", "Invalid cursor"),
        (
            400,
            "invalid_status",
            "status must be one of pending, paid, processing, shipped, delivered, cancelled, expired, refunded, returned",
        ),
        (
            400,
            "invalid_payment_status",
            "paymentStatus must be one of unpaid, processing, paid, failed, partially_refunded, refunded, disputed",
        ),
        (400, "invalid_needs_attention", "needsAttention must be true or false"),
        (400, "invalid_q", "q must have 3 to 254 characters"),
        (400, "invalid_from", "from must be a time such as 2026-03-16T09:00:00Z"),
        (400, "invalid_to", "to must be a time such as 2026-03-16T09:00:00Z"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ListOrders {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ListOrders {}
impl Documents<401> for ListOrders {}
impl Documents<403> for ListOrders {}
impl Documents<404> for ListOrders {}
impl Documents<429> for ListOrders {}
impl Documents<500> for ListOrders {}

/// The operation `getOrder` and its request.
#[derive(Clone)]
pub struct GetOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
}

impl Operation for GetOrder {
    const ID: &'static str = "getOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for GetOrder {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for GetOrder {}
impl Documents<401> for GetOrder {}
impl Documents<403> for GetOrder {}
impl Documents<404> for GetOrder {}
impl Documents<429> for GetOrder {}
impl Documents<500> for GetOrder {}

/// The operation `processOrder` and its request.
#[derive(Clone)]
pub struct ProcessOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
}

impl Operation for ProcessOrder {
    const ID: &'static str = "processOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (409, "order_is_pending", "The order is pending"),
        (409, "order_is_paid", "The order is paid"),
        (409, "order_is_processing", "The order is processing"),
        (409, "order_is_shipped", "The order is shipped"),
        (409, "order_is_delivered", "The order is delivered"),
        (409, "order_is_cancelled", "The order is cancelled"),
        (409, "order_is_expired", "The order is expired"),
        (409, "order_is_refunded", "The order is refunded"),
        (409, "order_is_returned", "The order is returned"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ProcessOrder {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ProcessOrder {}
impl Documents<401> for ProcessOrder {}
impl Documents<403> for ProcessOrder {}
impl Documents<404> for ProcessOrder {}
impl Documents<409> for ProcessOrder {}
impl Documents<429> for ProcessOrder {}
impl Documents<500> for ProcessOrder {}

/// The operation `shipOrder` and its request.
#[derive(Clone)]
pub struct ShipOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
    /// The body of the request.
    pub body: types::ShipOrderRequest,
}

impl Operation for ShipOrder {
    const ID: &'static str = "shipOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "carrier_is_required", "carrier is required"),
        (
            400,
            "invalid_carrier",
            "carrier must have at most 255 characters, and no control characters",
        ),
        (400, "tracking_number_is_required", "trackingNumber is required"),
        (
            400,
            "invalid_tracking_number",
            "trackingNumber must have at most 255 characters, and no control characters",
        ),
        (
            400,
            "invalid_tracking_url",
            "trackingUrl must be an https address of at most 2048 characters",
        ),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (409, "order_is_pending", "The order is pending"),
        (409, "order_is_paid", "The order is paid"),
        (409, "order_is_processing", "The order is processing"),
        (409, "order_is_shipped", "The order is shipped"),
        (409, "order_is_delivered", "The order is delivered"),
        (409, "order_is_cancelled", "The order is cancelled"),
        (409, "order_is_expired", "The order is expired"),
        (409, "order_is_refunded", "The order is refunded"),
        (409, "order_is_returned", "The order is returned"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ShipOrder {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ShipOrder {}
impl Documents<401> for ShipOrder {}
impl Documents<403> for ShipOrder {}
impl Documents<404> for ShipOrder {}
impl Documents<409> for ShipOrder {}
impl Documents<413> for ShipOrder {}
impl Documents<415> for ShipOrder {}
impl Documents<429> for ShipOrder {}
impl Documents<500> for ShipOrder {}
impl TakesBody for ShipOrder {}

/// The operation `deliverOrder` and its request.
#[derive(Clone)]
pub struct DeliverOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
}

impl Operation for DeliverOrder {
    const ID: &'static str = "deliverOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (409, "order_is_pending", "The order is pending"),
        (409, "order_is_paid", "The order is paid"),
        (409, "order_is_processing", "The order is processing"),
        (409, "order_is_shipped", "The order is shipped"),
        (409, "order_is_delivered", "The order is delivered"),
        (409, "order_is_cancelled", "The order is cancelled"),
        (409, "order_is_expired", "The order is expired"),
        (409, "order_is_refunded", "The order is refunded"),
        (409, "order_is_returned", "The order is returned"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for DeliverOrder {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for DeliverOrder {}
impl Documents<401> for DeliverOrder {}
impl Documents<403> for DeliverOrder {}
impl Documents<404> for DeliverOrder {}
impl Documents<409> for DeliverOrder {}
impl Documents<429> for DeliverOrder {}
impl Documents<500> for DeliverOrder {}

/// The operation `returnOrder` and its request.
#[derive(Clone)]
pub struct ReturnOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
}

impl Operation for ReturnOrder {
    const ID: &'static str = "returnOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (409, "order_is_pending", "The order is pending"),
        (409, "order_is_paid", "The order is paid"),
        (409, "order_is_processing", "The order is processing"),
        (409, "order_is_shipped", "The order is shipped"),
        (409, "order_is_delivered", "The order is delivered"),
        (409, "order_is_cancelled", "The order is cancelled"),
        (409, "order_is_expired", "The order is expired"),
        (409, "order_is_refunded", "The order is refunded"),
        (409, "order_is_returned", "The order is returned"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for ReturnOrder {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for ReturnOrder {}
impl Documents<401> for ReturnOrder {}
impl Documents<403> for ReturnOrder {}
impl Documents<404> for ReturnOrder {}
impl Documents<409> for ReturnOrder {}
impl Documents<429> for ReturnOrder {}
impl Documents<500> for ReturnOrder {}

/// The operation `cancelOrder` and its request.
#[derive(Clone)]
pub struct CancelOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
}

impl Operation for CancelOrder {
    const ID: &'static str = "cancelOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (409, "order_is_pending", "The order is pending"),
        (409, "order_is_paid", "The order is paid"),
        (409, "order_is_processing", "The order is processing"),
        (409, "order_is_shipped", "The order is shipped"),
        (409, "order_is_delivered", "The order is delivered"),
        (409, "order_is_cancelled", "The order is cancelled"),
        (409, "order_is_expired", "The order is expired"),
        (409, "order_is_refunded", "The order is refunded"),
        (409, "order_is_returned", "The order is returned"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for CancelOrder {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for CancelOrder {}
impl Documents<401> for CancelOrder {}
impl Documents<403> for CancelOrder {}
impl Documents<404> for CancelOrder {}
impl Documents<409> for CancelOrder {}
impl Documents<429> for CancelOrder {}
impl Documents<500> for CancelOrder {}

/// The operation `refundOrder` and its request.
#[derive(Clone)]
pub struct RefundOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::RefundOrderRequest,
}

impl Operation for RefundOrder {
    const ID: &'static str = "refundOrder";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_amount", "amount must be an integer of at least 1"),
        (400, "amount_of_no_multiple", "The last digits of amount must be 0 in this currency"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (409, "order_is_not_paid", "Nothing was paid for the order"),
        (409, "nothing_left_to_refund", "Nothing is left to refund"),
        (409, "amount_too_large", "The amount is more than what is left to refund"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for RefundOrder {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for RefundOrder {}
impl Documents<401> for RefundOrder {}
impl Documents<403> for RefundOrder {}
impl Documents<404> for RefundOrder {}
impl Documents<409> for RefundOrder {}
impl Documents<413> for RefundOrder {}
impl Documents<415> for RefundOrder {}
impl Documents<422> for RefundOrder {}
impl Documents<429> for RefundOrder {}
impl Documents<500> for RefundOrder {}
impl TakesBody for RefundOrder {}

/// The operation `addOrderNote` and its request.
#[derive(Clone)]
pub struct AddOrderNote {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
    /// The body of the request.
    pub body: types::AddOrderNoteRequest,
}

impl Operation for AddOrderNote {
    const ID: &'static str = "addOrderNote";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_json", "Invalid JSON body"),
        (400, "body_is_required", "body is required"),
        (400, "body_too_long", "body must be at most 4000 characters"),
        (400, "too_many_notes", "An order has at most 200 notes"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (404, "order_not_found", "Order not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for AddOrderNote {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for AddOrderNote {}
impl Documents<401> for AddOrderNote {}
impl Documents<403> for AddOrderNote {}
impl Documents<404> for AddOrderNote {}
impl Documents<413> for AddOrderNote {}
impl Documents<415> for AddOrderNote {}
impl Documents<429> for AddOrderNote {}
impl Documents<500> for AddOrderNote {}
impl TakesBody for AddOrderNote {}

/// The operation `downloadPrintFile` and its request.
#[derive(Clone)]
pub struct DownloadPrintFile {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the order, in any case.
    pub order_number: String,
    /// The `position` of the item.
    pub position: i64,
    /// The `side` of the print file.
    pub side: String,
}

impl Operation for DownloadPrintFile {
    const ID: &'static str = "downloadPrintFile";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (400, "invalid_position", "Invalid position"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "order_not_found", "Order not found"),
        (404, "site_not_found", "Site not found"),
        (404, "print_file_not_found", "Print file not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for DownloadPrintFile {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for DownloadPrintFile {}
impl Documents<401> for DownloadPrintFile {}
impl Documents<403> for DownloadPrintFile {}
impl Documents<404> for DownloadPrintFile {}
impl Documents<429> for DownloadPrintFile {}
impl Documents<500> for DownloadPrintFile {}

/// The answer of `downloadPrintFile`.
#[derive(Debug, Clone)]
pub struct DownloadPrintFileReply {
    /// The header `Location`.
    pub location: String,
}

stoa_runtime::refuses! {
    ListOrders:
        reasons::InvalidSiteId, reasons::InvalidLimit, reasons::LimitTooSmall,
        reasons::InvalidCursor, reasons::ListOrdersInvalidStatus, reasons::InvalidPaymentStatus,
        reasons::InvalidNeedsAttention, reasons::ListOrdersInvalidQ, reasons::InvalidFrom,
        reasons::InvalidTo, reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::TooManyRequests;
    GetOrder:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::OrderNotFound,
        reasons::TooManyRequests;
    ProcessOrder:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::OrderNotFound,
        reasons::OrderIsPending, reasons::OrderIsPaid, reasons::OrderIsProcessing,
        reasons::OrderIsShipped, reasons::OrderIsDelivered, reasons::OrderIsCancelled,
        reasons::OrderIsExpired, reasons::OrderIsRefunded, reasons::OrderIsReturned,
        reasons::TooManyRequests;
    ShipOrder:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::CarrierIsRequired,
        reasons::InvalidCarrier, reasons::TrackingNumberIsRequired, reasons::InvalidTrackingNumber,
        reasons::InvalidTrackingUrl, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::OrderNotFound,
        reasons::OrderIsPending, reasons::OrderIsPaid, reasons::OrderIsProcessing,
        reasons::OrderIsShipped, reasons::OrderIsDelivered, reasons::OrderIsCancelled,
        reasons::OrderIsExpired, reasons::OrderIsRefunded, reasons::OrderIsReturned,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests;
    DeliverOrder:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::OrderNotFound,
        reasons::OrderIsPending, reasons::OrderIsPaid, reasons::OrderIsProcessing,
        reasons::OrderIsShipped, reasons::OrderIsDelivered, reasons::OrderIsCancelled,
        reasons::OrderIsExpired, reasons::OrderIsRefunded, reasons::OrderIsReturned,
        reasons::TooManyRequests;
    ReturnOrder:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::OrderNotFound,
        reasons::OrderIsPending, reasons::OrderIsPaid, reasons::OrderIsProcessing,
        reasons::OrderIsShipped, reasons::OrderIsDelivered, reasons::OrderIsCancelled,
        reasons::OrderIsExpired, reasons::OrderIsRefunded, reasons::OrderIsReturned,
        reasons::TooManyRequests;
    CancelOrder:
        reasons::InvalidSiteId, reasons::Unauthorized, reasons::RoleRefused,
        reasons::SiteRequiresTotp, reasons::SiteNotFound, reasons::OrderNotFound,
        reasons::OrderIsPending, reasons::OrderIsPaid, reasons::OrderIsProcessing,
        reasons::OrderIsShipped, reasons::OrderIsDelivered, reasons::OrderIsCancelled,
        reasons::OrderIsExpired, reasons::OrderIsRefunded, reasons::OrderIsReturned,
        reasons::TooManyRequests;
    RefundOrder:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::RefundOrderInvalidAmount,
        reasons::AmountOfNoMultiple, reasons::InvalidIdempotencyKey, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::OrderNotFound, reasons::OrderIsNotPaid, reasons::NothingLeftToRefund,
        reasons::AmountTooLarge, reasons::IdempotencyKeyInProgress, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::IdempotencyKeyReused, reasons::TooManyRequests;
    AddOrderNote:
        reasons::InvalidSiteId, reasons::InvalidJson, reasons::BodyIsRequired,
        reasons::AddOrderNoteBodyTooLong, reasons::TooManyNotes, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::SiteNotFound,
        reasons::OrderNotFound, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyRequests;
    DownloadPrintFile:
        reasons::InvalidSiteId, reasons::DownloadPrintFileInvalidPosition, reasons::Unauthorized,
        reasons::RoleRefused, reasons::SiteRequiresTotp, reasons::OrderNotFound,
        reasons::SiteNotFound, reasons::PrintFileNotFound, reasons::TooManyRequests;
}

/// The routes of the operations tagged `orders`.
pub fn routes<A: OrdersApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/orders", api, |api, call| Box::pin(list_orders(api, call)))
        .get("/sites/{siteId}/orders/{orderNumber}", api, |api, call| {
            Box::pin(get_order(api, call))
        })
        .post("/sites/{siteId}/orders/{orderNumber}/process", api, |api, call| {
            Box::pin(process_order(api, call))
        })
        .post("/sites/{siteId}/orders/{orderNumber}/ship", api, |api, call| {
            Box::pin(ship_order(api, call))
        })
        .post("/sites/{siteId}/orders/{orderNumber}/deliver", api, |api, call| {
            Box::pin(deliver_order(api, call))
        })
        .post("/sites/{siteId}/orders/{orderNumber}/return", api, |api, call| {
            Box::pin(return_order(api, call))
        })
        .post("/sites/{siteId}/orders/{orderNumber}/cancel", api, |api, call| {
            Box::pin(cancel_order(api, call))
        })
        .post("/sites/{siteId}/orders/{orderNumber}/refund", api, |api, call| {
            Box::pin(refund_order(api, call))
        })
        .post("/sites/{siteId}/orders/{orderNumber}/notes", api, |api, call| {
            Box::pin(add_order_note(api, call))
        })
        .get(
            "/sites/{siteId}/orders/{orderNumber}/items/{position}/print-files/{side}",
            api,
            |api, call| Box::pin(download_print_file(api, call)),
        )
}

async fn list_orders<A: OrdersApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListOrders>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = ListOrders {
        site_id,
        status: call
            .query("status")
            .one_of::<types::OrderStatus>(types::OrderStatus::VALUES)
            .optional()?,
        payment_status: call
            .query("paymentStatus")
            .one_of::<types::PaymentStatus>(types::PaymentStatus::VALUES)
            .optional()?,
        needs_attention: call.query("needsAttention").boolean().optional()?,
        q: call
            .query("q")
            .message("q must have 3 to 254 characters")
            .text()
            .min_length(3)
            .max_length(254)
            .optional()?,
        from: call
            .query("from")
            .message("from must be a time such as 2026-03-16T09:00:00Z")
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule = stoa_runtime::TextRule::pattern(
                    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$",
                );
                &PATTERN
            })
            .optional()?,
        to: call
            .query("to")
            .message("to must be a time such as 2026-03-16T09:00:00Z")
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule = stoa_runtime::TextRule::pattern(
                    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z$",
                );
                &PATTERN
            })
            .optional()?,
        limit: call.query("limit").integer().at_least(1).capped(100).or(50)?,
        cursor: call.query("cursor").message("Invalid cursor").text().max_length(255).optional()?,
    };
    let reply = api.list_orders(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_order<A: OrdersApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetOrder>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetOrder { site_id, order_number };
    let reply = api.get_order(caller, request).await?;
    Ok(Reply::json(200, &types::OrderResponse { data: reply }))
}

async fn process_order<A: OrdersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ProcessOrder>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ProcessOrder { site_id, order_number };
    let reply = api.process_order(caller, request).await?;
    Ok(Reply::json(200, &types::OrderResponse { data: reply }))
}

async fn ship_order<A: OrdersApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ShipOrder>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request =
        ShipOrder { site_id, order_number, body: call.json(&SCHEMAS, "ShipOrderRequest").await? };
    let reply = api.ship_order(caller, request).await?;
    Ok(Reply::json(200, &types::OrderResponse { data: reply }))
}

async fn deliver_order<A: OrdersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<DeliverOrder>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = DeliverOrder { site_id, order_number };
    let reply = api.deliver_order(caller, request).await?;
    Ok(Reply::json(200, &types::OrderResponse { data: reply }))
}

async fn return_order<A: OrdersApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ReturnOrder>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ReturnOrder { site_id, order_number };
    let reply = api.return_order(caller, request).await?;
    Ok(Reply::json(200, &types::OrderResponse { data: reply }))
}

async fn cancel_order<A: OrdersApi>(api: &A, call: &mut Call) -> Result<Reply, Error<CancelOrder>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = CancelOrder { site_id, order_number };
    let reply = api.cancel_order(caller, request).await?;
    Ok(Reply::json(200, &types::OrderResponse { data: reply }))
}

async fn refund_order<A: OrdersApi>(api: &A, call: &mut Call) -> Result<Reply, Error<RefundOrder>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "RefundOrderRequest").await?;
    let request = RefundOrder { site_id, order_number, idempotency, body };
    let reply = api.refund_order(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(201, &types::OrderResponse { data: reply })))
}

async fn add_order_note<A: OrdersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<AddOrderNote>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = AddOrderNote {
        site_id,
        order_number,
        body: call.json(&SCHEMAS, "AddOrderNoteRequest").await?,
    };
    let reply = api.add_order_note(caller, request).await?;
    Ok(Reply::json(201, &types::OrderResponse { data: reply }))
}

async fn download_print_file<A: OrdersApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<DownloadPrintFile>> {
    call.never_store();
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let order_number = call.path("orderNumber").text().required()?;
    let position = call.path("position").message("Invalid position").integer().required()?;
    let side = call.path("side").text().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = DownloadPrintFile { site_id, order_number, position, side };
    let reply = api.download_print_file(caller, request).await?;
    Ok(Reply::empty(302).header(stoa_runtime::HeaderName::from_static("location"), reply.location))
}
