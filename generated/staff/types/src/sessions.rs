//! Types of the operations tagged `sessions`.

use serde::{Deserialize, Serialize};

use crate::{Role, Timestamp};

/// The credentials of a person.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LogInRequest {
    /// Address of the person.
    #[builder(into)]
    pub email: String,
    /// Password of the person.
    #[builder(into)]
    pub password: String,
    /// The code of 6 digits, or a recovery code. Needed if the person has TOTP, otherwise ignored.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

debug!(LogInRequest { email, password: hidden, code: hidden });

/// The address of a person who has forgotten the password.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ForgotPasswordRequest {
    /// Address of the person.
    #[builder(into)]
    pub email: String,
}

/// The new password of a person who has forgotten the old one.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ResetPasswordRequest {
    /// The token from the link.
    #[builder(into)]
    pub token: String,
    /// 8 characters to 1,024 bytes. The most common passwords are refused.
    #[builder(into)]
    pub password: String,
}

debug!(ResetPasswordRequest { token: hidden, password: hidden });

/// The answer of `logIn` or `acceptInvitation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SessionResponse {
    /// A new session.
    pub data: Session,
}

serialize! { SessionResponse { "success" = true, "data": data } }

/// A new session.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Session {
    /// Opaque session token. Store it safely: it is shown only once.
    pub token: String,
    /// Latest time at which the session ends. It ends 12 hours after its last use, if that is earlier.
    pub expires_at: Timestamp,
    /// A person of the staff.
    pub person: Person,
}

debug!(Session { token: hidden, expires_at, person });

/// A person of the staff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Person {
    /// Id of the person.
    pub id: i64,
    /// E-mail address.
    pub email: String,
    /// Name.
    pub name: String,
    /// Whether TOTP is on.
    pub has_totp: bool,
}

/// The answer of `getMe`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct MeResponse {
    /// The caller.
    pub data: Me,
}

serialize! { MeResponse { "success" = true, "data": data } }

/// The caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Me {
    /// Whether a person or a server key calls.
    pub kind: CallerKind,
    /// Id of the person or of the server key.
    pub id: i64,
    /// Name of the person or of the server key.
    pub name: String,
    /// E-mail address; null for a server key.
    pub email: Option<String>,
    /// Whether TOTP is on; false for a server key.
    pub has_totp: bool,
    /// Roles for all sites; empty for a server key.
    pub all_site_roles: Vec<Role>,
    /// The first 100 active sites, by id, for which the caller holds roles of that site.
    pub sites: Vec<CallerSite>,
}

/// Roles of the caller for one site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CallerSite {
    /// Id of the site.
    pub site_id: i64,
    /// Name of the site.
    pub site_name: String,
    /// Roles for this site, without those for all sites.
    pub roles: Vec<Role>,
}

/// The name and the password of an invited person.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AcceptInvitationRequest {
    /// The token from the invitation's link.
    #[builder(into)]
    pub token: String,
    /// Name of the person, as other staff see it.
    #[builder(into)]
    pub name: String,
    /// 8 characters to 1,024 bytes. The most common passwords are refused.
    #[builder(into)]
    pub password: String,
}

debug!(AcceptInvitationRequest { token: hidden, name, password: hidden });

/// The current and the new password.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ChangePasswordRequest {
    /// The current password.
    #[builder(into)]
    pub current_password: String,
    /// 8 characters to 1,024 bytes. The most common passwords are refused.
    #[builder(into)]
    pub new_password: String,
}

debug!(ChangePasswordRequest { current_password: hidden, new_password: hidden });

/// The password of the person.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SetUpTotpRequest {
    /// The current password.
    #[builder(into)]
    pub password: String,
}

debug!(SetUpTotpRequest { password: hidden });

/// The answer of `setUpTotp`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TotpSetupResponse {
    /// A secret for an authenticator app.
    pub data: TotpSetup,
}

serialize! { TotpSetupResponse { "success" = true, "data": data } }

/// A secret for an authenticator app.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TotpSetup {
    /// The secret in base32, for typing.
    pub secret: String,
    /// The secret as an `otpauth://` URI, for a QR code.
    pub uri: String,
}

debug!(TotpSetup { secret: hidden, uri: hidden });

/// A code of the new secret.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ConfirmTotpRequest {
    /// The code of 6 digits that the authenticator app shows.
    #[builder(into)]
    pub code: String,
}

debug!(ConfirmTotpRequest { code: hidden });

/// The answer of `confirmTotp`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RecoveryCodesResponse {
    /// Codes for the person to store, for the case that the authenticator app is lost.
    pub data: RecoveryCodes,
}

serialize! { RecoveryCodesResponse { "success" = true, "data": data } }

/// Codes for the person to store, for the case that the authenticator app is lost.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RecoveryCodes {
    /// Ten codes, each valid once.
    pub recovery_codes: Vec<String>,
}

/// The password and a code of the person.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct RemoveTotpRequest {
    /// The current password.
    #[builder(into)]
    pub password: String,
    /// The code of 6 digits, or a recovery code.
    #[builder(into)]
    pub code: String,
}

debug!(RemoveTotpRequest { password: hidden, code: hidden });

open! {
    /// Whether a person or a server key calls.
    pub enum CallerKind {
        /// `person`
        Person = "person",
        /// `server_key`
        ServerKey = "server_key",
    }
}
