//! Colours in layers.

/// Returns the text in small letters if it is one CSS colour that is safe in an attribute: a name, `#` and digits, or
/// `rgb()` or `hsl()` with numbers. Rejects anything else, such as a reference or a list of colours.
pub(crate) fn colour(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_numbers =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || b" .,%/+-".contains(&byte));
    let is_colour = match text.strip_prefix('#') {
        Some(digits) => matches!(digits.len(), 3 | 4 | 6 | 8) && is_digits(digits),
        None => match text.strip_suffix(')').and_then(|text| text.split_once('(')) {
            Some((name, numbers)) => {
                ["rgb", "rgba", "hsl", "hsla"].contains(&name) && is_numbers(numbers)
            }
            None => is_name(&text),
        },
    };
    (is_colour && (1..=64).contains(&text.len())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::colour;

    #[test]
    fn only_colours_are_accepted() {
        for good in ["red", "#fff", "#12345678", "rgb(1, 2, 3)", "hsl(20 10% 5% / 50%)", " none "] {
            assert_eq!(colour(good).as_deref(), Some(good.trim()));
            assert_eq!(colour(&good.to_uppercase()), colour(good));
        }
        for bad in [
            "",
            "#12",
            "#ggg",
            "url(#paint)",
            "url(file:///etc/hosts)",
            "red; stroke: blue",
            "red\" onload=\"alert(1)",
            "rgb(1,2,3) url(#a)",
            "var(--a)",
            "rgb(1",
            &"a".repeat(65),
        ] {
            assert_eq!(colour(bad), None, "{bad}");
        }
    }
}
