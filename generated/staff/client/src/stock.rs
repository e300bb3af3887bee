//! The operations tagged `stock`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List stock: `GET /sites/{siteId}/stock`.
    ///
    /// The products and variants whose stock the store tracks, lowest stock first. A variant without a
    /// stock of its own takes its pieces from the product. Counts toward `staff-reads` (600 a minute
    /// for each client).
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

    /// Adjust stock: `POST /sites/{siteId}/stock/adjustments`.
    ///
    /// Adds pieces to the stock of a product or a variant, or removes them. Concurrent orders and
    /// adjustments all count, because the request has a difference and not a new quantity. The stock
    /// never becomes negative. The server stores the adjustment with its reason.
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
        AdjustStock(call.path("siteId", site_id).json(body).idempotent())
    }
}

::stoa_client_core::calls! {
    list_stock: ListStock -> Cursor<types::StockListResponse, types::StockItem>(data, next_cursor, "cursor");
    adjust_stock: AdjustStock -> Json<types::StockItemResponse>;
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

impl AdjustStock {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }
}

::stoa_client_core::reasons! {
    pub enum ListStockReason of "listStock" {
        400 SiteId "Invalid site ID",
        400 LimitInteger "limit must be an integer",
        400 LimitMinimum "limit must be at least 1",
        400 Cursor "Invalid cursor",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AdjustStockReason of "adjustStock" {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 ProductIdIsRequired "productId is required",
        400 VariantId "variantId must be an integer",
        400 Delta "delta must be between -1000000 and 1000000, and not 0",
        400 ReasonIsRequired "reason is required",
        400 Reason "reason must be at most 255 characters",
        400 IdempotencyKey "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "Unauthorized",
        403 RoleRefused "Your role does not allow this",
        403 SiteRequiresTotp "This site requires TOTP",
        404 SiteNotFound "Site not found",
        404 ProductNotFound "Product not found",
        404 VariantNotFound "Variant not found",
        409 NotTracked "Stock is not tracked",
        409 InsufficientStock "Insufficient stock",
        409 TooMuchStock "The stock would exceed 9007199254740991",
        409 IdempotencyKeyInProgress "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        422 IdempotencyKeyReused "Idempotency-Key was used with a different request",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}
