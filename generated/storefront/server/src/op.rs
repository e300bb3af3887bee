//! A type for each operation: a handler's errors are tied to the statuses that it documents.

use stoa_runtime::{Documents, Operation};

/// `GET /{siteId}/products`
#[derive(Debug)]
pub struct ListProducts;

impl Operation for ListProducts {
    const ID: &'static str = "listProducts";
}

impl Documents<400> for ListProducts {}
impl Documents<404> for ListProducts {}
impl Documents<500> for ListProducts {}

/// `GET /{siteId}/products/{slug}`
#[derive(Debug)]
pub struct GetProduct;

impl Operation for GetProduct {
    const ID: &'static str = "getProduct";
}

impl Documents<400> for GetProduct {}
impl Documents<404> for GetProduct {}
impl Documents<500> for GetProduct {}

/// `GET /{siteId}/products/{slug}/styles`
#[derive(Debug)]
pub struct ListProductStyles;

impl Operation for ListProductStyles {
    const ID: &'static str = "listProductStyles";
}

impl Documents<400> for ListProductStyles {}
impl Documents<404> for ListProductStyles {}
impl Documents<500> for ListProductStyles {}

/// `GET /{siteId}/categories`
#[derive(Debug)]
pub struct ListCategories;

impl Operation for ListCategories {
    const ID: &'static str = "listCategories";
}

impl Documents<400> for ListCategories {}
impl Documents<404> for ListCategories {}
impl Documents<500> for ListCategories {}

/// `GET /{siteId}/cart`
#[derive(Debug)]
pub struct GetCart;

impl Operation for GetCart {
    const ID: &'static str = "getCart";
}

impl Documents<400> for GetCart {}
impl Documents<404> for GetCart {}
impl Documents<500> for GetCart {}

/// `POST /{siteId}/cart`
#[derive(Debug)]
pub struct AddCartItem;

impl Operation for AddCartItem {
    const ID: &'static str = "addCartItem";
}

impl Documents<400> for AddCartItem {}
impl Documents<401> for AddCartItem {}
impl Documents<404> for AddCartItem {}
impl Documents<409> for AddCartItem {}
impl Documents<413> for AddCartItem {}
impl Documents<415> for AddCartItem {}
impl Documents<500> for AddCartItem {}

/// `PUT /{siteId}/cart`
#[derive(Debug)]
pub struct UpdateCartItem;

impl Operation for UpdateCartItem {
    const ID: &'static str = "updateCartItem";
}

impl Documents<400> for UpdateCartItem {}
impl Documents<404> for UpdateCartItem {}
impl Documents<409> for UpdateCartItem {}
impl Documents<413> for UpdateCartItem {}
impl Documents<415> for UpdateCartItem {}
impl Documents<500> for UpdateCartItem {}

/// `DELETE /{siteId}/cart`
#[derive(Debug)]
pub struct ClearCart;

impl Operation for ClearCart {
    const ID: &'static str = "clearCart";
}

impl Documents<400> for ClearCart {}
impl Documents<404> for ClearCart {}
impl Documents<500> for ClearCart {}

/// `GET /{siteId}/cart/recover`
#[derive(Debug)]
pub struct RecoverCart;

impl Operation for RecoverCart {
    const ID: &'static str = "recoverCart";
}

impl Documents<400> for RecoverCart {}
impl Documents<404> for RecoverCart {}
impl Documents<500> for RecoverCart {}

/// `POST /{siteId}/checkout`
#[derive(Debug)]
pub struct PlaceOrder;

impl Operation for PlaceOrder {
    const ID: &'static str = "placeOrder";
}

impl Documents<400> for PlaceOrder {}
impl Documents<401> for PlaceOrder {}
impl Documents<404> for PlaceOrder {}
impl Documents<409> for PlaceOrder {}
impl Documents<413> for PlaceOrder {}
impl Documents<415> for PlaceOrder {}
impl Documents<422> for PlaceOrder {}
impl Documents<500> for PlaceOrder {}
impl Documents<503> for PlaceOrder {}

/// `POST /{siteId}/discount/validate`
#[derive(Debug)]
pub struct ValidateDiscount;

impl Operation for ValidateDiscount {
    const ID: &'static str = "validateDiscount";
}

impl Documents<400> for ValidateDiscount {}
impl Documents<404> for ValidateDiscount {}
impl Documents<413> for ValidateDiscount {}
impl Documents<415> for ValidateDiscount {}
impl Documents<429> for ValidateDiscount {}
impl Documents<500> for ValidateDiscount {}

/// `POST /{siteId}/gift-certificates/validate`
#[derive(Debug)]
pub struct ValidateGiftCertificate;

impl Operation for ValidateGiftCertificate {
    const ID: &'static str = "validateGiftCertificate";
}

impl Documents<400> for ValidateGiftCertificate {}
impl Documents<404> for ValidateGiftCertificate {}
impl Documents<413> for ValidateGiftCertificate {}
impl Documents<415> for ValidateGiftCertificate {}
impl Documents<429> for ValidateGiftCertificate {}
impl Documents<500> for ValidateGiftCertificate {}

/// `GET /{siteId}/orders/{orderNumber}`
#[derive(Debug)]
pub struct GetOrder;

impl Operation for GetOrder {
    const ID: &'static str = "getOrder";
}

impl Documents<400> for GetOrder {}
impl Documents<404> for GetOrder {}
impl Documents<500> for GetOrder {}

/// `GET /{siteId}/shipping`
#[derive(Debug)]
pub struct ListShippingRates;

impl Operation for ListShippingRates {
    const ID: &'static str = "listShippingRates";
}

impl Documents<400> for ListShippingRates {}
impl Documents<404> for ListShippingRates {}
impl Documents<500> for ListShippingRates {}

/// `POST /{siteId}/webhooks/payments`
#[derive(Debug)]
pub struct ReceivePaymentWebhook;

impl Operation for ReceivePaymentWebhook {
    const ID: &'static str = "receivePaymentWebhook";
}

impl Documents<400> for ReceivePaymentWebhook {}
impl Documents<404> for ReceivePaymentWebhook {}
impl Documents<413> for ReceivePaymentWebhook {}
impl Documents<500> for ReceivePaymentWebhook {}

/// `POST /{siteId}/webhooks/tracking`
#[derive(Debug)]
pub struct ReceiveTrackingWebhook;

impl Operation for ReceiveTrackingWebhook {
    const ID: &'static str = "receiveTrackingWebhook";
}

impl Documents<400> for ReceiveTrackingWebhook {}
impl Documents<404> for ReceiveTrackingWebhook {}
impl Documents<413> for ReceiveTrackingWebhook {}
impl Documents<500> for ReceiveTrackingWebhook {}
