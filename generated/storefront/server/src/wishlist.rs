//! The operations tagged `wishlist`.

use std::sync::Arc;

use stoa_runtime::{Call, Error, Reply, Routes};
use stoa_storefront_types as types;

use crate::{Authenticate, SCHEMAS, op};

/// What a customer wants to remember.
pub trait Wishlist: Authenticate {
    /// `GET /{siteId}/account/wishlist`: Get the wishlist.
    ///
    /// The customer's default wishlist, created on first access, the latest item first. Products that
    /// do not exist any more are left out; those that are not active are shown with their `status`.
    fn get_wishlist(
        &self,
        caller: Self::Customer,
        request: GetWishlist,
    ) -> impl Future<Output = Result<types::Wishlist, Error<op::GetWishlist>>> + Send;

    /// `POST /{siteId}/account/wishlist`: Add a product to the wishlist.
    ///
    /// Idempotent. A product that is on the list already is returned as it stands there, whatever
    /// `variantId` says.
    fn add_wishlist_item(
        &self,
        caller: Self::Customer,
        request: AddWishlistItem,
    ) -> impl Future<Output = Result<types::WishlistItem, Error<op::AddWishlistItem>>> + Send;

    /// `DELETE /{siteId}/account/wishlist`: Remove a product from the wishlist.
    ///
    /// Idempotent. The product is named in a JSON body.
    fn remove_wishlist_item(
        &self,
        caller: Self::Customer,
        request: RemoveWishlistItem,
    ) -> impl Future<Output = Result<types::RemovedWishlistItem, Error<op::RemoveWishlistItem>>> + Send;
}

/// What `getWishlist` is asked for.
#[derive(Debug, Clone)]
pub struct GetWishlist {
    /// Id of the site.
    pub site_id: i64,
}

/// What `addWishlistItem` is asked for.
#[derive(Debug, Clone)]
pub struct AddWishlistItem {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::AddWishlistItemRequest,
}

/// What `removeWishlistItem` is asked for.
#[derive(Debug, Clone)]
pub struct RemoveWishlistItem {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::RemoveWishlistItemRequest,
}

/// The routes of the operations tagged `wishlist`.
pub fn routes<A: Wishlist>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/{siteId}/account/wishlist", api, |api, call| Box::pin(get_wishlist(api, call)))
        .post("/{siteId}/account/wishlist", api, |api, call| Box::pin(add_wishlist_item(api, call)))
        .delete("/{siteId}/account/wishlist", api, |api, call| {
            Box::pin(remove_wishlist_item(api, call))
        })
}

async fn get_wishlist<A: Wishlist>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::GetWishlist>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = GetWishlist { site_id };
    let reply = api.get_wishlist(caller, request).await?;
    Ok(Reply::json(200, &types::WishlistResponse { data: reply }))
}

async fn add_wishlist_item<A: Wishlist>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::AddWishlistItem>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request =
        AddWishlistItem { site_id, body: call.json(&SCHEMAS, "AddWishlistItemRequest").await? };
    let reply = api.add_wishlist_item(caller, request).await?;
    Ok(Reply::json(200, &types::WishlistItemResponse { data: reply }))
}

async fn remove_wishlist_item<A: Wishlist>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<op::RemoveWishlistItem>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer(call).await?;
    let request = RemoveWishlistItem {
        site_id,
        body: call.json(&SCHEMAS, "RemoveWishlistItemRequest").await?,
    };
    let reply = api.remove_wishlist_item(caller, request).await?;
    Ok(Reply::json(200, &types::RemoveWishlistItemResponse { data: reply }))
}
