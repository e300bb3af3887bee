//! The operations tagged `checkout`.
//!
//! Handlers implement [`CheckoutApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// From a cart to an order with a payment, including discount codes and gift certificates.
pub trait CheckoutApi: Authenticate + RateLimited {
    /// `POST /{siteId}/checkout`: Check out.
    ///
    /// Computes the total, takes the stock, one use of the discount code and the amount of the gift
    /// certificate, and stores the order as `pending`, all or nothing. Then it begins the payment: set
    /// up the payment provider's library with `publishableKey` and confirm with `clientSecret`. The
    /// built-in test provider has no library: there the command `stoa payment confirm` confirms the
    /// payment of an order. The order is paid when the provider reports the payment. A `total` of 0
    /// needs no payment: the order is paid immediately and `clientSecret` is `""`.
    ///
    /// The customer is charged the prices of this moment. Send the total that you showed as
    /// `expectedTotal` to get 409 when it differs. An order placed with a customer's token belongs to
    /// that customer, whatever `customerEmail` says. A token that is not valid is ignored. A pending
    /// order expires after 30 minutes and releases what it took. The ordered lines leave the cart when
    /// the order is paid, or when the provider reports that the payment is being processed. In the
    /// latter case the order waits for its payment, and the cart can be ordered again.
    ///
    /// Wrong codes count together with those of `POST /discount/validate` and `POST
    /// /gift-certificates/validate`, each kind on its own. After 30 in a minute, a checkout with such a
    /// code is 429, whether the code is right or wrong.
    ///
    /// **Repeating a call** is safe. Without an `Idempotency-Key`, the same request for the same
    /// unchanged cart returns its pending order; any difference in the cart, its prices or the request
    /// cancels that order and places a new one. With a key, the same key and body return the stored
    /// answer with `Idempotent-Replayed: true`. Keys are stored for 24 hours, and each `sessionId` has
    /// its own. A refused request does not use up its key. At most 60 orders of one cart may be
    /// replaced within an hour.
    ///
    /// If a legacy design was changed after it was added to the cart, and its status is still
    /// `finalized` or `rendered`, the call draws it before it stores the order. One call draws at most
    /// 12 designs. With more, it is 503 `Drawing is busy, try again later`, and the next call draws the
    /// others.
    ///
    /// A cancelled or expired order that was never paid is deleted after seven days.
    ///
    /// Counts toward `checkouts` (120 a minute for each client), `replaced-orders` (60 an hour for each
    /// cart), `discount-codes` (30 a minute for each client) and `gift-certificates` (30 a minute for
    /// each client).
    fn place_order(
        &self,
        caller: Self::CustomerOrAnyone,
        request: PlaceOrder,
    ) -> impl Future<
        Output = Result<stoa_runtime::Replayable<types::CheckoutResult>, Error<PlaceOrder>>,
    > + Send;

    /// `POST /{siteId}/discount/validate`: Check a discount code.
    ///
    /// Tells the effect of the code without using it up. With `subtotal`, the minimum of the code is
    /// checked and the discount computed. Wrong codes count toward `discount-codes` (30 a minute for
    /// each client).
    fn validate_discount(
        &self,
        caller: Self::Anyone,
        request: ValidateDiscount,
    ) -> impl Future<Output = Result<types::DiscountValidation, Error<ValidateDiscount>>> + Send;

    /// `POST /{siteId}/gift-certificates/validate`: Check a gift certificate.
    ///
    /// Tells the balance without redeeming anything. Wrong codes count toward `gift-certificates` (30 a
    /// minute for each client).
    fn validate_gift_certificate(
        &self,
        caller: Self::Anyone,
        request: ValidateGiftCertificate,
    ) -> impl Future<
        Output = Result<types::GiftCertificateValidation, Error<ValidateGiftCertificate>>,
    > + Send;
}

/// The operation `placeOrder` and its request.
#[derive(Clone)]
pub struct PlaceOrder {
    /// Id of the site.
    pub site_id: i64,
    /// A key that the client generates for each checkout, such as a UUID, and sends again when it
    /// repeats the call.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::CheckoutRequest,
}

impl Operation for PlaceOrder {
    const ID: &'static str = "placeOrder";
    const GROWS_STORAGE: bool = true;
    const IS_ESSENTIAL: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "contact_is_required", "sessionId, customerEmail, and customerName are required"),
        (400, "invalid_customer_email", "customerEmail must be an e-mail address"),
        (400, "invalid_customer_name", "customerName must be at most 255 characters"),
        (400, "invalid_customer_phone", "customerPhone must be text of at most 64 characters"),
        (400, "invalid_customer_note", "customerNote must be text of at most 2000 characters"),
        (
            400,
            "invalid_shipping_address",
            "shippingAddress must be an object of at most 16384 bytes and a depth of 20",
        ),
        (
            400,
            "invalid_billing_address",
            "billingAddress must be an object of at most 16384 bytes and a depth of 20",
        ),
        (400, "invalid_expected_total", "expectedTotal must be an integer of at least 0"),
        (400, "too_many_images", "Too many images"),
        (400, "cart_is_empty", "Cart is empty"),
        (400, "invalid_discount_code", "Invalid discount code"),
        (400, "invalid_shipping_rate", "Invalid shipping rate"),
        (400, "shipping_rate_is_required", "shippingRateId is required"),
        (400, "invalid_gift_certificate_code", "Invalid gift certificate code"),
        (400, "invalid_idempotency_key", "Idempotency-Key must have 1 to 255 characters"),
        (400, "total_too_large", "The total is too large"),
        (400, "total_too_small", "The total is too small to be paid"),
        (400, "total_not_payable", "The total cannot be paid"),
        (404, "store_not_found", "Store not found"),
        (404, "cart_not_found", "Cart not found"),
        (409, "some_items_are_no_longer_available", "Some items are no longer available"),
        (409, "insufficient_stock", "Insufficient stock"),
        (409, "prices_have_changed", "Prices have changed"),
        (409, "idempotency_key_in_progress", "A request with this Idempotency-Key is in progress"),
        (409, "payment_is_processing", "A payment for this cart is being processed"),
        (409, "another_checkout_was_faster", "Another checkout of this cart was faster, try again"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (422, "idempotency_key_reused", "Idempotency-Key was used with a different request"),
        (429, "too_many_uploads", "Too many uploads, slow down"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
        (503, "payments_are_not_available", "Payments are not available, try again later"),
        (503, "drawing_is_busy", "Drawing is busy, try again later"),
        (503, "storage_is_full", "Storage is full, try again later"),
    ];
}

impl Documents<400> for PlaceOrder {}
impl Documents<404> for PlaceOrder {}
impl Documents<409> for PlaceOrder {}
impl Documents<413> for PlaceOrder {}
impl Documents<415> for PlaceOrder {}
impl Documents<422> for PlaceOrder {}
impl Documents<429> for PlaceOrder {}
impl Documents<500> for PlaceOrder {}
impl Documents<503> for PlaceOrder {}
impl TakesBody for PlaceOrder {}

/// The operation `validateDiscount` and its request.
#[derive(Clone)]
pub struct ValidateDiscount {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::ValidateDiscountRequest,
}

impl Operation for ValidateDiscount {
    const ID: &'static str = "validateDiscount";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "code_is_required", "code is required"),
        (400, "invalid_subtotal", "subtotal must be an integer from 0 to 9007199254740991"),
        (400, "invalid_discount_code", "Invalid discount code"),
        (404, "store_not_found", "Store not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ValidateDiscount {}
impl Documents<404> for ValidateDiscount {}
impl Documents<413> for ValidateDiscount {}
impl Documents<415> for ValidateDiscount {}
impl Documents<429> for ValidateDiscount {}
impl Documents<500> for ValidateDiscount {}
impl TakesBody for ValidateDiscount {}

/// The operation `validateGiftCertificate` and its request.
#[derive(Clone)]
pub struct ValidateGiftCertificate {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::ValidateGiftCertificateRequest,
}

impl Operation for ValidateGiftCertificate {
    const ID: &'static str = "validateGiftCertificate";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "code_is_required", "code is required"),
        (404, "store_not_found", "Store not found"),
        (404, "gift_certificate_not_found", "Gift certificate not found"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ValidateGiftCertificate {}
impl Documents<404> for ValidateGiftCertificate {}
impl Documents<413> for ValidateGiftCertificate {}
impl Documents<415> for ValidateGiftCertificate {}
impl Documents<429> for ValidateGiftCertificate {}
impl Documents<500> for ValidateGiftCertificate {}
impl TakesBody for ValidateGiftCertificate {}

stoa_runtime::refuses! {
    PlaceOrder:
        reasons::InvalidJson, reasons::ContactIsRequired, reasons::InvalidCustomerEmail,
        reasons::InvalidCustomerName, reasons::InvalidCustomerPhone, reasons::InvalidCustomerNote,
        reasons::InvalidShippingAddress, reasons::InvalidBillingAddress,
        reasons::InvalidExpectedTotal, reasons::TooManyImages, reasons::CartIsEmpty,
        reasons::InvalidDiscountCode, reasons::InvalidShippingRate,
        reasons::ShippingRateIsRequired, reasons::InvalidGiftCertificateCode,
        reasons::InvalidIdempotencyKey, reasons::TotalTooLarge, reasons::TotalTooSmall,
        reasons::TotalNotPayable, reasons::StoreNotFound, reasons::CartNotFound,
        reasons::SomeItemsAreNoLongerAvailable, reasons::InsufficientStock,
        reasons::PricesHaveChanged, reasons::IdempotencyKeyInProgress,
        reasons::PaymentIsProcessing, reasons::AnotherCheckoutWasFaster,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::IdempotencyKeyReused, reasons::TooManyUploads, reasons::TooManyAttempts,
        reasons::TooManyRequests, reasons::PaymentsAreNotAvailable, reasons::DrawingIsBusy,
        reasons::StorageIsFull;
    ValidateDiscount:
        reasons::InvalidJson, reasons::CodeIsRequired, reasons::InvalidSubtotal,
        reasons::InvalidDiscountCode, reasons::StoreNotFound, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyAttempts;
    ValidateGiftCertificate:
        reasons::InvalidJson, reasons::CodeIsRequired, reasons::StoreNotFound,
        reasons::GiftCertificateNotFound, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyAttempts;
}

/// The routes of the operations tagged `checkout`.
pub fn routes<A: CheckoutApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/{siteId}/checkout", api, |api, call| Box::pin(place_order(api, call)))
        .post("/{siteId}/discount/validate", api, |api, call| {
            Box::pin(validate_discount(api, call))
        })
        .post("/{siteId}/gift-certificates/validate", api, |api, call| {
            Box::pin(validate_gift_certificate(api, call))
        })
}

async fn place_order<A: CheckoutApi>(api: &A, call: &mut Call) -> Result<Reply, Error<PlaceOrder>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller =
        api.customer_or_anyone_leniently(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().checkouts.count(call.client()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Idempotency-Key must have 1 to 255 characters")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let (body, idempotency) =
        call.idempotent(idempotency_key).json(&SCHEMAS, "CheckoutRequest").await?;
    let request = PlaceOrder { site_id, idempotency, body };
    let reply = api.place_order(caller, request).await?;
    Ok(reply.write(|reply| Reply::json(200, &types::CheckoutResponse { data: reply })))
}

async fn validate_discount<A: CheckoutApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ValidateDiscount>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    let request =
        ValidateDiscount { site_id, body: call.json(&SCHEMAS, "ValidateDiscountRequest").await? };
    let reply = api.validate_discount(caller, request).await?;
    Ok(Reply::json(200, &types::DiscountValidationResponse { data: reply }))
}

async fn validate_gift_certificate<A: CheckoutApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ValidateGiftCertificate>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller = api.anyone(call.context(), site_id).await?;
    let request = ValidateGiftCertificate {
        site_id,
        body: call.json(&SCHEMAS, "ValidateGiftCertificateRequest").await?,
    };
    let reply = api.validate_gift_certificate(caller, request).await?;
    Ok(Reply::json(200, &types::GiftCertificateValidationResponse { data: reply }))
}
