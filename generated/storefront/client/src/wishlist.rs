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
    get_wishlist: GetWishlist "getWishlist" -> Json<types::WishlistResponse>;
    add_wishlist_item: AddWishlistItem "addWishlistItem" -> Json<types::WishlistItemResponse>;
    remove_wishlist_item: RemoveWishlistItem "removeWishlistItem" -> Json<types::RemoveWishlistItemResponse>;
}

impl GetWishlist {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Wishlist> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl AddWishlistItem {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::WishlistItem> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RemoveWishlistItem {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::RemovedWishlistItem> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum GetWishlistReason of "getWishlist" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AddWishlistItemReason of "addWishlistItem" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 ProductIdIsRequired "product_id_is_required" "productId is required",
        400 InvalidVariantId "invalid_variant_id" "variantId must be an integer",
        400 WishlistIsFull "wishlist_is_full" "Wishlist is full",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        404 ProductNotFound "product_not_found" "Product not found",
        404 VariantNotFound "variant_not_found" "Variant not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveWishlistItemReason of "removeWishlistItem" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 ProductIdIsRequired "product_id_is_required" "productId is required",
        401 Unauthorized "unauthorized" "Unauthorized",
        404 StoreNotFound "store_not_found" "Store not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
