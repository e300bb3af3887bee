//! Types of the operations tagged `settings`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Nullable;

/// The answer of `getBranding` or `updateBranding`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BrandingResponse {
    /// The colors, fonts, logos and styles of a site. Unset fields are absent.
    pub data: Branding,
}

serialize! { BrandingResponse { "success" = true, "data": data } }

/// The colors, fonts, logos and styles of a site. Unset fields are absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Branding {
    /// Its version, which changes with each change of the branding. In quotation marks, it is the
    /// `ETag`.
    pub version: i64,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_color: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary_color: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accent_color: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_color: Option<String>,
    /// Font family of headings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading_font: Option<String>,
    /// Font family of texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body_font: Option<String>,
    /// URL of the primary logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_url: Option<String>,
    /// URL of the 1:1 logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_square_url: Option<String>,
    /// URL of the wide logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_rect_url: Option<String>,
    /// URL of the icon mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_icon_url: Option<String>,
    /// Text to show instead of a logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_text: Option<String>,
    /// Alternative text of the logo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo_alt: Option<String>,
    /// Layout style of the navigation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nav_template: Option<String>,
    /// Such as `top`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nav_position: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nav_background: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nav_text_color: Option<String>,
    /// CSS `border-radius`, such as `6px`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border_radius: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_color: Option<String>,
    /// Hex color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_hover_color: Option<String>,
    /// URL of the icon for tabs and bookmarks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub favicon_url: Option<String>,
    /// URL of the image for link previews (`og:image`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub og_image_url: Option<String>,
    /// Appearance of buttons. Unset fields are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button_style: Option<ButtonStyle>,
    /// Buttons that editors can choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub button_presets: Option<Vec<ButtonPreset>>,
    /// Text styles by element name, such as `h1` or `body`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typography: Option<BTreeMap<String, TypographyStyle>>,
    /// Colors for dark mode. Unset fields are absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dark_mode: Option<DarkMode>,
}

/// Appearance of buttons. Unset fields are absent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ButtonStyle {
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_bg: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_text: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_hover_bg: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary_bg: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary_text: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secondary_hover_bg: Option<String>,
    /// CSS `border-radius`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border_radius: Option<String>,
    /// For example `solid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// A button that editors can choose. Unset fields are absent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ButtonPreset {
    /// Id of the button.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Name of the button.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// CSS color.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<String>,
    /// CSS color of the text.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// CSS `border-radius`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border_radius: Option<String>,
    /// CSS `font-weight`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_weight: Option<String>,
    /// CSS `text-transform`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_transform: Option<String>,
    /// CSS length, left and right.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding_x: Option<String>,
    /// CSS length, top and bottom.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding_y: Option<String>,
}

/// Text style of an element. Unset fields are absent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct TypographyStyle {
    /// CSS `font-family`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font: Option<String>,
    /// CSS `font-size`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<String>,
    /// CSS `font-weight`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// CSS `line-height`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_height: Option<String>,
    /// CSS `letter-spacing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter_spacing: Option<String>,
}

/// Colors for dark mode. Unset fields are absent.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DarkMode {
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_color: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_color: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nav_background: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nav_text_color: Option<String>,
}

/// The fields of the branding to change. Null unsets a field.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BrandingPatch {
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub primary_color: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub secondary_color: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub accent_color: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub background_color: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub text_color: Option<Option<String>>,
    /// Font family of headings; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub heading_font: Option<Option<String>>,
    /// Font family of texts; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub body_font: Option<Option<String>>,
    /// URL of the primary logo; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo_url: Option<Option<String>>,
    /// URL of the 1:1 logo; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo_square_url: Option<Option<String>>,
    /// URL of the wide logo; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo_rect_url: Option<Option<String>>,
    /// URL of the icon mark; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo_icon_url: Option<Option<String>>,
    /// Text to show instead of a logo; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo_text: Option<Option<String>>,
    /// Alternative text of the logo; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub logo_alt: Option<Option<String>>,
    /// Layout style of the navigation; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub nav_template: Option<Option<String>>,
    /// Such as `top`; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub nav_position: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub nav_background: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub nav_text_color: Option<Option<String>>,
    /// CSS `border-radius`, such as `6px`; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub border_radius: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub link_color: Option<Option<String>>,
    /// Hex color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub link_hover_color: Option<Option<String>>,
    /// URL of the icon for tabs and bookmarks; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub favicon_url: Option<Option<String>>,
    /// URL of the image for link previews (`og:image`); null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub og_image_url: Option<Option<String>>,
    /// The fields of the appearance of buttons to change.
    #[builder(with = |value: impl Into<Nullable<ButtonStylePatch>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub button_style: Option<Option<ButtonStylePatch>>,
    /// Buttons that editors can choose from. They replace the stored ones; null unsets them.
    #[builder(with = |value: impl Into<Nullable<Vec<ButtonPreset>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub button_presets: Option<Option<Vec<ButtonPreset>>>,
    /// Text styles by element name, such as `h1` or `body`, with the texts of `TypographyStyle`. Null
    /// unsets a text, a style, or all of them.
    #[builder(with = |value: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub typography: Option<Option<serde_json::Map<String, serde_json::Value>>>,
    /// The colors for dark mode to change.
    #[builder(with = |value: impl Into<Nullable<DarkModePatch>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub dark_mode: Option<Option<DarkModePatch>>,
}

/// The fields of the appearance of buttons to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ButtonStylePatch {
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub primary_bg: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub primary_text: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub primary_hover_bg: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub secondary_bg: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub secondary_text: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub secondary_hover_bg: Option<Option<String>>,
    /// CSS `border-radius`; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub border_radius: Option<Option<String>>,
    /// For example `solid`; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub variant: Option<Option<String>>,
}

/// The colors for dark mode to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct DarkModePatch {
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub primary_color: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub background_color: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub text_color: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub nav_background: Option<Option<String>>,
    /// CSS color; null unsets it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub nav_text_color: Option<Option<String>>,
}

/// The answer of `getSiteSettings` or `updateSiteSettings`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteSettingsResponse {
    /// The settings of a site.
    pub data: SiteSettings,
}

serialize! { SiteSettingsResponse { "success" = true, "data": data } }

/// The settings of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteSettings {
    /// Its version, which changes with each change of the settings. In quotation marks, it is the
    /// `ETag`.
    pub version: i64,
    /// Name of the site.
    pub name: String,
    /// The site's own domain; null if it has none.
    pub domain: Option<String>,
    /// The site's name under a shared domain; null if it has none.
    pub subdomain: Option<String>,
    /// Text about the site; null if it has none.
    pub description: Option<String>,
    /// Any JSON for the layout; null if unset.
    pub custom_layout: serde_json::Value,
    /// Days for which a conversation of live chat is retained after it was closed.
    pub conversation_retention_days: i64,
    /// The IANA name of the site's time zone, such as `Europe/Berlin`. Digests of alerts are sent in
    /// its morning.
    pub time_zone: String,
}

/// The settings of a site to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteSettingsPatch {
    /// Name of the site.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The site's own domain, without a scheme and a path. Mails of a store without a `baseUrl` link to
    /// it; null for none.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub domain: Option<Option<String>>,
    /// The site's name under a shared domain, of letters from `a` to `z`, digits and `-`; null for
    /// none.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub subdomain: Option<Option<String>>,
    /// Text about the site; null for none.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub description: Option<Option<String>>,
    /// The layout, as free-form JSON. A patch is merged with the stored object, and the result has at
    /// most 64 KiB; null unsets it.
    #[builder(with = |value: impl Into<Nullable<serde_json::Map<String, serde_json::Value>>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub custom_layout: Option<Option<serde_json::Map<String, serde_json::Value>>>,
    /// Days for which a conversation of live chat is retained after it was closed. If it is reduced,
    /// the server deletes the conversations that are older.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation_retention_days: Option<i64>,
    /// The IANA name of the site's time zone. The default is `UTC`.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
}

/// The answer of `getStoreSettings` or `updateStoreSettings`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StoreSettingsResponse {
    /// The settings of a store.
    pub data: StoreSettings,
}

serialize! { StoreSettingsResponse { "success" = true, "data": data } }

open! {
    /// The provider of payments. `test` takes no money.
    pub enum PaymentProvider {
        /// `test`
        Test = "test",
        /// `stripe`
        Stripe = "stripe",
    }
}

open! {
    /// The provider of images and texts for designs. `test` calls no service.
    pub enum AiProvider {
        /// `openai`
        Openai = "openai",
        /// `test`
        Test = "test",
    }
}

open! {
    /// A key of the store to a provider, by the name that `stoa store set` uses.
    pub enum StoreKey {
        /// `stripe-secret-key`
        StripeSecretKey = "stripe-secret-key",
        /// `stripe-publishable-key`
        StripePublishableKey = "stripe-publishable-key",
        /// `stripe-webhook-secret`
        StripeWebhookSecret = "stripe-webhook-secret",
        /// `tracking-webhook-secret`
        TrackingWebhookSecret = "tracking-webhook-secret",
        /// `easypost-api-key`
        EasypostApiKey = "easypost-api-key",
        /// `ship-from`
        ShipFrom = "ship-from",
        /// `printful-api-key`
        PrintfulApiKey = "printful-api-key",
        /// `openai-api-key`
        OpenaiApiKey = "openai-api-key",
    }
}

/// The settings of a store.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StoreSettings {
    /// Its version, which changes with each change of the settings. In quotation marks, it is the
    /// `ETag`.
    pub version: i64,
    /// Whether the store is open. The storefront does not know a closed store.
    pub enabled: bool,
    /// ISO 4217 code of the currency. Amounts are in its smallest unit that the payment provider
    /// counts.
    pub currency: String,
    /// Whether customers may register.
    pub customer_accounts: bool,
    /// Whether customers may have none of the 10,000 most common passwords.
    pub refuse_common_passwords: bool,
    /// Whether a checkout of a product with a weight needs a shipping rate.
    pub requires_shipping_rate: bool,
    /// The beginning of the numbers of orders.
    pub order_prefix: String,
    /// URL of the store's own pages; null if it has none.
    pub base_url: Option<String>,
    /// Address that receives customers' messages and replies to the store's mails; null for none.
    pub email: Option<String>,
    /// Keys of products' metadata that the storefront shows.
    pub public_metadata: Vec<String>,
    /// Hours without a change after which a cart counts as abandoned; null for never.
    pub cart_reminder_hours: Option<i64>,
    /// The provider of payments. `test` takes no money.
    pub payment_provider: Option<PaymentProvider>,
    /// The provider of images and texts for designs. `test` calls no service.
    pub ai_provider: Option<AiProvider>,
    /// AI credits per month of UTC; null for no limit.
    pub ai_credits_per_month: Option<i64>,
    /// Maximum total size of the site's files, in bytes, which the operator sets; null for 20 GiB.
    pub max_stored_bytes: Option<i64>,
    /// The keys to providers that the store has. Their values are never shown.
    pub set_keys: Vec<StoreKey>,
}

/// The settings of a store to change.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StoreSettingsPatch {
    /// Whether the store is open. The storefront does not know a closed store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enabled: Option<bool>,
    /// ISO 4217 code of the currency. It can change only while the store has no orders, and all prices
    /// must be possible in it.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// Whether customers may register.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_accounts: Option<bool>,
    /// Whether customers may have none of the 10,000 most common passwords.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuse_common_passwords: Option<bool>,
    /// Whether a checkout of a product with a weight needs a shipping rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requires_shipping_rate: Option<bool>,
    /// The beginning of the numbers of later orders.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_prefix: Option<String>,
    /// URL of the store's own pages, to which mails link; null for none.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub base_url: Option<Option<String>>,
    /// Address that receives customers' messages and replies to the store's mails; null for none.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub email: Option<Option<String>>,
    /// Keys of products' metadata that the storefront shows.
    #[builder(with = |value: impl IntoIterator<Item = impl Into<String>>| value.into_iter().map(Into::into).collect())]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_metadata: Option<Vec<String>>,
    /// Hours without a change after which a cart counts as abandoned; null for never.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub cart_reminder_hours: Option<Option<i64>>,
    /// The provider of payments. `test` takes no money.
    #[builder(with = |value: impl Into<Nullable<PaymentProvider>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub payment_provider: Option<Option<PaymentProvider>>,
    /// The provider of images and texts for designs. `test` calls no service.
    #[builder(with = |value: impl Into<Nullable<AiProvider>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub ai_provider: Option<Option<AiProvider>>,
    /// AI credits per month of UTC. An image costs 10, a call for texts 1; null for no limit.
    #[builder(with = |value: impl Into<Nullable<i64>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub ai_credits_per_month: Option<Option<i64>>,
    /// The keys of the store to providers. They are stored encrypted, and never shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keys: Option<StoreKeysPatch>,
}

/// The keys of the store to providers. They are stored encrypted, and never shown.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct StoreKeysPatch {
    /// Secret key of Stripe; null deletes it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub stripe_secret_key: Option<Option<String>>,
    /// Publishable key of Stripe; null deletes it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub stripe_publishable_key: Option<Option<String>>,
    /// Signing secret of the webhooks of Stripe; null deletes it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub stripe_webhook_secret: Option<Option<String>>,
    /// Signing secret of the webhooks of EasyPost; null deletes it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub tracking_webhook_secret: Option<Option<String>>,
    /// API key of EasyPost; null deletes it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub easypost_api_key: Option<Option<String>>,
    /// API key of Printful; null deletes it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub printful_api_key: Option<Option<String>>,
    /// API key of OpenAI; null deletes it.
    #[builder(with = |value: impl Into<Nullable<String>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub openai_api_key: Option<Option<String>>,
    /// The sender's address of parcels, which replaces the stored one; null deletes it.
    #[builder(with = |value: impl Into<Nullable<ShipFrom>>| value.into().0)]
    #[serde(
        default,
        deserialize_with = "crate::patch::value",
        skip_serializing_if = "Option::is_none"
    )]
    pub ship_from: Option<Option<ShipFrom>>,
}

debug!(StoreKeysPatch {
    stripe_secret_key: hidden,
    stripe_publishable_key: hidden,
    stripe_webhook_secret: hidden,
    tracking_webhook_secret: hidden,
    easypost_api_key: hidden,
    printful_api_key: hidden,
    openai_api_key: hidden,
    ship_from
});

/// The sender's address of parcels, which replaces the stored one; null deletes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ::bon::Builder)]
#[serde(rename_all = "camelCase")]
#[must_use]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ShipFrom {
    /// The sender's name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Street and number.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// City.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// State, as a code or a name.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Postal code.
    #[builder(into)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postal_code: Option<String>,
    /// Country: its code, or its name in English or in its own language.
    #[builder(into)]
    pub country: String,
}
