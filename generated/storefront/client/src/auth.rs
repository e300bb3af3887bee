//! The operations tagged `auth`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Register, log in or out, and more: `POST /{siteId}/auth`.
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
    ///
    /// # Errors
    ///
    /// [`AuthenticateCustomerReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn authenticate_customer(
        &self,
        site_id: i64,
        body: &types::AuthRequest,
    ) -> AuthenticateCustomer {
        let call = self.call("authenticateCustomer", Method::POST, "/{siteId}/auth");
        AuthenticateCustomer(call.path("siteId", site_id).json(body).expect(&[200, 201]))
    }
}

::stoa_client_core::calls! {
    authenticate_customer: AuthenticateCustomer "authenticateCustomer" -> Json<types::AuthResponse>;
}

::stoa_client_core::reasons! {
    pub enum AuthenticateCustomerReason of "authenticateCustomer" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID" deprecated,
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 InvalidAction "invalid_action" "Invalid action",
        400 EmailIsRequired "email_is_required" "email is required",
        400 InvalidEmail "invalid_email" "email must be an e-mail address",
        400 PasswordIsRequired "password_is_required" "password is required",
        400 PasswordTooShort "password_too_short" "Password must be at least 8 characters",
        400 PasswordTooLong "password_too_long" "Password must be at most 1024 bytes",
        400 PasswordTooCommon "password_too_common" "Password is too common",
        400 InvalidFirstName "invalid_first_name" "firstName must be text of at most 255 characters",
        400 InvalidLastName "invalid_last_name" "lastName must be text of at most 255 characters",
        400 TokenIsRequired "token_is_required" "token is required",
        400 InvalidOrExpiredResetToken "invalid_or_expired_reset_token" "Invalid or expired reset token",
        400 InvalidOrExpiredToken "invalid_or_expired_token" "Invalid or expired token",
        401 InvalidEmailOrPassword "invalid_email_or_password" "Invalid email or password",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 CustomerAccountsAreNotEnabled "customer_accounts_are_not_enabled" "Customer accounts are not enabled",
        404 StoreNotFound "store_not_found" "Store not found",
        409 EmailAlreadyRegistered "email_already_registered" "Email already registered",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
