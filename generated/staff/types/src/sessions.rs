//! Types of the operations tagged `sessions`.

use serde::{Deserialize, Serialize};

use crate::{Role, Timestamp};

/// A success without a result.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DoneResponse {}

serialize! { DoneResponse { "success" = true } }

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
}

debug!(LogInRequest { email, password: hidden });

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
    /// Time at which the session ends.
    pub expires_at: Timestamp,
    /// A person of the staff.
    pub person: Person,
}

debug!(Session { token: hidden, expires_at, person });

/// A person of the staff.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Person {
    /// Id of the person.
    pub id: i64,
    /// E-mail address.
    pub email: String,
    /// Name.
    pub name: String,
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
    /// Id of the person.
    pub id: i64,
    /// Name of the person.
    pub name: String,
    /// E-mail address of the person.
    pub email: String,
    /// Roles for all sites.
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
