//! Amounts of money: cents, from 0 to [`MAX_CENTS`]. A computed amount is rounded half up to the cent, and one that leaves
//! these bounds is an [`Overflow`], never a wrap.

/// The largest amount: whole numbers stay exact in JavaScript up to here.
pub const MAX_CENTS: i64 = (1 << 53) - 1;

/// All of an amount, in basis points.
pub const ALL_BASIS_POINTS: i64 = 10_000;

/// An amount that is too large. It is the caller's 400, not a fault of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overflow;

/// The amount, if it is one.
pub fn checked(amount: i128) -> Result<i64, Overflow> {
    i64::try_from(amount).ok().filter(|amount| (0..=MAX_CENTS).contains(amount)).ok_or(Overflow)
}

/// The sum of amounts.
pub fn sum(amounts: impl IntoIterator<Item = i64>) -> Result<i64, Overflow> {
    amounts.into_iter().try_fold(0_i64, |sum, amount| checked(i128::from(sum) + i128::from(amount)))
}

/// So many times an amount: the price of all pieces of a line.
pub fn times(amount: i64, quantity: i64) -> Result<i64, Overflow> {
    checked(i128::from(amount) * i128::from(quantity))
}

/// So many basis points of an amount, rounded half up; not yet checked.
pub fn share(amount: i64, basis_points: i64) -> i128 {
    let exact = i128::from(amount) * i128::from(basis_points);
    (exact + i128::from(ALL_BASIS_POINTS / 2)).div_euclid(i128::from(ALL_BASIS_POINTS))
}
