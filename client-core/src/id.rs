//! Ids that a caller makes: of a session, of a visitor, of a call that is to happen once.

/// A new id: 128 random bits in 32 hexadecimal digits, which nobody guesses.
///
/// # Panics
/// Where the operating system has no random bytes.
#[allow(clippy::expect_used, reason = "nothing can go on without them")]
pub fn random_id() -> String {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).expect("the operating system has random bytes");
    format!("{:032x}", u128::from_be_bytes(bytes))
}
