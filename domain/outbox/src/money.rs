//! Amounts of money as text for purchasers.

use stoa_values::Currency;

/// Formats an amount such as `12.50 USD`.
pub(crate) fn amount(smallest_units: i64, currency: &str) -> String {
    format!("{} {currency}", Currency::of(currency).decimal(smallest_units))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts() {
        assert_eq!(amount(1250, "USD"), "12.50 USD");
        assert_eq!(amount(-5, "EUR"), "-0.05 EUR");
        assert_eq!(amount(4200, "JPY"), "4200 JPY");
        assert_eq!(amount(4250, "KWD"), "4.250 KWD");
        assert_eq!(amount(420_000, "UGX"), "4200.00 UGX");
    }
}
