//! The operations tagged `products`. The rules are in domain/stores.

use stoa_audit::Change;
use stoa_inbox::LOW_STOCK_QUANTITY;
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::products::{
    AddImage, AddVariant, ArchiveProduct, CreateProduct, DuplicateProduct, GetProduct,
    ListProducts, OrderImages, ProductsApi, RemoveImage, RemoveVariant, RestoreProduct,
    UpdateImage, UpdateProduct, UpdateVariant,
};
use stoa_staff_types::{
    DoneResponse, Product, ProductListResponse, ProductSummary, ProductVariant,
};
use stoa_stores::catalog::staff::{self as catalog, ProductFilter};
use stoa_values::IfMatch;

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl ProductsApi for StaffHandlers {
    async fn list_products(
        &self,
        _: Staff,
        request: ListProducts,
    ) -> Result<ProductListResponse, Error<ListProducts>> {
        let ListProducts { site_id, status, category_id, q, low_stock, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let low_stock = low_stock.then_some(LOW_STOCK_QUANTITY);
        let search = q.as_deref();
        let filter = ProductFilter { status, category_id, search, low_stock, after: (at, id) };
        let products = catalog::list_products(&self.db, site_id, filter, limit + 1).await?;
        let (data, next_cursor) = page(products, limit, |last: &ProductSummary| {
            Position { at: last.created_at.0, id: last.id }.to_string()
        });
        Ok(ProductListResponse { data, next_cursor })
    }

    async fn create_product(
        &self,
        staff: Staff,
        request: CreateProduct,
    ) -> Result<Product, Error<CreateProduct>> {
        let CreateProduct { site_id, body } = request;
        let origin = staff.origin::<CreateProduct>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(catalog::create_product(&self.db, change, &body).await?)
    }

    async fn get_product(
        &self,
        _: Staff,
        request: GetProduct,
    ) -> Result<Product, Error<GetProduct>> {
        let product = catalog::get_product(&self.db, request.site_id, request.product_id).await?;
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
        Ok(catalog::update_product(&self.db, change, product_id, seen, &body).await?)
    }

    async fn archive_product(
        &self,
        staff: Staff,
        request: ArchiveProduct,
    ) -> Result<Product, Error<ArchiveProduct>> {
        let ArchiveProduct { site_id, product_id } = request;
        let origin = staff.origin::<ArchiveProduct>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(catalog::archive_product(&self.db, change, product_id).await?)
    }

    async fn restore_product(
        &self,
        staff: Staff,
        request: RestoreProduct,
    ) -> Result<Product, Error<RestoreProduct>> {
        let RestoreProduct { site_id, product_id } = request;
        let origin = staff.origin::<RestoreProduct>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(catalog::restore_product(&self.db, change, product_id).await?)
    }

    async fn duplicate_product(
        &self,
        staff: Staff,
        request: DuplicateProduct,
    ) -> Result<Product, Error<DuplicateProduct>> {
        let DuplicateProduct { site_id, product_id, body } = request;
        let origin = staff.origin::<DuplicateProduct>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(catalog::duplicate_product(&self.db, change, product_id, &body).await?)
    }

    async fn add_image(&self, staff: Staff, request: AddImage) -> Result<Product, Error<AddImage>> {
        let AddImage { site_id, product_id, body } = request;
        let origin = staff.origin::<AddImage>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(catalog::add_image(&self.db, change, product_id, &body).await?)
    }

    async fn order_images(
        &self,
        staff: Staff,
        request: OrderImages,
    ) -> Result<Product, Error<OrderImages>> {
        let OrderImages { site_id, product_id, if_match, body } = request;
        let origin = staff.origin::<OrderImages>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(catalog::order_images(&self.db, change, product_id, seen, &body).await?)
    }

    async fn update_image(
        &self,
        staff: Staff,
        request: UpdateImage,
    ) -> Result<Product, Error<UpdateImage>> {
        let UpdateImage { site_id, product_id, image_id, if_match, body } = request;
        let origin = staff.origin::<UpdateImage>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let (ids, seen) = ((product_id, image_id), IfMatch::of(&if_match));
        Ok(catalog::update_image(&self.db, change, ids, seen, &body).await?)
    }

    async fn remove_image(
        &self,
        staff: Staff,
        request: RemoveImage,
    ) -> Result<Product, Error<RemoveImage>> {
        let RemoveImage { site_id, product_id, image_id } = request;
        let origin = staff.origin::<RemoveImage>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(catalog::remove_image(&self.db, change, product_id, image_id).await?)
    }

    async fn add_variant(
        &self,
        staff: Staff,
        request: AddVariant,
    ) -> Result<ProductVariant, Error<AddVariant>> {
        let AddVariant { site_id, product_id, body } = request;
        let origin = staff.origin::<AddVariant>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(catalog::add_variant(&self.db, change, product_id, &body).await?)
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
        Ok(catalog::update_variant(&self.db, change, (product_id, variant_id), seen, &body).await?)
    }

    async fn remove_variant(
        &self,
        staff: Staff,
        request: RemoveVariant,
    ) -> Result<DoneResponse, Error<RemoveVariant>> {
        let RemoveVariant { site_id, product_id, variant_id } = request;
        let origin = staff.origin::<RemoveVariant>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        catalog::remove_variant(&self.db, change, product_id, variant_id).await?;
        Ok(DoneResponse {})
    }
}
