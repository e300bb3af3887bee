//! The operations tagged `products`. The rules are in domain/stores.

use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::products::{
    ArchiveProduct, GetProduct, ListProducts, ProductsApi, RestoreProduct, UpdateProduct,
    UpdateVariant,
};
use stoa_staff_types::{Product, ProductListResponse, ProductSummary, ProductVariant};
use stoa_stores::catalog::staff::{
    Change, ProductFilter, archive_product, get_product, list_products, restore_product,
    update_product, update_variant,
};
use stoa_values::IfMatch;

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl ProductsApi for StaffHandlers {
    async fn list_products(
        &self,
        _: Staff,
        request: ListProducts,
    ) -> Result<ProductListResponse, Error<ListProducts>> {
        let ListProducts { site_id, status, category_id, q, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let filter = ProductFilter { status, category_id, search: q.as_deref(), after: (at, id) };
        let products = list_products(&self.db, site_id, filter, limit + 1).await?;
        let (data, next_cursor) = page(products, limit, |last: &ProductSummary| {
            Position { at: last.created_at.0, id: last.id }.to_string()
        });
        Ok(ProductListResponse { data, next_cursor })
    }

    async fn get_product(
        &self,
        _: Staff,
        request: GetProduct,
    ) -> Result<Product, Error<GetProduct>> {
        let product = get_product(&self.db, request.site_id, request.product_id).await?;
        Ok(product.ok_or(reasons::ProductNotFound)?)
    }

    async fn update_product(
        &self,
        staff: Staff,
        request: UpdateProduct,
    ) -> Result<Product, Error<UpdateProduct>> {
        let UpdateProduct { site_id, product_id, if_match, body } = request;
        let origin = staff.origin::<UpdateProduct>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(update_product(&self.db, change, product_id, seen, &body).await?)
    }

    async fn archive_product(
        &self,
        staff: Staff,
        request: ArchiveProduct,
    ) -> Result<Product, Error<ArchiveProduct>> {
        let ArchiveProduct { site_id, product_id } = request;
        let origin = staff.origin::<ArchiveProduct>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(archive_product(&self.db, change, product_id).await?)
    }

    async fn restore_product(
        &self,
        staff: Staff,
        request: RestoreProduct,
    ) -> Result<Product, Error<RestoreProduct>> {
        let RestoreProduct { site_id, product_id } = request;
        let origin = staff.origin::<RestoreProduct>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(restore_product(&self.db, change, product_id).await?)
    }

    async fn update_variant(
        &self,
        staff: Staff,
        request: UpdateVariant,
    ) -> Result<ProductVariant, Error<UpdateVariant>> {
        let UpdateVariant { site_id, product_id, variant_id, if_match, body } = request;
        let origin = staff.origin::<UpdateVariant>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(update_variant(&self.db, change, (product_id, variant_id), seen, &body).await?)
    }
}
