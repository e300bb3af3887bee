//! The operations tagged `wishlist`.
//!
//! Not served yet: the server answers 404.

use reqwest::Method;

use crate::call::segment;
use crate::{Client, Error, Response, types};

impl Client {
    /// `GET /{siteId}/account/wishlist`: Get the wishlist.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// The customer's default wishlist, created on first access, the latest item first. Products that
    /// do not exist any more are left out; those that are not active are shown with their `status`.
    pub async fn get_wishlist(
        &self,
        site_id: i64,
    ) -> Result<Response<types::WishlistResponse>, Error> {
        let call = self.call(Method::GET, format!("/{}/account/wishlist", segment(site_id)));
        call.send().await
    }

    /// `POST /{siteId}/account/wishlist`: Add a product to the wishlist.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Idempotent. A product that is on the list already is returned as it stands there, whatever
    /// `variantId` says.
    pub async fn add_wishlist_item(
        &self,
        site_id: i64,
        body: &types::AddWishlistItemRequest,
    ) -> Result<Response<types::WishlistItemResponse>, Error> {
        let mut call = self.call(Method::POST, format!("/{}/account/wishlist", segment(site_id)));
        call = call.json(body)?;
        call.send().await
    }

    /// `DELETE /{siteId}/account/wishlist`: Remove a product from the wishlist.
    ///
    /// Not served yet: the server answers 404.
    ///
    /// Idempotent. The product is named in a JSON body.
    pub async fn remove_wishlist_item(
        &self,
        site_id: i64,
        body: &types::RemoveWishlistItemRequest,
    ) -> Result<Response<types::RemoveWishlistItemResponse>, Error> {
        let mut call = self.call(Method::DELETE, format!("/{}/account/wishlist", segment(site_id)));
        call = call.json(body)?;
        call.send().await
    }
}
