use http::HeaderMap;
use serde_json::Value;

use super::{WebhookError, sign, verify, verify_at};
use crate::clock;

// The example of the libraries of Standard Webhooks.
const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const MESSAGE_ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const SENT_AT: u64 = 1_614_265_330;
const BODY: &[u8] = br#"{"test": 2432232314}"#;
const EXPECTED: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

const OTHER_SECRET: &str = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX";

fn headers(timestamp: &str, signature: &str) -> [(&'static str, String); 3] {
    [
        ("webhook-id", MESSAGE_ID.to_owned()),
        ("webhook-timestamp", timestamp.to_owned()),
        ("webhook-signature", signature.to_owned()),
    ]
}

fn signed(signature: &str) -> Result<(), WebhookError> {
    verify_at(SENT_AT, [SECRET], headers(&SENT_AT.to_string(), signature), BODY)
}

fn fault<T: std::fmt::Debug>(result: Result<T, WebhookError>) -> String {
    format!("{:?}", result.unwrap_err())
}

#[test]
fn the_example_of_the_standard_verifies() {
    assert_eq!(sign(SECRET, MESSAGE_ID, SENT_AT, BODY).unwrap(), EXPECTED);
    signed(EXPECTED).unwrap();
    let without_prefix = SECRET.trim_start_matches("whsec_");
    assert_eq!(sign(without_prefix, MESSAGE_ID, SENT_AT, BODY).unwrap(), EXPECTED);
}

#[test]
fn names_of_headers_have_any_case_and_the_first_value_counts() {
    let [id, at, signature] = headers(&SENT_AT.to_string(), EXPECTED);
    let given = [
        ("content-type", "application/json".to_owned()),
        ("WEBHOOK-ID", id.1),
        ("Webhook-Timestamp", at.1),
        ("Webhook-Signature", signature.1),
        ("webhook-id", "msg_other".to_owned()),
    ];
    verify_at(SENT_AT, [SECRET], given, BODY).unwrap();
}

#[test]
fn one_signature_of_a_list_is_enough() {
    let other = sign(OTHER_SECRET, MESSAGE_ID, SENT_AT, BODY).unwrap();
    for list in [
        format!("{other} {EXPECTED}"),
        format!("{EXPECTED} {other}"),
        format!("v1a,c2lnbmF0dXJl v2,? nothing {EXPECTED}"),
    ] {
        signed(&list).unwrap();
    }
    for list in [
        other.clone(),
        String::new(),
        "v1,".to_owned(),
        EXPECTED.replace("v1,", "v1a,"),
        EXPECTED.replace("v1,", ""),
        EXPECTED.replace("v1,", "v1, "),
        EXPECTED.trim_end_matches('=').to_owned(),
    ] {
        assert_eq!(fault(signed(&list)), "WrongSignature", "{list}");
    }
}

#[test]
fn each_secret_of_a_rotation_verifies() {
    for secrets in [[SECRET, OTHER_SECRET], [OTHER_SECRET, SECRET]] {
        verify_at(SENT_AT, secrets, headers(&SENT_AT.to_string(), EXPECTED), BODY).unwrap();
    }
    let other = verify_at(SENT_AT, [OTHER_SECRET], headers(&SENT_AT.to_string(), EXPECTED), BODY);
    assert_eq!(fault(other), "WrongSignature");
}

#[test]
fn secrets_that_protect_nothing_are_refused() {
    let at = SENT_AT.to_string();
    for secret in [
        "",
        "whsec_",
        "whsec_c2hvcnQ=",
        "whsec_not base64",
        "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    ] {
        let refused = verify_at(SENT_AT, [SECRET, secret], headers(&at, EXPECTED), BODY);
        assert_eq!(fault(refused), "InvalidSecret", "{secret}");
    }
    let refused = verify_at(SENT_AT, [""; 0], headers(&at, EXPECTED), BODY);
    assert_eq!(fault(refused), "InvalidSecret");
}

#[test]
fn webhooks_are_accepted_for_five_minutes() {
    let at = |now: u64| verify_at(now, [SECRET], headers(&SENT_AT.to_string(), EXPECTED), BODY);
    at(SENT_AT - 300).unwrap();
    at(SENT_AT + 300).unwrap();
    assert_eq!(fault(at(SENT_AT - 301)), "TooNew");
    assert_eq!(fault(at(SENT_AT + 301)), "TooOld");
}

#[test]
fn headers_that_are_missing_or_not_valid_are_named() {
    let valid = headers(&SENT_AT.to_string(), EXPECTED);
    for (place, (name, _)) in valid.iter().enumerate() {
        let rest = valid.iter().enumerate().filter(|(other, _)| *other != place);
        let rest = rest.map(|(_, (name, value))| (*name, value.as_str()));
        let refused = verify_at(SENT_AT, [SECRET], rest, BODY);
        assert_eq!(fault(refused), format!("MissingHeader({name:?})"));
    }
    for at in ["", "x", "-1", "+1614265330", " 1614265330", "1614265330.0", "99999999999999999999"]
    {
        let refused = verify_at(SENT_AT, [SECRET], headers(at, EXPECTED), BODY);
        assert_eq!(fault(refused), "InvalidHeader(\"webhook-timestamp\")", "{at}");
    }
    for id in ["", "msg.1"] {
        let [_, at, signature] = valid.clone();
        let refused =
            verify_at(SENT_AT, [SECRET], [("webhook-id", id.to_owned()), at, signature], BODY);
        assert_eq!(fault(refused), "InvalidHeader(\"webhook-id\")", "{id}");
    }
}

/// The signature covers every bit of the id, the timestamp and the body.
#[test]
fn a_changed_bit_never_verifies() {
    let at = SENT_AT.to_string();
    let parts = [MESSAGE_ID.as_bytes(), at.as_bytes(), EXPECTED.as_bytes(), BODY];
    for (place, part) in parts.iter().enumerate() {
        for bit in 0..part.len() * 8 {
            let mut parts = parts.map(<[u8]>::to_vec);
            parts[place][bit / 8] ^= 1 << (bit % 8);
            let [id, at, signature, body] = &parts;
            let headers =
                [("webhook-id", id), ("webhook-timestamp", at), ("webhook-signature", signature)];
            assert!(
                verify_at(SENT_AT, [SECRET], headers, body).is_err(),
                "bit {bit} of part {place}"
            );
        }
    }
}

/// An attacker who may choose a text in a body cannot make a part of it the timestamp of another webhook.
#[test]
fn the_parts_of_the_signed_text_cannot_be_moved() {
    let body = format!("a.{SENT_AT}.[1]");
    let old = SENT_AT - 86_400;
    let signature = sign(SECRET, MESSAGE_ID, old, body.as_bytes()).unwrap();
    let headers = [
        ("webhook-id", format!("{MESSAGE_ID}.{old}.a")),
        ("webhook-timestamp", SENT_AT.to_string()),
        ("webhook-signature", signature),
    ];
    let moved = verify_at(SENT_AT, [SECRET], headers, b"[1]");
    assert_eq!(fault(moved), "InvalidHeader(\"webhook-id\")");
}

#[test]
fn the_standards_own_library_agrees() {
    let theirs = standardwebhooks::Webhook::new(SECRET).unwrap();
    let now = clock::now().as_secs();
    let at = i64::try_from(now).unwrap();
    for body in ["{}", r#"{"type":"a","data":{"text":"Zwölf. Größe"}}"#, "[]"] {
        let bytes = body.as_bytes();
        let ours = sign(SECRET, MESSAGE_ID, now, bytes).unwrap();
        assert_eq!(ours, theirs.sign(MESSAGE_ID, at, bytes).unwrap());
        let mut headers = HeaderMap::new();
        for (name, value) in self::headers(&now.to_string(), &ours) {
            headers.insert(name, value.parse().unwrap());
        }
        theirs.verify(bytes, &headers).unwrap();
        let event: Value = verify([SECRET], &headers, bytes).unwrap();
        assert_eq!(event, serde_json::from_slice::<Value>(bytes).unwrap());
        headers.insert("webhook-id", "msg_other".parse().unwrap());
        assert!(theirs.verify(bytes, &headers).is_err());
        assert_eq!(fault(verify::<Value>([SECRET], &headers, bytes)), "WrongSignature");
    }
}

#[test]
fn a_body_that_is_no_json_is_told_apart_from_a_forged_one() {
    let now = clock::now().as_secs();
    let signature = sign(SECRET, MESSAGE_ID, now, b"{").unwrap();
    let refused = verify::<Value>([SECRET], headers(&now.to_string(), &signature), b"{");
    let refused = refused.unwrap_err();
    assert!(matches!(&refused, WebhookError::Decode(cause) if cause.is_eof()), "{refused}");
    assert_eq!(
        refused.to_string(),
        "the webhook is not an event as documented: EOF while parsing an object at line 1 column 1"
    );
    let forged = verify::<Value>([SECRET], headers(&now.to_string(), EXPECTED), b"{");
    assert_eq!(fault(forged), "WrongSignature");
}
