//! The operations tagged `cart`.
//!
//! Handlers implement [`CartApi`]. Each operation is a struct that holds its request and implements
//! `Documents` for each failure that it documents. The route of the operation reads the path, finds
//! the caller with [`Authenticate`], reads the rest of the request, calls the handler and writes
//! the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// The cart of a browser, stored for 7 days after its last change.
pub trait CartApi: Authenticate + RateLimited {
    /// `GET /{siteId}/cart`: Get the cart.
    ///
    /// Prices are today's. A line whose product is no longer active stays visible but makes checkout
    /// fail; a line whose product was deleted has an empty name and the price 0. An empty, expired or
    /// unknown cart is `{"items": [], "subtotal": 0}`, never 404. Reads do not extend the 7 days.
    /// Counts toward `reads` (6,000 a minute for each client).
    fn get_cart(
        &self,
        caller: Self::Anyone,
        request: GetCart,
    ) -> impl Future<Output = Result<types::Cart, Error<GetCart>>> + Send;

    /// `POST /{siteId}/cart`: Add to the cart.
    ///
    /// Creates a cart if there is none for the `sessionId`, and extends its expiry to 7 days from now.
    /// A line with the same product, the same variant and no design grows by `quantity`; a line with a
    /// design is always new. A product that has active variants needs a `variantId`. A line has a
    /// quantity of at most 999, a cart at most 200 lines. If the store tracks the inventory, the
    /// quantity of a line cannot exceed the stock; stock is reserved only at checkout. `designId` is
    /// the `uuid` of a design for the product that was finalized, or the UUID of a legacy design whose
    /// status is `finalized` or `rendered`. If such a legacy design has not been drawn since its last
    /// change, this call draws it first, which may take a few seconds. To avoid the wait, call
    /// `finalizeDesign` first. Such a drawing counts toward the limits of `finalizeDesign`; beyond
    /// them, the call is 429. With a customer's token, the cart is linked to that customer. A token
    /// that is not valid is ignored.
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
    fn add_cart_item(
        &self,
        caller: Self::CustomerOrDesignSessionOrAnyone,
        request: AddCartItem,
    ) -> impl Future<
        Output = Result<stoa_runtime::Replayable<types::CartItemRecord>, Error<AddCartItem>>,
    > + Send;

    /// `PUT /{siteId}/cart`: Change the quantity of a line.
    ///
    /// A quantity of 0 removes the line. The id of the line is its only credential, but a `sessionId`
    /// that is sent must be that of the line's cart. The call extends the cart's expiry to 7 days from
    /// now.
    fn update_cart_item(
        &self,
        caller: Self::Anyone,
        request: UpdateCartItem,
    ) -> impl Future<Output = Result<types::UpdatedCartItem, Error<UpdateCartItem>>> + Send;

    /// `DELETE /{siteId}/cart`: Empty the cart.
    ///
    /// Removes all lines but not the cart. Succeeds for an unknown cart too.
    fn clear_cart(
        &self,
        caller: Self::Anyone,
        request: ClearCart,
    ) -> impl Future<Output = Result<types::ClearedCart, Error<ClearCart>>> + Send;

    /// `GET /{siteId}/cart/recover`: Recover an abandoned cart.
    ///
    /// The target of the link in a mail about an abandoned cart. The token is single-use and valid for
    /// 72 hours; a cart may have several tokens. `HEAD` and prefetches (`Sec-Purpose`, `Purpose`) do
    /// not use it up. The call makes the cart active again and redirects the browser to the store's
    /// cart page, whose address comes from the store's settings. If the settings have no address, the
    /// answer is 500 and the token stays valid. Counts toward `reads` (6,000 a minute for each client).
    fn recover_cart(
        &self,
        caller: Self::Anyone,
        request: RecoverCart,
    ) -> impl Future<Output = Result<RecoverCartReply, Error<RecoverCart>>> + Send;
}

/// The operation `getCart` and its request.
#[derive(Clone)]
pub struct GetCart {
    /// Id of the site.
    pub site_id: i64,
    /// Session id that the client generates, such as a UUID, and stores. Any client that knows it can
    /// use the cart.
    pub session_id: String,
}

impl Operation for GetCart {
    const ID: &'static str = "getCart";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "session_id_is_required", "sessionId is required"),
        (400, "total_too_large", "The total is too large"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for GetCart {}
impl Documents<404> for GetCart {}
impl Documents<429> for GetCart {}
impl Documents<500> for GetCart {}

/// The operation `addCartItem` and its request.
#[derive(Clone)]
pub struct AddCartItem {
    /// Id of the site.
    pub site_id: i64,
    /// A key that the client generates for each call, such as a UUID, and sends again when it repeats
    /// the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::AddCartItemRequest,
}

impl Operation for AddCartItem {
    const ID: &'static str = "addCartItem";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "session_id_is_required", "sessionId is required"),
        (400, "product_id_is_required", "productId is required"),
        (400, "variant_id_is_required", "variantId is required"),
        (400, "invalid_variant_id", "variantId must be an integer"),
        (400, "invalid_quantity", "quantity must be between 1 and 999"),
        (400, "line_quantity_too_large", "A cart line may have a quantity of at most 999"),
        (400, "invalid_design_id", "designId must be the UUID of a design"),
        (400, "design_of_another_product", "designId belongs to another product"),
        (400, "design_is_not_finalized", "Design is not finalized"),
        (400, "too_many_images", "Too many images"),
        (400, "cart_is_full", "Cart is full"),
        (400, "total_too_large", "The total is too large"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (404, "store_not_found", "Store not found"),
        (404, "product_not_found", "Product not found"),
        (404, "variant_not_found", "Variant not found"),
        (404, "design_not_found", "Design not found"),
        (409, "insufficient_stock", "Insufficient stock"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "drawing_is_busy", "Drawing is busy, try again later"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Documents<400> for AddCartItem {}
impl Documents<404> for AddCartItem {}
impl Documents<409> for AddCartItem {}
impl Documents<413> for AddCartItem {}
impl Documents<415> for AddCartItem {}
impl Documents<422> for AddCartItem {}
impl Documents<429> for AddCartItem {}
impl Documents<500> for AddCartItem {}
impl Documents<503> for AddCartItem {}
impl TakesBody for AddCartItem {}

/// The operation `updateCartItem` and its request.
#[derive(Clone)]
pub struct UpdateCartItem {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::UpdateCartItemRequest,
}

impl Operation for UpdateCartItem {
    const ID: &'static str = "updateCartItem";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "cart_item_id_is_required", "cartItemId is required"),
        (400, "quantity_is_required", "quantity is required"),
        (400, "invalid_quantity", "quantity must be between 0 and 999"),
        (400, "line_quantity_too_large", "A cart line may have a quantity of at most 999"),
        (400, "invalid_session_id", "sessionId must have 1 to 255 characters"),
        (400, "total_too_large", "The total is too large"),
        (404, "store_not_found", "Store not found"),
        (404, "cart_item_not_found", "Cart item not found"),
        (409, "insufficient_stock", "Insufficient stock"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for UpdateCartItem {}
impl Documents<404> for UpdateCartItem {}
impl Documents<409> for UpdateCartItem {}
impl Documents<413> for UpdateCartItem {}
impl Documents<415> for UpdateCartItem {}
impl Documents<500> for UpdateCartItem {}
impl TakesBody for UpdateCartItem {}

/// The operation `clearCart` and its request.
#[derive(Clone)]
pub struct ClearCart {
    /// Id of the site.
    pub site_id: i64,
    /// Session id that the client generates, such as a UUID, and stores. Any client that knows it can
    /// use the cart.
    pub session_id: String,
}

impl Operation for ClearCart {
    const ID: &'static str = "clearCart";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "session_id_is_required", "sessionId is required"),
        (404, "store_not_found", "Store not found"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ClearCart {}
impl Documents<404> for ClearCart {}
impl Documents<500> for ClearCart {}

/// The operation `recoverCart` and its request.
#[derive(Clone)]
pub struct RecoverCart {
    /// Id of the site.
    pub site_id: i64,
    /// The recovery token from the message.
    pub token: String,
}

impl Operation for RecoverCart {
    const ID: &'static str = "recoverCart";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "token_is_required", "token is required"),
        (404, "store_not_found", "Store not found"),
        (404, "invalid_or_expired_recovery_token", "Invalid or expired recovery token"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for RecoverCart {}
impl Documents<404> for RecoverCart {}
impl Documents<429> for RecoverCart {}
impl Documents<500> for RecoverCart {}

/// The answer of `recoverCart`.
#[derive(Debug, Clone)]
pub struct RecoverCartReply {
    /// The header `Location`.
    pub location: String,
}

stoa_runtime::refuses! {
    GetCart:
        reasons::SessionIdIsRequired, reasons::TotalTooLarge, reasons::StoreNotFound,
        reasons::TooManyRequests;
    AddCartItem:
        reasons::InvalidJson, reasons::SessionIdIsRequired, reasons::ProductIdIsRequired,
        reasons::VariantIdIsRequired, reasons::InvalidVariantId,
        reasons::AddCartItemInvalidQuantity, reasons::LineQuantityTooLarge,
        reasons::AddCartItemInvalidDesignId, reasons::DesignOfAnotherProduct,
        reasons::DesignIsNotFinalized, reasons::TooManyImages, reasons::CartIsFull,
        reasons::TotalTooLarge, reasons::InvalidIdempotencyKey, reasons::StoreNotFound,
        reasons::ProductNotFound, reasons::VariantNotFound, reasons::DesignNotFound,
        reasons::InsufficientStock, reasons::IdempotencyKeyInProgress,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::IdempotencyKeyReused, reasons::TooManyRequests, reasons::TooManyUploads,
        reasons::DrawingIsBusy, reasons::StorageIsFull;
    UpdateCartItem:
        reasons::InvalidJson, reasons::CartItemIdIsRequired, reasons::QuantityIsRequired,
        reasons::UpdateCartItemInvalidQuantity, reasons::LineQuantityTooLarge,
        reasons::UpdateCartItemInvalidSessionId, reasons::TotalTooLarge, reasons::StoreNotFound,
        reasons::CartItemNotFound, reasons::InsufficientStock, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson;
    ClearCart:
        reasons::SessionIdIsRequired, reasons::StoreNotFound;
    RecoverCart:
        reasons::TokenIsRequired, reasons::StoreNotFound, reasons::InvalidOrExpiredRecoveryToken,
        reasons::TooManyRequests;
}

/// The routes of the operations tagged `cart`.
pub fn routes<A: CartApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/cart", api, |api, call| Box::pin(get_cart(api, call)))
        .post("/{siteId}/cart", api, |api, call| Box::pin(add_cart_item(api, call)))
        .put("/{siteId}/cart", api, |api, call| Box::pin(update_cart_item(api, call)))
        .delete("/{siteId}/cart", api, |api, call| Box::pin(clear_cart(api, call)))
        .get("/{siteId}/cart/recover", api, |api, call| Box::pin(recover_cart(api, call)))
}

async fn get_cart<A: CartApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetCart>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetCart {
        site_id,
        session_id: call
            .query("sessionId")
            .message("sessionId is required")
            .text()
            .min_length(1)
            .max_length(255)
            .required()?,
    };
    let reply = api.get_cart(caller, request).await?;
    Ok(Reply::json(200, &types::CartResponse { data: reply }))
}

async fn add_cart_item<A: CartApi>(api: &A, call: &mut Call) -> Result<Reply, Error<AddCartItem>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api
        .customer_or_design_session_or_anyone_leniently(call.credentials(), call.context(), site_id)
        .await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "AddCartItemRequest").await?;
    let request = AddCartItem { site_id, idempotency, body };
    let reply = api.add_cart_item(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(200, &types::CartItemResponse { data: reply })))
}

async fn update_cart_item<A: CartApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<UpdateCartItem>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    let request =
        UpdateCartItem { site_id, body: call.json(&SCHEMAS, "UpdateCartItemRequest").await? };
    let reply = api.update_cart_item(caller, request).await?;
    Ok(Reply::json(200, &types::UpdateCartItemResponse { data: reply }))
}

async fn clear_cart<A: CartApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ClearCart>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    let request = ClearCart {
        site_id,
        session_id: call
            .query("sessionId")
            .message("sessionId is required")
            .text()
            .min_length(1)
            .max_length(255)
            .required()?,
    };
    let reply = api.clear_cart(caller, request).await?;
    Ok(Reply::json(200, &types::ClearCartResponse { data: reply }))
}

async fn recover_cart<A: CartApi>(api: &A, call: &mut Call) -> Result<Reply, Error<RecoverCart>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = RecoverCart {
        site_id,
        token: call.query("token").message("token is required").text().min_length(1).required()?,
    };
    let reply = api.recover_cart(caller, request).await?;
    Ok(Reply::empty(302).header(stoa_runtime::HeaderName::from_static("location"), reply.location))
}
