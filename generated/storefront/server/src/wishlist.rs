//! The operations tagged `wishlist`.
//!
//! Handlers implement [`WishlistApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// Products that a customer has saved.
pub trait WishlistApi: Authenticate + RateLimited {
    /// `GET /{siteId}/account/wishlist`: Get the wishlist.
    ///
    /// The customer's default wishlist, created on first access, with the latest item first. Products
    /// that no longer exist are left out; products that are not active are shown with their `status`.
    /// Counts toward `reads` (6,000 a minute for each client).
    fn get_wishlist(
        &self,
        caller: Self::Customer,
        request: GetWishlist,
    ) -> impl Future<Output = Result<types::Wishlist, Error<GetWishlist>>> + Send;

    /// `POST /{siteId}/account/wishlist`: Add a product to the wishlist.
    ///
    /// Idempotent. If the product is already on the wishlist, the call returns the existing item,
    /// whatever `variantId` says and even if the product is not active. Otherwise the product and its
    /// variant must be active. A wishlist has at most 500 products.
    fn add_wishlist_item(
        &self,
        caller: Self::Customer,
        request: AddWishlistItem,
    ) -> impl Future<Output = Result<types::WishlistItem, Error<AddWishlistItem>>> + Send;

    /// `DELETE /{siteId}/account/wishlist`: Remove a product from the wishlist.
    ///
    /// Idempotent: `removed` tells whether the product was on the wishlist. The product is named in a
    /// JSON body.
    fn remove_wishlist_item(
        &self,
        caller: Self::Customer,
        request: RemoveWishlistItem,
    ) -> impl Future<Output = Result<types::RemovedWishlistItem, Error<RemoveWishlistItem>>> + Send;
}

/// The operation `getWishlist` and its request.
#[derive(Clone)]
pub struct GetWishlist {
    /// Id of the site.
    pub site_id: i64,
}

impl Operation for GetWishlist {
    const ID: &'static str = "getWishlist";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<401> for GetWishlist {}
impl Documents<404> for GetWishlist {}
impl Documents<429> for GetWishlist {}
impl Documents<500> for GetWishlist {}

/// The operation `addWishlistItem` and its request.
#[derive(Clone)]
pub struct AddWishlistItem {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::AddWishlistItemRequest,
}

impl Operation for AddWishlistItem {
    const ID: &'static str = "addWishlistItem";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "product_id_is_required", "productId is required"),
        (400, "invalid_variant_id", "variantId must be an integer"),
        (400, "wishlist_is_full", "Wishlist is full"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (404, "product_not_found", "Product not found"),
        (404, "variant_not_found", "Variant not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for AddWishlistItem {}
impl Documents<401> for AddWishlistItem {}
impl Documents<404> for AddWishlistItem {}
impl Documents<413> for AddWishlistItem {}
impl Documents<415> for AddWishlistItem {}
impl Documents<500> for AddWishlistItem {}
impl TakesBody for AddWishlistItem {}

/// The operation `removeWishlistItem` and its request.
#[derive(Clone)]
pub struct RemoveWishlistItem {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::RemoveWishlistItemRequest,
}

impl Operation for RemoveWishlistItem {
    const ID: &'static str = "removeWishlistItem";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "product_id_is_required", "productId is required"),
        (401, "unauthorized", "Unauthorized"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for RemoveWishlistItem {}
impl Documents<401> for RemoveWishlistItem {}
impl Documents<404> for RemoveWishlistItem {}
impl Documents<413> for RemoveWishlistItem {}
impl Documents<415> for RemoveWishlistItem {}
impl Documents<500> for RemoveWishlistItem {}
impl TakesBody for RemoveWishlistItem {}

stoa_runtime::refuses! {
    GetWishlist:
        reasons::Unauthorized, reasons::StoreNotFound, reasons::TooManyRequests;
    AddWishlistItem:
        reasons::InvalidJson, reasons::ProductIdIsRequired, reasons::InvalidVariantId,
        reasons::WishlistIsFull, reasons::Unauthorized, reasons::StoreNotFound,
        reasons::ProductNotFound, reasons::VariantNotFound, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson;
    RemoveWishlistItem:
        reasons::InvalidJson, reasons::ProductIdIsRequired, reasons::Unauthorized,
        reasons::StoreNotFound, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson;
}

/// The routes of the operations tagged `wishlist`.
pub fn routes<A: WishlistApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/account/wishlist", api, |api, call| Box::pin(get_wishlist(api, call)))
        .post("/{siteId}/account/wishlist", api, |api, call| Box::pin(add_wishlist_item(api, call)))
        .delete("/{siteId}/account/wishlist", api, |api, call| {
            Box::pin(remove_wishlist_item(api, call))
        })
}

async fn get_wishlist<A: WishlistApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<GetWishlist>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().reads.count(call.client()).await?;
    let request = GetWishlist { site_id };
    let reply = api.get_wishlist(caller, request).await?;
    Ok(Reply::json(200, &types::WishlistResponse { data: reply }))
}

async fn add_wishlist_item<A: WishlistApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<AddWishlistItem>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    let request =
        AddWishlistItem { site_id, body: call.json(&SCHEMAS, "AddWishlistItemRequest").await? };
    let reply = api.add_wishlist_item(caller, request).await?;
    Ok(Reply::json(200, &types::WishlistItemResponse { data: reply }))
}

async fn remove_wishlist_item<A: WishlistApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<RemoveWishlistItem>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.customer(call.credentials(), call.context(), site_id).await?;
    let request = RemoveWishlistItem {
        site_id,
        body: call.json(&SCHEMAS, "RemoveWishlistItemRequest").await?,
    };
    let reply = api.remove_wishlist_item(caller, request).await?;
    Ok(Reply::json(200, &types::RemoveWishlistItemResponse { data: reply }))
}
