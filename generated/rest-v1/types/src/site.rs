//! Types of the operations tagged `site`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The answer of `getBranding`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct BrandingResponse {
    /// Colors, fonts, logos and styles of a site. Unset fields are absent, except the first five
    /// colors: they are always present and have default values.
    ///
    /// The accompanying CSS variables are those of the following that have a value:
    ///
    /// - `--brand-primary`, `--brand-secondary`, `--brand-accent`, `--brand-bg`, `--brand-text`,
    ///   `--brand-heading-font`, `--brand-body-font`, `--brand-nav-bg`, `--brand-nav-text`,
    ///   `--brand-radius`, `--brand-link`, `--brand-link-hover`
    /// - from `buttonStyle`: `--brand-btn-primary-bg`, `-text`, `-hover-bg`, the same with
    ///   `--brand-btn-secondary-`, and `--brand-btn-radius`
    /// - from `typography`: `--brand-{element}-font`, `-size`, `-weight`, `-line-height`,
    ///   `-letter-spacing`; `bodyFont` and `headingFont` take precedence over the fonts of elements
    ///   named `body` and `heading`
    /// - from `darkMode`: `--brand-dark-primary`, `-bg`, `-text`, `-nav-bg`, `-nav-text`
    ///
    /// The variables omit a value that could break out of its declaration (with `;`, `{`, `}`, `<`) or
    /// load a resource (with `url(`, `image-set(` or any function except those for numbers, colours,
    /// gradients and variables).
    pub data: Branding,
    /// CSS custom properties for `:root`, name to value. `Branding` lists their names.
    pub css_vars: BTreeMap<String, String>,
}

serialize! { BrandingResponse { "success" = true, "data": data, "cssVars": css_vars } }

/// Colors, fonts, logos and styles of a site. Unset fields are absent, except the first five
/// colors: they are always present and have default values.
///
/// The accompanying CSS variables are those of the following that have a value:
///
/// - `--brand-primary`, `--brand-secondary`, `--brand-accent`, `--brand-bg`, `--brand-text`,
///   `--brand-heading-font`, `--brand-body-font`, `--brand-nav-bg`, `--brand-nav-text`,
///   `--brand-radius`, `--brand-link`, `--brand-link-hover`
/// - from `buttonStyle`: `--brand-btn-primary-bg`, `-text`, `-hover-bg`, the same with
///   `--brand-btn-secondary-`, and `--brand-btn-radius`
/// - from `typography`: `--brand-{element}-font`, `-size`, `-weight`, `-line-height`,
///   `-letter-spacing`; `bodyFont` and `headingFont` take precedence over the fonts of elements
///   named `body` and `heading`
/// - from `darkMode`: `--brand-dark-primary`, `-bg`, `-text`, `-nav-bg`, `-nav-text`
///
/// The variables omit a value that could break out of its declaration (with `;`, `{`, `}`, `<`) or
/// load a resource (with `url(`, `image-set(` or any function except those for numbers, colours,
/// gradients and variables).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Branding {
    /// Hex color.
    #[serde(default = "Branding::default_primary_color")]
    pub primary_color: String,
    /// Hex color.
    #[serde(default = "Branding::default_secondary_color")]
    pub secondary_color: String,
    /// Hex color.
    #[serde(default = "Branding::default_accent_color")]
    pub accent_color: String,
    /// Hex color.
    #[serde(default = "Branding::default_background_color")]
    pub background_color: String,
    /// Hex color.
    #[serde(default = "Branding::default_text_color")]
    pub text_color: String,
    /// Font family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading_font: Option<String>,
    /// Font family.
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
    /// `top` or a custom value.
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

impl Branding {
    fn default_primary_color() -> String {
        "#2563eb".to_owned()
    }

    fn default_secondary_color() -> String {
        "#1e40af".to_owned()
    }

    fn default_accent_color() -> String {
        "#f59e0b".to_owned()
    }

    fn default_background_color() -> String {
        "#ffffff".to_owned()
    }

    fn default_text_color() -> String {
        "#111827".to_owned()
    }
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
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct ButtonPreset {
    /// Id of the button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Name of the button.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// CSS color.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background_color: Option<String>,
    /// CSS color of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<String>,
    /// CSS `border-radius`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub border_radius: Option<String>,
    /// CSS `font-weight`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub font_weight: Option<String>,
    /// CSS `text-transform`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_transform: Option<String>,
    /// CSS length, left and right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub padding_x: Option<String>,
    /// CSS length, top and bottom.
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

/// The answer of `getSiteConfig`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteConfigResponse {
    /// Everything that a frontend needs when it starts.
    pub data: SiteConfig,
}

serialize! { SiteConfigResponse { "success" = true, "data": data } }

/// Everything that a frontend needs when it starts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct SiteConfig {
    /// Id of the site.
    pub id: i64,
    /// Name of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The site's own domain.
    pub domain: Option<String>,
    /// The site's name under a shared domain; null if it has none.
    pub subdomain: Option<String>,
    /// Text about the site; null if it has none.
    pub description: Option<String>,
    /// Any JSON for the layout; null when unset.
    pub custom_layout: serde_json::Value,
    /// Whether the site has an enabled store.
    pub store_enabled: bool,
    /// Colors, fonts, logos and styles of a site. Unset fields are absent, except the first five
    /// colors: they are always present and have default values.
    ///
    /// The accompanying CSS variables are those of the following that have a value:
    ///
    /// - `--brand-primary`, `--brand-secondary`, `--brand-accent`, `--brand-bg`, `--brand-text`,
    ///   `--brand-heading-font`, `--brand-body-font`, `--brand-nav-bg`, `--brand-nav-text`,
    ///   `--brand-radius`, `--brand-link`, `--brand-link-hover`
    /// - from `buttonStyle`: `--brand-btn-primary-bg`, `-text`, `-hover-bg`, the same with
    ///   `--brand-btn-secondary-`, and `--brand-btn-radius`
    /// - from `typography`: `--brand-{element}-font`, `-size`, `-weight`, `-line-height`,
    ///   `-letter-spacing`; `bodyFont` and `headingFont` take precedence over the fonts of elements
    ///   named `body` and `heading`
    /// - from `darkMode`: `--brand-dark-primary`, `-bg`, `-text`, `-nav-bg`, `-nav-text`
    ///
    /// The variables omit a value that could break out of its declaration (with `;`, `{`, `}`, `<`) or
    /// load a resource (with `url(`, `image-set(` or any function except those for numbers, colours,
    /// gradients and variables).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branding: Option<Branding>,
    /// CSS custom properties for `:root`, name to value. `Branding` lists their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub css_vars: Option<BTreeMap<String, String>>,
    /// Same as the navigation endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigation: Option<Vec<NavigationItem>>,
}

/// The answer of `getNavigation`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NavigationResponse {
    /// The root items, in order.
    pub data: Vec<NavigationItem>,
}

serialize! { NavigationResponse { "success" = true, "data": data } }

/// An item of the navigation with its children.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct NavigationItem {
    /// Id of the item.
    pub id: i64,
    /// Text to show.
    pub label: String,
    /// Relative or absolute URL.
    pub href: String,
    /// Null for root items.
    pub parent_id: Option<i64>,
    /// Ascending within siblings.
    pub sort_order: i64,
    /// Whether the link opens a new tab.
    pub open_in_new_tab: bool,
    /// Whether to show it as a call-to-action button.
    pub is_button: bool,
    /// Subtitle for mega menus.
    pub description: Option<String>,
    /// Name of an icon.
    pub icon: Option<String>,
    /// URL of an image.
    pub featured_image: Option<String>,
    /// Hint for the column of a mega menu that the item belongs to.
    pub column_group: Option<i64>,
    /// Always present, empty if there are none.
    pub children: Vec<NavigationItem>,
}
