//! The operations tagged `checkout`.
//!
//! Handlers implement [`CheckoutApi`]. An operation is a struct: what it is asked for, with the
//! failures that it documents. Its route reads the path, asks [`Authenticate`] who calls, reads the
//! rest, calls the handler and writes what it returns.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// From a cart to an order with a payment, and the codes that go into it.
pub trait CheckoutApi: Authenticate + RateLimited {
    /// `POST /{siteId}/checkout`: Check out.
    ///
    /// Computes the total, takes the stock, the use of the discount code and the hold on the gift
    /// certificate, and stores the order as `pending`, all or nothing; then begins its payment. Set up
    /// the payment provider's library with `publishableKey` and confirm with `clientSecret`; the order
    /// is paid when the provider says so. A `total` of 0 needs no payment: the order is paid at once
    /// and `clientSecret` is `""`.
    ///
    /// The price charged is the one at this moment. Send the total that you showed as `expectedTotal`
    /// to be told 409 when it differs. An order made with a customer's token belongs to that customer,
    /// whatever `customerEmail` says. A pending order expires after 30 minutes and gives back what it
    /// took. What was ordered leaves the cart when the order is paid, or when the provider says that
    /// the payment is being processed: that order waits for its payment, and the cart can be ordered
    /// anew.
    ///
    /// Each wrong code is a try of that kind of code, as in `POST /discount/validate` and `POST
    /// /gift-certificates/validate`: after ten in a minute a checkout that names one is 429, right or
    /// wrong.
    ///
    /// **Repeating a call** is safe. Without an `Idempotency-Key`, the same request for the same
    /// unchanged cart gives back its pending order; any difference, in the cart, its prices or the
    /// request, cancels that order and makes a new one. With a key, kept for 24 hours, the same key and
    /// body give the stored answer with `Idempotent-Replayed: true`; a request that was refused leaves
    /// its key unused. Each `sessionId` has keys of its own. At most 60 orders of one cart are replaced
    /// so within an hour.
    ///
    /// An order that was cancelled or has expired without ever having been paid is deleted after seven
    /// days.
    ///
    /// Counts toward `checkouts` (120 a minute for each client), `replaced-orders` (60 an hour for each
    /// cart), `discount-codes` (10 a minute for each client) and `gift-certificates` (10 a minute for
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
    /// Tells what the code would do, and does not use it up. With `subtotal` the minimum of the code is
    /// checked and the discount computed. A call whose body is not valid is not counted. Counts toward
    /// `discount-codes` (10 a minute for each client).
    fn validate_discount(
        &self,
        caller: Self::Anyone,
        request: ValidateDiscount,
    ) -> impl Future<Output = Result<types::DiscountValidation, Error<ValidateDiscount>>> + Send;

    /// `POST /{siteId}/gift-certificates/validate`: Check a gift certificate.
    ///
    /// Tells what is left, and redeems nothing. A call whose body is not valid is not counted. Counts
    /// toward `gift-certificates` (10 a minute for each client).
    fn validate_gift_certificate(
        &self,
        caller: Self::Anyone,
        request: ValidateGiftCertificate,
    ) -> impl Future<
        Output = Result<types::GiftCertificateValidation, Error<ValidateGiftCertificate>>,
    > + Send;
}

/// The operation `placeOrder`, and what it is asked for.
#[derive(Clone)]
pub struct PlaceOrder {
    /// Id of the site.
    pub site_id: i64,
    /// Made by the client, one for each checkout that it means, such as a UUID.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    pub body: types::CheckoutRequest,
}

impl Operation for PlaceOrder {
    const ID: &'static str = "placeOrder";
    const GROWS_STORAGE: bool = true;
}

impl Documents<400> for PlaceOrder {}
impl Documents<401> for PlaceOrder {}
impl Documents<404> for PlaceOrder {}
impl Documents<409> for PlaceOrder {}
impl Documents<413> for PlaceOrder {}
impl Documents<415> for PlaceOrder {}
impl Documents<422> for PlaceOrder {}
impl Documents<429> for PlaceOrder {}
impl Documents<500> for PlaceOrder {}
impl Documents<503> for PlaceOrder {}
impl TakesBody for PlaceOrder {}

/// The operation `validateDiscount`, and what it is asked for.
#[derive(Clone)]
pub struct ValidateDiscount {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::ValidateDiscountRequest,
}

impl Operation for ValidateDiscount {
    const ID: &'static str = "validateDiscount";
}

impl Documents<400> for ValidateDiscount {}
impl Documents<404> for ValidateDiscount {}
impl Documents<413> for ValidateDiscount {}
impl Documents<415> for ValidateDiscount {}
impl Documents<429> for ValidateDiscount {}
impl Documents<500> for ValidateDiscount {}
impl TakesBody for ValidateDiscount {}

/// The operation `validateGiftCertificate`, and what it is asked for.
#[derive(Clone)]
pub struct ValidateGiftCertificate {
    /// Id of the site.
    pub site_id: i64,
    pub body: types::ValidateGiftCertificateRequest,
}

impl Operation for ValidateGiftCertificate {
    const ID: &'static str = "validateGiftCertificate";
}

impl Documents<400> for ValidateGiftCertificate {}
impl Documents<404> for ValidateGiftCertificate {}
impl Documents<413> for ValidateGiftCertificate {}
impl Documents<415> for ValidateGiftCertificate {}
impl Documents<429> for ValidateGiftCertificate {}
impl Documents<500> for ValidateGiftCertificate {}
impl TakesBody for ValidateGiftCertificate {}

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
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.customer_or_anyone(call).await?;
    api.rate_limits().checkouts.count(call.client())?;
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
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.anyone(call).await?;
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
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.anyone(call).await?;
    let request = ValidateGiftCertificate {
        site_id,
        body: call.json(&SCHEMAS, "ValidateGiftCertificateRequest").await?,
    };
    let reply = api.validate_gift_certificate(caller, request).await?;
    Ok(Reply::json(200, &types::GiftCertificateValidationResponse { data: reply }))
}
