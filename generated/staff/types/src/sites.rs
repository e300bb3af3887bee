//! Types of the operations tagged `sites`.

use serde::{Deserialize, Serialize};

use crate::Role;

/// The answer of `listSites`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteListResponse {
    /// The sites.
    pub data: Vec<SiteSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! { SiteListResponse { "success" = true, "data": data, "nextCursor": next_cursor } }

/// A site of the caller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteSummary {
    /// Id of the site.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Domain of the site; null if unset.
    pub domain: Option<String>,
    /// Roles of the caller for this site, including those for all sites.
    pub roles: Vec<Role>,
    /// Whether the site requires TOTP of its people.
    pub requires_totp: bool,
}

/// The answer of `getSite`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteResponse {
    /// A site, with the figures that the caller may see.
    pub data: Site,
}

serialize! { SiteResponse { "success" = true, "data": data } }

/// A site, with the figures that the caller may see.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Site {
    /// Id of the site.
    pub id: i64,
    /// Name.
    pub name: String,
    /// Domain of the site; null if unset.
    pub domain: Option<String>,
    /// Roles of the caller for this site, including those for all sites.
    pub roles: Vec<Role>,
    /// Whether the site requires TOTP of its people.
    pub requires_totp: bool,
    /// Figures of a site for the current day in UTC. A figure that the caller may not see is null.
    pub today: SiteToday,
}

/// Figures of a site for the current day in UTC. A figure that the caller may not see is null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteToday {
    /// Orders that were paid today.
    pub paid_orders: Option<i64>,
    /// Sum of the totals of these orders, in cents. Refunds do not change it.
    pub paid_total: Option<i64>,
    /// Currency of the store, in ISO 4217.
    pub currency: Option<String>,
    /// Conversations that are not closed, at most 1,000.
    pub open_conversations: Option<i64>,
    /// Active products and variants with 5 pieces or fewer, at most 1,000. Only those that track
    /// inventory count.
    pub low_stock: Option<i64>,
}
