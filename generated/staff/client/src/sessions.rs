//! The operations tagged `sessions`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Log in: `POST /sessions`.
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
    ///
    /// # Errors
    ///
    /// [`LogInReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn log_in(&self, body: &types::LogInRequest) -> LogIn {
        let call = self.call("logIn", Method::POST, "/sessions");
        LogIn(call.json(body).expect(&[201]))
    }

    /// Log out: `DELETE /sessions/current`.
    ///
    /// Ends the session of the token, and no other session. A server key has no session, and is
    /// refused. Counts toward `staff-changes` (120 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`LogOutReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn log_out(&self) -> LogOut {
        LogOut(self.call("logOut", Method::DELETE, "/sessions/current"))
    }

    /// Mail a password reset: `POST /forgot-password`.
    ///
    /// Mails a link with which a person sets a new password, and which leads to
    /// [`reset_password`](Client::reset_password). The token at its end is valid once, for 60 minutes.
    /// A newer link replaces it. People who have not accepted an invitation yet get no mail.
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
    ///
    /// # Errors
    ///
    /// [`ForgotPasswordReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn forgot_password(&self, body: &types::ForgotPasswordRequest) -> ForgotPassword {
        let call = self.call("forgotPassword", Method::POST, "/forgot-password");
        ForgotPassword(call.json(body))
    }

    /// Set a new password: `POST /reset-password`.
    ///
    /// Sets the password of a person who has forgotten it, and ends all sessions of the person. The
    /// person gets a mail that the password was changed. `token` is at the end of the link that
    /// [`forgot_password`](Client::forgot_password) mails, and valid once, for 60 minutes. TOTP stays
    /// on, so the next [`log_in`](Client::log_in) needs a code as before. A password has at least 8
    /// characters and at most 1,024 bytes, spaces count, and the most common passwords are refused. A
    /// refused password does not use up the token. A reset clears the counts of failed logins of the
    /// address. Counts toward `staff-resets` (10 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`ResetPasswordReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn reset_password(&self, body: &types::ResetPasswordRequest) -> ResetPassword {
        let call = self.call("resetPassword", Method::POST, "/reset-password");
        ResetPassword(call.json(body))
    }

    /// Get the caller: `GET /me`.
    ///
    /// The person or the server key that calls, with its roles for sites. Counts toward `staff-reads`
    /// (600 a minute for each client).
    ///
    /// # Errors
    ///
    /// [`GetMeReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_me(&self) -> GetMe {
        GetMe(self.call("getMe", Method::GET, "/me"))
    }

    /// Change the password: `PUT /me/password`.
    ///
    /// Sets a new password, and ends the person's other sessions and open invitations. A password has
    /// at least 8 characters and at most 1,024 bytes, spaces count, and the most common passwords are
    /// refused. A wrong `currentPassword` is a failed login. Counts toward `staff-changes` (120 a
    /// minute for each client), `staff-failed-logins` (10 in 15 minutes for each e-mail address and
    /// client) and `staff-strangers-failed-logins` (100 a day for each e-mail address).
    ///
    /// # Errors
    ///
    /// [`ChangePasswordReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn change_password(&self, body: &types::ChangePasswordRequest) -> ChangePassword {
        let call = self.call("changePassword", Method::PUT, "/me/password");
        ChangePassword(call.json(body))
    }

    /// Set TOTP up: `POST /me/totp`.
    ///
    /// Creates a secret for the person's authenticator app. TOTP is off until
    /// [`confirm_totp`](Client::confirm_totp). A later call replaces a secret that is not confirmed. A
    /// wrong password is a failed login. Counts toward `staff-changes` (120 a minute for each client),
    /// `staff-failed-logins` (10 in 15 minutes for each e-mail address and client) and
    /// `staff-strangers-failed-logins` (100 a day for each e-mail address).
    ///
    /// # Errors
    ///
    /// [`SetUpTotpReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn set_up_totp(&self, body: &types::SetUpTotpRequest) -> SetUpTotp {
        let call = self.call("setUpTotp", Method::POST, "/me/totp");
        SetUpTotp(call.json(body).expect(&[201]))
    }

    /// Turn TOTP on: `POST /me/totp/confirm`.
    ///
    /// Turns TOTP on, with a code that shows that the authenticator app has the secret of
    /// [`set_up_totp`](Client::set_up_totp). [`log_in`](Client::log_in) does not accept that code.
    /// Returns ten recovery codes: each replaces one code at a login, once. The person's other sessions
    /// end, because they began without a code. A wrong code is a failed login. Counts toward
    /// `staff-changes` (120 a minute for each client), `staff-failed-logins` (10 in 15 minutes for each
    /// e-mail address and client) and `staff-strangers-failed-logins` (100 a day for each e-mail
    /// address).
    ///
    /// # Errors
    ///
    /// [`ConfirmTotpReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn confirm_totp(&self, body: &types::ConfirmTotpRequest) -> ConfirmTotp {
        let call = self.call("confirmTotp", Method::POST, "/me/totp/confirm");
        ConfirmTotp(call.json(body))
    }

    /// Turn TOTP off: `POST /me/totp/remove`.
    ///
    /// Turns TOTP off and deletes its secret and its recovery codes. `code` may be a recovery code. The
    /// person's roles then do not apply to the sites that require TOTP. A wrong password and a wrong
    /// code are failed logins. Counts toward `staff-changes` (120 a minute for each client),
    /// `staff-failed-logins` (10 in 15 minutes for each e-mail address and client) and
    /// `staff-strangers-failed-logins` (100 a day for each e-mail address).
    ///
    /// # Errors
    ///
    /// [`RemoveTotpReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn remove_totp(&self, body: &types::RemoveTotpRequest) -> RemoveTotp {
        let call = self.call("removeTotp", Method::POST, "/me/totp/remove");
        RemoveTotp(call.json(body))
    }

    /// Accept an invitation: `POST /invitations/accept`.
    ///
    /// Sets the name and the password of an invited person who has none, and starts a session. `token`
    /// is at the end of the invitation's link, and valid once, for 7 days. The person's invitations to
    /// other sites are then accepted with the first call for these sites. A password has at least 8
    /// characters and at most 1,024 bytes, spaces count, and the most common passwords are refused. A
    /// refused password does not use up the token. Counts toward `invitations` (10 a minute for each
    /// client).
    ///
    /// # Errors
    ///
    /// [`AcceptInvitationReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn accept_invitation(&self, body: &types::AcceptInvitationRequest) -> AcceptInvitation {
        let call = self.call("acceptInvitation", Method::POST, "/invitations/accept");
        AcceptInvitation(call.json(body).expect(&[201]))
    }
}

::stoa_client_core::calls! {
    log_in: LogIn "logIn" -> Json<types::SessionResponse>;
    log_out: LogOut "logOut" -> Json<types::DoneResponse>;
    forgot_password: ForgotPassword "forgotPassword" -> Json<types::DoneResponse>;
    reset_password: ResetPassword "resetPassword" -> Json<types::DoneResponse>;
    get_me: GetMe "getMe" -> Json<types::MeResponse>;
    change_password: ChangePassword "changePassword" -> Json<types::DoneResponse>;
    set_up_totp: SetUpTotp "setUpTotp" -> Json<types::TotpSetupResponse>;
    confirm_totp: ConfirmTotp "confirmTotp" -> Json<types::RecoveryCodesResponse>;
    remove_totp: RemoveTotp "removeTotp" -> Json<types::DoneResponse>;
    accept_invitation: AcceptInvitation "acceptInvitation" -> Json<types::SessionResponse>;
}

impl LogIn {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Session> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl GetMe {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Me> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl SetUpTotp {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::TotpSetup> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl ConfirmTotp {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::RecoveryCodes> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl AcceptInvitation {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Session> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

::stoa_client_core::reasons! {
    pub enum LogInReason of "logIn" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 EmailIsRequired "email_is_required" "email is required",
        400 PasswordIsRequired "password_is_required" "password is required",
        400 InvalidCode "invalid_code" "code must be text of 1 to 64 characters",
        401 WrongEmailOrPassword "wrong_email_or_password" "Wrong e-mail address or password",
        401 CodeIsNeeded "code_is_needed" "A code is needed",
        401 WrongCode "wrong_code" "Wrong code",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum LogOutReason of "logOut" {
        401 Unauthorized "unauthorized" "Unauthorized",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ForgotPasswordReason of "forgotPassword" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 EmailIsRequired "email_is_required" "email is required",
        409 CannotMailResets "cannot_mail_resets" "This server cannot mail password resets",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ResetPasswordReason of "resetPassword" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 TokenIsRequired "token_is_required" "token is required",
        400 PasswordIsRequired "password_is_required" "password is required",
        400 PasswordTooShort "password_too_short" "Password must be at least 8 characters",
        400 PasswordTooLong "password_too_long" "Password must be at most 1024 bytes",
        400 PasswordTooCommon "password_too_common" "Password is too common",
        400 InvalidResetToken "invalid_reset_token" "Reset link is invalid or has expired",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetMeReason of "getMe" {
        401 Unauthorized "unauthorized" "Unauthorized",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ChangePasswordReason of "changePassword" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 CurrentPasswordIsRequired "current_password_is_required" "currentPassword is required",
        400 NewPasswordIsRequired "new_password_is_required" "newPassword is required",
        400 PasswordTooShort "password_too_short" "Password must be at least 8 characters",
        400 PasswordTooLong "password_too_long" "Password must be at most 1024 bytes",
        400 PasswordTooCommon "password_too_common" "Password is too common",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 WrongPassword "wrong_password" "Wrong password",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum SetUpTotpReason of "setUpTotp" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 PasswordIsRequired "password_is_required" "password is required",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 WrongPassword "wrong_password" "Wrong password",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        409 TotpIsOn "totp_is_on" "TOTP is on already",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum ConfirmTotpReason of "confirmTotp" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 CodeIsRequired "code_is_required" "code is required",
        400 CodeTooLong "code_too_long" "code must be at most 64 characters",
        400 WrongCode "wrong_code" "Wrong code",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        409 TotpIsNotSetUp "totp_is_not_set_up" "Set TOTP up first",
        409 TotpIsOn "totp_is_on" "TOTP is on already",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum RemoveTotpReason of "removeTotp" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 PasswordIsRequired "password_is_required" "password is required",
        400 CodeIsRequired "code_is_required" "code is required",
        400 CodeTooLong "code_too_long" "code must be at most 64 characters",
        400 WrongCode "wrong_code" "Wrong code",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 WrongPassword "wrong_password" "Wrong password",
        403 OnlyAPerson "only_a_person" "Only a person can do this",
        409 TotpIsOff "totp_is_off" "TOTP is off",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AcceptInvitationReason of "acceptInvitation" {
        400 InvalidJson "invalid_json" "Invalid JSON body",
        400 TokenIsRequired "token_is_required" "token is required",
        400 NameIsRequired "name_is_required" "name is required",
        400 InvalidName "invalid_name" "name must have at most 255 characters, and no control characters",
        400 PasswordIsRequired "password_is_required" "password is required",
        400 PasswordTooShort "password_too_short" "Password must be at least 8 characters",
        400 PasswordTooLong "password_too_long" "Password must be at most 1024 bytes",
        400 PasswordTooCommon "password_too_common" "Password is too common",
        400 InvalidInvitation "invalid_invitation" "Invitation is invalid or has expired",
        413 RequestBodyTooLarge "request_body_too_large" "Request body too large",
        415 ExpectedApplicationJson "expected_application_json" "Expected application/json",
        429 TooManyAttempts "too_many_attempts" "Too many attempts, slow down",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
