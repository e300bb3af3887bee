//! The operations tagged `sessions`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Log in: `POST /sessions`.
    ///
    /// Starts a session of a person.
    ///
    /// An unknown address, a wrong password and a person without a password get the same answer, in the
    /// same time.
    ///
    /// Wrong passwords are failed logins.
    ///
    /// Counts toward `staff-logins` (5 a minute for each client) and `staff-failed-logins` (10 in 15
    /// minutes for each e-mail address and client).
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
    /// Ends the session of the token, and no other session. Counts toward `staff-changes` (120 a minute
    /// for each client).
    ///
    /// # Errors
    ///
    /// [`LogOutReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn log_out(&self) -> LogOut {
        LogOut(self.call("logOut", Method::DELETE, "/sessions/current"))
    }

    /// Get the caller: `GET /me`.
    ///
    /// The person who calls, with the roles for sites. Counts toward `staff-reads` (600 a minute for
    /// each client).
    ///
    /// # Errors
    ///
    /// [`GetMeReason`] lists the reasons for a refusal: see [`Error::reason`](crate::Error::reason).
    pub fn get_me(&self) -> GetMe {
        GetMe(self.call("getMe", Method::GET, "/me"))
    }

    /// Accept an invitation: `POST /invitations/accept`.
    ///
    /// Sets the name and the password of an invited person and starts a session. `token` is at the end
    /// of the invitation's link, and valid once, for 7 days. A password has at least 8 characters and
    /// at most 1,024 bytes, spaces count, and the most common passwords are refused. A refused password
    /// does not use up the token. Counts toward `invitations` (10 a minute for each client).
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
    log_in: LogIn -> Json<types::SessionResponse>;
    log_out: LogOut -> Json<types::DoneResponse>;
    get_me: GetMe -> Json<types::MeResponse>;
    accept_invitation: AcceptInvitation -> Json<types::SessionResponse>;
}

::stoa_client_core::reasons! {
    pub enum LogInReason of "logIn" {
        400 Json "Invalid JSON body",
        400 EmailIsRequired "email is required",
        400 PasswordIsRequired "password is required",
        401 WrongEmailOrPassword "Wrong e-mail address or password",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        429 TooManyAttemptsSlowDown "Too many attempts, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum LogOutReason of "logOut" {
        401 Unauthorized "Unauthorized",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum GetMeReason of "getMe" {
        401 Unauthorized "Unauthorized",
        429 TooManyRequestsSlowDown "Too many requests, slow down",
        500 InternalServerError "Internal server error",
    }
}

::stoa_client_core::reasons! {
    pub enum AcceptInvitationReason of "acceptInvitation" {
        400 Json "Invalid JSON body",
        400 TokenIsRequired "token is required",
        400 NameIsRequired "name is required",
        400 Name "name must be at most 255 characters",
        400 PasswordIsRequired "password is required",
        400 PasswordShort "Password must be at least 8 characters",
        400 PasswordLong "Password must be at most 1024 bytes",
        400 PasswordCommon "Password is too common",
        400 InvalidInvitation "Invitation is invalid or has expired",
        413 RequestBodyTooLarge "Request body too large",
        415 ExpectedApplicationJson "Expected application/json",
        429 TooManyAttemptsSlowDown "Too many attempts, slow down",
        500 InternalServerError "Internal server error",
    }
}
