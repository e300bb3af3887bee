//! Types of the operations tagged `people`.

use serde::{Deserialize, Serialize};

use crate::{RevokedServerKeys, Role, Timestamp};

/// The answer of `listPeople`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SitePersonListResponse {
    /// The people.
    pub data: Vec<SitePerson>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { SitePersonListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// A person with roles for a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SitePerson {
    /// Id of the person, the same for every site; while `isInvited` is true, it may be that of the
    /// invitation.
    pub id: i64,
    /// E-mail address, as the inviter wrote it until the person accepts the invitation.
    pub email: String,
    /// Name; null until the person accepts the invitation.
    pub name: Option<String>,
    /// Roles for this site, without those for all sites.
    pub roles: Vec<Role>,
    /// Whether the person has yet to accept the invitation to this site.
    pub is_invited: bool,
    /// Time at which the person got roles for this site.
    pub created_at: Timestamp,
    /// Time of the last call of the person to any site; null before the first call, and until the
    /// person accepts the invitation.
    pub last_seen_at: Option<Timestamp>,
}

/// The answer of `invitePerson` or `getPerson`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SitePersonResponse {
    /// A person with roles for a site.
    pub data: SitePerson,
}

serialize! { SitePersonResponse { "success" = true, "data": data } }

/// The answer of `updatePerson`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdatedPersonResponse {
    /// A person with roles for a site.
    pub data: SitePerson,
    /// The server keys that were revoked because of a change of their creator, and those that were
    /// retained.
    pub server_keys: RevokedServerKeys,
}

serialize! { UpdatedPersonResponse { "success" = true, "data": data, "serverKeys": server_keys } }

/// A person and the roles for the site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct InvitePersonRequest {
    /// E-mail address of the person.
    #[builder(into)]
    pub email: String,
    /// The roles. A repeated role counts once.
    #[builder(into)]
    pub roles: Vec<Role>,
}

/// The new roles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdatePersonRequest {
    /// The roles. A repeated role counts once.
    #[builder(into)]
    pub roles: Vec<Role>,
}

/// Whether the people of a site must have TOTP.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TotpRequirement {
    /// Whether TOTP is required.
    pub required: bool,
}

/// The answer of `setTotpRequirement`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TotpRequirementResponse {
    /// Whether the people of a site must have TOTP.
    pub data: TotpRequirement,
}

serialize! { TotpRequirementResponse { "success" = true, "data": data } }
