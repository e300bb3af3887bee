//! Slugs: the parts of addresses that name a page.

use unicode_normalization::UnicodeNormalization;

/// Maximum length of a stored slug in Unicode characters, as in a bundle.
const MAX_SLUG_CHARACTERS: usize = 255;

/// Whether a slug is too long in Unicode's normalization form C, in which statements store slugs: some characters consist
/// of several in this form.
pub fn is_slug_too_long(slug: &str) -> bool {
    slug.nfc().count() > MAX_SLUG_CHARACTERS
}

#[cfg(test)]
mod tests {
    use super::is_slug_too_long;

    #[test]
    fn slugs_are_measured_in_form_c() {
        assert!(!is_slug_too_long(&"e\u{301}".repeat(255)));
        assert!(is_slug_too_long(&"\u{958}".repeat(128)));
    }
}
