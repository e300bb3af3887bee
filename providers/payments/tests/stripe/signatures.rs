//! Webhook signatures.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use stoa_payments::webhook::{InvalidSignature, sign, verify};

const SECRET: &str = "whsec_test_secret";
const BODY: &str = "{\"id\":\"evt_1\",\"object\":\"event\",\"name\":\"Zoë ✂\"}\n";
const TIME: u64 = 1_492_774_577;
/// Computed by stripe-python 16.1.0 (`WebhookSignature._compute_signature`).
const SIGNATURE: &str = "12f8dcd35e1e32a8913dbadec3edf14ce392b14edf8dc96c9f84ad71818ca04c";

fn at(seconds: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(seconds)
}

fn verified(header: &str) -> Result<(), InvalidSignature> {
    verify(header, BODY.as_bytes(), &[SECRET], at(TIME))
}

#[test]
fn as_stripe_makes_them() {
    let header = format!("t={TIME},v1={SIGNATURE}");
    assert_eq!(sign(SECRET, BODY.as_bytes(), at(TIME)), header);
    assert_eq!(verified(&header), Ok(()));
    assert_eq!(verified(&format!("{header},v0={SIGNATURE},scheme=v1")), Ok(()));
    assert_eq!(verified(&format!("v1={SIGNATURE}, t={TIME}")), Ok(()));
    assert!(verified(&format!("t={TIME},v0={SIGNATURE}")).is_err());
}

#[test]
fn no_byte_of_the_body_can_be_altered() {
    let header = format!("t={TIME},v1={SIGNATURE}");
    for position in 0..BODY.len() {
        let mut body = BODY.as_bytes().to_vec();
        body[position] ^= 1;
        assert!(verify(&header, &body, &[SECRET], at(TIME)).is_err(), "{position}");
    }
    for body in ["", BODY.trim_end(), &format!("{BODY} "), &format!(".{BODY}")] {
        assert!(verify(&header, body.as_bytes(), &[SECRET], at(TIME)).is_err());
    }
}

#[test]
fn no_byte_of_the_header_can_be_altered() {
    let header = format!("t={TIME},v1={SIGNATURE}");
    for position in 0..header.len() {
        for other in ["0", "g", ",", "=", " ", "-", "é", ""] {
            let altered = format!("{}{other}{}", &header[..position], &header[position + 1..]);
            assert!(altered == header || verified(&altered).is_err(), "{altered}");
        }
    }
}

#[test]
fn five_minutes_either_way() {
    let header = format!("t={TIME},v1={SIGNATURE}");
    let verify_at = |now| verify(&header, BODY.as_bytes(), &[SECRET], at(now));
    for now in [TIME - 300, TIME, TIME + 300] {
        assert_eq!(verify_at(now), Ok(()), "{now}");
    }
    for now in [0, TIME - 301, TIME + 301, u32::MAX.into()] {
        assert_eq!(verify_at(now), Err(InvalidSignature), "{now}");
    }
}

#[test]
fn several_signatures_and_secrets() {
    let zeros = "0".repeat(64);
    for other in [zeros.as_str(), "", "abc", "not hex", "ff", &"f".repeat(65), &"f".repeat(9999)] {
        for header in [
            format!("t={TIME},v1={other},v1={SIGNATURE}"),
            format!("t={TIME},v1={SIGNATURE},v1={other}"),
        ] {
            assert_eq!(verified(&header), Ok(()), "{header}");
        }
        assert!(verified(&format!("t={TIME},v1={other},v1={other}")).is_err());
    }
    let header = format!("t={TIME},v1={SIGNATURE}");
    let verify_with = |secrets: &[&str]| verify(&header, BODY.as_bytes(), secrets, at(TIME));
    assert_eq!(verify_with(&["whsec_old", SECRET]), Ok(()));
    assert!(verify_with(&["whsec_old"]).is_err());
    assert!(verify_with(&[]).is_err());
}

#[test]
fn an_empty_secret_is_never_valid() {
    let header = sign("", BODY.as_bytes(), at(TIME));
    assert!(verify(&header, BODY.as_bytes(), &["", SECRET], at(TIME)).is_err());
}

#[test]
fn hostile_headers() {
    for header in [
        "",
        ",",
        "=",
        "t",
        "t=,v1=",
        &format!("v1={SIGNATURE}"),
        &format!("t={TIME}"),
        &format!("t=,v1={SIGNATURE}"),
        &format!("t=-{TIME},v1={SIGNATURE}"),
        &format!("t=+{TIME},v1={SIGNATURE}"),
        &format!("t=0{TIME},v1={SIGNATURE}"),
        &format!("t={TIME}.0,v1={SIGNATURE}"),
        &format!("t={TIME},t={TIME},v1={SIGNATURE}"),
        &format!("t={}9,v1={SIGNATURE}", u64::MAX),
        &format!("t={},v1={SIGNATURE}", u64::MAX),
        &format!("t={TIME};v1={SIGNATURE}"),
        &format!("t={TIME}\0,v1={SIGNATURE}"),
        &"t=1,".repeat(100_000),
        &"v1=00,".repeat(100_000),
    ] {
        assert!(verified(header).is_err(), "{}", &header[..header.len().min(99)]);
    }
}
