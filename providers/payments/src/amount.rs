//! The amounts that providers accept.

use stoa_values::Currency;

/// Why a provider does not accept an amount. A retry cannot succeed: the order must change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AmountRefusal {
    TooSmall,
    TooLarge,
    /// The provider refuses the amount for another reason.
    Other,
}

/// Stripe's largest amount in most currencies, eight digits. The test provider has the same limit.
pub(crate) const MAX_STRIPE_AMOUNT: i64 = 99_999_999;

/// Stripe's largest amount in any currency, twelve digits.
const MAX_STRIPE_TOTAL: i64 = 999_999_999_999;

/// Currencies in which Stripe accepts more than eight digits.
const LARGE: [&str; 8] = ["cop", "huf", "idr", "inr", "jpy", "lbp", "mxn", "twd"];

/// Refuses an amount that Stripe would refuse, as far as that is known without a call.
pub(crate) fn of_stripe(amount: i64, currency: &str) -> Result<(), AmountRefusal> {
    let currency = currency.to_ascii_lowercase();
    let least = least_of_stripe(&currency);
    let largest = match least.is_some() && !LARGE.contains(&currency.as_str()) {
        true => MAX_STRIPE_AMOUNT,
        false => MAX_STRIPE_TOTAL,
    };
    within(amount, least.unwrap_or(1), largest, &currency)
}

/// Returns the smallest amount that Stripe accepts in a currency in which it pays out, in the currency's smallest unit.
/// Source: docs.stripe.com/currencies, minimum charge amounts. For other currencies, only a call tells the limit.
fn least_of_stripe(currency: &str) -> Option<i64> {
    Some(match currency {
        "gbp" => 30,
        "aud" | "brl" | "cad" | "chf" | "eur" | "inr" | "jpy" | "nzd" | "sgd" | "usd" => 50,
        "bgn" => 100,
        "aed" | "myr" | "pln" | "ron" => 200,
        "dkk" => 250,
        "nok" | "sek" => 300,
        "hkd" => 400,
        "mxn" | "thb" => 1000,
        "czk" => 1500,
        "huf" => 17_500,
        _ => return None,
    })
}

pub(crate) fn of_test_provider(amount: i64, currency: &str) -> Result<(), AmountRefusal> {
    within(amount, 1, MAX_STRIPE_AMOUNT, currency)
}

fn within(amount: i64, least: i64, largest: i64, currency: &str) -> Result<(), AmountRefusal> {
    match amount {
        _ if amount < least => Err(AmountRefusal::TooSmall),
        _ if amount > largest => Err(AmountRefusal::TooLarge),
        _ if !Currency::of(currency).can_charge(amount) => Err(AmountRefusal::Other),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds() {
        use AmountRefusal::{Other, TooLarge, TooSmall};
        for (amount, currency, expected) in [
            (49, "USD", Err(TooSmall)),
            (50, "usd", Ok(())),
            (99_999_999, "usd", Ok(())),
            (100_000_000, "usd", Err(TooLarge)),
            (29, "gbp", Err(TooSmall)),
            (30, "gbp", Ok(())),
            (100_000_000, "jpy", Ok(())),
            (1, "xof", Ok(())),
            (0, "xof", Err(TooSmall)),
            (1_000_000_000_000, "idr", Err(TooLarge)),
            (1_230, "KWD", Ok(())),
            (1_235, "kwd", Err(Other)),
            (120_000, "ugx", Ok(())),
            (120_050, "UGX", Err(Other)),
        ] {
            assert_eq!(of_stripe(amount, currency), expected, "{amount} {currency}");
        }
    }
}
