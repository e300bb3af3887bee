//! The operations tagged `catalog`. The rules are in domain/stores and domain/commerce.

use stoa_audit::Change;
use stoa_commerce::{discounts, gift_certificates, shipping};
use stoa_runtime::Error;
use stoa_staff_reasons as reasons;
use stoa_staff_server::catalog::{
    CatalogApi, CreateDiscountCode, CreateProductCategory, CreateShippingZone,
    DisableGiftCertificate, EnableGiftCertificate, GetDiscountCode, GetGiftCertificate,
    GetProductCategory, GetShippingZone, GetTax, IssueGiftCertificate, ListDiscountCodes,
    ListGiftCertificates, ListProductCategories, ListShippingZones, RemoveDiscountCode,
    RemoveProductCategory, RemoveShippingZone, UpdateDiscountCode, UpdateProductCategory,
    UpdateShippingZone, UpdateTax,
};
use stoa_staff_types::{
    DiscountCode, DiscountCodeListResponse, DoneResponse, GiftCertificate,
    GiftCertificateListResponse, GiftCertificateSummary, ProductCategory, ShippingZone, Tax,
};
use stoa_stores::catalog::categories;
use stoa_stores::tax;
use stoa_values::IfMatch;

use crate::page::{Position, cursor_value, page};
use crate::{Staff, StaffHandlers};

impl CatalogApi for StaffHandlers {
    async fn list_product_categories(
        &self,
        _: Staff,
        request: ListProductCategories,
    ) -> Result<Vec<ProductCategory>, Error<ListProductCategories>> {
        Ok(categories::list_categories(&self.db, request.site_id).await?)
    }

    async fn get_product_category(
        &self,
        _: Staff,
        request: GetProductCategory,
    ) -> Result<ProductCategory, Error<GetProductCategory>> {
        let GetProductCategory { site_id, product_category_id } = request;
        let category = categories::get_category(&self.db, site_id, product_category_id).await?;
        Ok(category.ok_or(reasons::ProductCategoryNotFound)?)
    }

    async fn create_product_category(
        &self,
        staff: Staff,
        request: CreateProductCategory,
    ) -> Result<ProductCategory, Error<CreateProductCategory>> {
        let CreateProductCategory { site_id, body } = request;
        let origin = staff.origin::<CreateProductCategory>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(categories::create_category(&self.db, change, &body).await?)
    }

    async fn update_product_category(
        &self,
        staff: Staff,
        request: UpdateProductCategory,
    ) -> Result<ProductCategory, Error<UpdateProductCategory>> {
        let UpdateProductCategory { site_id, product_category_id, if_match, body } = request;
        let origin = staff.origin::<UpdateProductCategory>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        let id = product_category_id;
        Ok(categories::update_category(&self.db, change, id, seen, &body).await?)
    }

    async fn remove_product_category(
        &self,
        staff: Staff,
        request: RemoveProductCategory,
    ) -> Result<DoneResponse, Error<RemoveProductCategory>> {
        let RemoveProductCategory { site_id, product_category_id } = request;
        let origin = staff.origin::<RemoveProductCategory>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        categories::remove_category(&self.db, change, product_category_id).await?;
        Ok(DoneResponse {})
    }

    async fn list_discount_codes(
        &self,
        _: Staff,
        request: ListDiscountCodes,
    ) -> Result<DiscountCodeListResponse, Error<ListDiscountCodes>> {
        let ListDiscountCodes { site_id, q, limit, cursor } = request;
        let (prefix, after) = (q.as_deref(), cursor.as_deref());
        let codes = discounts::list_codes(&self.db, site_id, prefix, after, limit + 1).await?;
        let (data, next_cursor) = page(codes, limit, |last: &DiscountCode| last.code.clone());
        Ok(DiscountCodeListResponse { data, next_cursor })
    }

    async fn get_discount_code(
        &self,
        _: Staff,
        request: GetDiscountCode,
    ) -> Result<DiscountCode, Error<GetDiscountCode>> {
        let GetDiscountCode { site_id, discount_code_id } = request;
        let code = discounts::get_code(&self.db, site_id, discount_code_id).await?;
        Ok(code.ok_or(reasons::DiscountCodeNotFound)?)
    }

    async fn create_discount_code(
        &self,
        staff: Staff,
        request: CreateDiscountCode,
    ) -> Result<DiscountCode, Error<CreateDiscountCode>> {
        let CreateDiscountCode { site_id, body } = request;
        let origin = staff.origin::<CreateDiscountCode>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(discounts::create_code(&self.db, change, &body).await?)
    }

    async fn update_discount_code(
        &self,
        staff: Staff,
        request: UpdateDiscountCode,
    ) -> Result<DiscountCode, Error<UpdateDiscountCode>> {
        let UpdateDiscountCode { site_id, discount_code_id, if_match, body } = request;
        let origin = staff.origin::<UpdateDiscountCode>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(discounts::update_code(&self.db, change, discount_code_id, seen, &body).await?)
    }

    async fn remove_discount_code(
        &self,
        staff: Staff,
        request: RemoveDiscountCode,
    ) -> Result<DoneResponse, Error<RemoveDiscountCode>> {
        let RemoveDiscountCode { site_id, discount_code_id } = request;
        let origin = staff.origin::<RemoveDiscountCode>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        discounts::remove_code(&self.db, change, discount_code_id).await?;
        Ok(DoneResponse {})
    }

    async fn list_shipping_zones(
        &self,
        _: Staff,
        request: ListShippingZones,
    ) -> Result<Vec<ShippingZone>, Error<ListShippingZones>> {
        Ok(shipping::staff::list_zones(&self.db, request.site_id).await?)
    }

    async fn get_shipping_zone(
        &self,
        _: Staff,
        request: GetShippingZone,
    ) -> Result<ShippingZone, Error<GetShippingZone>> {
        let GetShippingZone { site_id, shipping_zone_id } = request;
        let zone = shipping::staff::get_zone(&self.db, site_id, shipping_zone_id).await?;
        Ok(zone.ok_or(reasons::ShippingZoneNotFound)?)
    }

    async fn create_shipping_zone(
        &self,
        staff: Staff,
        request: CreateShippingZone,
    ) -> Result<ShippingZone, Error<CreateShippingZone>> {
        let CreateShippingZone { site_id, body } = request;
        let origin = staff.origin::<CreateShippingZone>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(shipping::staff::create_zone(&self.db, change, &body).await?)
    }

    async fn update_shipping_zone(
        &self,
        staff: Staff,
        request: UpdateShippingZone,
    ) -> Result<ShippingZone, Error<UpdateShippingZone>> {
        let UpdateShippingZone { site_id, shipping_zone_id, if_match, body } = request;
        let origin = staff.origin::<UpdateShippingZone>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        let id = shipping_zone_id;
        Ok(shipping::staff::update_zone(&self.db, change, id, seen, &body).await?)
    }

    async fn remove_shipping_zone(
        &self,
        staff: Staff,
        request: RemoveShippingZone,
    ) -> Result<DoneResponse, Error<RemoveShippingZone>> {
        let RemoveShippingZone { site_id, shipping_zone_id } = request;
        let origin = staff.origin::<RemoveShippingZone>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        shipping::staff::remove_zone(&self.db, change, shipping_zone_id).await?;
        Ok(DoneResponse {})
    }

    async fn list_gift_certificates(
        &self,
        _: Staff,
        request: ListGiftCertificates,
    ) -> Result<GiftCertificateListResponse, Error<ListGiftCertificates>> {
        let ListGiftCertificates { site_id, code, limit, cursor } = request;
        let Position { at, id } = cursor_value(cursor)?.unwrap_or(Position::NEWEST);
        let (code, now) = (code.as_deref(), self.now());
        let certificates =
            gift_certificates::list_certificates(&self.db, site_id, code, (at, id), limit + 1, now);
        let (data, next_cursor) =
            page(certificates.await?, limit, |last: &GiftCertificateSummary| {
                Position { at: last.created_at.0, id: last.id }.to_string()
            });
        Ok(GiftCertificateListResponse { data, next_cursor })
    }

    async fn get_gift_certificate(
        &self,
        _: Staff,
        request: GetGiftCertificate,
    ) -> Result<GiftCertificate, Error<GetGiftCertificate>> {
        let GetGiftCertificate { site_id, gift_certificate_id: id } = request;
        let certificate = gift_certificates::get_certificate(&self.db, site_id, id, self.now());
        Ok(certificate.await?.ok_or(reasons::GiftCertificateNotFound)?)
    }

    async fn issue_gift_certificate(
        &self,
        staff: Staff,
        request: IssueGiftCertificate,
    ) -> Result<GiftCertificate, Error<IssueGiftCertificate>> {
        let IssueGiftCertificate { site_id, body } = request;
        let origin = staff.origin::<IssueGiftCertificate>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(gift_certificates::issue_certificate(&self.db, change, &body).await?)
    }

    async fn disable_gift_certificate(
        &self,
        staff: Staff,
        request: DisableGiftCertificate,
    ) -> Result<GiftCertificate, Error<DisableGiftCertificate>> {
        let DisableGiftCertificate { site_id, gift_certificate_id: id } = request;
        let origin = staff.origin::<DisableGiftCertificate>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(gift_certificates::disable_certificate(&self.db, change, id).await?)
    }

    async fn enable_gift_certificate(
        &self,
        staff: Staff,
        request: EnableGiftCertificate,
    ) -> Result<GiftCertificate, Error<EnableGiftCertificate>> {
        let EnableGiftCertificate { site_id, gift_certificate_id: id } = request;
        let origin = staff.origin::<EnableGiftCertificate>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        Ok(gift_certificates::enable_certificate(&self.db, change, id).await?)
    }

    async fn get_tax(&self, _: Staff, request: GetTax) -> Result<Tax, Error<GetTax>> {
        let tax = tax::get_tax(&self.db, request.site_id).await?;
        Ok(tax.ok_or(reasons::SiteHasNoStore)?)
    }

    async fn update_tax(&self, staff: Staff, request: UpdateTax) -> Result<Tax, Error<UpdateTax>> {
        let UpdateTax { site_id, if_match, body } = request;
        let origin = staff.origin::<UpdateTax>();
        let change = Change { site_id, origin: &origin, now: self.now() };
        let seen = IfMatch::of(&if_match);
        Ok(tax::update_tax(&self.db, change, seen, &body).await?)
    }
}
