//! Exact conversion of decimal text to cents.

/// Converts an amount such as `7.9` to the smallest unit of its currency, rounding half up. Returns `None` for any
/// other text, such as `-1`, `1e3`, `.5` or `5.`, and for an amount above the range of `i64`.
pub(crate) fn smallest_units(amount: &str, currency: &str) -> Option<i64> {
    let (whole, fraction) = match amount.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (amount, ""),
    };
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let mut units: i64 = whole.parse().ok()?;
    let mut digits = fraction.bytes().map(|byte| i64::from(byte - b'0'));
    for _ in 0..digits_after_point(currency) {
        units = units.checked_mul(10)?.checked_add(digits.next().unwrap_or(0))?;
    }
    match digits.next() {
        Some(5..) => units.checked_add(1),
        _ => Some(units),
    }
}

/// Returns the number of decimal digits of a currency (ISO 4217). A currency that is not listed here has two.
fn digits_after_point(currency: &str) -> usize {
    match currency {
        "BIF" | "CLP" | "DJF" | "GNF" | "ISK" | "JPY" | "KMF" | "KRW" | "PYG" | "RWF" | "UGX"
        | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => 0,
        "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_exactly() {
        for (amount, cents) in [
            ("7.90", 790),
            ("7.9", 790),
            ("7", 700),
            ("0", 0),
            ("0.00", 0),
            ("007.10", 710),
            ("7.904", 790),
            ("7.905", 791),
            ("7.9049999999999999999", 790),
            ("0.995", 100),
            ("1.005", 101),
            ("8.2", 820),
            ("92233720368547758.07", i64::MAX),
        ] {
            assert_eq!(smallest_units(amount, "USD"), Some(cents), "{amount}");
        }
    }

    #[test]
    fn each_currency_has_its_smallest_unit() {
        assert_eq!(smallest_units("1200.5", "JPY"), Some(1201));
        assert_eq!(smallest_units("1200", "JPY"), Some(1200));
        assert_eq!(smallest_units("1.2345", "KWD"), Some(1235));
    }

    #[test]
    fn invalid_amounts_are_refused() {
        for text in [
            "",
            ".",
            ".5",
            "5.",
            "-1",
            "+1",
            "1e3",
            "1,00",
            "1.2.3",
            " 1",
            "1 ",
            "NaN",
            "٣",
            "1.٣",
            "92233720368547758.08",
            "92233720368547758.075",
            "99999999999999999999",
        ] {
            assert_eq!(smallest_units(text, "USD"), None, "{text}");
        }
    }
}
