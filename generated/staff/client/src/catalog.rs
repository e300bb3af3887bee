//! The operations tagged `catalog`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List product categories: `GET /sites/{siteId}/product-categories`.
    ///
    /// All product categories of the site, inactive ones too, in the order in which shops list them: by
    /// `order`, then by name. `parentId` makes them a tree. Counts toward `staff-reads` (600 a minute
    /// for each client).
    ///
    /// Requires one of the roles `content` and `shop`.
    ///
    /// # Errors
    ///
    /// [`ListProductCategoriesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_product_categories(&self, site_id: i64) -> ListProductCategories {
        let call =
            self.call("listProductCategories", Method::GET, "/sites/{siteId}/product-categories");
        ListProductCategories(call.path("siteId", site_id))
    }

    /// Create a product category: `POST /sites/{siteId}/product-categories`.
    ///
    /// Creates a category, which has no products yet. A site may have 1,000 categories. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`CreateProductCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_product_category(
        &self,
        site_id: i64,
        body: &types::CreateProductCategoryRequest,
    ) -> CreateProductCategory {
        let call =
            self.call("createProductCategory", Method::POST, "/sites/{siteId}/product-categories");
        CreateProductCategory(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a product category: `GET /sites/{siteId}/product-categories/{productCategoryId}`.
    ///
    /// The category, whether it is active or not. A change sends its `ETag` back in `If-Match`. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `content` and `shop`.
    ///
    /// # Errors
    ///
    /// [`GetProductCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_product_category(
        &self,
        site_id: i64,
        product_category_id: i64,
    ) -> GetProductCategory {
        let call = self.call(
            "getProductCategory",
            Method::GET,
            "/sites/{siteId}/product-categories/{productCategoryId}",
        );
        GetProductCategory(
            call.path("siteId", site_id).path("productCategoryId", product_category_id),
        )
    }

    /// Update a product category: `PATCH /sites/{siteId}/product-categories/{productCategoryId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. An inactive category is not shown in shops, and its products count
    /// as products without a category there.
    ///
    /// `If-Match` has the `ETag` of the category that the caller has seen. If someone has changed the
    /// category since, the answer is 412 with the current `ETag`, and nothing changes. Changes of its
    /// products do not change the `ETag`. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`UpdateProductCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_product_category(
        &self,
        site_id: i64,
        product_category_id: i64,
        if_match: &str,
        body: &types::ProductCategoryPatch,
    ) -> UpdateProductCategory {
        let call = self.call(
            "updateProductCategory",
            Method::PATCH,
            "/sites/{siteId}/product-categories/{productCategoryId}",
        );
        UpdateProductCategory(
            call.path("siteId", site_id)
                .path("productCategoryId", product_category_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a product category: `DELETE /sites/{siteId}/product-categories/{productCategoryId}`.
    ///
    /// Removes a category to which nothing belongs. Move its products and its subcategories to other
    /// categories before, archived products too.
    /// [`update_product_category`](Client::update_product_category) can make a category inactive
    /// instead. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`RemoveProductCategoryReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_product_category(
        &self,
        site_id: i64,
        product_category_id: i64,
    ) -> RemoveProductCategory {
        let call = self.call(
            "removeProductCategory",
            Method::DELETE,
            "/sites/{siteId}/product-categories/{productCategoryId}",
        );
        RemoveProductCategory(
            call.path("siteId", site_id).path("productCategoryId", product_category_id),
        )
    }

    /// List discount codes: `GET /sites/{siteId}/discount-codes`.
    ///
    /// The discount codes of the site, inactive and expired ones too, alphabetically by code, ignoring
    /// case. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ListDiscountCodesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_discount_codes(&self, site_id: i64) -> ListDiscountCodes {
        let call = self.call("listDiscountCodes", Method::GET, "/sites/{siteId}/discount-codes");
        ListDiscountCodes(call.path("siteId", site_id))
    }

    /// Create a discount code: `POST /sites/{siteId}/discount-codes`.
    ///
    /// Creates a code, which customers can use at once unless `startsAt` is later. If a response is
    /// lost, the code is in the list, and a repeated call is answered 409. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`CreateDiscountCodeReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_discount_code(
        &self,
        site_id: i64,
        body: &types::CreateDiscountCodeRequest,
    ) -> CreateDiscountCode {
        let call = self.call("createDiscountCode", Method::POST, "/sites/{siteId}/discount-codes");
        CreateDiscountCode(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a discount code: `GET /sites/{siteId}/discount-codes/{discountCodeId}`.
    ///
    /// The code and the number of its uses. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`GetDiscountCodeReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_discount_code(&self, site_id: i64, discount_code_id: i64) -> GetDiscountCode {
        let call = self.call(
            "getDiscountCode",
            Method::GET,
            "/sites/{siteId}/discount-codes/{discountCodeId}",
        );
        GetDiscountCode(call.path("siteId", site_id).path("discountCodeId", discount_code_id))
    }

    /// Update a discount code: `PATCH /sites/{siteId}/discount-codes/{discountCodeId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. Orders that have the code keep their discount. Only orders change
    /// `used`.
    ///
    /// `If-Match` has the `ETag` of the code that the caller has seen. If someone has changed the code
    /// since, the answer is 412 with the current `ETag`, and nothing changes. Uses do not change the
    /// `ETag`. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`UpdateDiscountCodeReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_discount_code(
        &self,
        site_id: i64,
        discount_code_id: i64,
        if_match: &str,
        body: &types::DiscountCodePatch,
    ) -> UpdateDiscountCode {
        let call = self.call(
            "updateDiscountCode",
            Method::PATCH,
            "/sites/{siteId}/discount-codes/{discountCodeId}",
        );
        UpdateDiscountCode(
            call.path("siteId", site_id)
                .path("discountCodeId", discount_code_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a discount code: `DELETE /sites/{siteId}/discount-codes/{discountCodeId}`.
    ///
    /// Removes a code. Orders retain its text and their discount. A code of orders that are not paid or
    /// not shipped cannot be removed, because such an order gives its use back if it is cancelled: make
    /// the code inactive instead. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`RemoveDiscountCodeReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_discount_code(&self, site_id: i64, discount_code_id: i64) -> RemoveDiscountCode {
        let call = self.call(
            "removeDiscountCode",
            Method::DELETE,
            "/sites/{siteId}/discount-codes/{discountCodeId}",
        );
        RemoveDiscountCode(call.path("siteId", site_id).path("discountCodeId", discount_code_id))
    }

    /// List shipping zones: `GET /sites/{siteId}/shipping-zones`.
    ///
    /// All shipping zones of the site with their rates, oldest first. At checkout, the most specific
    /// zone that fits the address applies: one for the state, then one for the country, then one for
    /// `*`. Of several such zones, the oldest applies. Counts toward `staff-reads` (600 a minute for
    /// each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ListShippingZonesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_shipping_zones(&self, site_id: i64) -> ListShippingZones {
        let call = self.call("listShippingZones", Method::GET, "/sites/{siteId}/shipping-zones");
        ListShippingZones(call.path("siteId", site_id))
    }

    /// Create a shipping zone: `POST /sites/{siteId}/shipping-zones`.
    ///
    /// Creates a zone with its rates. A site may have 500 zones. Counts toward `staff-changes` (120 a
    /// minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`CreateShippingZoneReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn create_shipping_zone(
        &self,
        site_id: i64,
        body: &types::CreateShippingZoneRequest,
    ) -> CreateShippingZone {
        let call = self.call("createShippingZone", Method::POST, "/sites/{siteId}/shipping-zones");
        CreateShippingZone(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a shipping zone: `GET /sites/{siteId}/shipping-zones/{shippingZoneId}`.
    ///
    /// The zone with its rates. A change sends its `ETag` back in `If-Match`. Counts toward
    /// `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`GetShippingZoneReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_shipping_zone(&self, site_id: i64, shipping_zone_id: i64) -> GetShippingZone {
        let call = self.call(
            "getShippingZone",
            Method::GET,
            "/sites/{siteId}/shipping-zones/{shippingZoneId}",
        );
        GetShippingZone(call.path("siteId", site_id).path("shippingZoneId", shipping_zone_id))
    }

    /// Update a shipping zone: `PATCH /sites/{siteId}/shipping-zones/{shippingZoneId}`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396): null removes a value. `rates` replaces all rates of the zone: a rate with an `id` stays
    /// and changes, a rate without one is new, and a rate that the list lacks is removed. Orders keep
    /// the rate with which they were placed.
    ///
    /// `If-Match` has the `ETag` of the zone that the caller has seen. If someone has changed the zone
    /// since, the answer is 412 with the current `ETag`, and nothing changes. The `ETag` covers the
    /// rates too. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`UpdateShippingZoneReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_shipping_zone(
        &self,
        site_id: i64,
        shipping_zone_id: i64,
        if_match: &str,
        body: &types::ShippingZonePatch,
    ) -> UpdateShippingZone {
        let call = self.call(
            "updateShippingZone",
            Method::PATCH,
            "/sites/{siteId}/shipping-zones/{shippingZoneId}",
        );
        UpdateShippingZone(
            call.path("siteId", site_id)
                .path("shippingZoneId", shipping_zone_id)
                .header("if-match", if_match)
                .merge_patch(body),
        )
    }

    /// Remove a shipping zone: `DELETE /sites/{siteId}/shipping-zones/{shippingZoneId}`.
    ///
    /// Removes a zone and its rates. Orders keep the rate with which they were placed. A checkout that
    /// names one of the rates is refused. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`RemoveShippingZoneReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_shipping_zone(&self, site_id: i64, shipping_zone_id: i64) -> RemoveShippingZone {
        let call = self.call(
            "removeShippingZone",
            Method::DELETE,
            "/sites/{siteId}/shipping-zones/{shippingZoneId}",
        );
        RemoveShippingZone(call.path("siteId", site_id).path("shippingZoneId", shipping_zone_id))
    }

    /// List gift certificates: `GET /sites/{siteId}/gift-certificates`.
    ///
    /// The gift certificates of the site, newest first, also those that are depleted, expired or
    /// disabled. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`ListGiftCertificatesReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_gift_certificates(&self, site_id: i64) -> ListGiftCertificates {
        let call =
            self.call("listGiftCertificates", Method::GET, "/sites/{siteId}/gift-certificates");
        ListGiftCertificates(call.path("siteId", site_id))
    }

    /// Issue a gift certificate: `POST /sites/{siteId}/gift-certificates`.
    ///
    /// Creates a certificate with an opening balance, which customers can use at once. Without `code`,
    /// the server makes one that cannot be guessed. If a response is lost, the certificate is the first
    /// one of the list. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`IssueGiftCertificateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn issue_gift_certificate(
        &self,
        site_id: i64,
        body: &types::IssueGiftCertificateRequest,
    ) -> IssueGiftCertificate {
        let call =
            self.call("issueGiftCertificate", Method::POST, "/sites/{siteId}/gift-certificates");
        IssueGiftCertificate(call.path("siteId", site_id).json(body).expect(&[201]))
    }

    /// Get a gift certificate: `GET /sites/{siteId}/gift-certificates/{giftCertificateId}`.
    ///
    /// The certificate with the movements of its balance, newest first, at most the newest 100. Counts
    /// toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`GetGiftCertificateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn get_gift_certificate(
        &self,
        site_id: i64,
        gift_certificate_id: i64,
    ) -> GetGiftCertificate {
        let call = self.call(
            "getGiftCertificate",
            Method::GET,
            "/sites/{siteId}/gift-certificates/{giftCertificateId}",
        );
        GetGiftCertificate(
            call.path("siteId", site_id).path("giftCertificateId", gift_certificate_id),
        )
    }

    /// Disable a gift certificate: `POST
    /// /sites/{siteId}/gift-certificates/{giftCertificateId}/disable`.
    ///
    /// Checkouts refuse the certificate from now on. Its balance stays, orders that hold an amount of
    /// it keep it, and refunds still return to it. Disabling it again changes nothing. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`DisableGiftCertificateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn disable_gift_certificate(
        &self,
        site_id: i64,
        gift_certificate_id: i64,
    ) -> DisableGiftCertificate {
        let call = self.call(
            "disableGiftCertificate",
            Method::POST,
            "/sites/{siteId}/gift-certificates/{giftCertificateId}/disable",
        );
        DisableGiftCertificate(
            call.path("siteId", site_id).path("giftCertificateId", gift_certificate_id),
        )
    }

    /// Enable a gift certificate: `POST /sites/{siteId}/gift-certificates/{giftCertificateId}/enable`.
    ///
    /// Makes a disabled certificate usable again. Any other certificate stays as it is. Counts toward
    /// `staff-changes` (120 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`EnableGiftCertificateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn enable_gift_certificate(
        &self,
        site_id: i64,
        gift_certificate_id: i64,
    ) -> EnableGiftCertificate {
        let call = self.call(
            "enableGiftCertificate",
            Method::POST,
            "/sites/{siteId}/gift-certificates/{giftCertificateId}/enable",
        );
        EnableGiftCertificate(
            call.path("siteId", site_id).path("giftCertificateId", gift_certificate_id),
        )
    }

    /// Get the store's taxes: `GET /sites/{siteId}/tax`.
    ///
    /// The rate at which the store taxes orders, and whether it taxes shipping. A change sends the
    /// `ETag` back in `If-Match`. Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`GetTaxReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_tax(&self, site_id: i64) -> GetTax {
        let call = self.call("getTax", Method::GET, "/sites/{siteId}/tax");
        GetTax(call.path("siteId", site_id))
    }

    /// Update the store's taxes: `PATCH /sites/{siteId}/tax`.
    ///
    /// Changes the properties that the body has, and no others. The body is a JSON merge patch (RFC
    /// 7396).
    ///
    /// `If-Match` has the `ETag` that the caller has seen. It is the version of all settings of the
    /// store. If someone has changed the store since, the answer is 412 with the current `ETag`, and
    /// nothing changes.
    ///
    /// Checkouts at this server apply the change at once, and those at other servers within a second.
    /// Orders keep the tax with which they were placed. Counts toward `staff-changes` (120 a minute for
    /// each client).
    ///
    /// Requires the role `shop`.
    ///
    /// # Errors
    ///
    /// [`UpdateTaxReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn update_tax(&self, site_id: i64, if_match: &str, body: &types::TaxPatch) -> UpdateTax {
        let call = self.call("updateTax", Method::PATCH, "/sites/{siteId}/tax");
        UpdateTax(call.path("siteId", site_id).header("if-match", if_match).merge_patch(body))
    }
}

::stoa_client_core::calls! {
    list_product_categories: ListProductCategories "listProductCategories" -> Json<types::ProductCategoryListResponse>;
    create_product_category: CreateProductCategory "createProductCategory" -> Json<types::ProductCategoryResponse>;
    get_product_category: GetProductCategory "getProductCategory" -> Json<types::ProductCategoryResponse>;
    update_product_category: UpdateProductCategory "updateProductCategory" -> Json<types::ProductCategoryResponse>;
    remove_product_category: RemoveProductCategory "removeProductCategory" -> Json<types::DoneResponse>;
    list_discount_codes: ListDiscountCodes "listDiscountCodes" -> Cursor<types::DiscountCodeListResponse, types::DiscountCode>(data, next_cursor, "cursor");
    create_discount_code: CreateDiscountCode "createDiscountCode" -> Json<types::DiscountCodeResponse>;
    get_discount_code: GetDiscountCode "getDiscountCode" -> Json<types::DiscountCodeResponse>;
    update_discount_code: UpdateDiscountCode "updateDiscountCode" -> Json<types::DiscountCodeResponse>;
    remove_discount_code: RemoveDiscountCode "removeDiscountCode" -> Json<types::DoneResponse>;
    list_shipping_zones: ListShippingZones "listShippingZones" -> Json<types::ShippingZoneListResponse>;
    create_shipping_zone: CreateShippingZone "createShippingZone" -> Json<types::ShippingZoneResponse>;
    get_shipping_zone: GetShippingZone "getShippingZone" -> Json<types::ShippingZoneResponse>;
    update_shipping_zone: UpdateShippingZone "updateShippingZone" -> Json<types::ShippingZoneResponse>;
    remove_shipping_zone: RemoveShippingZone "removeShippingZone" -> Json<types::DoneResponse>;
    list_gift_certificates: ListGiftCertificates "listGiftCertificates" -> Cursor<types::GiftCertificateListResponse, types::GiftCertificateSummary>(data, next_cursor, "cursor");
    issue_gift_certificate: IssueGiftCertificate "issueGiftCertificate" -> Json<types::GiftCertificateResponse>;
    get_gift_certificate: GetGiftCertificate "getGiftCertificate" -> Json<types::GiftCertificateResponse>;
    disable_gift_certificate: DisableGiftCertificate "disableGiftCertificate" -> Json<types::GiftCertificateResponse>;
    enable_gift_certificate: EnableGiftCertificate "enableGiftCertificate" -> Json<types::GiftCertificateResponse>;
    get_tax: GetTax "getTax" -> Json<types::TaxResponse>;
    update_tax: UpdateTax "updateTax" -> Json<types::TaxResponse>;
}

impl ListProductCategories {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::ProductCategory>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CreateProductCategory {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ProductCategory> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetProductCategory {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ProductCategory> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateProductCategory {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ProductCategory> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListDiscountCodes {
    /// Lists only codes that begin with this text, ignoring case. At most 255 characters.
    pub fn q(self, q: &str) -> Self {
        Self(self.0.query("q", q))
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

impl CreateDiscountCode {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DiscountCode> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetDiscountCode {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DiscountCode> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateDiscountCode {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DiscountCode> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListShippingZones {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, Vec<types::ShippingZone>> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl CreateShippingZone {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ShippingZone> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetShippingZone {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ShippingZone> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateShippingZone {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::ShippingZone> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ListGiftCertificates {
    /// Lists only the certificate with this code, ignoring case. At most 255 characters.
    pub fn code(self, code: &str) -> Self {
        Self(self.0.query("code", code))
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

impl IssueGiftCertificate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::GiftCertificate> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetGiftCertificate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::GiftCertificate> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl DisableGiftCertificate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::GiftCertificate> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl EnableGiftCertificate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::GiftCertificate> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetTax {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Tax> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl UpdateTax {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Tax> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum ListProductCategoriesReason of "listProductCategories" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateProductCategoryReason of "createProductCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 NameIsRequired "name_is_required" "name is required",
        400 InvalidName "invalid_name" "name must have at most 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 NormalizedSlugTooLong "normalized_slug_too_long" "slug must have at most 255 characters in Unicode's normalization form C",
        400 InvalidDescription "invalid_description" "description must have at most 10000 characters",
        400 InvalidImage "invalid_image" "image must have at most 2000 characters, and no control characters",
        400 InvalidParentId "invalid_parent_id" "parentId must be an integer or null",
        400 InvalidOrder "invalid_order" "order must be an integer from -9007199254740991 to 9007199254740991",
        400 InvalidActive "invalid_active" "active must be true or false",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ParentCategoryNotFound "parent_category_not_found" "Parent category not found",
        409 ProductCategorySlugTaken "product_category_slug_taken" "Another product category has this slug",
        409 TooManyProductCategories "too_many_product_categories" "The site has 1000 product categories",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetProductCategoryReason of "getProductCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductCategoryId "invalid_product_category_id" "Invalid product category ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductCategoryNotFound "product_category_not_found" "Product category not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateProductCategoryReason of "updateProductCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductCategoryId "invalid_product_category_id" "Invalid product category ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidSlug "invalid_slug" "slug must have 1 to 255 characters, no dot at its beginning, and no white space, slash, backslash, ?, # or %",
        400 NormalizedSlugTooLong "normalized_slug_too_long" "slug must have at most 255 characters in Unicode's normalization form C",
        400 InvalidDescription "invalid_description" "description must have at most 10000 characters",
        400 InvalidImage "invalid_image" "image must have at most 2000 characters, and no control characters",
        400 InvalidParentId "invalid_parent_id" "parentId must be an integer or null",
        400 InvalidOrder "invalid_order" "order must be an integer from -9007199254740991 to 9007199254740991",
        400 InvalidActive "invalid_active" "active must be true or false",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductCategoryNotFound "product_category_not_found" "Product category not found",
        404 ParentCategoryNotFound "parent_category_not_found" "Parent category not found",
        409 ProductCategorySlugTaken "product_category_slug_taken" "Another product category has this slug",
        409 ProductCategoryCircle "product_category_circle" "A category cannot be below itself",
        412 ProductCategoryHasChanged "product_category_has_changed" "The product category has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveProductCategoryReason of "removeProductCategory" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidProductCategoryId "invalid_product_category_id" "Invalid product category ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ProductCategoryNotFound "product_category_not_found" "Product category not found",
        409 ProductCategoryHasProducts "product_category_has_products" "The category has products",
        409 ProductCategoryHasSubcategories "product_category_has_subcategories" "The category has subcategories",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListDiscountCodesReason of "listDiscountCodes" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidQ "invalid_q" "q must have at most 255 characters",
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
    pub enum CreateDiscountCodeReason of "createDiscountCode" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 CodeIsRequired "code_is_required" "code is required",
        400 InvalidCode "invalid_code" "code must have at most 255 characters, and no control characters",
        400 InvalidDescription "invalid_description" "description must have at most 2000 characters",
        400 InvalidDiscountType "invalid_discount_type" "discountType must be one of percent, fixed_amount, free_shipping",
        400 InvalidAmount "invalid_amount" "amount must be an integer from 0 to 9007199254740991",
        400 InvalidMinOrderAmount "invalid_min_order_amount" "minOrderAmount must be an integer from 0 to 9007199254740991, or null",
        400 InvalidMaxUses "invalid_max_uses" "maxUses must be an integer from 0 to 9007199254740991, or null",
        400 InvalidStartsAt "invalid_starts_at" "startsAt must be a time of the years 1000 to 2999, or null",
        400 InvalidExpiry "invalid_expiry" "expiresAt must be a time of the years 1000 to 2999, or null",
        400 InvalidActive "invalid_active" "active must be true or false",
        400 DiscountExceedsAll "discount_exceeds_all" "A discount takes off at most 100 percent (an amount of 10000)",
        400 AmountCannotBeCharged "amount_cannot_be_charged" "The store cannot charge this amount in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        409 DiscountCodeTaken "discount_code_taken" "Another discount code has this code",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetDiscountCodeReason of "getDiscountCode" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidDiscountCodeId "invalid_discount_code_id" "Invalid discount code ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 DiscountCodeNotFound "discount_code_not_found" "Discount code not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateDiscountCodeReason of "updateDiscountCode" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidDiscountCodeId "invalid_discount_code_id" "Invalid discount code ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidCode "invalid_code" "code must have 1 to 255 characters, and no control characters",
        400 InvalidDescription "invalid_description" "description must have at most 2000 characters",
        400 InvalidDiscountType "invalid_discount_type" "discountType must be one of percent, fixed_amount, free_shipping",
        400 InvalidAmount "invalid_amount" "amount must be an integer from 0 to 9007199254740991",
        400 InvalidMinOrderAmount "invalid_min_order_amount" "minOrderAmount must be an integer from 0 to 9007199254740991, or null",
        400 InvalidMaxUses "invalid_max_uses" "maxUses must be an integer from 0 to 9007199254740991, or null",
        400 InvalidStartsAt "invalid_starts_at" "startsAt must be a time of the years 1000 to 2999, or null",
        400 InvalidExpiry "invalid_expiry" "expiresAt must be a time of the years 1000 to 2999, or null",
        400 InvalidActive "invalid_active" "active must be true or false",
        400 DiscountExceedsAll "discount_exceeds_all" "A discount takes off at most 100 percent (an amount of 10000)",
        400 AmountCannotBeCharged "amount_cannot_be_charged" "The store cannot charge this amount in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 DiscountCodeNotFound "discount_code_not_found" "Discount code not found",
        409 DiscountCodeTaken "discount_code_taken" "Another discount code has this code",
        409 DiscountCodeInUse "discount_code_in_use" "An order that is not shipped has this discount code",
        412 DiscountCodeHasChanged "discount_code_has_changed" "The discount code has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveDiscountCodeReason of "removeDiscountCode" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidDiscountCodeId "invalid_discount_code_id" "Invalid discount code ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 DiscountCodeNotFound "discount_code_not_found" "Discount code not found",
        409 DiscountCodeInUse "discount_code_in_use" "An order that is not shipped has this discount code",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListShippingZonesReason of "listShippingZones" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum CreateShippingZoneReason of "createShippingZone" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 NameIsRequired "name_is_required" "name is required",
        400 InvalidName "invalid_name" "name must have at most 255 characters, and no control characters",
        400 InvalidCountries "invalid_countries" "countries must be at most 300 codes such as US, or *",
        400 InvalidStates "invalid_states" "states must be at most 500 texts of 1 to 100 characters without control characters",
        400 InvalidRates "invalid_rates" "rates must be a list of at most 100 shipping rates",
        400 InvalidRateId "invalid_rate_id" "The id of a rate must be an integer",
        400 InvalidRateName "invalid_rate_name" "The name of a rate must have 1 to 255 characters, and no control characters",
        400 InvalidRatePrice "invalid_rate_price" "The price of a rate must be an integer from 0 to 9007199254740991",
        400 InvalidRateFreeAbove "invalid_rate_free_above" "freeAbove of a rate must be an integer from 0 to 9007199254740991, or null",
        400 InvalidRateMinDeliveryDays "invalid_rate_min_delivery_days" "minDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        400 InvalidRateMaxDeliveryDays "invalid_rate_max_delivery_days" "maxDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        400 ShippingRateGivenTwice "shipping_rate_given_twice" "A rate is given twice",
        400 PriceCannotBeCharged "price_cannot_be_charged" "The store cannot charge this price in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ShippingRateNotFound "shipping_rate_not_found" "Shipping rate not found",
        409 TooManyShippingZones "too_many_shipping_zones" "The site has 500 shipping zones",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetShippingZoneReason of "getShippingZone" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidShippingZoneId "invalid_shipping_zone_id" "Invalid shipping zone ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ShippingZoneNotFound "shipping_zone_not_found" "Shipping zone not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateShippingZoneReason of "updateShippingZone" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidShippingZoneId "invalid_shipping_zone_id" "Invalid shipping zone ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidName "invalid_name" "name must have 1 to 255 characters, and no control characters",
        400 InvalidCountries "invalid_countries" "countries must be at most 300 codes such as US, or *",
        400 InvalidStates "invalid_states" "states must be at most 500 texts of 1 to 100 characters without control characters",
        400 InvalidRates "invalid_rates" "rates must be a list of at most 100 shipping rates",
        400 InvalidRateId "invalid_rate_id" "The id of a rate must be an integer",
        400 InvalidRateName "invalid_rate_name" "The name of a rate must have 1 to 255 characters, and no control characters",
        400 InvalidRatePrice "invalid_rate_price" "The price of a rate must be an integer from 0 to 9007199254740991",
        400 InvalidRateFreeAbove "invalid_rate_free_above" "freeAbove of a rate must be an integer from 0 to 9007199254740991, or null",
        400 InvalidRateMinDeliveryDays "invalid_rate_min_delivery_days" "minDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        400 InvalidRateMaxDeliveryDays "invalid_rate_max_delivery_days" "maxDeliveryDays of a rate must be an integer from 0 to 10000, or null",
        400 ShippingRateGivenTwice "shipping_rate_given_twice" "A rate is given twice",
        400 PriceCannotBeCharged "price_cannot_be_charged" "The store cannot charge this price in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ShippingZoneNotFound "shipping_zone_not_found" "Shipping zone not found",
        404 ShippingRateNotFound "shipping_rate_not_found" "Shipping rate not found",
        412 ShippingZoneHasChanged "shipping_zone_has_changed" "The shipping zone has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveShippingZoneReason of "removeShippingZone" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidShippingZoneId "invalid_shipping_zone_id" "Invalid shipping zone ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 ShippingZoneNotFound "shipping_zone_not_found" "Shipping zone not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ListGiftCertificatesReason of "listGiftCertificates" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidCode "invalid_code" "code must have at most 255 characters",
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
    pub enum IssueGiftCertificateReason of "issueGiftCertificate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidAmount "invalid_amount" "amount must be an integer from 1 to 9007199254740991",
        400 InvalidCode "invalid_code" "code must have 8 to 255 characters, and no control characters",
        400 InvalidExpiry "invalid_expiry" "expiresAt must be a time of the years 1000 to 2999, or null",
        400 ExpiresInThePast "expires_in_the_past" "expiresAt must be in the future",
        400 AmountCannotBeCharged "amount_cannot_be_charged" "The store cannot charge this amount in its currency",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        409 GiftCertificateTaken "gift_certificate_taken" "Another gift certificate has this code",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetGiftCertificateReason of "getGiftCertificate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidGiftCertificateId "invalid_gift_certificate_id" "Invalid gift certificate ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 GiftCertificateNotFound "gift_certificate_not_found" "Gift certificate not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum DisableGiftCertificateReason of "disableGiftCertificate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidGiftCertificateId "invalid_gift_certificate_id" "Invalid gift certificate ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 GiftCertificateNotFound "gift_certificate_not_found" "Gift certificate not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum EnableGiftCertificateReason of "enableGiftCertificate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidGiftCertificateId "invalid_gift_certificate_id" "Invalid gift certificate ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 GiftCertificateNotFound "gift_certificate_not_found" "Gift certificate not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetTaxReason of "getTax" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 SiteHasNoStore "site_has_no_store" "The site has no store",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum UpdateTaxReason of "updateTax" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidTaxRate "invalid_tax_rate" "taxRate must be an integer from 0 to 100000",
        400 InvalidTaxShipping "invalid_tax_shipping" "taxShipping must be true or false",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        404 SiteHasNoStore "site_has_no_store" "The site has no store",
        412 TaxHasChanged "tax_has_changed" "The store has changed",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        428 IfMatchIsRequired "if_match_is_required" "If-Match is required",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
