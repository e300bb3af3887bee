//! The operations tagged `cart`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Get the cart: `GET /{siteId}/cart`.
    ///
    /// Prices are today's. A line whose product is no longer active stays visible but makes checkout
    /// fail; a line whose product was deleted has an empty name and the price 0. An empty, expired or
    /// unknown cart is `{"items": [], "subtotal": 0}`, never 404. Reads do not extend the 7 days.
    /// Counts toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`GetCartReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_cart(&self, site_id: i64, session_id: &str) -> GetCart {
        let call = self.call("getCart", Method::GET, "/{siteId}/cart");
        GetCart(call.path("siteId", site_id).query("sessionId", session_id))
    }

    /// Add to the cart: `POST /{siteId}/cart`.
    ///
    /// Creates a cart if there is none for the `sessionId`, and extends its expiry to 7 days from now.
    /// A line with the same product, the same variant and no design grows by `quantity`; a line with a
    /// design is always new. A product that has active variants needs a `variantId`. A line has a
    /// quantity of at most 999, a cart at most 200 lines. If the store tracks the inventory, the
    /// quantity of a line cannot exceed the stock; stock is reserved only at checkout. `designId` is
    /// the `uuid` of a design for the product that was finalized, or the UUID of a legacy design whose
    /// status is `finalized` or `rendered`. If such a legacy design has not been drawn since its last
    /// change, this call draws it first, which may take a few seconds. To avoid the wait, call
    /// [`finalize_design`](Client::finalize_design) first. Such a drawing counts toward the limits of
    /// [`finalize_design`](Client::finalize_design); beyond them, the call is 429. With a customer's
    /// token, the cart is linked to that customer. A token that is not valid is ignored.
    ///
    /// **Who may add a design.** Any caller that knows its `uuid` may add a design that was never
    /// shared, one that is shared now, or a template. A design that was shared and no longer is may be
    /// added only by its owner, whom the customer's token or the cookie of the designer session
    /// identifies; for any other caller it is 404 `Design not found`. A line that the owner added, or
    /// of a design that was never shared, shows and orders the revision that was finalized last before
    /// checkout. A line that another caller added to the cart shows and orders the revision and name
    /// that the design had when the line was added, once the design has been shared, whatever the owner
    /// changes later.
    ///
    /// **Repeating a call** with the same `Idempotency-Key` and the same body returns the stored answer
    /// with `Idempotent-Replayed: true`. Nothing is added again. Keys are stored for 24 hours, and each
    /// `sessionId` has its own. A refused request does not use up its key. A request that arrives while
    /// the first is in progress waits for it.
    ///
    /// A call that begins a cart, or that adds a line with a new key, counts toward `new-carts` (300 a
    /// minute for each client). A call whose line cannot be added counts toward `refused-cart-items`
    /// (600 a minute for each client); beyond this limit, every call is refused.
    ///
    /// # Errors
    ///
    /// [`AddCartItemReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn add_cart_item(&self, site_id: i64, body: &types::AddCartItemRequest) -> AddCartItem {
        let call = self.call("addCartItem", Method::POST, "/{siteId}/cart");
        AddCartItem(call.path("siteId", site_id).json(body).idempotent())
    }

    /// Change the quantity of a line: `PUT /{siteId}/cart`.
    ///
    /// A quantity of 0 removes the line. The id of the line is its only credential, but a `sessionId`
    /// that is sent must be that of the line's cart. The call extends the cart's expiry to 7 days from
    /// now.
    ///
    /// # Errors
    ///
    /// [`UpdateCartItemReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_cart_item(
        &self,
        site_id: i64,
        body: &types::UpdateCartItemRequest,
    ) -> UpdateCartItem {
        let call = self.call("updateCartItem", Method::PUT, "/{siteId}/cart");
        UpdateCartItem(call.path("siteId", site_id).json(body))
    }

    /// Empty the cart: `DELETE /{siteId}/cart`.
    ///
    /// Removes all lines but not the cart. Succeeds for an unknown cart too.
    ///
    /// # Errors
    ///
    /// [`ClearCartReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn clear_cart(&self, site_id: i64, session_id: &str) -> ClearCart {
        let call = self.call("clearCart", Method::DELETE, "/{siteId}/cart");
        ClearCart(call.path("siteId", site_id).query("sessionId", session_id))
    }

    /// Recover an abandoned cart: `GET /{siteId}/cart/recover`.
    ///
    /// The target of the link in a mail about an abandoned cart. The token is single-use and valid for
    /// 72 hours; a cart may have several tokens. `HEAD` and prefetches (`Sec-Purpose`, `Purpose`) do
    /// not use it up. The call makes the cart active again and redirects the browser to the store's
    /// cart page, whose address comes from the store's settings. If the settings have no address, the
    /// answer is 500 and the token stays valid. Counts toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`RecoverCartReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn recover_cart(&self, site_id: i64, token: &str) -> RecoverCart {
        let call = self.call("recoverCart", Method::GET, "/{siteId}/cart/recover");
        RecoverCart(call.path("siteId", site_id).query("token", token).once().expect(&[302]))
    }
}

::stoa_client_core::calls! {
    get_cart: GetCart "getCart" -> Json<types::CartResponse>;
    add_cart_item: AddCartItem "addCartItem" -> Json<types::CartItemResponse>;
    update_cart_item: UpdateCartItem "updateCartItem" -> Json<types::UpdateCartItemResponse>;
    clear_cart: ClearCart "clearCart" -> Json<types::ClearCartResponse>;
    recover_cart: RecoverCart "recoverCart" -> Empty;
}

impl GetCart {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Cart> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl AddCartItem {
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CartItemRecord> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateCartItem {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::UpdatedCartItem> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ClearCart {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ClearedCart> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GetCartReason of "getCart" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 SessionIdIsRequired "session_id_is_required" "sessionId is required",
        400 TotalTooLarge "total_too_large" "The total is too large",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AddCartItemReason of "addCartItem" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 SessionIdIsRequired "session_id_is_required" "sessionId is required",
        400 ProductIdIsRequired "product_id_is_required" "productId is required",
        400 VariantIdIsRequired "variant_id_is_required" "variantId is required",
        400 InvalidVariantId "invalid_variant_id" "variantId must be an integer",
        400 InvalidQuantity "invalid_quantity" "quantity must be between 1 and 999",
        400 LineQuantityTooLarge "line_quantity_too_large" "A cart line may have a quantity of at most 999",
        400 InvalidDesignId "invalid_design_id" "designId must be the UUID of a design",
        400 DesignOfAnotherProduct "design_of_another_product" "designId belongs to another product",
        400 DesignIsNotFinalized "design_is_not_finalized" "Design is not finalized",
        400 TooManyImages "too_many_images" "Too many images",
        400 CartIsFull "cart_is_full" "Cart is full",
        400 TotalTooLarge "total_too_large" "The total is too large",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        401 Unauthorized "unauthorized" "Unauthorized" deprecated,
        404 StoreNotFound "store_not_found" "Store not found",
        404 ProductNotFound "product_not_found" "Product not found",
        404 VariantNotFound "variant_not_found" "Variant not found",
        404 DesignNotFound "design_not_found" "Design not found",
        409 InsufficientStock "insufficient_stock" "Insufficient stock",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 DrawingIsBusy "drawing_is_busy" "Drawing is busy, try again later",
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateCartItemReason of "updateCartItem" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 CartItemIdIsRequired "cart_item_id_is_required" "cartItemId is required",
        400 QuantityIsRequired "quantity_is_required" "quantity is required",
        400 InvalidQuantity "invalid_quantity" "quantity must be between 0 and 999",
        400 LineQuantityTooLarge "line_quantity_too_large" "A cart line may have a quantity of at most 999",
        400 InvalidSessionId "invalid_session_id" "sessionId must have 1 to 255 characters",
        400 TotalTooLarge "total_too_large" "The total is too large",
        404 StoreNotFound "store_not_found" "Store not found",
        404 CartItemNotFound "cart_item_not_found" "Cart item not found",
        409 InsufficientStock "insufficient_stock" "Insufficient stock",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ClearCartReason of "clearCart" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 SessionIdIsRequired "session_id_is_required" "sessionId is required",
        404 StoreNotFound "store_not_found" "Store not found",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RecoverCartReason of "recoverCart" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 TokenIsRequired "token_is_required" "token is required",
        404 StoreNotFound "store_not_found" "Store not found",
        404 InvalidOrExpiredRecoveryToken "invalid_or_expired_recovery_token" "Invalid or expired recovery token",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
