//! The pictures of a product, as the site's staff change them. A change of a picture changes the product's version.

use stoa_db::{Db, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{AddImageRequest, ImagePatch, OrderImagesRequest, Product};
use stoa_values::IfMatch;

use super::{Change, LockedProduct, finish, lock_product, read};

/// Maximum number of pictures of a product. A further one is answered 409. An import may exceed it.
const MAX_PRODUCT_IMAGES: i64 = 100;

refusals! {
    /// Why a picture is not added.
    pub enum AddImageRefusal of reasons {
        ProductNotFound,
        /// The product has [`MAX_PRODUCT_IMAGES`] pictures.
        TooManyProductImages,
    }
}

refusals! {
    /// Why a picture is not changed.
    pub enum ImageRefusal of reasons {
        ProductNotFound,
        ImageNotFound,
        ProductHasChanged { version },
    }
}

refusals! {
    /// Why a picture is not removed.
    pub enum RemoveImageRefusal of reasons {
        ProductNotFound,
        ImageNotFound,
    }
}

refusals! {
    /// Why pictures are not put in another order.
    pub enum OrderImagesRefusal of reasons {
        ProductNotFound,
        ProductHasChanged { version },
        /// The ids are not those of the product's pictures, each once.
        InvalidImageIds,
    }
}

/// Adds a picture after the product's other ones.
pub async fn add_image(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    new: &AddImageRequest,
) -> Result<Product, Failed<AddImageRefusal>> {
    let Change { site_id, now, .. } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let product = lock_product(&transaction, site_id, product_id).await?;
    product.ok_or(AddImageRefusal::ProductNotFound)?;
    let AddImageRequest { url, alt, .. } = new;
    let sql = include_str!("add_image.sql");
    let params =
        [&site_id as _, &product_id as _, &now as _, url as _, alt as _, &MAX_PRODUCT_IMAGES as _];
    if transaction.execute(sql, &params).await? == 0 {
        return Err(AddImageRefusal::TooManyProductImages)?;
    }
    touch(transaction, change, product_id).await
}

/// Applies a patch to a picture, if the caller has seen the product's current version.
pub async fn update_image(
    db: &Db,
    change: Change<'_>,
    (product_id, image_id): (i64, i64),
    seen: IfMatch<'_>,
    patch: &ImagePatch,
) -> Result<Product, Failed<ImageRefusal>> {
    let site_id = change.site_id;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let product = lock_product(&transaction, site_id, product_id).await?;
    let LockedProduct { version, .. } = product.ok_or(ImageRefusal::ProductNotFound)?;
    let Patch { columns, fields } = Patch::of(patch)?;
    let sql = include_str!("update_image.sql");
    let params = [&site_id as _, &product_id as _, &image_id as _, &columns as _];
    if transaction.execute(sql, &params).await? == 0 {
        return Err(ImageRefusal::ImageNotFound)?;
    }
    if !seen.allows(version) {
        return Err(ImageRefusal::ProductHasChanged { version })?;
    }
    if fields.is_empty() {
        return read(&transaction, site_id, product_id).await;
    }
    touch(transaction, change, product_id).await
}

/// Removes a picture. A variant that has its address retains the address.
pub async fn remove_image(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    image_id: i64,
) -> Result<Product, Failed<RemoveImageRefusal>> {
    let site_id = change.site_id;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let product = lock_product(&transaction, site_id, product_id).await?;
    product.ok_or(RemoveImageRefusal::ProductNotFound)?;
    let sql = include_str!("remove_image.sql");
    if transaction.execute(sql, &[&site_id, &product_id, &image_id]).await? == 0 {
        return Err(RemoveImageRefusal::ImageNotFound)?;
    }
    touch(transaction, change, product_id).await
}

/// Puts the pictures in the order of their ids in the request, if the caller has seen the product's current version.
pub async fn order_images(
    db: &Db,
    change: Change<'_>,
    product_id: i64,
    seen: IfMatch<'_>,
    wanted: &OrderImagesRequest,
) -> Result<Product, Failed<OrderImagesRefusal>> {
    let site_id = change.site_id;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    let product = lock_product(&transaction, site_id, product_id).await?;
    let LockedProduct { version, .. } = product.ok_or(OrderImagesRefusal::ProductNotFound)?;
    if !seen.allows(version) {
        return Err(OrderImagesRefusal::ProductHasChanged { version })?;
    }
    let ids = &wanted.image_ids;
    let mut sorted = ids.clone();
    sorted.sort_unstable();
    let sql = include_str!("list_image_ids.sql");
    let stored: Vec<i64> = transaction.rows(sql, &[&site_id, &product_id]).await?;
    if stored != sorted {
        return Err(OrderImagesRefusal::InvalidImageIds)?;
    }
    let sql = include_str!("order_images.sql");
    transaction.execute(sql, &[&site_id, &product_id, ids]).await?;
    touch(transaction, change, product_id).await
}

/// Gives the product a new version, commits the change of its pictures, and returns the product.
async fn touch<R>(
    transaction: Transaction<'_>,
    change: Change<'_>,
    product_id: i64,
) -> Result<Product, Failed<R>> {
    let Change { site_id, now, .. } = change;
    let sql = include_str!("touch_product.sql");
    transaction.execute(sql, &[&site_id, &product_id, &now]).await?;
    transaction.invalidate_cache(site_id);
    finish(transaction, change, product_id, &["images".to_owned()]).await
}
