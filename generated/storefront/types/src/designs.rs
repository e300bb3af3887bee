//! Types of the operations tagged `designs`.

use serde::{Deserialize, Serialize};

use crate::{Design, DesignId, DesignImage, DesignStatus, Nullable, Object, Timestamp};

/// The answer of `listDesigns`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignListResponse {
    /// The designs.
    pub data: Vec<DesignSummary>,
}

serialize! { DesignListResponse { "success" = true, "data": data } }

/// A design in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignSummary {
    /// Id of the design.
    pub id: i64,
    /// Identifies the design in links and orders.
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the design.
    pub name: String,
    /// Whether the design is shared.
    pub is_public: bool,
    /// Whether the design is a template of the store's staff.
    pub is_template: bool,
    /// - `draft`: not finalized
    /// - `finalized`: ready for the cart
    /// - `rendered`: the same, of a legacy design
    pub status: DesignStatus,
    /// URL of the design's thumbnail; null until there is one.
    pub thumbnail_url: Option<String>,
    /// Creation time of the design.
    pub created_at: Timestamp,
    /// Time of the last change of the design.
    pub updated_at: Timestamp,
}

/// A design to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateDesignRequest {
    /// An active product that can be designed.
    pub product_id: i64,
    /// Name of the design.
    #[builder(default = "Untitled Design".to_owned(), into)]
    #[serde(default = "CreateDesignRequest::default_name")]
    pub name: String,
    /// Layers of the canvas, from the bottom up, in the format of the designer.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
}

impl CreateDesignRequest {
    fn default_name() -> String {
        "Untitled Design".to_owned()
    }
}

/// The answer of `createDesign` or `cloneDesign`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedDesignResponse {
    /// A new design.
    pub data: CreatedDesign,
}

serialize! { CreatedDesignResponse { "success" = true, "data": data } }

/// A new design.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedDesign {
    /// Id of the design.
    pub id: i64,
    /// Identifies the design in links and orders.
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the design.
    pub name: String,
    /// Whether the design is shared.
    pub is_public: bool,
    /// Creation time of the design.
    pub created_at: Timestamp,
    /// Time of the last change of the design.
    pub updated_at: Timestamp,
    /// The designer session, which is the value of its cookie, if this call started one. It is for
    /// `claimDesigns`, and for clients that send the cookie themselves or send `sessionId` where a call
    /// accepts it. Keep it as safe as the cookie. Only this call, and its repetition in the same
    /// session, shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(CreatedDesign {
    id,
    uuid,
    website_id,
    product_id,
    name,
    is_public,
    created_at,
    updated_at,
    session_id: hidden
});

/// The answer of `getDesign`, `updateDesign` or `getPublicDesign`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AnyDesignResponse {
    /// A design or a legacy design.
    pub data: AnyDesign,
}

serialize! { AnyDesignResponse { "success" = true, "data": data } }

/// A design or a legacy design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum AnyDesign {
    /// Full design.
    Design(Design),
    /// A design of the legacy designer.
    LegacyDesign(LegacyDesign),
}

/// A design of the legacy designer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct LegacyDesign {
    /// Id of the design.
    pub id: String,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the design.
    pub name: String,
    /// Whether the design is shared.
    pub is_public: bool,
    /// State of a legacy design.
    pub status: LegacyDesignStatus,
    /// A list of layers for each surface, keyed by the slug of the surface. The layers are like those
    /// of a design, but in pixels of `canvasSize`.
    pub layers_by_surface: serde_json::Map<String, serde_json::Value>,
    /// Size of the canvas; null if the designer did not set one.
    pub canvas_size: Option<CanvasSize>,
    /// URL of the design's thumbnail; null until there is one.
    pub thumbnail_url: Option<String>,
    /// Mockup of the design as it was drawn last; null for a draft, and until the design is drawn.
    pub mockup_url: Option<String>,
    /// The images of the design.
    pub assets: Vec<DesignImage>,
    /// Creation time of the design.
    pub created_at: Timestamp,
    /// Time of the last change of the design.
    pub updated_at: Timestamp,
}

open! {
    /// State of a legacy design.
    pub enum LegacyDesignStatus {
        /// `draft`
        Draft = "draft",
        /// `finalized`
        Finalized = "finalized",
        /// `rendered`
        Rendered = "rendered",
    }
}

/// Size of the canvas, in pixels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CanvasSize {
    /// Horizontal size in pixels.
    pub width: f64,
    /// Vertical size in pixels.
    pub height: f64,
}

/// The fields to change. The last four are for legacy designs.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateDesignRequest {
    /// Name of the design.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Description of the design; null clears it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// A URL of a picture, which the server never loads:
    ///
    /// - an absolute http or https URL, or a path relative to the page that shows it, of at most 2,048
    ///   characters. White space, control characters, quotes (`"`, `'`, `` ` ``), `<` and `>` must be
    ///   percent-encoded
    /// - a `data:` URL in base64 with a PNG, JPEG or WebP of at most 700 KiB, such as the result of
    ///   `canvas.toDataURL()`. The image is stored like an upload, and `thumbnailUrl` of the answer is
    ///   the URL of its file
    ///
    /// White space around it is removed. An empty text counts as null.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub thumbnail_url: Option<Option<String>>,
    /// An active style of the product; null for the first style.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub style_id: Option<Option<i64>>,
    /// All layers of the canvas, from the bottom up.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// Changes to the style, in the format of the designer.
    #[builder(with = |value: impl Into<Object>| value.into().0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_overrides: Option<serde_json::Map<String, serde_json::Value>>,
    /// The layers of each surface, keyed by the slug of the surface.
    #[builder(with = |value: impl Into<Object>| value.into().0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers_by_surface: Option<serde_json::Map<String, serde_json::Value>>,
    /// Size of the canvas, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canvas_size: Option<CanvasSize>,
    /// State of a legacy design.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<LegacyDesignStatus>,
    /// The designer session, if its cookie cannot be sent.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(UpdateDesignRequest {
    name,
    description,
    thumbnail_url,
    style_id,
    layers,
    style_overrides,
    layers_by_surface,
    canvas_size,
    status,
    session_id: hidden
});

/// The answer of `deleteDesign`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DeletedDesignResponse {
    /// A deleted design.
    pub data: DeletedDesign,
}

serialize! { DeletedDesignResponse { "success" = true, "data": data } }

/// A deleted design.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DeletedDesign {
    /// The number or the UUID of a design. Legacy designs have both.
    pub id: DesignId,
}

serialize! { DeletedDesign { "id": id, "deleted" = true } }

/// Whether to share a design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShareDesignRequest {
    /// Whether the design is shared from now on.
    pub is_public: bool,
}

/// Whether a design is shared, and its page.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShareDesignResponse {
    /// A design in a list.
    pub design: DesignSummary,
    /// The store's page that shows the design while it is shared.
    pub shareable_url: String,
    /// Identifies the design in links.
    pub uuid: String,
    /// Whether the design is shared now.
    pub is_public: bool,
}

serialize! {
    ShareDesignResponse {
        "success" = true,
        "design": design,
        "shareableUrl": shareable_url,
        "uuid": uuid,
        "isPublic": is_public,
    }
}

/// Settings of the copy.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CloneDesignRequest {
    /// Name of the copy. If absent, the name of the original.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The session whose designs are claimed, and the customer who claims them.
#[derive(Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClaimDesignsRequest {
    /// The designer session from before login, which `createDesign` or `cloneDesign` has shown. If
    /// absent, that of the cookie.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Id of the token's customer.
    pub customer_id: i64,
}

debug!(ClaimDesignsRequest { session_id: hidden, customer_id });

/// The answer of `claimDesigns`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClaimDesignsResponse {
    /// Result of the claim.
    pub data: ClaimedDesigns,
}

serialize! { ClaimDesignsResponse { "success" = true, "data": data } }

/// Result of the claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClaimedDesigns {
    /// Number of transferred designs.
    pub claimed: i64,
}

/// The answer of `countAnonymousDesigns`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignCountResponse {
    /// Number of designs in the session.
    pub data: DesignCount,
}

serialize! { DesignCountResponse { "success" = true, "data": data } }

/// Number of designs in the session.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignCount {
    /// Number of designs.
    pub count: i64,
    /// The designer session of the cookie, for `claimDesigns`. Present only for customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(DesignCount { count, session_id: hidden });
