//! Types of the operations tagged `templates`.

use serde::{Deserialize, Serialize};

use crate::{Nullable, Object, Timestamp};

/// The answer of `listDesignTemplates`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignTemplateListResponse {
    /// The templates.
    pub data: Vec<DesignTemplateSummary>,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<String>,
}

serialize! {
    DesignTemplateListResponse {
        "success" = true,
        "data": data,
        "nextCursor": next_cursor,
    }
}

/// The answer of `createDesignTemplate`, `getDesignTemplate` or `updateDesignTemplate`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignTemplateResponse {
    /// A design that customers of a product can start from.
    pub data: DesignTemplate,
}

serialize! { DesignTemplateResponse { "success" = true, "data": data } }

/// A template in a list, without its layers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignTemplateSummary {
    /// Id of the template.
    pub id: i64,
    /// Id of its product.
    pub product_id: i64,
    /// Id of a style of the product; null for the first.
    pub style_id: Option<i64>,
    /// Name.
    pub name: String,
    /// Its place in lists. The lowest comes first.
    pub order: i64,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
}

/// A design that customers of a product can start from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignTemplate {
    /// Id of the template.
    pub id: i64,
    /// Its version, which changes with each change of the template. In quotation marks, it is the
    /// `ETag`.
    pub version: i64,
    /// Id of its product.
    pub product_id: i64,
    /// Id of a style of the product; null for the first.
    pub style_id: Option<i64>,
    /// Name.
    pub name: String,
    /// The layers of the canvas, from the bottom up, as in the designer.
    pub layers: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Changes to the style, in the format of the designer.
    pub style_overrides: serde_json::Map<String, serde_json::Value>,
    /// Its place in lists. The lowest comes first.
    pub order: i64,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
}

/// A template to create.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct CreateDesignTemplateRequest {
    /// Id of its product.
    pub product_id: i64,
    /// Id of a style of the product; null for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_id: Option<i64>,
    /// Name.
    #[builder(default = "".to_owned(), into)]
    #[serde(default = "CreateDesignTemplateRequest::default_name")]
    pub name: String,
    /// The layers of the canvas, from the bottom up, as in the designer.
    #[builder(default = Vec::new(), into)]
    #[serde(default = "CreateDesignTemplateRequest::default_layers")]
    pub layers: Vec<serde_json::Map<String, serde_json::Value>>,
    /// Changes to the style, in the format of the designer. They replace the stored ones.
    #[builder(with = |value: impl Into<Object>| value.into().0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_overrides: Option<serde_json::Map<String, serde_json::Value>>,
    /// Its place in lists. The lowest comes first.
    #[builder(default = 0)]
    #[serde(default = "CreateDesignTemplateRequest::default_order")]
    pub order: i64,
}

impl CreateDesignTemplateRequest {
    fn default_name() -> String {
        "".to_owned()
    }

    fn default_layers() -> Vec<serde_json::Map<String, serde_json::Value>> {
        Vec::new()
    }

    fn default_order() -> i64 {
        0
    }
}

/// The properties of a template to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DesignTemplatePatch {
    /// Id of a style of the product; null for the first.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub style_id: Option<Option<i64>>,
    /// Name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The layers of the canvas, from the bottom up, as in the designer.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// Changes to the style, in the format of the designer. They replace the stored ones.
    #[builder(with = |value: impl Into<Object>| value.into().0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style_overrides: Option<serde_json::Map<String, serde_json::Value>>,
    /// Its place in lists. The lowest comes first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<i64>,
}
