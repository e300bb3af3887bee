//! The operations tagged `stock`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List stock: `GET /sites/{siteId}/stock`.
    ///
    /// The products and variants whose stock the store tracks, lowest stock first. If the stock of a
    /// variant is not tracked separately, the variant uses the stock of the product. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ListStockReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_stock(&self, site_id: i64) -> ListStock {
        let call = self.call("listStock", Method::GET, "/sites/{siteId}/stock");
        ListStock(call.path("siteId", site_id))
    }

    /// List adjustments of stock: `GET /sites/{siteId}/stock/adjustments`.
    ///
    /// The changes that staff made with [`adjust_stock`](Client::adjust_stock), newest first. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ListStockAdjustmentsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_stock_adjustments(&self, site_id: i64) -> ListStockAdjustments {
        let call =
            self.call("listStockAdjustments", Method::GET, "/sites/{siteId}/stock/adjustments");
        ListStockAdjustments(call.path("siteId", site_id))
    }

    /// Adjust stock: `POST /sites/{siteId}/stock/adjustments`.
    ///
    /// Adds pieces to the stock of a product or a variant, or removes them. Concurrent orders and
    /// adjustments all count, because the request has a difference and not a new quantity. The stock
    /// never becomes negative. A product that has no stock yet gets one, and so does a variant if
    /// neither it nor its product has one: from then on, the stock limits sales.
    /// [`list_stock_adjustments`](Client::list_stock_adjustments) lists the adjustment with its reason.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. The stock does not change again. Keys are stored for 24 hours.
    /// Each person and each server key has separate keys. A refused request does not use up its key. A
    /// concurrent request with the same key waits for the first.
    ///
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`AdjustStockReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn adjust_stock(&self, site_id: i64, body: &types::AdjustStockRequest) -> AdjustStock {
        let call = self.call("adjustStock", Method::POST, "/sites/{siteId}/stock/adjustments");
        AdjustStock(call.path("siteId", site_id).json(body).idempotent().expect(&[201]))
    }
}

::stoa_client_core::calls! {
    list_stock: ListStock "listStock" -> Cursor<types::StockListResponse, types::StockItem>(data, next_cursor, "cursor");
    list_stock_adjustments: ListStockAdjustments "listStockAdjustments" -> Cursor<types::StockAdjustmentListResponse, types::StockAdjustment>(data, next_cursor, "cursor");
    adjust_stock: AdjustStock "adjustStock" -> Json<types::StockItemResponse>;
}

impl ListStock {
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

impl ListStockAdjustments {
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

impl AdjustStock {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::StockItem> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListStockReason of "listStock" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListStockAdjustmentsReason of "listStockAdjustments" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AdjustStockReason of "adjustStock" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 ProductIdIsRequired "product_id_is_required" "productId is required",
        400 InvalidVariantId "invalid_variant_id" "variantId must be an integer",
        400 InvalidDelta "invalid_delta" "delta must be between -1000000 and 1000000, and not 0",
        400 ReasonIsRequired "reason_is_required" "reason is required",
        400 InvalidReason "invalid_reason" "reason must have at most 255 characters, and no control characters",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        404 VariantNotFound "variant_not_found" "Variant not found",
        409 StockIsNotTracked "stock_is_not_tracked" "Stock is not tracked",
        409 InsufficientStock "insufficient_stock" "Insufficient stock",
        409 StockTooLarge "stock_too_large" "The stock would exceed 9007199254740991",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
