//! The operations tagged `wishlist`. The rules are in domain/customers.

use stoa_customers::wishlists::add_wishlist_item;
use stoa_runtime::Error;
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::wishlist::{
    AddWishlistItem, GetWishlist, RemoveWishlistItem, WishlistApi,
};
use stoa_storefront_types::{RemovedWishlistItem, Wishlist, WishlistItem};

use crate::{Customer, Storefront};

impl WishlistApi for Storefront {
    async fn get_wishlist(
        &self,
        customer: Customer,
        request: GetWishlist,
    ) -> Result<Wishlist, Error<GetWishlist>> {
        let (site_id, now) = (request.site_id, self.now());
        let list =
            stoa_customers::wishlists::get_wishlist(&self.db, site_id, customer.id, now).await?;
        Ok(list.ok_or(reasons::Unauthorized)?)
    }

    async fn add_wishlist_item(
        &self,
        customer: Customer,
        request: AddWishlistItem,
    ) -> Result<WishlistItem, Error<AddWishlistItem>> {
        let (site_id, now) = (request.site_id, self.now());
        let (product_id, variant_id) = (request.body.product_id, request.body.variant_id);
        let id = customer.id;
        Ok(add_wishlist_item(&self.db, site_id, id, product_id, variant_id, now).await?)
    }

    async fn remove_wishlist_item(
        &self,
        customer: Customer,
        request: RemoveWishlistItem,
    ) -> Result<RemovedWishlistItem, Error<RemoveWishlistItem>> {
        let (site_id, product_id) = (request.site_id, request.body.product_id);
        let removed = stoa_customers::wishlists::remove_wishlist_item(
            &self.db,
            site_id,
            customer.id,
            product_id,
        )
        .await?;
        Ok(RemovedWishlistItem { product_id, removed })
    }
}
