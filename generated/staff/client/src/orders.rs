//! The operations tagged `orders`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List orders: `GET /sites/{siteId}/orders`.
    ///
    /// The orders of the site, newest first. If several filters are given, an order must match all of
    /// them. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`ListOrdersReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_orders(&self, site_id: i64) -> ListOrders {
        let call = self.call("listOrders", Method::GET, "/sites/{siteId}/orders");
        ListOrders(call.path("siteId", site_id))
    }

    /// Get an order: `GET /sites/{siteId}/orders/{orderNumber}`.
    ///
    /// An order with its items and their print files, its history, its tracking events, its refunds and
    /// the notes of staff. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`GetOrderReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_order(&self, site_id: i64, order_number: &str) -> GetOrder {
        let call = self.call("getOrder", Method::GET, "/sites/{siteId}/orders/{orderNumber}");
        GetOrder(call.path("siteId", site_id).path("orderNumber", order_number))
    }

    /// Start to process an order: `POST /sites/{siteId}/orders/{orderNumber}/process`.
    ///
    /// Marks a `paid` order as `processing`. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ProcessOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn process_order(&self, site_id: i64, order_number: &str) -> ProcessOrder {
        let call =
            self.call("processOrder", Method::POST, "/sites/{siteId}/orders/{orderNumber}/process");
        ProcessOrder(call.path("siteId", site_id).path("orderNumber", order_number))
    }

    /// Ship an order: `POST /sites/{siteId}/orders/{orderNumber}/ship`.
    ///
    /// Marks a `paid` or `processing` order as `shipped`, stores the parcel, and sends the purchaser a
    /// mail. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ShipOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn ship_order(
        &self,
        site_id: i64,
        order_number: &str,
        body: &types::ShipOrderRequest,
    ) -> ShipOrder {
        let call =
            self.call("shipOrder", Method::POST, "/sites/{siteId}/orders/{orderNumber}/ship");
        ShipOrder(call.path("siteId", site_id).path("orderNumber", order_number).json(body))
    }

    /// Mark an order as delivered: `POST /sites/{siteId}/orders/{orderNumber}/deliver`.
    ///
    /// Marks a `shipped` order as `delivered` now. If the store has a tracker, its event does the same.
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`DeliverOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn deliver_order(&self, site_id: i64, order_number: &str) -> DeliverOrder {
        let call =
            self.call("deliverOrder", Method::POST, "/sites/{siteId}/orders/{orderNumber}/deliver");
        DeliverOrder(call.path("siteId", site_id).path("orderNumber", order_number))
    }

    /// Mark an order as returned: `POST /sites/{siteId}/orders/{orderNumber}/return`.
    ///
    /// Marks a `shipped` or `delivered` order as `returned`. The stock does not change, because staff
    /// decide whether the goods can be sold again ([`adjust_stock`](Client::adjust_stock)). The payment
    /// does not change either ([`refund_order`](Client::refund_order)). Counts toward `staff-changes`
    /// (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ReturnOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn return_order(&self, site_id: i64, order_number: &str) -> ReturnOrder {
        let call =
            self.call("returnOrder", Method::POST, "/sites/{siteId}/orders/{orderNumber}/return");
        ReturnOrder(call.path("siteId", site_id).path("orderNumber", order_number))
    }

    /// Cancel an order: `POST /sites/{siteId}/orders/{orderNumber}/cancel`.
    ///
    /// Cancels a `pending`, `paid` or `processing` order, and gives back its stock, the use of its
    /// discount code and the amount of its gift certificate. If the order was paid, everything that was
    /// not refunded before is refunded, and the purchaser gets a mail. If the provider does not pay the
    /// refund at once, its `paidAt` is null, and the server retries. Counts toward `staff-changes` (120
    /// a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`CancelOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn cancel_order(&self, site_id: i64, order_number: &str) -> CancelOrder {
        let call =
            self.call("cancelOrder", Method::POST, "/sites/{siteId}/orders/{orderNumber}/cancel");
        CancelOrder(call.path("siteId", site_id).path("orderNumber", order_number))
    }

    /// Refund an order: `POST /sites/{siteId}/orders/{orderNumber}/refund`.
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
    ///
    /// # Errors
    ///
    /// [`RefundOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn refund_order(
        &self,
        site_id: i64,
        order_number: &str,
        body: &types::RefundOrderRequest,
    ) -> RefundOrder {
        let call =
            self.call("refundOrder", Method::POST, "/sites/{siteId}/orders/{orderNumber}/refund");
        RefundOrder(
            call.path("siteId", site_id)
                .path("orderNumber", order_number)
                .json(body)
                .idempotent()
                .expect(&[201]),
        )
    }

    /// Add a note to an order: `POST /sites/{siteId}/orders/{orderNumber}/notes`.
    ///
    /// Adds an internal note, which only staff see. An order has at most 200 notes. The erasure of the
    /// purchaser deletes the notes of the orders. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`AddOrderNoteReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn add_order_note(
        &self,
        site_id: i64,
        order_number: &str,
        body: &types::AddOrderNoteRequest,
    ) -> AddOrderNote {
        let call =
            self.call("addOrderNote", Method::POST, "/sites/{siteId}/orders/{orderNumber}/notes");
        AddOrderNote(
            call.path("siteId", site_id)
                .path("orderNumber", order_number)
                .json(body)
                .expect(&[201]),
        )
    }

    /// Download a print file: `GET
    /// /sites/{siteId}/orders/{orderNumber}/items/{position}/print-files/{side}`.
    ///
    /// Redirects to the print file of one side of an item (`url` in the order). If the file was deleted
    /// before the order was placed, the server draws it again, and answers 404 until then. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    ///
    /// # Errors
    ///
    /// [`DownloadPrintFileReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn download_print_file(
        &self,
        site_id: i64,
        order_number: &str,
        position: i64,
        side: &str,
    ) -> DownloadPrintFile {
        let call = self.call(
            "downloadPrintFile",
            Method::GET,
            "/sites/{siteId}/orders/{orderNumber}/items/{position}/print-files/{side}",
        );
        DownloadPrintFile(
            call.path("siteId", site_id)
                .path("orderNumber", order_number)
                .path("position", position)
                .path("side", side)
                .expect(&[302]),
        )
    }
}

::stoa_client_core::calls! {
    list_orders: ListOrders "listOrders" -> Cursor<types::OrderListResponse, types::OrderSummary>(data, next_cursor, "cursor");
    get_order: GetOrder "getOrder" -> Json<types::OrderResponse>;
    process_order: ProcessOrder "processOrder" -> Json<types::OrderResponse>;
    ship_order: ShipOrder "shipOrder" -> Json<types::OrderResponse>;
    deliver_order: DeliverOrder "deliverOrder" -> Json<types::OrderResponse>;
    return_order: ReturnOrder "returnOrder" -> Json<types::OrderResponse>;
    cancel_order: CancelOrder "cancelOrder" -> Json<types::OrderResponse>;
    refund_order: RefundOrder "refundOrder" -> Json<types::OrderResponse>;
    add_order_note: AddOrderNote "addOrderNote" -> Json<types::OrderResponse>;
    download_print_file: DownloadPrintFile "downloadPrintFile" -> Empty;
}

impl ListOrders {
    /// Lists only orders with this status.
    pub fn status(self, status: types::OrderStatus) -> Self {
        Self(self.0.query("status", status))
    }

    /// Lists only orders with this payment status.
    pub fn payment_status(self, payment_status: types::PaymentStatus) -> Self {
        Self(self.0.query("paymentStatus", payment_status))
    }

    /// With `true`, lists only orders that staff must look after, which are those with an `attention`.
    /// `false` has no effect.
    pub fn needs_attention(self, needs_attention: bool) -> Self {
        Self(self.0.query("needsAttention", needs_attention))
    }

    /// Lists only the order with this number, and orders whose purchaser's e-mail address or name
    /// begins with this text, ignoring case. 3 to 254 characters.
    pub fn q(self, q: &str) -> Self {
        Self(self.0.query("q", q))
    }

    /// Lists only orders that were placed at this time or later.
    pub fn from(self, from: &str) -> Self {
        Self(self.0.query("from", from))
    }

    /// Lists only orders that were placed before this time.
    pub fn to(self, to: &str) -> Self {
        Self(self.0.query("to", to))
    }

    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl GetOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ProcessOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ShipOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl DeliverOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ReturnOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CancelOrder {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RefundOrder {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl AddOrderNote {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Order> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListOrdersReason of "listOrders" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        400 InvalidStatus "invalid_status" "status must be one of pending, paid, processing, shipped, delivered, cancelled, expired, refunded, returned",
        400 InvalidPaymentStatus "invalid_payment_status" "paymentStatus must be one of unpaid, processing, paid, failed, partially_refunded, refunded, disputed",
        400 InvalidNeedsAttention "invalid_needs_attention" "needsAttention must be true or false",
        400 InvalidQ "invalid_q" "q must have 3 to 254 characters",
        400 InvalidFrom "invalid_from" "from must be a time such as 2026-03-16T09:00:00Z",
        400 InvalidTo "invalid_to" "to must be a time such as 2026-03-16T09:00:00Z",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetOrderReason of "getOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ProcessOrderReason of "processOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        409 OrderIsPending "order_is_pending" "The order is pending",
        409 OrderIsPaid "order_is_paid" "The order is paid",
        409 OrderIsProcessing "order_is_processing" "The order is processing",
        409 OrderIsShipped "order_is_shipped" "The order is shipped",
        409 OrderIsDelivered "order_is_delivered" "The order is delivered",
        409 OrderIsCancelled "order_is_cancelled" "The order is cancelled",
        409 OrderIsExpired "order_is_expired" "The order is expired",
        409 OrderIsRefunded "order_is_refunded" "The order is refunded",
        409 OrderIsReturned "order_is_returned" "The order is returned",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ShipOrderReason of "shipOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 CarrierIsRequired "carrier_is_required" "carrier is required",
        400 InvalidCarrier "invalid_carrier" "carrier must have at most 255 characters, and no control characters",
        400 TrackingNumberIsRequired "tracking_number_is_required" "trackingNumber is required",
        400 InvalidTrackingNumber "invalid_tracking_number" "trackingNumber must have at most 255 characters, and no control characters",
        400 InvalidTrackingUrl "invalid_tracking_url" "trackingUrl must be an https address of at most 2048 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        409 OrderIsPending "order_is_pending" "The order is pending",
        409 OrderIsPaid "order_is_paid" "The order is paid",
        409 OrderIsProcessing "order_is_processing" "The order is processing",
        409 OrderIsShipped "order_is_shipped" "The order is shipped",
        409 OrderIsDelivered "order_is_delivered" "The order is delivered",
        409 OrderIsCancelled "order_is_cancelled" "The order is cancelled",
        409 OrderIsExpired "order_is_expired" "The order is expired",
        409 OrderIsRefunded "order_is_refunded" "The order is refunded",
        409 OrderIsReturned "order_is_returned" "The order is returned",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum DeliverOrderReason of "deliverOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        409 OrderIsPending "order_is_pending" "The order is pending",
        409 OrderIsPaid "order_is_paid" "The order is paid",
        409 OrderIsProcessing "order_is_processing" "The order is processing",
        409 OrderIsShipped "order_is_shipped" "The order is shipped",
        409 OrderIsDelivered "order_is_delivered" "The order is delivered",
        409 OrderIsCancelled "order_is_cancelled" "The order is cancelled",
        409 OrderIsExpired "order_is_expired" "The order is expired",
        409 OrderIsRefunded "order_is_refunded" "The order is refunded",
        409 OrderIsReturned "order_is_returned" "The order is returned",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ReturnOrderReason of "returnOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        409 OrderIsPending "order_is_pending" "The order is pending",
        409 OrderIsPaid "order_is_paid" "The order is paid",
        409 OrderIsProcessing "order_is_processing" "The order is processing",
        409 OrderIsShipped "order_is_shipped" "The order is shipped",
        409 OrderIsDelivered "order_is_delivered" "The order is delivered",
        409 OrderIsCancelled "order_is_cancelled" "The order is cancelled",
        409 OrderIsExpired "order_is_expired" "The order is expired",
        409 OrderIsRefunded "order_is_refunded" "The order is refunded",
        409 OrderIsReturned "order_is_returned" "The order is returned",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CancelOrderReason of "cancelOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        409 OrderIsPending "order_is_pending" "The order is pending",
        409 OrderIsPaid "order_is_paid" "The order is paid",
        409 OrderIsProcessing "order_is_processing" "The order is processing",
        409 OrderIsShipped "order_is_shipped" "The order is shipped",
        409 OrderIsDelivered "order_is_delivered" "The order is delivered",
        409 OrderIsCancelled "order_is_cancelled" "The order is cancelled",
        409 OrderIsExpired "order_is_expired" "The order is expired",
        409 OrderIsRefunded "order_is_refunded" "The order is refunded",
        409 OrderIsReturned "order_is_returned" "The order is returned",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RefundOrderReason of "refundOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidAmount "invalid_amount" "amount must be an integer of at least 1",
        400 AmountOfNoMultiple "amount_of_no_multiple" "The last digits of amount must be 0 in this currency",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        409 OrderIsNotPaid "order_is_not_paid" "Nothing was paid for the order",
        409 NothingLeftToRefund "nothing_left_to_refund" "Nothing is left to refund",
        409 AmountTooLarge "amount_too_large" "The amount is more than what is left to refund",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AddOrderNoteReason of "addOrderNote" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 BodyIsRequired "body_is_required" "body is required",
        400 BodyTooLong "body_too_long" "body must be at most 4000 characters",
        400 TooManyNotes "too_many_notes" "An order has at most 200 notes",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 OrderNotFound "order_not_found" "Order not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum DownloadPrintFileReason of "downloadPrintFile" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidPosition "invalid_position" "Invalid position",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 OrderNotFound "order_not_found" "Order not found",
        404 SiteNotFound "site_not_found" "Site not found",
        404 PrintFileNotFound "print_file_not_found" "Print file not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
