//! Amounts of money as text for purchasers.

/// Zero-decimal currencies, which have no cents (docs.stripe.com/currencies).
const WITHOUT_CENTS: [&str; 16] = [
    "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
];

/// Formats an amount such as `12.50 USD`.
pub(crate) fn amount(smallest_units: i64, currency: &str) -> String {
    if WITHOUT_CENTS.contains(&currency) {
        return format!("{smallest_units} {currency}");
    }
    let sign = if smallest_units < 0 { "-" } else { "" };
    let cents = smallest_units.unsigned_abs();
    format!("{sign}{}.{:02} {currency}", cents / 100, cents % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(amount(1250, "USD"), "12.50 USD");
        assert_eq!(amount(5, "EUR"), "0.05 EUR");
        assert_eq!(amount(-5, "EUR"), "-0.05 EUR");
        assert_eq!(amount(4200, "JPY"), "4200 JPY");
    }
}
