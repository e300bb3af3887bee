//! The operations tagged `products`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List products: `GET /sites/{siteId}/products`.
    ///
    /// Products of every status, newest first. Archived ones are listed only with `status=archived`. If
    /// several filters are given, a product must match all of them. Counts toward `staff-reads` (600 a
    /// minute for each client).
    ///
    /// Requires one of the roles `content` and `shop`.
    ///
    /// # Errors
    ///
    /// [`ListProductsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_products(&self, site_id: i64) -> ListProducts {
        let call = self.call("listProducts", Method::GET, "/sites/{siteId}/products");
        ListProducts(call.path("siteId", site_id))
    }

    /// Create a product: `POST /sites/{siteId}/products`.
    ///
    /// Adds a product, by default as a draft, which customers do not see. `stockQuantity` is its
    /// opening stock; later, [`adjust_stock`](Client::adjust_stock) changes the stock. A call that is
    /// repeated after its answer was lost is refused, because the slug is taken. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`CreateProductReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_product(
        &self,
        site_id: i64,
        body: &types::CreateProductRequest,
    ) -> CreateProduct {
        let call = self.call("createProduct", Method::POST, "/sites/{siteId}/products");
        CreateProduct(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a product: `GET /sites/{siteId}/products/{productId}`.
    ///
    /// The product with its pictures, options, variants, bulk prices and styles, whatever its status. A
    /// change sends its `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each
    /// client).
    ///
    /// Requires one of the roles `content` and `shop`.
    ///
    /// # Errors
    ///
    /// [`GetProductReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_product(&self, site_id: i64, product_id: i64) -> GetProduct {
        let call = self.call("getProduct", Method::GET, "/sites/{siteId}/products/{productId}");
        GetProduct(call.path("siteId", site_id).path("productId", product_id))
    }

    /// Update a product: `PATCH /sites/{siteId}/products/{productId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value, and a list replaces the whole list.
    /// [`adjust_stock`](Client::adjust_stock) changes the stock,
    /// [`update_variant`](Client::update_variant) a variant, and [`update_image`](Client::update_image)
    /// a picture.
    ///
    /// `If-Match` has the `ETag` of the product that the caller has seen. If someone has changed the
    /// product since, the answer is 412 with the current `ETag`, and nothing changes. A call that is
    /// repeated after its answer was lost is answered 412 too. Sales and adjustments of stock do not
    /// change the `ETag`.
    ///
    /// Shops see the change at once; another server of the same site may answer with the old product
    /// for a second. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`UpdateProductReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_product(
        &self,
        site_id: i64,
        product_id: i64,
        if_match: &str,
        body: &types::ProductPatch,
    ) -> UpdateProduct {
        let call =
            self.call("updateProduct", Method::PATCH, "/sites/{siteId}/products/{productId}");
        UpdateProduct(
            call.path("siteId", site_id)
                .path("productId", product_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Archive a product: `POST /sites/{siteId}/products/{productId}/archive`.
    ///
    /// Customers no longer see or buy the product, and [`list_products`](Client::list_products) shows
    /// it only with `status=archived`. Orders retain it. Carts that contain it cannot be checked out.
    /// Archiving it again changes nothing. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ArchiveProductReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn archive_product(&self, site_id: i64, product_id: i64) -> ArchiveProduct {
        let call = self.call(
            "archiveProduct",
            Method::POST,
            "/sites/{siteId}/products/{productId}/archive",
        );
        ArchiveProduct(call.path("siteId", site_id).path("productId", product_id))
    }

    /// Restore a product: `POST /sites/{siteId}/products/{productId}/restore`.
    ///
    /// Gives an archived product the status `inactive`; [`update_product`](Client::update_product)
    /// makes it `active` again. Any other product stays as it is. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`RestoreProductReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn restore_product(&self, site_id: i64, product_id: i64) -> RestoreProduct {
        let call = self.call(
            "restoreProduct",
            Method::POST,
            "/sites/{siteId}/products/{productId}/restore",
        );
        RestoreProduct(call.path("siteId", site_id).path("productId", product_id))
    }

    /// Duplicate a product: `POST /sites/{siteId}/products/{productId}/duplicate`.
    ///
    /// Creates a copy of a product with its pictures, options, variants, bulk prices and styles. The
    /// copy is a draft with the given slug, without SKUs and barcodes. Where the original has a stock,
    /// that of the copy is 0. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`DuplicateProductReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn duplicate_product(
        &self,
        site_id: i64,
        product_id: i64,
        body: &types::DuplicateProductRequest,
    ) -> DuplicateProduct {
        let call = self.call(
            "duplicateProduct",
            Method::POST,
            "/sites/{siteId}/products/{productId}/duplicate",
        );
        DuplicateProduct(
            call.path("siteId", site_id).path("productId", product_id).json(body).expect(&[201]),
        )
    }

    /// Add a picture: `POST /sites/{siteId}/products/{productId}/images`.
    ///
    /// Adds a picture to a product, after its other pictures. The product gets another version. Each
    /// call adds a picture: if an answer is lost, look at the product before you repeat the call.
    /// Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`AddImageReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn add_image(
        &self,
        site_id: i64,
        product_id: i64,
        body: &types::AddImageRequest,
    ) -> AddImage {
        let call =
            self.call("addImage", Method::POST, "/sites/{siteId}/products/{productId}/images");
        AddImage(
            call.path("siteId", site_id).path("productId", product_id).json(body).expect(&[201]),
        )
    }

    /// Order pictures: `PUT /sites/{siteId}/products/{productId}/images`.
    ///
    /// Puts the pictures of a product in the order of the body, which names each of them once. The
    /// first picture is the one that lists show. `If-Match` has the `ETag` of the product. Counts
    /// toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`OrderImagesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn order_images(
        &self,
        site_id: i64,
        product_id: i64,
        if_match: &str,
        body: &types::OrderImagesRequest,
    ) -> OrderImages {
        let call =
            self.call("orderImages", Method::PUT, "/sites/{siteId}/products/{productId}/images");
        OrderImages(
            call.path("siteId", site_id)
                .path("productId", product_id)
                .header("if-match", if_match)
                .json(body),
        )
    }

    /// Update a picture: `PATCH /sites/{siteId}/products/{productId}/images/{imageId}`.
    ///
    /// Changes the properties of a picture that the body has, and no others, like
    /// [`update_product`](Client::update_product). A picture has no version: `If-Match` has the `ETag`
    /// of the product. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`UpdateImageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_image(
        &self,
        site_id: i64,
        product_id: i64,
        image_id: i64,
        if_match: &str,
        body: &types::ImagePatch,
    ) -> UpdateImage {
        let call = self.call(
            "updateImage",
            Method::PATCH,
            "/sites/{siteId}/products/{productId}/images/{imageId}",
        );
        UpdateImage(
            call.path("siteId", site_id)
                .path("productId", product_id)
                .path("imageId", image_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a picture: `DELETE /sites/{siteId}/products/{productId}/images/{imageId}`.
    ///
    /// Removes a picture from a product, which gets another version. Its file stays. A variant may
    /// still have the address of the picture. Counts toward `staff-changes` (120 a minute for each
    /// client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`RemoveImageReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_image(&self, site_id: i64, product_id: i64, image_id: i64) -> RemoveImage {
        let call = self.call(
            "removeImage",
            Method::DELETE,
            "/sites/{siteId}/products/{productId}/images/{imageId}",
        );
        RemoveImage(
            call.path("siteId", site_id).path("productId", product_id).path("imageId", image_id),
        )
    }

    /// Add a variant: `POST /sites/{siteId}/products/{productId}/variants`.
    ///
    /// Adds a variant to a product. `stockQuantity` is its opening stock; without it, the variant uses
    /// the stock of the product. A product with active variants is only sold as one of them. Variants
    /// are listed by id, so the new one is the last. Each call adds a variant: if an answer is lost,
    /// look at the product before you repeat the call. Counts toward `staff-changes` (120 a minute for
    /// each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`AddVariantReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn add_variant(
        &self,
        site_id: i64,
        product_id: i64,
        body: &types::AddVariantRequest,
    ) -> AddVariant {
        let call =
            self.call("addVariant", Method::POST, "/sites/{siteId}/products/{productId}/variants");
        AddVariant(
            call.path("siteId", site_id).path("productId", product_id).json(body).expect(&[201]),
        )
    }

    /// Update a variant: `PATCH /sites/{siteId}/products/{productId}/variants/{variantId}`.
    ///
    /// Changes the properties that the body has, and no others, like
    /// [`update_product`](Client::update_product). `If-Match` has the `ETag` of the variant, which is
    /// its `version` in quotation marks. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`UpdateVariantReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_variant(
        &self,
        site_id: i64,
        product_id: i64,
        variant_id: i64,
        if_match: &str,
        body: &types::VariantPatch,
    ) -> UpdateVariant {
        let call = self.call(
            "updateVariant",
            Method::PATCH,
            "/sites/{siteId}/products/{productId}/variants/{variantId}",
        );
        UpdateVariant(
            call.path("siteId", site_id)
                .path("productId", product_id)
                .path("variantId", variant_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a variant: `DELETE /sites/{siteId}/products/{productId}/variants/{variantId}`.
    ///
    /// Removes a variant, unless a bulk price names it. Orders retain what they have of it. Carts and
    /// wishlists retain their items, which can no longer be bought. After the last active variant is
    /// removed, the product is sold at its own price and from its own stock. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`RemoveVariantReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_variant(&self, site_id: i64, product_id: i64, variant_id: i64) -> RemoveVariant {
        let call = self.call(
            "removeVariant",
            Method::DELETE,
            "/sites/{siteId}/products/{productId}/variants/{variantId}",
        );
        RemoveVariant(
            call.path("siteId", site_id)
                .path("productId", product_id)
                .path("variantId", variant_id),
        )
    }
}

::stoa_client_core::calls! {
    list_products: ListProducts "listProducts" -> Cursor<types::ProductListResponse, types::ProductSummary>(data, next_cursor, "cursor");
    create_product: CreateProduct "createProduct" -> Json<types::ProductResponse>;
    get_product: GetProduct "getProduct" -> Json<types::ProductResponse>;
    update_product: UpdateProduct "updateProduct" -> Json<types::ProductResponse>;
    archive_product: ArchiveProduct "archiveProduct" -> Json<types::ProductResponse>;
    restore_product: RestoreProduct "restoreProduct" -> Json<types::ProductResponse>;
    duplicate_product: DuplicateProduct "duplicateProduct" -> Json<types::ProductResponse>;
    add_image: AddImage "addImage" -> Json<types::ProductResponse>;
    order_images: OrderImages "orderImages" -> Json<types::ProductResponse>;
    update_image: UpdateImage "updateImage" -> Json<types::ProductResponse>;
    remove_image: RemoveImage "removeImage" -> Json<types::ProductResponse>;
    add_variant: AddVariant "addVariant" -> Json<types::VariantResponse>;
    update_variant: UpdateVariant "updateVariant" -> Json<types::VariantResponse>;
    remove_variant: RemoveVariant "removeVariant" -> Json<types::DoneResponse>;
}

impl ListProducts {
    /// Lists only products with this status. Without it, archived products are not listed.
    pub fn status(self, status: types::ProductStatus) -> Self {
        Self(self.0.query("status", status))
    }

    /// Lists only products of this category, without those of its subcategories.
    pub fn category_id(self, category_id: i64) -> Self {
        Self(self.0.query("categoryId", category_id))
    }

    /// Lists only products of which each of these words is in the name or the short description, and
    /// products whose SKU, or a variant's SKU, begins with the text, ignoring case. Of more than 1,000
    /// such SKUs, the first 1,000 in alphabetical order count. 1 to 100 characters.
    pub fn q(self, q: &str) -> Self {
        Self(self.0.query("q", q))
    }

    /// If true, lists only products that track inventory and of which the product or an active variant
    /// has 5 pieces or fewer in stock.
    ///
    /// Default: `false`.
    pub fn low_stock(self, low_stock: bool) -> Self {
        Self(self.0.query("lowStock", low_stock))
    }

    /// Items on a page, 1 to 100. A value above 100 is taken as 100.
    ///
    /// Default: `50`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// The `nextCursor` of the page before. Without it, the list begins with its first page.
    pub fn cursor(self, cursor: &str) -> Self {
        Self(self.0.query("cursor", cursor))
    }
}

impl CreateProduct {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetProduct {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateProduct {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ArchiveProduct {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RestoreProduct {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl DuplicateProduct {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl AddImage {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl OrderImages {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateImage {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl RemoveImage {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Product> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl AddVariant {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ProductVariant> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateVariant {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ProductVariant> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListProductsReason of "listProducts" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidStatus "invalid_status" "status must be one of active, inactive, draft, archived",
        400 InvalidCategoryId "invalid_category_id" "categoryId must be an integer",
        400 InvalidQ "invalid_q" "q must have 1 to 100 characters",
        400 InvalidLowStock "invalid_low_stock" "lowStock must be true or false",
        400 InvalidLimit "invalid_limit" "limit must be an integer",
        400 LimitTooSmall "limit_too_small" "limit must be at least 1",
        400 InvalidCursor "invalid_cursor" "Invalid cursor",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateProductReason of "createProduct" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 InvalidDescription "invalid_description" "description must have at most 100000 characters",
        400 InvalidShortDescription "invalid_short_description" "shortDescription must have at most 2000 characters",
        400 InvalidStatus "invalid_status" "status must be one of active, inactive, draft",
        400 InvalidCategoryId "invalid_category_id" "categoryId must be an integer or null",
        400 InvalidPrice "invalid_price" "price must be an integer from 0 to 9007199254740991",
        400 InvalidCompareAtPrice "invalid_compare_at_price" "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidCostPrice "invalid_cost_price" "costPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidSku "invalid_sku" "sku must have at most 255 characters, and no control characters",
        400 InvalidBarcode "invalid_barcode" "barcode must have at most 255 characters, and no control characters",
        400 InvalidTrackInventory "invalid_track_inventory" "trackInventory must be true or false",
        400 InvalidStockQuantity "invalid_stock_quantity" "stockQuantity must be an integer from 0 to 9007199254740991, or null",
        400 InvalidWeight "invalid_weight" "weight must be a decimal number of at most 32 characters",
        400 InvalidWeightUnit "invalid_weight_unit" "weightUnit must have at most 32 characters, and no control characters",
        400 InvalidLengthIn "invalid_length_in" "lengthIn must be a number of at least 0, or null",
        400 InvalidWidthIn "invalid_width_in" "widthIn must be a number of at least 0, or null",
        400 InvalidHeightIn "invalid_height_in" "heightIn must be a number of at least 0, or null",
        400 InvalidFeatured "invalid_featured" "featured must be true or false",
        400 InvalidIsDesignable "invalid_is_designable" "isDesignable must be true or false",
        400 InvalidDesignable "invalid_designable" "designable must be true or false",
        400 InvalidSeoTitle "invalid_seo_title" "seoTitle must have at most 255 characters, and no control characters",
        400 InvalidSeoDescription "invalid_seo_description" "seoDescription must have at most 2000 characters",
        400 InvalidTags "invalid_tags" "tags must be at most 100 texts of at most 255 characters",
        400 InvalidMetadata "invalid_metadata" "metadata must be an object of at most 65536 bytes and a depth of 20",
        400 InvalidOptions "invalid_options" "options must be at most 100 options with a name and at most 250 values",
        400 InvalidBulkPricing "invalid_bulk_pricing" "bulkPricing must be at most 200 prices with minQuantity, priceType and amount",
        400 InvalidStyles "invalid_styles" "styles must be at most 50 styles with a name and at most 20 sides",
        400 PartGivenTwice "part_given_twice" "An id of an option, a bulk price, a style or a side is given twice",
        400 SideSlugTaken "side_slug_taken" "The sides of a style need different slugs",
        400 BulkPriceNeverApplies "bulk_price_never_applies" "The maxQuantity of a bulk price is below its minQuantity",
        400 BulkPriceExceedsAll "bulk_price_exceeds_all" "A bulk price takes off at most 100 percent (an amount of 10000)",
        400 PriceCannotBeCharged "price_cannot_be_charged" "The store cannot charge this price in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 CategoryNotFound "category_not_found" "Category not found",
        404 PartNotFound "part_not_found" "The product has no option, bulk price, style or side with this id",
        404 VariantNotFound "variant_not_found" "Variant not found",
        409 SlugTaken "slug_taken" "Another product has this slug",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetProductReason of "getProduct" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateProductReason of "updateProduct" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 InvalidDescription "invalid_description" "description must have at most 100000 characters",
        400 InvalidShortDescription "invalid_short_description" "shortDescription must have at most 2000 characters",
        400 InvalidStatus "invalid_status" "status must be one of active, inactive, draft",
        400 InvalidCategoryId "invalid_category_id" "categoryId must be an integer or null",
        400 InvalidPrice "invalid_price" "price must be an integer from 0 to 9007199254740991",
        400 InvalidCompareAtPrice "invalid_compare_at_price" "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidCostPrice "invalid_cost_price" "costPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidSku "invalid_sku" "sku must have at most 255 characters, and no control characters",
        400 InvalidBarcode "invalid_barcode" "barcode must have at most 255 characters, and no control characters",
        400 InvalidTrackInventory "invalid_track_inventory" "trackInventory must be true or false",
        400 InvalidWeight "invalid_weight" "weight must be a decimal number of at most 32 characters",
        400 InvalidWeightUnit "invalid_weight_unit" "weightUnit must have at most 32 characters, and no control characters",
        400 InvalidLengthIn "invalid_length_in" "lengthIn must be a number of at least 0, or null",
        400 InvalidWidthIn "invalid_width_in" "widthIn must be a number of at least 0, or null",
        400 InvalidHeightIn "invalid_height_in" "heightIn must be a number of at least 0, or null",
        400 InvalidFeatured "invalid_featured" "featured must be true or false",
        400 InvalidIsDesignable "invalid_is_designable" "isDesignable must be true or false",
        400 InvalidDesignable "invalid_designable" "designable must be true or false",
        400 InvalidSeoTitle "invalid_seo_title" "seoTitle must have at most 255 characters, and no control characters",
        400 InvalidSeoDescription "invalid_seo_description" "seoDescription must have at most 2000 characters",
        400 InvalidTags "invalid_tags" "tags must be at most 100 texts of at most 255 characters",
        400 InvalidMetadata "invalid_metadata" "metadata must be an object of at most 65536 bytes and a depth of 20",
        400 InvalidOptions "invalid_options" "options must be at most 100 options with a name and at most 250 values",
        400 InvalidBulkPricing "invalid_bulk_pricing" "bulkPricing must be at most 200 prices with minQuantity, priceType and amount",
        400 InvalidStyles "invalid_styles" "styles must be at most 50 styles with a name and at most 20 sides",
        400 PartGivenTwice "part_given_twice" "An id of an option, a bulk price, a style or a side is given twice",
        400 SideSlugTaken "side_slug_taken" "The sides of a style need different slugs",
        400 BulkPriceNeverApplies "bulk_price_never_applies" "The maxQuantity of a bulk price is below its minQuantity",
        400 BulkPriceExceedsAll "bulk_price_exceeds_all" "A bulk price takes off at most 100 percent (an amount of 10000)",
        400 PriceCannotBeCharged "price_cannot_be_charged" "The store cannot charge this price in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        404 CategoryNotFound "category_not_found" "Category not found",
        404 PartNotFound "part_not_found" "The product has no option, bulk price, style or side with this id",
        404 VariantNotFound "variant_not_found" "Variant not found",
        409 SlugTaken "slug_taken" "Another product has this slug",
        409 ProductIsArchived "product_is_archived" "The product is archived",
        409 OptionValueInUse "option_value_in_use" "A variant has an option value that is missing here",
        409 StyleInUse "style_in_use" "A design template has a style that is missing here",
        412 ProductHasChanged "product_has_changed" "The product has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ArchiveProductReason of "archiveProduct" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RestoreProductReason of "restoreProduct" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum DuplicateProductReason of "duplicateProduct" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        409 SlugTaken "slug_taken" "Another product has this slug",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AddImageReason of "addImage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidUrl "invalid_url" "url must have 1 to 2000 characters, and no control characters",
        400 InvalidAlt "invalid_alt" "alt must have at most 1000 characters, and no control characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        409 TooManyProductImages "too_many_product_images" "A product has at most 100 images",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum OrderImagesReason of "orderImages" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidImageIds "invalid_image_ids" "imageIds must have the id of each image of the product once",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        412 ProductHasChanged "product_has_changed" "The product has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateImageReason of "updateImage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidImageId "invalid_image_id" "Invalid image ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidUrl "invalid_url" "url must have 1 to 2000 characters, and no control characters",
        400 InvalidAlt "invalid_alt" "alt must have at most 1000 characters, and no control characters",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        404 ImageNotFound "image_not_found" "Image not found",
        412 ProductHasChanged "product_has_changed" "The product has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveImageReason of "removeImage" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidImageId "invalid_image_id" "Invalid image ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        404 ImageNotFound "image_not_found" "Image not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AddVariantReason of "addVariant" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidPrice "invalid_price" "price must be an integer from 0 to 9007199254740991",
        400 InvalidCompareAtPrice "invalid_compare_at_price" "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidCostPrice "invalid_cost_price" "costPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidSku "invalid_sku" "sku must have at most 255 characters, and no control characters",
        400 InvalidBarcode "invalid_barcode" "barcode must have at most 255 characters, and no control characters",
        400 InvalidStockQuantity "invalid_stock_quantity" "stockQuantity must be an integer from 0 to 9007199254740991, or null",
        400 InvalidWeight "invalid_weight" "weight must be a decimal number of at most 32 characters",
        400 InvalidLengthIn "invalid_length_in" "lengthIn must be a number of at least 0, or null",
        400 InvalidWidthIn "invalid_width_in" "widthIn must be a number of at least 0, or null",
        400 InvalidHeightIn "invalid_height_in" "heightIn must be a number of at least 0, or null",
        400 InvalidImage "invalid_image" "image must have at most 2000 characters, and no control characters",
        400 InvalidActive "invalid_active" "active must be true or false",
        400 InvalidOptionValues "invalid_option_values" "optionValues must be at most 100 pairs of optionId and valueId",
        400 OptionGivenTwice "option_given_twice" "A variant has one value of each option",
        400 PriceCannotBeCharged "price_cannot_be_charged" "The store cannot charge this price in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductNotFound "product_not_found" "Product not found",
        404 OptionValueNotFound "option_value_not_found" "Option value not found",
        409 TooManyVariants "too_many_variants" "A product has at most 1000 variants",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateVariantReason of "updateVariant" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidVariantId "invalid_variant_id" "Invalid variant ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidPrice "invalid_price" "price must be an integer from 0 to 9007199254740991",
        400 InvalidCompareAtPrice "invalid_compare_at_price" "compareAtPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidCostPrice "invalid_cost_price" "costPrice must be an integer from 0 to 9007199254740991, or null",
        400 InvalidSku "invalid_sku" "sku must have at most 255 characters, and no control characters",
        400 InvalidBarcode "invalid_barcode" "barcode must have at most 255 characters, and no control characters",
        400 InvalidWeight "invalid_weight" "weight must be a decimal number of at most 32 characters",
        400 InvalidLengthIn "invalid_length_in" "lengthIn must be a number of at least 0, or null",
        400 InvalidWidthIn "invalid_width_in" "widthIn must be a number of at least 0, or null",
        400 InvalidHeightIn "invalid_height_in" "heightIn must be a number of at least 0, or null",
        400 InvalidImage "invalid_image" "image must have at most 2000 characters, and no control characters",
        400 InvalidActive "invalid_active" "active must be true or false",
        400 InvalidOptionValues "invalid_option_values" "optionValues must be at most 100 pairs of optionId and valueId",
        400 OptionGivenTwice "option_given_twice" "A variant has one value of each option",
        400 PriceCannotBeCharged "price_cannot_be_charged" "The store cannot charge this price in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 VariantNotFound "variant_not_found" "Variant not found",
        404 OptionValueNotFound "option_value_not_found" "Option value not found",
        412 VariantHasChanged "variant_has_changed" "The variant has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveVariantReason of "removeVariant" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductId "invalid_product_id" "Invalid product ID",
        400 InvalidVariantId "invalid_variant_id" "Invalid variant ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 VariantNotFound "variant_not_found" "Variant not found",
        409 VariantHasBulkPrice "variant_has_bulk_price" "A bulk price names this variant",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
