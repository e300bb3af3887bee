//! The operations tagged `wishlist`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/account/wishlist`: Get the wishlist.
    ///
    /// The customer's default wishlist, created on first access, the latest item first. Products that
    /// do not exist any more are left out; those that are not active are shown with their `status`.
    pub async fn get_wishlist(
        &self,
        site_id: i64,
    ) -> Result<Response<types::WishlistResponse>, Error> {
        self.call("getWishlist", Method::GET, "/{siteId}/account/wishlist")
            .path("siteId", site_id)
            .send()
            .await
    }

    /// `POST /{siteId}/account/wishlist`: Add a product to the wishlist.
    ///
    /// Idempotent. A product that is on the list already is returned as it stands there, whatever
    /// `variantId` says, and active or not. Another must be active, and so must its variant. A list has
    /// at most 500 products.
    pub async fn add_wishlist_item(
        &self,
        site_id: i64,
        body: &types::AddWishlistItemRequest,
    ) -> Result<Response<types::WishlistItemResponse>, Error> {
        self.call("addWishlistItem", Method::POST, "/{siteId}/account/wishlist")
            .path("siteId", site_id)
            .json(body)
            .send()
            .await
    }

    /// `DELETE /{siteId}/account/wishlist`: Remove a product from the wishlist.
    ///
    /// Idempotent, `removed` tells whether the product was there. The product is named in a JSON body.
    pub async fn remove_wishlist_item(
        &self,
        site_id: i64,
        body: &types::RemoveWishlistItemRequest,
    ) -> Result<Response<types::RemoveWishlistItemResponse>, Error> {
        self.call("removeWishlistItem", Method::DELETE, "/{siteId}/account/wishlist")
            .path("siteId", site_id)
            .json(body)
            .send()
            .await
    }
}

::stoa_client_core::reasons! {
    pub enum GetWishlistReason of "getWishlist" {
        400 SiteId "Invalid site ID",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AddWishlistItemReason of "addWishlistItem" {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 ProductIdIsRequired "productId is required",
        400 VariantId "variantId must be an integer",
        400 Full "Wishlist is full",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        404 ProductNotFound "Product not found",
        404 VariantNotFound "Variant not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveWishlistItemReason of "removeWishlistItem" {
        400 SiteId "Invalid site ID",
        400 Json "Invalid JSON body",
        400 ProductIdIsRequired "productId is required",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        500 InternalServerError "Internal server error",
    }
}
