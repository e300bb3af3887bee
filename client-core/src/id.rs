//! Ids that a caller generates, such as those of a session or a visitor, or an `Idempotency-Key`.

/// Returns a new id that cannot be guessed: 128 random bits as 32 hexadecimal digits.
///
/// # Panics
/// If the operating system has no random bytes.
#[allow(clippy::expect_used, reason = "nothing can go on without them")]
pub fn random_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    format!("{:032x}", u128::from_be_bytes(bytes))
}
