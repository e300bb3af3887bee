//! The operations tagged `checkout`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Check out: `POST /{siteId}/checkout`.
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
    ///
    /// # Errors
    ///
    /// [`PlaceOrderReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn place_order(&self, site_id: i64, body: &types::CheckoutRequest) -> PlaceOrder {
        let call = self.call("placeOrder", Method::POST, "/{siteId}/checkout");
        PlaceOrder(call.path("siteId", site_id).json(body).idempotent())
    }

    /// Check a discount code: `POST /{siteId}/discount/validate`.
    ///
    /// Tells the effect of the code without using it up. With `subtotal`, the minimum of the code is
    /// checked and the discount computed. Wrong codes count toward `discount-codes` (30 a minute for
    /// each client).
    ///
    /// # Errors
    ///
    /// [`ValidateDiscountReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn validate_discount(
        &self,
        site_id: i64,
        body: &types::ValidateDiscountRequest,
    ) -> ValidateDiscount {
        let call = self.call("validateDiscount", Method::POST, "/{siteId}/discount/validate");
        ValidateDiscount(call.path("siteId", site_id).json(body))
    }

    /// Check a gift certificate: `POST /{siteId}/gift-certificates/validate`.
    ///
    /// Tells the balance without redeeming anything. Wrong codes count toward `gift-certificates` (30 a
    /// minute for each client).
    ///
    /// # Errors
    ///
    /// [`ValidateGiftCertificateReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn validate_gift_certificate(
        &self,
        site_id: i64,
        body: &types::ValidateGiftCertificateRequest,
    ) -> ValidateGiftCertificate {
        let call = self.call(
            "validateGiftCertificate",
            Method::POST,
            "/{siteId}/gift-certificates/validate",
        );
        ValidateGiftCertificate(call.path("siteId", site_id).json(body))
    }
}

::stoa_client_core::calls! {
    place_order: PlaceOrder "placeOrder" -> Json<types::CheckoutResponse>;
    validate_discount: ValidateDiscount "validateDiscount" -> Json<types::DiscountValidationResponse>;
    validate_gift_certificate: ValidateGiftCertificate "validateGiftCertificate" -> Json<types::GiftCertificateValidationResponse>;
}

impl PlaceOrder {
    /// A key that the client generates for each checkout, such as a UUID, and sends again when it
    /// repeats the call.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::CheckoutResult> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ValidateDiscount {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::DiscountValidation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ValidateGiftCertificate {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::GiftCertificateValidation> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum PlaceOrderReason of "placeOrder" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 ContactIsRequired "contact_is_required" "sessionId, customerEmail, and customerName are required",
        400 InvalidCustomerEmail "invalid_customer_email" "customerEmail must be an e-mail address",
        400 InvalidCustomerName "invalid_customer_name" "customerName must be at most 255 characters",
        400 InvalidCustomerPhone "invalid_customer_phone" "customerPhone must be text of at most 64 characters",
        400 InvalidCustomerNote "invalid_customer_note" "customerNote must be text of at most 2000 characters",
        400 InvalidShippingAddress "invalid_shipping_address" "shippingAddress must be an object of at most 16384 bytes and a depth of 20",
        400 InvalidBillingAddress "invalid_billing_address" "billingAddress must be an object of at most 16384 bytes and a depth of 20",
        400 InvalidExpectedTotal "invalid_expected_total" "expectedTotal must be an integer of at least 0",
        400 TooManyImages "too_many_images" "Too many images",
        400 CartIsEmpty "cart_is_empty" "Cart is empty",
        400 InvalidDiscountCode "invalid_discount_code" "Invalid discount code",
        400 InvalidShippingRate "invalid_shipping_rate" "Invalid shipping rate",
        400 ShippingRateIsRequired "shipping_rate_is_required" "shippingRateId is required",
        400 InvalidGiftCertificateCode "invalid_gift_certificate_code" "Invalid gift certificate code",
        400 InvalidIdempotencyKey "invalid_idempotency_key" "Idempotency-Key must have 1 to 255 characters",
        400 TotalTooLarge "total_too_large" "The total is too large",
        400 TotalTooSmall "total_too_small" "The total is too small to be paid",
        400 TotalNotPayable "total_not_payable" "The total cannot be paid",
        401 Unauthorized "unauthorized" "Unauthorized" deprecated,
        404 StoreNotFound "store_not_found" "Store not found",
        404 CartNotFound "cart_not_found" "Cart not found",
        409 SomeItemsAreNoLongerAvailable "some_items_are_no_longer_available" "Some items are no longer available",
        409 InsufficientStock "insufficient_stock" "Insufficient stock",
        409 PricesHaveChanged "prices_have_changed" "Prices have changed",
        409 IdempotencyKeyInProgress "idempotency_key_in_progress" "A request with this Idempotency-Key is in progress",
        409 PaymentIsProcessing "payment_is_processing" "A payment for this cart is being processed",
        409 AnotherCheckoutWasFaster "another_checkout_was_faster" "Another checkout of this cart was faster, try again",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        422 IdempotencyKeyReused "idempotency_key_reused" "Idempotency-Key was used with a different request",
        429 TooManyUploads "too_many_uploads" "Too many uploads, slow down",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
        503 PaymentsAreNotAvailable "payments_are_not_available" "Payments are not available, try again later",
        503 DrawingIsBusy "drawing_is_busy" "Drawing is busy, try again later",
        503 StorageIsFull "storage_is_full" "Storage is full, try again later",
    }
}

::stoa_client_core::reasons! {
    pub enum ValidateDiscountReason of "validateDiscount" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 CodeIsRequired "code_is_required" "code is required",
        400 InvalidSubtotal "invalid_subtotal" "subtotal must be an integer from 0 to 9007199254740991",
        400 InvalidDiscountCode "invalid_discount_code" "Invalid discount code",
        404 StoreNotFound "store_not_found" "Store not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ValidateGiftCertificateReason of "validateGiftCertificate" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 CodeIsRequired "code_is_required" "code is required",
        404 StoreNotFound "store_not_found" "Store not found",
        404 GiftCertificateNotFound "gift_certificate_not_found" "Gift certificate not found",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
