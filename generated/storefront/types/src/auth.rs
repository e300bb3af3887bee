//! Types of the operations tagged `auth`.

use serde::{Deserialize, Serialize, Serializer};

use crate::{CustomerProfile, Timestamp};

/// An action and its fields.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "action")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum AuthRequest {
    /// `action: register`
    #[serde(rename = "register")]
    Register(RegisterRequest),
    /// `action: login`
    #[serde(rename = "login")]
    Login(LoginRequest),
    /// `action: logout`
    #[serde(rename = "logout")]
    Logout(LogoutRequest),
    /// `action: me`
    #[serde(rename = "me")]
    Me(MeRequest),
    /// `action: forgot-password`
    #[serde(rename = "forgot-password")]
    ForgotPassword(ForgotPasswordRequest),
    /// `action: reset-password`
    #[serde(rename = "reset-password")]
    ResetPassword(ResetPasswordRequest),
    /// `action: verify-email`
    #[serde(rename = "verify-email")]
    VerifyEmail(VerifyEmailRequest),
}

impl Serialize for AuthRequest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Each variant writes its own constant.
        match self {
            Self::Register(value) => value.serialize(serializer),
            Self::Login(value) => value.serialize(serializer),
            Self::Logout(value) => value.serialize(serializer),
            Self::Me(value) => value.serialize(serializer),
            Self::ForgotPassword(value) => value.serialize(serializer),
            Self::ResetPassword(value) => value.serialize(serializer),
            Self::VerifyEmail(value) => value.serialize(serializer),
        }
    }
}

impl From<RegisterRequest> for AuthRequest {
    fn from(value: RegisterRequest) -> Self {
        Self::Register(value)
    }
}

impl From<LoginRequest> for AuthRequest {
    fn from(value: LoginRequest) -> Self {
        Self::Login(value)
    }
}

impl From<LogoutRequest> for AuthRequest {
    fn from(value: LogoutRequest) -> Self {
        Self::Logout(value)
    }
}

impl From<MeRequest> for AuthRequest {
    fn from(value: MeRequest) -> Self {
        Self::Me(value)
    }
}

impl From<ForgotPasswordRequest> for AuthRequest {
    fn from(value: ForgotPasswordRequest) -> Self {
        Self::ForgotPassword(value)
    }
}

impl From<ResetPasswordRequest> for AuthRequest {
    fn from(value: ResetPasswordRequest) -> Self {
        Self::ResetPassword(value)
    }
}

impl From<VerifyEmailRequest> for AuthRequest {
    fn from(value: VerifyEmailRequest) -> Self {
        Self::VerifyEmail(value)
    }
}

/// Creates an account.
#[derive(Clone, PartialEq, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RegisterRequest {
    /// E-mail address for the account.
    #[builder(into)]
    pub email: String,
    /// 8 characters to 1,024 bytes. A store may refuse the most common passwords.
    #[builder(into)]
    pub password: String,
    /// First name.
    #[builder(into)]
    pub first_name: Option<String>,
    /// Last name.
    #[builder(into)]
    pub last_name: Option<String>,
}

debug!(RegisterRequest { email, password: hidden, first_name, last_name });

serialize! {
    RegisterRequest {
        "action" = "register",
        "email": email,
        "password": password,
        "firstName"?: first_name,
        "lastName"?: last_name,
    }
}

/// Starts a session.
#[derive(Clone, PartialEq, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LoginRequest {
    /// Address of the account.
    #[builder(into)]
    pub email: String,
    /// Password of the account.
    #[builder(into)]
    pub password: String,
}

debug!(LoginRequest { email, password: hidden });

serialize! { LoginRequest { "action" = "login", "email": email, "password": password } }

/// Ends the session of the token.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LogoutRequest {}

serialize! { LogoutRequest { "action" = "logout" } }

/// Gets the profile of the token's customer.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MeRequest {}

serialize! { MeRequest { "action" = "me" } }

/// Sends a reset token, if there is an account with this address.
#[derive(Debug, Clone, PartialEq, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ForgotPasswordRequest {
    /// Address of the account.
    #[builder(into)]
    pub email: String,
}

serialize! { ForgotPasswordRequest { "action" = "forgot-password", "email": email } }

/// Sets a new password.
#[derive(Clone, PartialEq, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ResetPasswordRequest {
    /// The reset token from the mail.
    #[builder(into)]
    pub token: String,
    /// 8 characters to 1,024 bytes. A store may refuse the most common passwords.
    #[builder(into)]
    pub password: String,
}

debug!(ResetPasswordRequest { token: hidden, password: hidden });

serialize! {
    ResetPasswordRequest {
        "action" = "reset-password",
        "token": token,
        "password": password,
    }
}

/// Verifies the e-mail address of an account.
#[derive(Clone, PartialEq, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct VerifyEmailRequest {
    /// The token from the link in the welcome mail.
    #[builder(into)]
    pub token: String,
}

debug!(VerifyEmailRequest { token: hidden });

serialize! { VerifyEmailRequest { "action" = "verify-email", "token": token } }

/// Result of an action. `data` is absent for `logout`, `forgot-password`, `reset-password` and
/// `verify-email`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AuthResponse {
    /// A session for `register` and `login`, a profile for `me`.
    pub data: Option<AuthData>,
}

serialize! { AuthResponse { "success" = true, "data"?: data } }

/// A session for `register` and `login`, a profile for `me`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum AuthData {
    /// A new session.
    AuthSession(AuthSession),
    /// Full profile of a customer.
    CustomerProfile(CustomerProfile),
}

/// A new session.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AuthSession {
    /// Opaque session token. Store it safely: it is shown only once.
    pub token: String,
    /// When the session ends at the latest. It ends earlier if it is not used for 30 days.
    pub expires_at: Timestamp,
    /// Short form of a customer.
    pub customer: Customer,
}

debug!(AuthSession { token: hidden, expires_at, customer });

/// Short form of a customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Customer {
    /// Id of the customer.
    pub id: i64,
    /// E-mail address.
    pub email: String,
    /// First name; null if unknown.
    pub first_name: Option<String>,
    /// Last name; null if unknown.
    pub last_name: Option<String>,
}
