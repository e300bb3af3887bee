//! Types of the operations tagged `designs`.

use serde::{Deserialize, Serialize};

use crate::{Design, DesignId, DesignImage, DesignStatus, Nullable, Object, Timestamp};

/// What `listDesigns` answers.
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
    /// What the design is shared and ordered by.
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the design.
    pub name: String,
    /// Whether it is shared.
    pub is_public: bool,
    /// Whether the store's staff made it for everyone.
    pub is_template: bool,
    /// - `draft`: being worked on
    /// - `finalized`: ready for the cart
    pub status: DesignStatus,
    /// URL of its thumbnail; null until there is one.
    pub thumbnail_url: Option<String>,
    /// When the design was made.
    pub created_at: Timestamp,
    /// When the design was last changed.
    pub updated_at: Timestamp,
}

/// A design to begin.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateDesignRequest {
    /// An active product that can be designed.
    pub product_id: i64,
    /// Name of the design.
    #[serde(default = "CreateDesignRequest::default_name")]
    pub name: String,
    /// What is on the canvas, from the bottom up, in the form of the designer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
}

impl CreateDesignRequest {
    /// With what is required.
    pub fn new(product_id: i64) -> Self {
        Self { product_id, name: Self::default_name(), layers: None }
    }

    /// Sets [`name`](Self#structfield.name).
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Sets [`layers`](Self#structfield.layers).
    pub fn layers(
        self,
        layers: impl Into<Vec<serde_json::Map<String, serde_json::Value>>>,
    ) -> Self {
        Self { layers: Some(layers.into()), ..self }
    }

    fn default_name() -> String {
        "Untitled Design".to_owned()
    }
}

/// What `createDesign` or `cloneDesign` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedDesignResponse {
    /// A design that has begun.
    pub data: CreatedDesign,
}

serialize! { CreatedDesignResponse { "success" = true, "data": data } }

/// A design that has begun.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreatedDesign {
    /// Id of the design.
    pub id: i64,
    /// What the design is shared and ordered by.
    pub uuid: String,
    /// Id of the site.
    pub website_id: i64,
    /// Id of the product.
    pub product_id: i64,
    /// Name of the design.
    pub name: String,
    /// Whether it is shared.
    pub is_public: bool,
    /// When the design was made.
    pub created_at: Timestamp,
    /// When the design was last changed.
    pub updated_at: Timestamp,
    /// The designer session when this call began one, which is the value of its cookie. For
    /// `claimDesigns`, and for clients that send the cookie themselves or, where a call takes it,
    /// `sessionId`. Keep it as safe as the cookie; only this call shows it, and its repeat in that
    /// session.
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

/// What `getDesign`, `updateDesign` or `getPublicDesign` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct AnyDesignResponse {
    /// A design of the designer, or of the legacy designer.
    pub data: AnyDesign,
}

serialize! { AnyDesignResponse { "success" = true, "data": data } }

/// A design of the designer, or of the legacy designer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum AnyDesign {
    /// A design in full.
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
    /// State of a design of the legacy designer.
    pub status: LegacyDesignStatus,
    /// A list of layers for each surface, by the slug of the surface. They are those of a design, but
    /// in pixels of `canvasSize`.
    pub layers_by_surface: serde_json::Map<String, serde_json::Value>,
    /// Size of the canvas; null when the designer said none.
    pub canvas_size: Option<CanvasSize>,
    /// URL of its thumbnail; null until there is one.
    pub thumbnail_url: Option<String>,
    /// The images of the design.
    pub assets: Vec<DesignImage>,
    /// When the design was made.
    pub created_at: Timestamp,
    /// When the design was last changed.
    pub updated_at: Timestamp,
}

open! {
    /// State of a design of the legacy designer.
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CanvasSize {
    /// From the left edge to the right one.
    pub width: f64,
    /// From the upper edge to the lower one.
    pub height: f64,
}

impl CanvasSize {
    /// With what is required.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }
}

/// The fields to change. The last four are those of a legacy design.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct UpdateDesignRequest {
    /// Name of the design.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the design is; null for no words.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// An https address, or the URL of a file of this store. Addresses of private networks are refused.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub thumbnail_url: Option<Option<String>>,
    /// An active style of the product; null for its first.
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub style_id: Option<Option<i64>>,
    /// What is on the canvas, from the bottom up, all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// Changes to the style, in the form of the designer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_overrides: Option<serde_json::Map<String, serde_json::Value>>,
    /// What is on each surface, by the slug of the surface.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers_by_surface: Option<serde_json::Map<String, serde_json::Value>>,
    /// Size of the canvas, in pixels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canvas_size: Option<CanvasSize>,
    /// State of a design of the legacy designer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<LegacyDesignStatus>,
    /// The designer session, when its cookie cannot be sent.
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

impl UpdateDesignRequest {
    /// With nothing set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`name`](Self#structfield.name).
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets [`description`](Self#structfield.description).
    pub fn description(self, description: impl Into<Nullable<String>>) -> Self {
        Self { description: Some(description.into().0), ..self }
    }

    /// Sets [`thumbnail_url`](Self#structfield.thumbnail_url).
    pub fn thumbnail_url(self, thumbnail_url: impl Into<Nullable<String>>) -> Self {
        Self { thumbnail_url: Some(thumbnail_url.into().0), ..self }
    }

    /// Sets [`style_id`](Self#structfield.style_id).
    pub fn style_id(self, style_id: impl Into<Nullable<i64>>) -> Self {
        Self { style_id: Some(style_id.into().0), ..self }
    }

    /// Sets [`layers`](Self#structfield.layers).
    pub fn layers(
        self,
        layers: impl Into<Vec<serde_json::Map<String, serde_json::Value>>>,
    ) -> Self {
        Self { layers: Some(layers.into()), ..self }
    }

    /// Sets [`style_overrides`](Self#structfield.style_overrides).
    pub fn style_overrides(self, style_overrides: impl Into<Object>) -> Self {
        Self { style_overrides: Some(style_overrides.into().0), ..self }
    }

    /// Sets [`layers_by_surface`](Self#structfield.layers_by_surface).
    pub fn layers_by_surface(self, layers_by_surface: impl Into<Object>) -> Self {
        Self { layers_by_surface: Some(layers_by_surface.into().0), ..self }
    }

    /// Sets [`canvas_size`](Self#structfield.canvas_size).
    pub fn canvas_size(self, canvas_size: CanvasSize) -> Self {
        Self { canvas_size: Some(canvas_size), ..self }
    }

    /// Sets [`status`](Self#structfield.status).
    pub fn status(self, status: LegacyDesignStatus) -> Self {
        Self { status: Some(status), ..self }
    }

    /// Sets [`session_id`](Self#structfield.session_id).
    pub fn session_id(self, session_id: impl Into<String>) -> Self {
        Self { session_id: Some(session_id.into()), ..self }
    }
}

/// What `deleteDesign` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DeletedDesignResponse {
    /// A design that is gone.
    pub data: DeletedDesign,
}

serialize! { DeletedDesignResponse { "success" = true, "data": data } }

/// A design that is gone.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DeletedDesign {
    /// Id of a design, a number; or a UUID, the id of a design of the legacy designer.
    pub id: DesignId,
}

serialize! { DeletedDesign { "id": id, "deleted" = true } }

/// Whether to share a design.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShareDesignRequest {
    /// Whether it is shared from now on.
    pub is_public: bool,
}

impl ShareDesignRequest {
    /// With what is required.
    pub fn new(is_public: bool) -> Self {
        Self { is_public }
    }
}

/// Whether a design is shared, and where.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShareDesignResponse {
    /// A design in a list.
    pub design: DesignSummary,
    /// Page of the store that shows the design while it is shared.
    pub shareable_url: String,
    /// What the design is shared by.
    pub uuid: String,
    /// Whether it is shared now.
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

/// How the copy differs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CloneDesignRequest {
    /// That of the original when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl CloneDesignRequest {
    /// With nothing set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets [`name`](Self#structfield.name).
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }
}

/// Whose designs go to whom.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClaimDesignsRequest {
    /// The designer session from before login.
    pub session_id: String,
    /// The customer of the token.
    pub customer_id: i64,
}

debug!(ClaimDesignsRequest { session_id: hidden, customer_id });

impl ClaimDesignsRequest {
    /// With what is required.
    pub fn new(session_id: impl Into<String>, customer_id: i64) -> Self {
        Self { session_id: session_id.into(), customer_id }
    }
}

/// What `claimDesigns` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClaimDesignsResponse {
    /// What was taken over.
    pub data: ClaimedDesigns,
}

serialize! { ClaimDesignsResponse { "success" = true, "data": data } }

/// What was taken over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ClaimedDesigns {
    /// Designs that have a new owner.
    pub claimed: i64,
}

/// What `countAnonymousDesigns` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignCountResponse {
    /// How many designs there are.
    pub data: DesignCount,
}

serialize! { DesignCountResponse { "success" = true, "data": data } }

/// How many designs there are.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignCount {
    /// How many.
    pub count: i64,
    /// The designer session of the cookie, for `claimDesigns`; only in the answer to a customer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
}

debug!(DesignCount { count, session_id: hidden });
