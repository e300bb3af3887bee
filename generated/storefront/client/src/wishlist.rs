//! The operations tagged `wishlist`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Get the wishlist: `GET /{siteId}/account/wishlist`.
    ///
    /// The customer's default wishlist, created on first access, with the latest item first. Products
    /// that no longer exist are left out; products that are not active are shown with their `status`.
    /// Counts toward `reads` (6,000 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`GetWishlistReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_wishlist(&self, site_id: i64) -> GetWishlist {
        let call = self.call("getWishlist", Method::GET, "/{siteId}/account/wishlist");
        GetWishlist(call.path("siteId", site_id))
    }

    /// Add a product to the wishlist: `POST /{siteId}/account/wishlist`.
    ///
    /// Idempotent. If the product is already on the wishlist, the call returns the existing item,
    /// whatever `variantId` says and even if the product is not active. Otherwise the product and its
    /// variant must be active. A wishlist has at most 500 products.
    ///
    /// # Errors
    ///
    /// [`AddWishlistItemReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn add_wishlist_item(
        &self,
        site_id: i64,
        body: &types::AddWishlistItemRequest,
    ) -> AddWishlistItem {
        let call = self.call("addWishlistItem", Method::POST, "/{siteId}/account/wishlist");
        AddWishlistItem(call.path("siteId", site_id).json(body))
    }

    /// Remove a product from the wishlist: `DELETE /{siteId}/account/wishlist`.
    ///
    /// Idempotent: `removed` tells whether the product was on the wishlist. The product is named in a
    /// JSON body.
    ///
    /// # Errors
    ///
    /// [`RemoveWishlistItemReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_wishlist_item(
        &self,
        site_id: i64,
        body: &types::RemoveWishlistItemRequest,
    ) -> RemoveWishlistItem {
        let call = self.call("removeWishlistItem", Method::DELETE, "/{siteId}/account/wishlist");
        RemoveWishlistItem(call.path("siteId", site_id).json(body))
    }
}

::stoa_client_core::calls! {
    get_wishlist: GetWishlist -> Json<types::WishlistResponse>;
    add_wishlist_item: AddWishlistItem -> Json<types::WishlistItemResponse>;
    remove_wishlist_item: RemoveWishlistItem -> Json<types::RemoveWishlistItemResponse>;
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
