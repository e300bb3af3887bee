//! A site's branding as CSS custom properties.

use std::collections::BTreeMap;

use stoa_rest_v1_types::{Branding, TypographyStyle};

/// Returns the properties that have a value, such as `--brand-primary`, in alphabetical order.
///
/// Leaves out values and element names that could break out of their declaration.
pub(crate) fn css_vars(branding: &Branding) -> BTreeMap<String, String> {
    let mut vars = BTreeMap::new();
    let mut set = |name: &str, value: Option<&str>| {
        if let Some(value) = value.filter(|value| stays_in_declaration(value)) {
            vars.insert(format!("--brand-{name}"), value.to_owned());
        }
    };

    // The elements come first, so that `headingFont` and `bodyFont` override elements named `heading` and `body`.
    for (element, style) in
        branding.typography.iter().flatten().filter(|(element, _)| is_name(element))
    {
        let TypographyStyle { font, size, weight, line_height, letter_spacing } = style;
        set(&format!("{element}-font"), font.as_deref());
        set(&format!("{element}-size"), size.as_deref());
        set(&format!("{element}-weight"), weight.as_deref());
        set(&format!("{element}-line-height"), line_height.as_deref());
        set(&format!("{element}-letter-spacing"), letter_spacing.as_deref());
    }

    set("primary", Some(&branding.primary_color));
    set("secondary", Some(&branding.secondary_color));
    set("accent", Some(&branding.accent_color));
    set("bg", Some(&branding.background_color));
    set("text", Some(&branding.text_color));
    set("heading-font", branding.heading_font.as_deref());
    set("body-font", branding.body_font.as_deref());
    set("nav-bg", branding.nav_background.as_deref());
    set("nav-text", branding.nav_text_color.as_deref());
    set("radius", branding.border_radius.as_deref());
    set("link", branding.link_color.as_deref());
    set("link-hover", branding.link_hover_color.as_deref());

    if let Some(button) = &branding.button_style {
        set("btn-primary-bg", button.primary_bg.as_deref());
        set("btn-primary-text", button.primary_text.as_deref());
        set("btn-primary-hover-bg", button.primary_hover_bg.as_deref());
        set("btn-secondary-bg", button.secondary_bg.as_deref());
        set("btn-secondary-text", button.secondary_text.as_deref());
        set("btn-secondary-hover-bg", button.secondary_hover_bg.as_deref());
        set("btn-radius", button.border_radius.as_deref());
    }
    if let Some(dark) = &branding.dark_mode {
        set("dark-primary", dark.primary_color.as_deref());
        set("dark-bg", dark.background_color.as_deref());
        set("dark-text", dark.text_color.as_deref());
        set("dark-nav-bg", dark.nav_background.as_deref());
        set("dark-nav-text", dark.nav_text_color.as_deref());
    }
    vars
}

/// Whether the name has only letters, digits, `-` and `_`. The name of a property may contain these without an escape.
fn is_name(element: &str) -> bool {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_');
    !element.is_empty() && element.chars().all(is_plain)
}

/// Functions that compute a number, a colour or a gradient, or read another variable. Other functions may load a
/// resource: `url()`, `src()`, `image()`, `image-set()` and their vendor-prefixed forms do.
const FUNCTIONS: &str = "abs calc clamp max min mod rem round sign \
    color color-mix contrast-color hsl hsla hwb lab lch light-dark oklab oklch rgb rgba \
    conic-gradient linear-gradient radial-gradient \
    repeating-conic-gradient repeating-linear-gradient repeating-radial-gradient env var";

/// Whether a value is not empty, stays within its declaration and loads no resource.
///
/// Refuses:
/// - `;`, `{`, `}`, `<` and `url(`;
/// - escapes, comments and line breaks, which could hide one of them;
/// - unclosed strings and brackets, which would swallow the rest of the style sheet;
/// - functions that are not in [`FUNCTIONS`].
fn stays_in_declaration(value: &str) -> bool {
    let is_forbidden = |character: char| {
        matches!(character, ';' | '{' | '}' | '<' | '\\') || character.is_control()
    };
    !value.trim().is_empty()
        && !value.contains(is_forbidden)
        && !value.contains("/*")
        && !value.to_ascii_lowercase().contains("url(")
        && is_closed(value)
}

/// Whether every string and bracket is closed, and every called function is in [`FUNCTIONS`].
fn is_closed(value: &str) -> bool {
    let mut quote = None;
    let mut brackets = Vec::new();
    for (at, character) in value.char_indices() {
        match (quote, character) {
            (Some(open), _) if character == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(character),
            (None, '(') if !is_harmless_before(&value[..at]) => return false,
            (None, '(') => brackets.push(')'),
            (None, '[') => brackets.push(']'),
            (None, ')' | ']') if brackets.pop() != Some(character) => return false,
            (None, _) => {}
        }
    }
    quote.is_none() && brackets.is_empty()
}

/// Whether `(` may follow this text. The text must end with the name of a function in [`FUNCTIONS`], or with no name.
fn is_harmless_before(text: &str) -> bool {
    let is_of_name = |character: char| {
        character.is_ascii_alphanumeric() || matches!(character, '-' | '_') || !character.is_ascii()
    };
    let name = text.rsplit(|character| !is_of_name(character)).next().unwrap_or_default();
    name.is_empty() || FUNCTIONS.split(' ').any(|function| name.eq_ignore_ascii_case(function))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn vars(branding: Value) -> BTreeMap<String, String> {
        css_vars(&serde_json::from_value(branding).unwrap())
    }

    #[test]
    fn the_documented_defaults() {
        let expected = [
            ("--brand-accent", "#f59e0b"),
            ("--brand-bg", "#ffffff"),
            ("--brand-primary", "#2563eb"),
            ("--brand-secondary", "#1e40af"),
            ("--brand-text", "#111827"),
        ];
        let vars = vars(json!({}));
        assert_eq!(
            vars.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect::<Vec<_>>(),
            expected
        );
    }

    #[test]
    fn every_name() {
        let style = json!({"font": "a", "size": "b", "weight": "c", "lineHeight": "d", "letterSpacing": "e"});
        let vars = vars(json!({
            "headingFont": "f", "bodyFont": "g", "navBackground": "h", "navTextColor": "i", "borderRadius": "j",
            "linkColor": "k", "linkHoverColor": "l", "logoUrl": "m", "navPosition": "n",
            "buttonStyle": {"primaryBg": "o", "primaryText": "p", "primaryHoverBg": "q", "secondaryBg": "r",
                "secondaryText": "s", "secondaryHoverBg": "t", "borderRadius": "u", "variant": "v"},
            "typography": {"h1": style},
            "darkMode": {"primaryColor": "w", "backgroundColor": "x", "textColor": "y", "navBackground": "z",
                "navTextColor": "ä"},
        }));
        let names: Vec<&str> =
            vars.keys().map(|name| name.trim_start_matches("--brand-")).collect();
        assert_eq!(
            names.join(" "),
            "accent bg body-font btn-primary-bg btn-primary-hover-bg btn-primary-text btn-radius btn-secondary-bg \
             btn-secondary-hover-bg btn-secondary-text dark-bg dark-nav-bg dark-nav-text dark-primary dark-text \
             h1-font h1-letter-spacing h1-line-height h1-size h1-weight heading-font link link-hover nav-bg nav-text \
             primary radius secondary text"
        );
    }

    #[test]
    fn body_font_and_heading_font_win() {
        let vars = vars(json!({
            "bodyFont": "Inter",
            "typography": {"body": {"font": "Arial", "size": "17px"}, "heading": {"font": "Fraunces"}},
        }));
        assert_eq!(vars["--brand-body-font"], "Inter");
        assert_eq!(vars["--brand-body-size"], "17px");
        assert_eq!(vars["--brand-heading-font"], "Fraunces");
    }

    #[test]
    fn values_that_would_end_the_declaration() {
        for value in [
            "red;} body{display:none",
            "red;",
            "{",
            "}",
            "</style>",
            "url(x)",
            "URL( x)",
            r"\75 rl(x)",
            "image-set('x.png' 1x)",
            "-webkit-image-set('x.png' 1x)",
            "Image-Set( 'x.png' 1x)",
            "image('x.png')",
            "src('x.png')",
            "cross-fade('a' 50%, 'b')",
            "element(#id)",
            "paint(worklet)",
            "attr(data-x)",
            "expression(alert(1))",
            "calc(1px + src('x'))",
            "ürl(x)",
            "/* red",
            "\"red",
            "'",
            "rgb(0",
            "a)",
            "[",
            "(]",
            "red\n",
            "",
            "  ",
        ] {
            assert_eq!(vars(json!({"linkColor": value})).get("--brand-link"), None, "{value}");
        }
    }

    #[test]
    fn values_that_stay() {
        for value in [
            "#fff",
            "rgb(0 0 0 / 50%)",
            "\"Let's Go\", serif",
            "calc((1px + 2px) * 3)",
            "clamp(1rem, 2vw + 1rem, 3rem)",
            "linear-gradient(to right, RGB(0 0 0), oklch(70% 0.1 20))",
            "color-mix(in srgb, var(--brand-link), white 20%)",
            "'image-set(x)', serif",
            "1.5",
            "Öl",
        ] {
            assert_eq!(vars(json!({"linkColor": value}))["--brand-link"], value);
        }
    }

    #[test]
    fn elements_are_names() {
        let vars = vars(
            json!({"typography": {"h1: red; x": {"size": "1px"}, "": {"size": "1px"}, "h-2": {"size": "2px"}}}),
        );
        assert_eq!(
            vars.keys().filter(|name| name.ends_with("-size")).collect::<Vec<_>>(),
            ["--brand-h-2-size"]
        );
    }
}
