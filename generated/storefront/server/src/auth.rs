//! The operations tagged `auth`.
//!
//! Handlers implement [`AuthApi`]. Each operation is a struct that holds its request and implements
//! `Documents` for each failure that it documents. The route of the operation reads the path, finds
//! the caller with [`Authenticate`], reads the rest of the request, calls the handler and writes
//! the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_storefront_reasons as reasons;
use stoa_storefront_types as types;

use crate::{Authenticate, SCHEMAS};

/// Registering, logging in and out, passwords, and verifying e-mail addresses.
pub trait AuthApi: Authenticate {
    /// `POST /{siteId}/auth`: Register, log in or out, and more.
    ///
    /// `action` selects what the call does.
    ///
    /// | action | fields | answer |
    /// |---|---|---|
    /// | `register` | `email`, `password`, optional `firstName`, `lastName` | 201 with a token and the customer |
    /// | `login` | `email`, `password` | 200 with a token and the customer |
    /// | `logout` | none, with the token | 200 without `data`; ends this session but no other |
    /// | `me` | none, with the token | 200 with the profile |
    /// | `forgot-password` | `email` | 200 without `data`, whether the address exists or not; if it exists, a mail with a reset token is sent |
    /// | `reset-password` | `token`, `password` | 200 without `data` and without a session; ends all sessions and marks the address as verified |
    /// | `verify-email` | `token` | 200 without `data` and without a session; marks the address as verified |
    ///
    /// `logout` and `me` answer 401 without a valid token. The other actions ignore `Authorization`.
    ///
    /// A password has at least 8 characters and at most 1,024 bytes, and spaces count. A store may
    /// refuse the 10,000 most common passwords. An e-mail address has a host name with a dot; it is
    /// stored as typed and compared ignoring case. Each store has its own customers. Logging in merges
    /// no carts: a cart belongs to its `sessionId`. With the token, adding a line links the cart to the
    /// customer, and placing an order makes it the customer's.
    ///
    /// While the server's disk is nearly full, `register` answers 503 and the other actions work.
    ///
    /// A reset token is single-use and valid for 60 minutes; a newer one invalidates older ones.
    ///
    /// `register` sends a welcome mail. The button in the mail opens a page of this server,
    /// `/verify-email?token=…`. The button on that page marks the address as verified, and leads on to
    /// the store's page `/store?verified=1`. A store with a page of its own calls `verify-email` with
    /// the token instead. The token is single-use and valid for 30 days; a password reset invalidates
    /// it.
    ///
    /// Failed logins are counted whether the e-mail address is known or not; a success or a reset
    /// clears the count. A client that has logged in with the address before is not counted among
    /// strangers, so they cannot lock it out. Beyond a limit of reset mails, `forgot-password` answers
    /// the same but sends nothing.
    ///
    /// Counts toward `logins` (20 a minute for each client), `failed-logins` (10 in 15 minutes for each
    /// e-mail address of a store and client), `strangers-failed-logins` (100 a day for each e-mail
    /// address of a store), `registrations` (20 a minute for each client), `registrations-a-day` (300 a
    /// day for each client), `forgotten-passwords` (60 a minute for each client), `reset-mails` (5 an
    /// hour for each e-mail address of a store and client) and `reset-mails-a-day` (20 a day for each
    /// e-mail address of a store).
    fn authenticate_customer(
        &self,
        caller: Self::CustomerOrAnyone,
        request: AuthenticateCustomer,
    ) -> impl Future<Output = Result<AuthenticateCustomerReply, Error<AuthenticateCustomer>>> + Send;
}

/// The operation `authenticateCustomer` and its request.
#[derive(Clone)]
pub struct AuthenticateCustomer {
    /// Id of the site.
    pub site_id: i64,
    /// The body of the request.
    pub body: types::AuthRequest,
}

impl Operation for AuthenticateCustomer {
    const ID: &'static str = "authenticateCustomer";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "invalid_action", "Invalid action"),
        (400, "email_is_required", "email is required"),
        (400, "invalid_email", "email must be an e-mail address"),
        (400, "password_is_required", "password is required"),
        (400, "password_too_short", "Password must be at least 8 characters"),
        (400, "password_too_long", "Password must be at most 1024 bytes"),
        (400, "password_too_common", "Password is too common"),
        (400, "invalid_first_name", "firstName must be text of at most 255 characters"),
        (400, "invalid_last_name", "lastName must be text of at most 255 characters"),
        (400, "token_is_required", "token is required"),
        (400, "invalid_or_expired_reset_token", "Invalid or expired reset token"),
        (400, "invalid_or_expired_token", "Invalid or expired token"),
        (401, "invalid_email_or_password", "Invalid email or password"),
        (401, "unauthorized", "Unauthorized"),
        (403, "customer_accounts_are_not_enabled", "Customer accounts are not enabled"),
        (404, "store_not_found", "Store not found"),
        (409, "email_already_registered", "Email already registered"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
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
impl TakesBody for AuthenticateCustomer {}

/// The answer of `authenticateCustomer`, by status.
#[derive(Debug, Clone)]
pub enum AuthenticateCustomerReply {
    /// 200
    Ok(types::AuthResponse),
    /// 201
    Created(types::AuthResponse),
}

stoa_runtime::refuses! {
    AuthenticateCustomer:
        reasons::InvalidJson, reasons::InvalidAction, reasons::EmailIsRequired,
        reasons::InvalidEmail, reasons::PasswordIsRequired, reasons::PasswordTooShort,
        reasons::PasswordTooLong, reasons::PasswordTooCommon, reasons::InvalidFirstName,
        reasons::InvalidLastName, reasons::TokenIsRequired, reasons::InvalidOrExpiredResetToken,
        reasons::InvalidOrExpiredToken, reasons::InvalidEmailOrPassword, reasons::Unauthorized,
        reasons::CustomerAccountsAreNotEnabled, reasons::StoreNotFound,
        reasons::EmailAlreadyRegistered, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyAttempts;
}

/// The routes of the operations tagged `auth`.
pub fn routes<A: AuthApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/{siteId}/auth", api, |api, call| Box::pin(authenticate_customer(api, call)))
}

async fn authenticate_customer<A: AuthApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<AuthenticateCustomer>> {
    call.never_store();
    let site_id =
        call.path("siteId").message("Store not found").status::<404>().integer().required()?;
    let caller =
        api.customer_or_anyone_leniently(call.credentials(), call.context(), site_id).await?;
    let request = AuthenticateCustomer { site_id, body: call.json(&SCHEMAS, "AuthRequest").await? };
    let reply = api.authenticate_customer(caller, request).await?;
    Ok(match reply {
        AuthenticateCustomerReply::Ok(body) => Reply::json(200, &body),
        AuthenticateCustomerReply::Created(body) => Reply::json(201, &body),
    })
}
