//! Amounts of money in cents, from 0 to [`MAX_CENTS`]. Computed amounts are rounded half up to an amount that can be
//! charged in the [`Currency`]. Arithmetic never wraps: an amount outside the bounds is an [`Overflow`].

use crate::{Currency, MAX_SAFE_INTEGER};

pub const MAX_CENTS: i64 = MAX_SAFE_INTEGER;

/// 100 %, in basis points.
pub const ALL_BASIS_POINTS: i64 = 10_000;

/// The error for an amount outside the bounds. The client's request caused it, so the response is a 400.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overflow;

/// Returns the amount if it is within the bounds.
pub fn checked(amount: i128) -> Result<i64, Overflow> {
    i64::try_from(amount).ok().filter(|amount| (0..=MAX_CENTS).contains(amount)).ok_or(Overflow)
}

pub fn sum(amounts: impl IntoIterator<Item = i64>) -> Result<i64, Overflow> {
    amounts.into_iter().try_fold(0_i64, |sum, amount| checked(i128::from(sum) + i128::from(amount)))
}

/// Multiplies an amount, for example the price of one piece by the quantity of a cart line.
pub fn times(amount: i64, quantity: i64) -> Result<i64, Overflow> {
    checked(i128::from(amount) * i128::from(quantity))
}

/// Returns the share `basis_points` of an amount, rounded half up to an amount that can be charged. The result is not
/// checked against the bounds.
pub fn share(amount: i64, basis_points: i64, currency: Currency) -> i128 {
    let (exact, step) = (i128::from(amount) * i128::from(basis_points), i128::from(currency.step));
    let divisor = i128::from(ALL_BASIS_POINTS) * step;
    (exact + divisor / 2).div_euclid(divisor) * step
}
