//! The operations tagged `wishlist`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// `GET /{siteId}/account/wishlist`: Get the wishlist.
    ///
    /// The customer's default wishlist, created on first access, the latest item first. Products that
    /// do not exist any more are left out; those that are not active are shown with their `status`.
    /// Counts toward `reads` (6,000 a minute for each client).
    pub fn get_wishlist(&self, site_id: i64) -> GetWishlist {
        let call = self.call("getWishlist", Method::GET, "/{siteId}/account/wishlist");
        GetWishlist(call.path("siteId", site_id))
    }

    /// `POST /{siteId}/account/wishlist`: Add a product to the wishlist.
    ///
    /// Idempotent. A product that is on the list already is returned as it stands there, whatever
    /// `variantId` says, and active or not. Another must be active, and so must its variant. A list has
    /// at most 500 products.
    pub fn add_wishlist_item(
        &self,
        site_id: i64,
        body: &types::AddWishlistItemRequest,
    ) -> AddWishlistItem {
        let call = self.call("addWishlistItem", Method::POST, "/{siteId}/account/wishlist");
        AddWishlistItem(call.path("siteId", site_id).json(body))
    }

    /// `DELETE /{siteId}/account/wishlist`: Remove a product from the wishlist.
    ///
    /// Idempotent, `removed` tells whether the product was there. The product is named in a JSON body.
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
    /// Why `getWishlist` is refused.
    pub enum GetWishlistReason {
        400 SiteId "Invalid site ID",
        401 Unauthorized "Unauthorized",
        404 StoreNotFound "Store not found",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    /// Why `addWishlistItem` is refused.
    pub enum AddWishlistItemReason {
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
    /// Why `removeWishlistItem` is refused.
    pub enum RemoveWishlistItemReason {
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
