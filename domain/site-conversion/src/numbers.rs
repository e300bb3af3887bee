//! Prices, numbers of pieces, weights and sizes, as exports and people write them.

use stoa_values::{Currency, money};

/// The longest text that is read as a number.
const LONGEST_NUMBER: usize = 60;

/// Reads a number that is not negative, and returns it as a decimal number with a dot. Currency signs, spaces and
/// apostrophes are ignored. Of `.` and `,` the last is the decimal sign, unless it occurs twice. Others separate groups of
/// three digits.
pub fn decimal(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('\'');
    let is_sign = |letter: char| letter.is_alphabetic() || "$€£¥₩₹₽₺₫₴₦₱฿₪".contains(letter);
    let text = text.trim_matches(|letter: char| is_sign(letter) || letter.is_whitespace());
    if text.len() > LONGEST_NUMBER {
        return None;
    }
    let is_gap = |letter: char| letter.is_whitespace() || "'’".contains(letter);
    let digits: String = text.chars().filter(|&letter| !is_gap(letter)).collect();
    if !digits.chars().all(|letter| letter.is_ascii_digit() || ".,".contains(letter)) {
        return None;
    }
    let last = digits.rfind(['.', ',']);
    let point = last.filter(|&at| digits.matches(&digits[at..=at]).count() == 1);
    let (whole, fraction) = match point {
        Some(at) => (&digits[..at], &digits[at + 1..]),
        None => (digits.as_str(), ""),
    };
    if whole.split(['.', ',']).skip(1).any(|group| group.len() != 3) {
        return None;
    }
    let whole = whole.replace(['.', ','], "");
    match (whole.is_empty(), fraction.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("0.{fraction}")),
        (false, true) => Some(whole),
        (false, false) => Some(format!("{whole}.{fraction}")),
    }
}

/// A price that was read.
pub struct Price {
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// Whether the price had more decimals than the currency has.
    pub is_rounded: bool,
}

/// Reads a price, rounded half up to an amount that can be charged.
pub fn price(text: &str, currency: Currency) -> Option<Price> {
    let decimal = decimal(text)?;
    let amount = currency.amount(&decimal).filter(|amount| *amount <= money::MAX_CENTS)?;
    let is_rounded = bare(&decimal) != bare(&currency.decimal(amount));
    Some(Price { amount, is_rounded })
}

/// Reads a whole number, such as `12`, `-3` or `12.0`.
pub fn whole(text: &str) -> Option<i64> {
    let text = text.trim().trim_start_matches('\'');
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_whole = fraction.bytes().all(|digit| digit == b'0');
    whole.parse().ok().filter(|_| is_whole)
}

/// Reads a weight as decimal text without needless zeros. A weight of 0 counts as absent.
pub fn weight(text: &str) -> Option<String> {
    let weight = bare(&decimal(text)?).to_owned();
    (weight != "0").then_some(weight)
}

/// Converts a number of grams to one of the units of a shop.
pub fn grams_in(grams: &str, unit: &str) -> Option<String> {
    let grams: f64 = decimal(grams)?.parse().ok()?;
    let (unit_grams, decimals) = match unit {
        "g" => (1.0, 3),
        "kg" => (1_000.0, 6),
        "lb" => (453.592_37, 3),
        _ => (28.349_523_125, 2),
    };
    weight(&format!("{:.decimals$}", grams / unit_grams))
}

/// Reads a length, and returns it in inches, rounded to a thousandth. A length of 0 counts as absent.
pub fn inches(text: &str, unit: &str) -> Option<f64> {
    let length: f64 = decimal(text)?.parse().ok()?;
    let factor = match unit {
        "mm" => 1.0 / 25.4,
        "cm" => 1.0 / 2.54,
        "m" => 1.0 / 0.0254,
        "yd" => 36.0,
        _ => 1.0,
    };
    let inches = (length * factor * 1_000.0).round() / 1_000.0;
    (inches > 0.0 && inches < 1e9).then_some(inches)
}

/// Removes zeros around a decimal number.
fn bare(decimal: &str) -> &str {
    let number = match decimal.contains('.') {
        true => decimal.trim_end_matches('0').trim_end_matches('.'),
        false => decimal,
    };
    match number.trim_start_matches('0') {
        "" => "0",
        bare if bare.starts_with('.') => &number[number.len() - bare.len() - 1..],
        bare => bare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("7.90", "7.90"),
            (".5", "0.5"),
            ("12,50", "12.50"),
            ("1,234.56", "1234.56"),
            ("1.234,56", "1234.56"),
            ("1.234.567", "1234567"),
            ("1,234", "1.234"),
            ("0,125", "0.125"),
            ("1.234", "1.234"),
            ("1'234.50", "1234.50"),
            ("1\u{a0}234,5 €", "1234.5"),
            ("EUR 12,-".trim_end_matches('-'), "12"),
            ("$15", "15"),
            ("'7", "7"),
        ] {
            assert_eq!(decimal(text).as_deref(), Some(number), "{text}");
        }
        for text in
            ["", "free", "-1", "1e3", "1-2", ".", "1.2.3", "1.234.56", "٣", &"9".repeat(100)]
        {
            assert_eq!(decimal(text), None, "{text}");
        }
    }

    #[test]
    fn prices_have_the_decimals_of_their_currency() {
        let read = |text, code| {
            let price = price(text, Currency::of(code))?;
            Some((price.amount, price.is_rounded))
        };
        assert_eq!(read("7.9", "USD"), Some((790, false)));
        assert_eq!(read("0.00", "USD"), Some((0, false)));
        assert_eq!(read("7.905", "USD"), Some((791, true)));
        assert_eq!(read("1200", "JPY"), Some((1_200, false)));
        assert_eq!(read("1200.5", "JPY"), Some((1_201, true)));
        assert_eq!(read("99999999999999999999", "USD"), None);
        assert_eq!(read("92233720368547758.07", "USD"), None);
    }

    #[test]
    fn weights_and_sizes_are_converted() {
        assert_eq!(weight("0.400").as_deref(), Some("0.4"));
        assert_eq!(weight("0"), None);
        assert_eq!(weight("10").as_deref(), Some("10"));
        assert_eq!(grams_in("400", "kg").as_deref(), Some("0.4"));
        assert_eq!(grams_in("453.59237", "lb").as_deref(), Some("1"));
        assert_eq!(grams_in("0.0", "kg"), None);
        assert_eq!(inches("2,54", "cm"), Some(1.0));
        assert_eq!(inches("24", "in"), Some(24.0));
        assert_eq!(inches("0", "in"), None);
        assert_eq!(whole("-3.0"), Some(-3));
        assert_eq!(whole("2.5"), None);
    }
}
