//! Secrets and codes, without the database.

use chrono::{DateTime, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use totp_rs::{Builder, Secret};

/// Characters of an e-mail address that are escaped in a URI.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Number of recovery codes of a person of the staff, each valid once.
const RECOVERY_CODES: usize = 10;

/// Groups of four symbols in a recovery code, which has 80 random bits.
const RECOVERY_CODE_GROUPS: usize = 4;

/// Symbols of recovery codes: Crockford's base32, without letters that look like digits.
const SYMBOLS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Returns 160 random bits in base32, 32 characters.
pub(super) fn new_secret() -> String {
    Secret::new_stack(rand::random()).to_base32()
}

pub(super) fn secret_bytes(secret: &str) -> Option<Vec<u8>> {
    Secret::try_from_base32(secret).ok().map(|secret| secret.as_bytes().to_vec())
}

/// Returns the `otpauth://` URI that authenticator apps read from a QR code.
pub(super) fn uri(email: &str, secret: &str) -> String {
    let account = utf8_percent_encode(email, ESCAPED);
    format!("otpauth://totp/Stoa:{account}?secret={secret}&issuer=Stoa")
}

/// Whether the code is one of an authenticator app. Other codes are recovery codes.
pub(super) fn is_totp_code(code: &str) -> bool {
    code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the number of the 30 seconds since 1970 that the code belongs to: the current ones, the previous or the next.
pub(super) fn matching_step(secret: &[u8], code: &str, now: DateTime<Utc>) -> Option<i64> {
    let totp = Builder::new().with_secret(secret.to_vec()).build().ok()?;
    let step = totp.check(code, now.timestamp().try_into().ok()?)?;
    step.try_into().ok()
}

/// Returns ten different codes such as `k7qm-2xwd-9tbr-4fzs`.
pub(super) fn new_recovery_codes() -> Vec<String> {
    (0..RECOVERY_CODES).map(|_| new_recovery_code()).collect()
}

fn new_recovery_code() -> String {
    let group = || {
        let symbol = |_| char::from(SYMBOLS[usize::from(rand::random::<u8>() % 32)]);
        (0..4).map(symbol).collect::<String>()
    };
    let groups: Vec<String> = (0..RECOVERY_CODE_GROUPS).map(|_| group()).collect();
    groups.join("-")
}

/// Returns the form in which a recovery code is stored and compared: in lower case, without hyphens and spaces.
pub(super) fn normalized(code: &str) -> String {
    code.chars()
        .filter(|symbol| *symbol != '-' && !symbol.is_whitespace())
        .map(|symbol| symbol.to_ascii_lowercase())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B, whose 8 digits end with these 6.
    const SECRET: &[u8] = b"12345678901234567890";

    fn step(code: &str, seconds: i64) -> Option<i64> {
        matching_step(SECRET, code, DateTime::from_timestamp(seconds, 0).unwrap())
    }

    #[test]
    fn codes_of_the_rfc() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            let own = seconds / 30;
            for drift in [-1, 0, 1] {
                assert_eq!(step(code, seconds + 30 * drift), Some(own), "{seconds} {drift}");
            }
            for drift in [-2, 2] {
                assert_eq!(step(code, seconds + 30 * drift), None, "{seconds} {drift}");
            }
        }
        assert_eq!(step("000000", 59), None);
    }

    #[test]
    fn kinds_of_codes() {
        assert!(is_totp_code("012345"));
        for code in ["", "12345", "1234567", "12345a", "１２３４５６", "k7qm-2xwd-9tbr-4fzs"]
        {
            assert!(!is_totp_code(code), "{code}");
        }
        assert_eq!(normalized(" K7QM-2xwd 9tbr4fzs"), "k7qm2xwd9tbr4fzs");
        let codes = new_recovery_codes();
        assert_eq!((codes.len(), codes[0].len()), (10, 19));
    }

    #[test]
    fn uri_of_an_address() {
        let secret = new_secret();
        assert_eq!((secret.len(), secret_bytes(&secret).unwrap().len()), (32, 20));
        assert_eq!(
            uri("a+é@b.example", "ABC"),
            "otpauth://totp/Stoa:a%2B%C3%A9%40b.example?secret=ABC&issuer=Stoa"
        );
    }
}
