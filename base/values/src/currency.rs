//! How the payment provider counts a currency. Source: docs.stripe.com/currencies, zero-decimal, three-decimal and
//! special currencies.

/// The smallest unit of a currency, in which all amounts are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Currency {
    /// Number of decimals of an amount, such as 2 if the smallest unit is a cent.
    pub digits: u32,
    /// An amount can be charged only if it is a multiple of this number.
    pub step: i64,
}

impl Currency {
    /// Returns the currency of an ISO 4217 code in any letter case. A currency that is not listed here has two digits.
    pub fn of(code: &str) -> Self {
        let (digits, step) = match code.to_ascii_uppercase().as_str() {
            "BIF" | "CLP" | "DJF" | "GNF" | "JPY" | "KMF" | "KRW" | "MGA" | "PYG" | "RWF"
            | "VND" | "VUV" | "XAF" | "XOF" | "XPF" => (0, 1),
            // The last digit must be 0.
            "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => (3, 10),
            // These have no decimals, but the provider counts hundredths, which must be 00.
            "ISK" | "UGX" => (2, 100),
            _ => (2, 1),
        };
        Self { digits, step }
    }

    pub fn can_charge(self, amount: i64) -> bool {
        amount % self.step == 0
    }

    /// Formats an amount as a decimal number, such as `12.50`.
    pub fn decimal(self, amount: i64) -> String {
        let sign = if amount < 0 { "-" } else { "" };
        let (amount, unit) = (amount.unsigned_abs(), 10_u64.pow(self.digits));
        match self.digits as usize {
            0 => format!("{sign}{amount}"),
            digits => format!("{sign}{}.{:0digits$}", amount / unit, amount % unit),
        }
    }

    /// Reads a decimal number such as `7.9` as an amount that can be charged, rounded half up. Returns `None` for any
    /// other text, such as `-1`, `1e3`, `.5` or `5.`, and for an amount above the range of `i64`.
    pub fn amount(self, decimal: &str) -> Option<i64> {
        let (whole, fraction) = match decimal.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (decimal, ""),
        };
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !are_digits(whole) || !are_digits(fraction) {
            return None;
        }
        let mut steps: i64 = whole.parse().ok()?;
        let mut digits = fraction.bytes().map(|byte| i64::from(byte - b'0'));
        for _ in 0..self.digits - self.step.ilog10() {
            steps = steps.checked_mul(10)?.checked_add(digits.next().unwrap_or(0))?;
        }
        if let Some(5..) = digits.next() {
            steps = steps.checked_add(1)?;
        }
        steps.checked_mul(self.step)
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
            assert_eq!(Currency::of("USD").amount(amount), Some(cents), "{amount}");
        }
    }

    #[test]
    fn each_currency_has_its_unit_and_step() {
        for (code, decimal, amount, shown) in [
            ("JPY", "1200.5", 1_201, "1201"),
            ("jpy", "1200", 1_200, "1200"),
            ("KWD", "1.2345", 1_230, "1.230"),
            ("KWD", "1.235", 1_240, "1.240"),
            ("bhd", "0.05", 50, "0.050"),
            ("UGX", "1200.5", 120_100, "1201.00"),
            ("ISK", "1200.49", 120_000, "1200.00"),
            ("USD", "12.5", 1_250, "12.50"),
        ] {
            let currency = Currency::of(code);
            assert_eq!(currency.amount(decimal), Some(amount), "{decimal} {code}");
            assert_eq!(currency.decimal(amount), shown, "{amount} {code}");
            assert!(currency.can_charge(amount), "{amount} {code}");
        }
        assert_eq!(Currency::of("EUR").decimal(-5), "-0.05");
        for (code, amount) in [("KWD", 1_235), ("UGX", 120_050), ("ISK", 1)] {
            assert!(!Currency::of(code).can_charge(amount), "{amount} {code}");
        }
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
            assert_eq!(Currency::of("USD").amount(text), None, "{text}");
        }
        assert_eq!(Currency::of("ISK").amount("92233720368547759"), None);
    }
}
