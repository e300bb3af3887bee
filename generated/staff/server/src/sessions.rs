//! The operations tagged `sessions`.
//!
//! Handlers implement [`SessionsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Reply, Routes, TakesBody};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, SCHEMAS};

/// Logging in and out, forgotten passwords, and the account of the person or key that calls.
pub trait SessionsApi: Authenticate + RateLimited {
    /// `POST /sessions`: Log in.
    ///
    /// Starts a session of a person.
    ///
    /// If the person has TOTP, send `code`: the current code of 6 digits, or a recovery code, which is
    /// valid once. Send the first call without it, and ask the person for a code when the answer is 401
    /// `A code is needed`: the password is right. An unknown address, a wrong password, a person
    /// without a password and a person without any role get the same answer. Its time does not tell
    /// whether the address is known.
    ///
    /// Wrong passwords and wrong codes are failed logins. If a client has logged in with an address in
    /// the last 400 days, its failures do not count toward `staff-strangers-failed-logins`. So
    /// strangers cannot lock it out.
    ///
    /// Counts toward `staff-logins` (5 a minute for each client), `staff-failed-logins` (10 in 15
    /// minutes for each e-mail address and client) and `staff-strangers-failed-logins` (100 a day for
    /// each e-mail address).
    fn log_in(
        &self,
        caller: Self::Anyone,
        request: LogIn,
    ) -> impl Future<Output = Result<types::Session, Error<LogIn>>> + Send;

    /// `DELETE /sessions/current`: Log out.
    ///
    /// Ends the session of the token, and no other session. A server key has no session, and is
    /// refused. Counts toward `staff-changes` (120 a minute for each client).
    fn log_out(
        &self,
        caller: Self::Staff,
        request: LogOut,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<LogOut>>> + Send;

    /// `POST /forgot-password`: Mail a password reset.
    ///
    /// Mails a link with which a person sets a new password, and which leads to `resetPassword`. The
    /// token at its end is valid once, for 60 minutes. A newer link replaces it. People who have not
    /// accepted an invitation yet get no mail.
    ///
    /// The answer is the same for every address, and its time does not tell whether a person has the
    /// address. Beyond a limit of reset mails, the answer is also the same, and no mail is sent.
    ///
    /// The server can mail password resets if its operator has set `STOA_STAFF_RESET_URL` and it has a
    /// store, which sends the mail. If it cannot, every address is refused with 409.
    ///
    /// Counts toward `staff-forgotten-passwords` (10 a minute for each client), `staff-reset-mails` (5
    /// an hour for each e-mail address and client) and `staff-reset-mails-a-day` (20 a day for each
    /// e-mail address).
    fn forgot_password(
        &self,
        caller: Self::Anyone,
        request: ForgotPassword,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<ForgotPassword>>> + Send;

    /// `POST /reset-password`: Set a new password.
    ///
    /// Sets the password of a person who has forgotten it, and ends all sessions of the person. The
    /// person gets a mail that the password was changed. `token` is at the end of the link that
    /// `forgotPassword` mails, and valid once, for 60 minutes. TOTP stays on, so the next `logIn` needs
    /// a code as before. A password has at least 8 characters and at most 1,024 bytes, spaces count,
    /// and the most common passwords are refused. A refused password does not use up the token. A reset
    /// clears the counts of failed logins of the address. Counts toward `staff-resets` (10 a minute for
    /// each client).
    fn reset_password(
        &self,
        caller: Self::Anyone,
        request: ResetPassword,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<ResetPassword>>> + Send;

    /// `GET /me`: Get the caller.
    ///
    /// The person or the server key that calls, with its roles for sites. Counts toward `staff-reads`
    /// (600 a minute for each client).
    fn get_me(
        &self,
        caller: Self::Staff,
        request: GetMe,
    ) -> impl Future<Output = Result<types::Me, Error<GetMe>>> + Send;

    /// `PUT /me/password`: Change the password.
    ///
    /// Sets a new password, and ends the person's other sessions and open invitations. A password has
    /// at least 8 characters and at most 1,024 bytes, spaces count, and the most common passwords are
    /// refused. A wrong `currentPassword` is a failed login. Counts toward `staff-changes` (120 a
    /// minute for each client), `staff-failed-logins` (10 in 15 minutes for each e-mail address and
    /// client) and `staff-strangers-failed-logins` (100 a day for each e-mail address).
    fn change_password(
        &self,
        caller: Self::Staff,
        request: ChangePassword,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<ChangePassword>>> + Send;

    /// `POST /me/totp`: Set TOTP up.
    ///
    /// Creates a secret for the person's authenticator app. TOTP is off until `confirmTotp`. A later
    /// call replaces a secret that is not confirmed. A wrong password is a failed login. Counts toward
    /// `staff-changes` (120 a minute for each client), `staff-failed-logins` (10 in 15 minutes for each
    /// e-mail address and client) and `staff-strangers-failed-logins` (100 a day for each e-mail
    /// address).
    fn set_up_totp(
        &self,
        caller: Self::Staff,
        request: SetUpTotp,
    ) -> impl Future<Output = Result<types::TotpSetup, Error<SetUpTotp>>> + Send;

    /// `POST /me/totp/confirm`: Turn TOTP on.
    ///
    /// Turns TOTP on, with a code that shows that the authenticator app has the secret of `setUpTotp`.
    /// `logIn` does not accept that code. Returns ten recovery codes: each replaces one code at a
    /// login, once. The person's other sessions end, because they began without a code. A wrong code is
    /// a failed login. Counts toward `staff-changes` (120 a minute for each client),
    /// `staff-failed-logins` (10 in 15 minutes for each e-mail address and client) and
    /// `staff-strangers-failed-logins` (100 a day for each e-mail address).
    fn confirm_totp(
        &self,
        caller: Self::Staff,
        request: ConfirmTotp,
    ) -> impl Future<Output = Result<types::RecoveryCodes, Error<ConfirmTotp>>> + Send;

    /// `POST /me/totp/remove`: Turn TOTP off.
    ///
    /// Turns TOTP off and deletes its secret and its recovery codes. `code` may be a recovery code. The
    /// person's roles then do not apply to the sites that require TOTP. A wrong password and a wrong
    /// code are failed logins. Counts toward `staff-changes` (120 a minute for each client),
    /// `staff-failed-logins` (10 in 15 minutes for each e-mail address and client) and
    /// `staff-strangers-failed-logins` (100 a day for each e-mail address).
    fn remove_totp(
        &self,
        caller: Self::Staff,
        request: RemoveTotp,
    ) -> impl Future<Output = Result<types::DoneResponse, Error<RemoveTotp>>> + Send;

    /// `POST /invitations/accept`: Accept an invitation.
    ///
    /// Sets the name and the password of an invited person who has none, and starts a session. `token`
    /// is at the end of the invitation's link, and valid once, for 7 days. The person's invitations to
    /// other sites are then accepted with the first call for these sites. A password has at least 8
    /// characters and at most 1,024 bytes, spaces count, and the most common passwords are refused. A
    /// refused password does not use up the token. Counts toward `invitations` (10 a minute for each
    /// client).
    fn accept_invitation(
        &self,
        caller: Self::Anyone,
        request: AcceptInvitation,
    ) -> impl Future<Output = Result<types::Session, Error<AcceptInvitation>>> + Send;
}

/// The operation `logIn` and its request.
#[derive(Clone)]
pub struct LogIn {
    /// The body of the request.
    pub body: types::LogInRequest,
}

impl Operation for LogIn {
    const ID: &'static str = "logIn";
    const IS_ESSENTIAL: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "email_is_required", "email is required"),
        (400, "password_is_required", "password is required"),
        (400, "invalid_code", "code must be text of 1 to 64 characters"),
        (401, "wrong_email_or_password", "Wrong e-mail address or password"),
        (401, "code_is_needed", "A code is needed"),
        (401, "wrong_code", "Wrong code"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for LogIn {}
impl Documents<401> for LogIn {}
impl Documents<413> for LogIn {}
impl Documents<415> for LogIn {}
impl Documents<429> for LogIn {}
impl Documents<500> for LogIn {}
impl TakesBody for LogIn {}

/// The operation `logOut` and its request.
#[derive(Clone)]
pub struct LogOut {}

impl Operation for LogOut {
    const ID: &'static str = "logOut";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (401, "unauthorized", "Unauthorized"),
        (403, "only_a_person", "Only a person can do this"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<401> for LogOut {}
impl Documents<403> for LogOut {}
impl Documents<429> for LogOut {}
impl Documents<500> for LogOut {}

/// The operation `forgotPassword` and its request.
#[derive(Clone)]
pub struct ForgotPassword {
    /// The body of the request.
    pub body: types::ForgotPasswordRequest,
}

impl Operation for ForgotPassword {
    const ID: &'static str = "forgotPassword";
    const GROWS_STORAGE: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "email_is_required", "email is required"),
        (409, "cannot_mail_resets", "This server cannot mail password resets"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ForgotPassword {}
impl Documents<409> for ForgotPassword {}
impl Documents<413> for ForgotPassword {}
impl Documents<415> for ForgotPassword {}
impl Documents<429> for ForgotPassword {}
impl Documents<500> for ForgotPassword {}
impl TakesBody for ForgotPassword {}

/// The operation `resetPassword` and its request.
#[derive(Clone)]
pub struct ResetPassword {
    /// The body of the request.
    pub body: types::ResetPasswordRequest,
}

impl Operation for ResetPassword {
    const ID: &'static str = "resetPassword";
    const IS_ESSENTIAL: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "token_is_required", "token is required"),
        (400, "password_is_required", "password is required"),
        (400, "password_too_short", "Password must be at least 8 characters"),
        (400, "password_too_long", "Password must be at most 1024 bytes"),
        (400, "password_too_common", "Password is too common"),
        (400, "invalid_reset_token", "Reset link is invalid or has expired"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ResetPassword {}
impl Documents<413> for ResetPassword {}
impl Documents<415> for ResetPassword {}
impl Documents<429> for ResetPassword {}
impl Documents<500> for ResetPassword {}
impl TakesBody for ResetPassword {}

/// The operation `getMe` and its request.
#[derive(Clone)]
pub struct GetMe {}

impl Operation for GetMe {
    const ID: &'static str = "getMe";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (401, "unauthorized", "Unauthorized"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<401> for GetMe {}
impl Documents<429> for GetMe {}
impl Documents<500> for GetMe {}

/// The operation `changePassword` and its request.
#[derive(Clone)]
pub struct ChangePassword {
    /// The body of the request.
    pub body: types::ChangePasswordRequest,
}

impl Operation for ChangePassword {
    const ID: &'static str = "changePassword";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "current_password_is_required", "currentPassword is required"),
        (400, "new_password_is_required", "newPassword is required"),
        (400, "password_too_short", "Password must be at least 8 characters"),
        (400, "password_too_long", "Password must be at most 1024 bytes"),
        (400, "password_too_common", "Password is too common"),
        (401, "unauthorized", "Unauthorized"),
        (403, "wrong_password", "Wrong password"),
        (403, "only_a_person", "Only a person can do this"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ChangePassword {}
impl Documents<401> for ChangePassword {}
impl Documents<403> for ChangePassword {}
impl Documents<413> for ChangePassword {}
impl Documents<415> for ChangePassword {}
impl Documents<429> for ChangePassword {}
impl Documents<500> for ChangePassword {}
impl TakesBody for ChangePassword {}

/// The operation `setUpTotp` and its request.
#[derive(Clone)]
pub struct SetUpTotp {
    /// The body of the request.
    pub body: types::SetUpTotpRequest,
}

impl Operation for SetUpTotp {
    const ID: &'static str = "setUpTotp";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "password_is_required", "password is required"),
        (401, "unauthorized", "Unauthorized"),
        (403, "wrong_password", "Wrong password"),
        (403, "only_a_person", "Only a person can do this"),
        (409, "totp_is_on", "TOTP is on already"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for SetUpTotp {}
impl Documents<401> for SetUpTotp {}
impl Documents<403> for SetUpTotp {}
impl Documents<409> for SetUpTotp {}
impl Documents<413> for SetUpTotp {}
impl Documents<415> for SetUpTotp {}
impl Documents<429> for SetUpTotp {}
impl Documents<500> for SetUpTotp {}
impl TakesBody for SetUpTotp {}

/// The operation `confirmTotp` and its request.
#[derive(Clone)]
pub struct ConfirmTotp {
    /// The body of the request.
    pub body: types::ConfirmTotpRequest,
}

impl Operation for ConfirmTotp {
    const ID: &'static str = "confirmTotp";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "code_is_required", "code is required"),
        (400, "code_too_long", "code must be at most 64 characters"),
        (400, "wrong_code", "Wrong code"),
        (401, "unauthorized", "Unauthorized"),
        (403, "only_a_person", "Only a person can do this"),
        (409, "totp_is_not_set_up", "Set TOTP up first"),
        (409, "totp_is_on", "TOTP is on already"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for ConfirmTotp {}
impl Documents<401> for ConfirmTotp {}
impl Documents<403> for ConfirmTotp {}
impl Documents<409> for ConfirmTotp {}
impl Documents<413> for ConfirmTotp {}
impl Documents<415> for ConfirmTotp {}
impl Documents<429> for ConfirmTotp {}
impl Documents<500> for ConfirmTotp {}
impl TakesBody for ConfirmTotp {}

/// The operation `removeTotp` and its request.
#[derive(Clone)]
pub struct RemoveTotp {
    /// The body of the request.
    pub body: types::RemoveTotpRequest,
}

impl Operation for RemoveTotp {
    const ID: &'static str = "removeTotp";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "password_is_required", "password is required"),
        (400, "code_is_required", "code is required"),
        (400, "code_too_long", "code must be at most 64 characters"),
        (400, "wrong_code", "Wrong code"),
        (401, "unauthorized", "Unauthorized"),
        (403, "wrong_password", "Wrong password"),
        (403, "only_a_person", "Only a person can do this"),
        (409, "totp_is_off", "TOTP is off"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for RemoveTotp {}
impl Documents<401> for RemoveTotp {}
impl Documents<403> for RemoveTotp {}
impl Documents<409> for RemoveTotp {}
impl Documents<413> for RemoveTotp {}
impl Documents<415> for RemoveTotp {}
impl Documents<429> for RemoveTotp {}
impl Documents<500> for RemoveTotp {}
impl TakesBody for RemoveTotp {}

/// The operation `acceptInvitation` and its request.
#[derive(Clone)]
pub struct AcceptInvitation {
    /// The body of the request.
    pub body: types::AcceptInvitationRequest,
}

impl Operation for AcceptInvitation {
    const ID: &'static str = "acceptInvitation";
    const IS_ESSENTIAL: bool = true;
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_json", "Invalid JSON body"),
        (400, "token_is_required", "token is required"),
        (400, "name_is_required", "name is required"),
        (400, "invalid_name", "name must have at most 255 characters, and no control characters"),
        (400, "password_is_required", "password is required"),
        (400, "password_too_short", "Password must be at least 8 characters"),
        (400, "password_too_long", "Password must be at most 1024 bytes"),
        (400, "password_too_common", "Password is too common"),
        (400, "invalid_invitation", "Invitation is invalid or has expired"),
        (413, "request_body_too_large", "Request body too large"),
        (415, "expected_application_json", "Expected application/json"),
        (429, "too_many_attempts", "Too many attempts, slow down"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Documents<400> for AcceptInvitation {}
impl Documents<413> for AcceptInvitation {}
impl Documents<415> for AcceptInvitation {}
impl Documents<429> for AcceptInvitation {}
impl Documents<500> for AcceptInvitation {}
impl TakesBody for AcceptInvitation {}

stoa_runtime::refuses! {
    LogIn:
        reasons::InvalidJson, reasons::EmailIsRequired, reasons::PasswordIsRequired,
        reasons::LogInInvalidCode, reasons::WrongEmailOrPassword, reasons::CodeIsNeeded,
        reasons::LogInWrongCode, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyAttempts;
    LogOut:
        reasons::Unauthorized, reasons::OnlyAPerson, reasons::TooManyRequests;
    ForgotPassword:
        reasons::InvalidJson, reasons::EmailIsRequired, reasons::CannotMailResets,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyAttempts;
    ResetPassword:
        reasons::InvalidJson, reasons::TokenIsRequired, reasons::PasswordIsRequired,
        reasons::PasswordTooShort, reasons::PasswordTooLong, reasons::PasswordTooCommon,
        reasons::InvalidResetToken, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyAttempts;
    GetMe:
        reasons::Unauthorized, reasons::TooManyRequests;
    ChangePassword:
        reasons::InvalidJson, reasons::CurrentPasswordIsRequired, reasons::NewPasswordIsRequired,
        reasons::PasswordTooShort, reasons::PasswordTooLong, reasons::PasswordTooCommon,
        reasons::Unauthorized, reasons::WrongPassword, reasons::OnlyAPerson,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests,
        reasons::TooManyAttempts;
    SetUpTotp:
        reasons::InvalidJson, reasons::PasswordIsRequired, reasons::Unauthorized,
        reasons::WrongPassword, reasons::OnlyAPerson, reasons::TotpIsOn,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests,
        reasons::TooManyAttempts;
    ConfirmTotp:
        reasons::InvalidJson, reasons::CodeIsRequired, reasons::CodeTooLong,
        reasons::ConfirmTotpWrongCode, reasons::Unauthorized, reasons::OnlyAPerson,
        reasons::TotpIsNotSetUp, reasons::TotpIsOn, reasons::RequestBodyTooLarge,
        reasons::ExpectedApplicationJson, reasons::TooManyRequests, reasons::TooManyAttempts;
    RemoveTotp:
        reasons::InvalidJson, reasons::PasswordIsRequired, reasons::CodeIsRequired,
        reasons::CodeTooLong, reasons::RemoveTotpWrongCode, reasons::Unauthorized,
        reasons::WrongPassword, reasons::OnlyAPerson, reasons::TotpIsOff,
        reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson, reasons::TooManyRequests,
        reasons::TooManyAttempts;
    AcceptInvitation:
        reasons::InvalidJson, reasons::TokenIsRequired, reasons::NameIsRequired,
        reasons::AcceptInvitationInvalidName, reasons::PasswordIsRequired,
        reasons::PasswordTooShort, reasons::PasswordTooLong, reasons::PasswordTooCommon,
        reasons::InvalidInvitation, reasons::RequestBodyTooLarge, reasons::ExpectedApplicationJson,
        reasons::TooManyAttempts;
}

/// The routes of the operations tagged `sessions`.
pub fn routes<A: SessionsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .post("/sessions", api, |api, call| Box::pin(log_in(api, call)))
        .delete("/sessions/current", api, |api, call| Box::pin(log_out(api, call)))
        .post("/forgot-password", api, |api, call| Box::pin(forgot_password(api, call)))
        .post("/reset-password", api, |api, call| Box::pin(reset_password(api, call)))
        .get("/me", api, |api, call| Box::pin(get_me(api, call)))
        .put("/me/password", api, |api, call| Box::pin(change_password(api, call)))
        .post("/me/totp", api, |api, call| Box::pin(set_up_totp(api, call)))
        .post("/me/totp/confirm", api, |api, call| Box::pin(confirm_totp(api, call)))
        .post("/me/totp/remove", api, |api, call| Box::pin(remove_totp(api, call)))
        .post("/invitations/accept", api, |api, call| Box::pin(accept_invitation(api, call)))
}

async fn log_in<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<LogIn>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    api.rate_limits().staff_logins.count(call.client()).await?;
    let request = LogIn { body: call.json(&SCHEMAS, "LogInRequest").await? };
    let reply = api.log_in(caller, request).await?;
    Ok(Reply::json(201, &types::SessionResponse { data: reply }))
}

async fn log_out<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<LogOut>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = LogOut {};
    let reply = api.log_out(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn forgot_password<A: SessionsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ForgotPassword>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    api.rate_limits().staff_forgotten_passwords.count(call.client()).await?;
    let request = ForgotPassword { body: call.json(&SCHEMAS, "ForgotPasswordRequest").await? };
    let reply = api.forgot_password(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn reset_password<A: SessionsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ResetPassword>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    api.rate_limits().staff_resets.count(call.client()).await?;
    let request = ResetPassword { body: call.json(&SCHEMAS, "ResetPasswordRequest").await? };
    let reply = api.reset_password(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn get_me<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetMe>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = GetMe {};
    let reply = api.get_me(caller, request).await?;
    Ok(Reply::json(200, &types::MeResponse { data: reply }))
}

async fn change_password<A: SessionsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ChangePassword>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ChangePassword { body: call.json(&SCHEMAS, "ChangePasswordRequest").await? };
    let reply = api.change_password(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn set_up_totp<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<SetUpTotp>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = SetUpTotp { body: call.json(&SCHEMAS, "SetUpTotpRequest").await? };
    let reply = api.set_up_totp(caller, request).await?;
    Ok(Reply::json(201, &types::TotpSetupResponse { data: reply }))
}

async fn confirm_totp<A: SessionsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ConfirmTotp>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = ConfirmTotp { body: call.json(&SCHEMAS, "ConfirmTotpRequest").await? };
    let reply = api.confirm_totp(caller, request).await?;
    Ok(Reply::json(200, &types::RecoveryCodesResponse { data: reply }))
}

async fn remove_totp<A: SessionsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<RemoveTotp>> {
    call.never_store();
    let caller = api.staff(call.credentials(), call.context()).await?;
    api.rate_limits().staff_changes.count(call.client()).await?;
    let request = RemoveTotp { body: call.json(&SCHEMAS, "RemoveTotpRequest").await? };
    let reply = api.remove_totp(caller, request).await?;
    Ok(Reply::json(200, &reply))
}

async fn accept_invitation<A: SessionsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<AcceptInvitation>> {
    call.never_store();
    let caller = api.anyone(call.context()).await?;
    api.rate_limits().invitations.count(call.client()).await?;
    let request = AcceptInvitation { body: call.json(&SCHEMAS, "AcceptInvitationRequest").await? };
    let reply = api.accept_invitation(caller, request).await?;
    Ok(Reply::json(201, &types::SessionResponse { data: reply }))
}
