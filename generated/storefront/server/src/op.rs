//! A type for each operation: a handler's errors are tied to the statuses that it documents.

use stoa_runtime::{Documents, Operation};

/// `GET /{siteId}/products`
#[derive(Debug)]
pub struct ListProducts;

impl Operation for ListProducts {
    const ID: &'static str = "listProducts";
    const TAG: &'static str = "catalog";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for ListProducts {}
impl Documents<404> for ListProducts {}
impl Documents<500> for ListProducts {}

/// `GET /{siteId}/products/{slug}`
#[derive(Debug)]
pub struct GetProduct;

impl Operation for GetProduct {
    const ID: &'static str = "getProduct";
    const TAG: &'static str = "catalog";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for GetProduct {}
impl Documents<404> for GetProduct {}
impl Documents<500> for GetProduct {}

/// `GET /{siteId}/products/{slug}/styles`
#[derive(Debug)]
pub struct ListProductStyles;

impl Operation for ListProductStyles {
    const ID: &'static str = "listProductStyles";
    const TAG: &'static str = "catalog";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for ListProductStyles {}
impl Documents<404> for ListProductStyles {}
impl Documents<500> for ListProductStyles {}

/// `GET /{siteId}/categories`
#[derive(Debug)]
pub struct ListCategories;

impl Operation for ListCategories {
    const ID: &'static str = "listCategories";
    const TAG: &'static str = "catalog";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for ListCategories {}
impl Documents<404> for ListCategories {}
impl Documents<500> for ListCategories {}

/// `GET /{siteId}/cart`
#[derive(Debug)]
pub struct GetCart;

impl Operation for GetCart {
    const ID: &'static str = "getCart";
    const TAG: &'static str = "cart";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for GetCart {}
impl Documents<404> for GetCart {}
impl Documents<500> for GetCart {}

/// `POST /{siteId}/cart`
#[derive(Debug)]
pub struct AddCartItem;

impl Operation for AddCartItem {
    const ID: &'static str = "addCartItem";
    const TAG: &'static str = "cart";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 409, 413, 415, 500];
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
    const TAG: &'static str = "cart";
    const STATUSES: &'static [u16] = &[200, 400, 404, 409, 413, 415, 500];
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
    const TAG: &'static str = "cart";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for ClearCart {}
impl Documents<404> for ClearCart {}
impl Documents<500> for ClearCart {}

/// `GET /{siteId}/cart/recover`
#[derive(Debug)]
pub struct RecoverCart;

impl Operation for RecoverCart {
    const ID: &'static str = "recoverCart";
    const TAG: &'static str = "cart";
    const STATUSES: &'static [u16] = &[302, 400, 404, 500];
}

impl Documents<400> for RecoverCart {}
impl Documents<404> for RecoverCart {}
impl Documents<500> for RecoverCart {}

/// `POST /{siteId}/checkout`
#[derive(Debug)]
pub struct PlaceOrder;

impl Operation for PlaceOrder {
    const ID: &'static str = "placeOrder";
    const TAG: &'static str = "checkout";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 409, 413, 415, 422, 500, 503];
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
    const TAG: &'static str = "checkout";
    const STATUSES: &'static [u16] = &[200, 400, 404, 413, 415, 429, 500];
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
    const TAG: &'static str = "checkout";
    const STATUSES: &'static [u16] = &[200, 400, 404, 413, 415, 429, 500];
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
    const TAG: &'static str = "orders";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for GetOrder {}
impl Documents<404> for GetOrder {}
impl Documents<500> for GetOrder {}

/// `GET /{siteId}/shipping`
#[derive(Debug)]
pub struct ListShippingRates;

impl Operation for ListShippingRates {
    const ID: &'static str = "listShippingRates";
    const TAG: &'static str = "shipping";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for ListShippingRates {}
impl Documents<404> for ListShippingRates {}
impl Documents<500> for ListShippingRates {}

/// `POST /{siteId}/auth`
#[derive(Debug)]
pub struct AuthenticateCustomer;

impl Operation for AuthenticateCustomer {
    const ID: &'static str = "authenticateCustomer";
    const TAG: &'static str = "auth";
    const STATUSES: &'static [u16] = &[200, 201, 400, 401, 403, 404, 409, 413, 415, 429, 500];
}

impl Documents<400> for AuthenticateCustomer {}
impl Documents<401> for AuthenticateCustomer {}
impl Documents<403> for AuthenticateCustomer {}
impl Documents<404> for AuthenticateCustomer {}
impl Documents<409> for AuthenticateCustomer {}
impl Documents<413> for AuthenticateCustomer {}
impl Documents<415> for AuthenticateCustomer {}
impl Documents<429> for AuthenticateCustomer {}
impl Documents<500> for AuthenticateCustomer {}

/// `GET /{siteId}/account`
#[derive(Debug)]
pub struct GetAccount;

impl Operation for GetAccount {
    const ID: &'static str = "getAccount";
    const TAG: &'static str = "account";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for GetAccount {}
impl Documents<401> for GetAccount {}
impl Documents<404> for GetAccount {}
impl Documents<500> for GetAccount {}

/// `PATCH /{siteId}/account`
#[derive(Debug)]
pub struct UpdateAccount;

impl Operation for UpdateAccount {
    const ID: &'static str = "updateAccount";
    const TAG: &'static str = "account";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for UpdateAccount {}
impl Documents<401> for UpdateAccount {}
impl Documents<404> for UpdateAccount {}
impl Documents<413> for UpdateAccount {}
impl Documents<415> for UpdateAccount {}
impl Documents<500> for UpdateAccount {}

/// `GET /{siteId}/account/orders`
#[derive(Debug)]
pub struct ListAccountOrders;

impl Operation for ListAccountOrders {
    const ID: &'static str = "listAccountOrders";
    const TAG: &'static str = "account";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for ListAccountOrders {}
impl Documents<401> for ListAccountOrders {}
impl Documents<404> for ListAccountOrders {}
impl Documents<500> for ListAccountOrders {}

/// `GET /{siteId}/account/orders/{orderNumber}`
#[derive(Debug)]
pub struct GetAccountOrder;

impl Operation for GetAccountOrder {
    const ID: &'static str = "getAccountOrder";
    const TAG: &'static str = "account";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for GetAccountOrder {}
impl Documents<401> for GetAccountOrder {}
impl Documents<404> for GetAccountOrder {}
impl Documents<500> for GetAccountOrder {}

/// `GET /{siteId}/account/support`
#[derive(Debug)]
pub struct ListSupportMessages;

impl Operation for ListSupportMessages {
    const ID: &'static str = "listSupportMessages";
    const TAG: &'static str = "support";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for ListSupportMessages {}
impl Documents<401> for ListSupportMessages {}
impl Documents<404> for ListSupportMessages {}
impl Documents<500> for ListSupportMessages {}

/// `POST /{siteId}/account/support`
#[derive(Debug)]
pub struct CreateSupportMessage;

impl Operation for CreateSupportMessage {
    const ID: &'static str = "createSupportMessage";
    const TAG: &'static str = "support";
    const STATUSES: &'static [u16] = &[201, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for CreateSupportMessage {}
impl Documents<401> for CreateSupportMessage {}
impl Documents<404> for CreateSupportMessage {}
impl Documents<413> for CreateSupportMessage {}
impl Documents<415> for CreateSupportMessage {}
impl Documents<500> for CreateSupportMessage {}

/// `GET /{siteId}/account/support/{messageId}`
#[derive(Debug)]
pub struct GetSupportMessage;

impl Operation for GetSupportMessage {
    const ID: &'static str = "getSupportMessage";
    const TAG: &'static str = "support";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for GetSupportMessage {}
impl Documents<401> for GetSupportMessage {}
impl Documents<404> for GetSupportMessage {}
impl Documents<500> for GetSupportMessage {}

/// `POST /{siteId}/account/support/{messageId}`
#[derive(Debug)]
pub struct ReplyToSupportMessage;

impl Operation for ReplyToSupportMessage {
    const ID: &'static str = "replyToSupportMessage";
    const TAG: &'static str = "support";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for ReplyToSupportMessage {}
impl Documents<401> for ReplyToSupportMessage {}
impl Documents<404> for ReplyToSupportMessage {}
impl Documents<413> for ReplyToSupportMessage {}
impl Documents<415> for ReplyToSupportMessage {}
impl Documents<500> for ReplyToSupportMessage {}

/// `GET /{siteId}/account/wishlist`
#[derive(Debug)]
pub struct GetWishlist;

impl Operation for GetWishlist {
    const ID: &'static str = "getWishlist";
    const TAG: &'static str = "wishlist";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for GetWishlist {}
impl Documents<401> for GetWishlist {}
impl Documents<404> for GetWishlist {}
impl Documents<500> for GetWishlist {}

/// `POST /{siteId}/account/wishlist`
#[derive(Debug)]
pub struct AddWishlistItem;

impl Operation for AddWishlistItem {
    const ID: &'static str = "addWishlistItem";
    const TAG: &'static str = "wishlist";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for AddWishlistItem {}
impl Documents<401> for AddWishlistItem {}
impl Documents<404> for AddWishlistItem {}
impl Documents<413> for AddWishlistItem {}
impl Documents<415> for AddWishlistItem {}
impl Documents<500> for AddWishlistItem {}

/// `DELETE /{siteId}/account/wishlist`
#[derive(Debug)]
pub struct RemoveWishlistItem;

impl Operation for RemoveWishlistItem {
    const ID: &'static str = "removeWishlistItem";
    const TAG: &'static str = "wishlist";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for RemoveWishlistItem {}
impl Documents<401> for RemoveWishlistItem {}
impl Documents<404> for RemoveWishlistItem {}
impl Documents<413> for RemoveWishlistItem {}
impl Documents<415> for RemoveWishlistItem {}
impl Documents<500> for RemoveWishlistItem {}

/// `GET /{siteId}/designs`
#[derive(Debug)]
pub struct ListDesigns;

impl Operation for ListDesigns {
    const ID: &'static str = "listDesigns";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for ListDesigns {}
impl Documents<401> for ListDesigns {}
impl Documents<404> for ListDesigns {}
impl Documents<500> for ListDesigns {}

/// `POST /{siteId}/designs`
#[derive(Debug)]
pub struct CreateDesign;

impl Operation for CreateDesign {
    const ID: &'static str = "createDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[201, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for CreateDesign {}
impl Documents<401> for CreateDesign {}
impl Documents<404> for CreateDesign {}
impl Documents<413> for CreateDesign {}
impl Documents<415> for CreateDesign {}
impl Documents<500> for CreateDesign {}

/// `GET /{siteId}/designs/{designId}`
#[derive(Debug)]
pub struct GetDesign;

impl Operation for GetDesign {
    const ID: &'static str = "getDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 500];
}

impl Documents<400> for GetDesign {}
impl Documents<401> for GetDesign {}
impl Documents<403> for GetDesign {}
impl Documents<404> for GetDesign {}
impl Documents<500> for GetDesign {}

/// `PUT /{siteId}/designs/{designId}`
#[derive(Debug)]
pub struct UpdateDesign;

impl Operation for UpdateDesign {
    const ID: &'static str = "updateDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 413, 415, 500];
}

impl Documents<400> for UpdateDesign {}
impl Documents<401> for UpdateDesign {}
impl Documents<403> for UpdateDesign {}
impl Documents<404> for UpdateDesign {}
impl Documents<413> for UpdateDesign {}
impl Documents<415> for UpdateDesign {}
impl Documents<500> for UpdateDesign {}

/// `DELETE /{siteId}/designs/{designId}`
#[derive(Debug)]
pub struct DeleteDesign;

impl Operation for DeleteDesign {
    const ID: &'static str = "deleteDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 500];
}

impl Documents<400> for DeleteDesign {}
impl Documents<401> for DeleteDesign {}
impl Documents<403> for DeleteDesign {}
impl Documents<404> for DeleteDesign {}
impl Documents<500> for DeleteDesign {}

/// `GET /{siteId}/designs/public/{uuid}`
#[derive(Debug)]
pub struct GetPublicDesign;

impl Operation for GetPublicDesign {
    const ID: &'static str = "getPublicDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for GetPublicDesign {}
impl Documents<404> for GetPublicDesign {}
impl Documents<500> for GetPublicDesign {}

/// `POST /{siteId}/designs/{designId}/share`
#[derive(Debug)]
pub struct ShareDesign;

impl Operation for ShareDesign {
    const ID: &'static str = "shareDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 413, 415, 500];
}

impl Documents<400> for ShareDesign {}
impl Documents<401> for ShareDesign {}
impl Documents<403> for ShareDesign {}
impl Documents<404> for ShareDesign {}
impl Documents<413> for ShareDesign {}
impl Documents<415> for ShareDesign {}
impl Documents<500> for ShareDesign {}

/// `POST /{siteId}/designs/{designId}/clone`
#[derive(Debug)]
pub struct CloneDesign;

impl Operation for CloneDesign {
    const ID: &'static str = "cloneDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 413, 415, 500];
}

impl Documents<400> for CloneDesign {}
impl Documents<401> for CloneDesign {}
impl Documents<403> for CloneDesign {}
impl Documents<404> for CloneDesign {}
impl Documents<413> for CloneDesign {}
impl Documents<415> for CloneDesign {}
impl Documents<500> for CloneDesign {}

/// `POST /{siteId}/designs/{designId}/ai-image`
#[derive(Debug)]
pub struct GenerateDesignImage;

impl Operation for GenerateDesignImage {
    const ID: &'static str = "generateDesignImage";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[201, 400, 401, 402, 403, 404, 413, 415, 429, 500, 503];
}

impl Documents<400> for GenerateDesignImage {}
impl Documents<401> for GenerateDesignImage {}
impl Documents<402> for GenerateDesignImage {}
impl Documents<403> for GenerateDesignImage {}
impl Documents<404> for GenerateDesignImage {}
impl Documents<413> for GenerateDesignImage {}
impl Documents<415> for GenerateDesignImage {}
impl Documents<429> for GenerateDesignImage {}
impl Documents<500> for GenerateDesignImage {}
impl Documents<503> for GenerateDesignImage {}

/// `POST /{siteId}/designs/{designId}/ai-text`
#[derive(Debug)]
pub struct SuggestDesignText;

impl Operation for SuggestDesignText {
    const ID: &'static str = "suggestDesignText";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 402, 403, 404, 413, 415, 429, 500, 503];
}

impl Documents<400> for SuggestDesignText {}
impl Documents<401> for SuggestDesignText {}
impl Documents<402> for SuggestDesignText {}
impl Documents<403> for SuggestDesignText {}
impl Documents<404> for SuggestDesignText {}
impl Documents<413> for SuggestDesignText {}
impl Documents<415> for SuggestDesignText {}
impl Documents<429> for SuggestDesignText {}
impl Documents<500> for SuggestDesignText {}
impl Documents<503> for SuggestDesignText {}

/// `POST /{siteId}/designs/{designId}/finalize`
#[derive(Debug)]
pub struct FinalizeDesign;

impl Operation for FinalizeDesign {
    const ID: &'static str = "finalizeDesign";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 500];
}

impl Documents<400> for FinalizeDesign {}
impl Documents<401> for FinalizeDesign {}
impl Documents<403> for FinalizeDesign {}
impl Documents<404> for FinalizeDesign {}
impl Documents<500> for FinalizeDesign {}

/// `POST /{siteId}/designs/{designId}/assets`
#[derive(Debug)]
pub struct UploadDesignAsset;

impl Operation for UploadDesignAsset {
    const ID: &'static str = "uploadDesignAsset";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 413, 415, 500];
}

impl Documents<400> for UploadDesignAsset {}
impl Documents<401> for UploadDesignAsset {}
impl Documents<403> for UploadDesignAsset {}
impl Documents<404> for UploadDesignAsset {}
impl Documents<413> for UploadDesignAsset {}
impl Documents<415> for UploadDesignAsset {}
impl Documents<500> for UploadDesignAsset {}

/// `POST /{siteId}/designs/claim`
#[derive(Debug)]
pub struct ClaimDesigns;

impl Operation for ClaimDesigns {
    const ID: &'static str = "claimDesigns";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 413, 415, 500];
}

impl Documents<400> for ClaimDesigns {}
impl Documents<401> for ClaimDesigns {}
impl Documents<403> for ClaimDesigns {}
impl Documents<404> for ClaimDesigns {}
impl Documents<413> for ClaimDesigns {}
impl Documents<415> for ClaimDesigns {}
impl Documents<500> for ClaimDesigns {}

/// `GET /{siteId}/designs/anonymous/count`
#[derive(Debug)]
pub struct CountAnonymousDesigns;

impl Operation for CountAnonymousDesigns {
    const ID: &'static str = "countAnonymousDesigns";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 500];
}

impl Documents<400> for CountAnonymousDesigns {}
impl Documents<401> for CountAnonymousDesigns {}
impl Documents<404> for CountAnonymousDesigns {}
impl Documents<500> for CountAnonymousDesigns {}

/// `GET /{siteId}/designs/fonts`
#[derive(Debug)]
pub struct ListDesignFonts;

impl Operation for ListDesignFonts {
    const ID: &'static str = "listDesignFonts";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 404, 500];
}

impl Documents<400> for ListDesignFonts {}
impl Documents<404> for ListDesignFonts {}
impl Documents<500> for ListDesignFonts {}

/// `POST /{siteId}/designs/generate-thumbnail`
#[derive(Debug)]
pub struct GenerateDesignThumbnail;

impl Operation for GenerateDesignThumbnail {
    const ID: &'static str = "generateDesignThumbnail";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 404, 413, 415, 500];
}

impl Documents<400> for GenerateDesignThumbnail {}
impl Documents<401> for GenerateDesignThumbnail {}
impl Documents<403> for GenerateDesignThumbnail {}
impl Documents<404> for GenerateDesignThumbnail {}
impl Documents<413> for GenerateDesignThumbnail {}
impl Documents<415> for GenerateDesignThumbnail {}
impl Documents<500> for GenerateDesignThumbnail {}

/// `POST /{siteId}/designs/upload-image`
#[derive(Debug)]
pub struct UploadImage;

impl Operation for UploadImage {
    const ID: &'static str = "uploadImage";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for UploadImage {}
impl Documents<401> for UploadImage {}
impl Documents<404> for UploadImage {}
impl Documents<413> for UploadImage {}
impl Documents<415> for UploadImage {}
impl Documents<500> for UploadImage {}

/// `POST /{siteId}/designs/assets`
#[derive(Debug)]
pub struct ListOrRegisterDesignAssets;

impl Operation for ListOrRegisterDesignAssets {
    const ID: &'static str = "listOrRegisterDesignAssets";
    const TAG: &'static str = "designs";
    const STATUSES: &'static [u16] = &[200, 400, 401, 404, 413, 415, 500];
}

impl Documents<400> for ListOrRegisterDesignAssets {}
impl Documents<401> for ListOrRegisterDesignAssets {}
impl Documents<404> for ListOrRegisterDesignAssets {}
impl Documents<413> for ListOrRegisterDesignAssets {}
impl Documents<415> for ListOrRegisterDesignAssets {}
impl Documents<500> for ListOrRegisterDesignAssets {}

/// `POST /{siteId}/webhooks/payments`
#[derive(Debug)]
pub struct ReceivePaymentWebhook;

impl Operation for ReceivePaymentWebhook {
    const ID: &'static str = "receivePaymentWebhook";
    const TAG: &'static str = "webhooks";
    const STATUSES: &'static [u16] = &[200, 400, 404, 413, 500];
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
    const TAG: &'static str = "webhooks";
    const STATUSES: &'static [u16] = &[200, 400, 404, 413, 500];
}

impl Documents<400> for ReceiveTrackingWebhook {}
impl Documents<404> for ReceiveTrackingWebhook {}
impl Documents<413> for ReceiveTrackingWebhook {}
impl Documents<500> for ReceiveTrackingWebhook {}
