//! TOTP: setting it up, logging in with it, turning it off, and sites that require it.

use std::time::Duration;

use stoa_stores::Seal;
use stoa_values::Secrets;
use totp_rs::{Builder, Secret};

use super::*;

const TOTP: &str = "/api/staff/me/totp";
const CONFIRM: &str = "/api/staff/me/totp/confirm";
const REMOVE: &str = "/api/staff/me/totp/remove";
const REQUIREMENT: &str = "/api/staff/sites/1/totp-requirement";
const STEP: Duration = Duration::from_secs(30);

/// The code of the authenticator app, `drift` steps from now.
pub fn code(server: &Server, secret: &str, drift: i64) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let totp = Builder::new().with_secret(secret).build().unwrap();
    let seconds = server.now().timestamp() + 30 * drift;
    totp.generate(seconds.try_into().unwrap()).to_string()
}

fn post<'a>(server: &'a Server, path: &str, token: &str, body: Value) -> Request<'a> {
    server.request("POST", path).bearer(token).json(&body)
}

async fn set_up(server: &Server, token: &str) -> String {
    let set_up = post(server, TOTP, token, json!({"password": PASSWORD})).await;
    set_up.json["data"]["secret"].as_str().unwrap().to_owned()
}

/// Turns TOTP on, and returns the secret and the recovery codes. Then waits until a new code is valid.
pub async fn turn_on(server: &Server, token: &str) -> (String, Vec<String>) {
    let secret = set_up(server, token).await;
    let confirmed = post(server, CONFIRM, token, json!({"code": code(server, &secret, 0)})).await;
    assert_eq!(confirmed.status(), 200, "{}", confirmed.message());
    server.pass(STEP);
    let codes = confirmed.json["data"]["recoveryCodes"].as_array().unwrap();
    (secret, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

fn log_in_with<'a>(server: &'a Server, password: &str, code: &str) -> Request<'a> {
    let body = json!({"email": INES, "password": password, "code": code});
    server.post(SESSIONS, &body)
}

#[tokio::test]
async fn set_up_totp() {
    let (server, token) = served_to("shop").await;
    let confirm = |code: String| post(&server, CONFIRM, &token, json!({"code": code}));
    confirm("000000".into()).await.snapshot("confirm_totp__409");
    post(&server, TOTP, &token, json!({"password": "wrong"})).await.snapshot("set_up_totp__403");
    post(&server, TOTP, &token, json!({})).await.snapshot("set_up_totp__400");
    let replaced = set_up(&server, &token).await;
    let shown = post(&server, TOTP, &token, json!({"password": PASSWORD})).await;
    let shown = shown.snapshot("set_up_totp__201");
    let secret = shown.json["data"]["secret"].as_str().unwrap();
    let uri = format!("otpauth://totp/Stoa:ines%40harborgoods.example?secret={secret}&issuer=Stoa");
    assert_eq!(shown.json["data"]["uri"], uri);
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 201, "it is not on yet");
    confirm(code(&server, &replaced, 0)).await.snapshot("confirm_totp__400");
    for wrong in [code(&server, secret, 2), code(&server, secret, -2), "a".into(), "é".repeat(64)]
    {
        assert_eq!(confirm(wrong).await.outcome(), (400, "Wrong code"));
    }
    assert_eq!(confirm(" ".into()).await.outcome(), (400, "code is required"));
    let long = (400, "code must be at most 64 characters");
    assert_eq!(confirm("1".repeat(65)).await.outcome(), long);
    confirm(code(&server, secret, 1)).await.snapshot("confirm_totp__200");
    let is_on = (409, "TOTP is on already");
    assert_eq!(confirm(code(&server, secret, 0)).await.outcome(), is_on);
    let again = post(&server, TOTP, &token, json!({"password": PASSWORD})).await;
    again.snapshot("set_up_totp__409");
    let operations = audited(&server).await.into_iter().skip(2);
    let operations: Vec<String> =
        operations.map(|entry| entry.rsplit_once(' ').unwrap().0.to_owned()).collect();
    assert_eq!(
        operations,
        [
            "0 person setUpTotp person totpSecret",
            "0 person setUpTotp person totpSecret",
            "0 person confirmTotp person hasTotp",
        ]
    );
}

/// A session that began without a code cannot outlive the time when codes are needed.
#[tokio::test]
async fn confirm_totp__ends_other_sessions() {
    let (server, token) = served_to("shop").await;
    let other = log_in(&server, INES, PASSWORD).await;
    let other = other.json["data"]["token"].as_str().unwrap();
    assert_eq!(me(&server, other).await, 200);
    turn_on(&server, &token).await;
    assert_eq!([me(&server, &token).await, me(&server, other).await], [200, 401]);
}

/// A thief of a session cannot try codes without end.
#[tokio::test]
async fn confirm_totp__wrong_codes() {
    let (server, token) = served_to("shop").await;
    let secret = set_up(&server, &token).await;
    let confirm = |code: String| post(&server, CONFIRM, &token, json!({"code": code}));
    for _ in 0..10 {
        assert_eq!(confirm("a".into()).await.outcome(), (400, "Wrong code"));
    }
    let slow = (429, "Too many attempts, slow down");
    assert_eq!(confirm(code(&server, &secret, 0)).await.outcome(), slow);
    server.pass(15 * MINUTE);
    confirm(code(&server, &secret, 0)).await;
    assert_eq!(confirm(code(&server, &secret, 0)).await.outcome(), (409, "TOTP is on already"));
}

/// Neither the secret nor a recovery code is in the database.
#[tokio::test]
async fn secrets_are_not_stored() {
    let (server, token) = served_to("shop").await;
    let (secret, codes) = turn_on(&server, &token).await;
    let stored =
        "select concat((select string_agg(row_to_json(person)::text, '') from people person),
        (select string_agg(row_to_json(code)::text, '') from person_recovery_codes code),
        (select string_agg(row_to_json(entry)::text, '') from audit_entries entry))";
    let stored: String = server.db().one(stored, &[]).await.unwrap();
    for shown in codes.iter().chain([&secret]) {
        let bare = shown.replace('-', "");
        for form in [shown.as_str(), &bare, &hex::encode(shown), &hex::encode(&bare)] {
            assert!(!stored.contains(form), "{form}");
        }
    }
}

#[tokio::test]
async fn log_in__with_a_code() {
    let server = served_limited(&["staff-logins=off", "staff-failed-logins=off"]).await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    let (secret, _) = turn_on(&server, &token).await;
    log_in(&server, INES, PASSWORD).await.snapshot("log_in__401_without_a_code");
    let right = code(&server, &secret, 0);
    let wrong = (401, "Wrong e-mail address or password");
    assert_eq!(
        log_in_with(&server, "wrong", &right).await.outcome(),
        wrong,
        "the code is not used up"
    );
    assert_eq!(log_in(&server, INES, "wrong").await.outcome(), wrong);
    log_in_with(&server, PASSWORD, &right).await.snapshot("log_in__201_with_a_code");
    log_in_with(&server, PASSWORD, &right).await.snapshot("log_in__401_code");
    let wrong_code = (401, "Wrong code");
    let confirmed = code(&server, &secret, -1);
    assert_eq!(
        log_in_with(&server, PASSWORD, &confirmed).await.outcome(),
        wrong_code,
        "it confirmed"
    );
    for hostile in ["000000", "１２３４５６", "null", "-1", "1e5", &"9".repeat(64)] {
        assert_eq!(
            log_in_with(&server, PASSWORD, hostile).await.outcome(),
            wrong_code,
            "{hostile}"
        );
    }
    let length = (400, "code must be text of 1 to 64 characters");
    for hostile in ["", "\u{202e}", &"9".repeat(65)] {
        assert_eq!(log_in_with(&server, PASSWORD, hostile).await.outcome(), length, "{hostile}");
    }
    assert_eq!(log_in_with(&server, PASSWORD, "\0").await.status(), 400);
    let next = code(&server, &secret, 1);
    assert_eq!(log_in_with(&server, PASSWORD, &next).await.status(), 201, "one step of drift");
    server.pass(STEP);
    assert_eq!(
        log_in_with(&server, PASSWORD, &next).await.outcome(),
        wrong_code,
        "within its window"
    );
    server.pass(STEP);
    assert_eq!(
        log_in_with(&server, PASSWORD, &code(&server, &secret, -2)).await.outcome(),
        wrong_code
    );
    let body = json!({"email": INES, "password": PASSWORD, "code": code(&server, &secret, 0)});
    let begun = server.post(SESSIONS, &body).await;
    assert_eq!(begun.json["data"]["person"]["hasTotp"], true);
}

#[tokio::test]
async fn log_in__fifty_at_once_with_one_code() {
    let server = served_without_limits().await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    let (secret, codes) = turn_on(&server, &token).await;
    for code in [code(&server, &secret, 0), codes[0].clone()] {
        let answers = fifty_on([&server, &server], async |server, _| {
            log_in_with(server, PASSWORD, &code).await
        })
        .await;
        assert_eq!((answered(&answers, 201), answered(&answers, 401)), (1, 49));
    }
}

/// A right password without a code is not counted, and does not clear the count of wrong codes.
#[tokio::test]
async fn log_in__wrong_codes() {
    let server = served_limited(&["staff-logins=off", "staff-failed-logins=3/900"]).await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    let (secret, _) = turn_on(&server, &token).await;
    for _ in 0..3 {
        for _ in 0..2 {
            let needed = (401, "A code is needed");
            assert_eq!(log_in(&server, INES, PASSWORD).await.outcome(), needed);
        }
        let wrong = log_in_with(&server, PASSWORD, "a").await;
        assert_eq!(wrong.outcome(), (401, "Wrong code"));
    }
    let right = code(&server, &secret, 0);
    assert_eq!(log_in_with(&server, PASSWORD, &right).await.status(), 429);
    server.pass(15 * MINUTE);
    let right = code(&server, &secret, 0);
    assert_eq!(log_in_with(&server, PASSWORD, &right).await.status(), 201);
}

#[tokio::test]
async fn recovery_codes() {
    let server = served_limited(&["staff-logins=off", "staff-failed-logins=off"]).await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    let (_, codes) = turn_on(&server, &token).await;
    assert_eq!(codes.len(), 10);
    let other = hired(&server, Some(1), "lin@odds.example", &["shop"]).await;
    let (_, of_other) = turn_on(&server, &other).await;
    let wrong = (401, "Wrong code");
    assert_eq!(log_in_with(&server, PASSWORD, &of_other[0]).await.outcome(), wrong);
    for code in &codes {
        let typed = format!(" {} ", code.to_uppercase().replace('-', " "));
        assert_eq!(log_in_with(&server, PASSWORD, &typed).await.status(), 201, "{code}");
        assert_eq!(log_in_with(&server, PASSWORD, code).await.outcome(), wrong, "it is used");
    }
}

#[tokio::test]
async fn remove_totp() {
    let (server, token) = served_to("shop").await;
    let remove = |password: &str, code: &str| {
        post(&server, REMOVE, &token, json!({"password": password, "code": code}))
    };
    remove(PASSWORD, "000000").await.snapshot("remove_totp__409");
    let (secret, codes) = turn_on(&server, &token).await;
    let right = code(&server, &secret, 0);
    remove("wrong", &right).await.snapshot("remove_totp__403");
    remove(PASSWORD, "000000").await.snapshot("remove_totp__400");
    let removed = remove(PASSWORD, &right).await.snapshot("remove_totp__200");
    let request_id = removed.header("x-request-id");
    let trail = audited(&server).await;
    assert_eq!(*trail.last().unwrap(), format!("0 person removeTotp person hasTotp {request_id}"));
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 201);
    assert_eq!(server.count("person_recovery_codes").await, 0);
    let (_, codes_of_second) = turn_on(&server, &token).await;
    let wrong = (400, "Wrong code");
    assert_eq!(remove(PASSWORD, &codes[0]).await.outcome(), wrong, "it is of the removed secret");
    assert_eq!(remove(PASSWORD, &codes_of_second[0]).await.status(), 200);
    turn_on(&server, &token).await;
    let removed = stoa::commands::people::remove_totp(&server.db(), INES).await;
    removed.unwrap();
    assert!(stoa::commands::people::remove_totp(&server.db(), INES).await.is_err());
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 201);
    let trail = audited(&server).await;
    assert_eq!(trail.last().unwrap(), "0 command_line stoa staff remove-totp person hasTotp");
}

#[tokio::test]
async fn remove_totp__failed_logins() {
    let server = served_limited(&["staff-failed-logins=3/900"]).await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    let (secret, _) = turn_on(&server, &token).await;
    let remove = |password: &str, code: &str| {
        post(&server, REMOVE, &token, json!({"password": password, "code": code}))
    };
    assert_eq!(remove("wrong", "000000").await.status(), 403);
    for _ in 0..2 {
        assert_eq!(remove(PASSWORD, "000000").await.status(), 400);
    }
    assert_eq!(remove(PASSWORD, &code(&server, &secret, 0)).await.status(), 429);
}

/// The secret is sealed under the server's secret, so another secret does not open it. A recovery code still works.
#[tokio::test]
async fn another_secret_of_the_server() {
    let (server, token) = served_to("shop").await;
    let (secret, codes) = turn_on(&server, &token).await;
    server.sql("update people set totp_sealed = set_byte(totp_sealed, 30, 255 - get_byte(totp_sealed, 30))").await;
    let right = code(&server, &secret, 0);
    assert_eq!(log_in_with(&server, PASSWORD, &right).await.outcome(), (401, "Wrong code"));
    assert_eq!(log_in_with(&server, PASSWORD, &codes[0]).await.status(), 201);
}

/// The command that seals the stores' keys again does so with the secrets of people, and records each.
#[tokio::test]
async fn stoa_store_reseal() {
    let (server, token) = served_to("shop").await;
    let (secret, _) = turn_on(&server, &token).await;
    let other = b"another secret of all servers in tests";
    for (new, old) in [(other.as_slice(), SECRET), (SECRET, other)] {
        let seal = Seal::new(Secrets::new(new.to_vec(), Some(old.to_vec())));
        let mut told = Vec::new();
        stoa::commands::stores::reseal(&server.db(), &seal, None, &mut told).await.unwrap();
        assert!(String::from_utf8(told).unwrap().contains("1 TOTP secrets are too"));
    }
    let row = "0 command_line stoa store reseal person totpSecret";
    assert_eq!(audited_with(&server, row).await.len(), 2);
    let right = code(&server, &secret, 0);
    assert_eq!(log_in_with(&server, PASSWORD, &right).await.status(), 201);
}

#[tokio::test]
async fn set_totp_requirement() {
    let (server, owner) = served_to("owner").await;
    let of_all = hired(&server, None, "lin@odds.example", &["owner"]).await;
    let people = |token: &str| server.get("/api/staff/sites/1/people").bearer(token);
    let set = |token: &str, required: Value| {
        let body = json!({"required": required});
        server.request("PUT", REQUIREMENT).bearer(token).json(&body)
    };
    set(&owner, true.into()).await.snapshot("set_totp_requirement__409");
    assert_eq!(set(&owner, false.into()).await.status(), 200, "it is so already");
    set(&owner, "yes".into()).await.snapshot("set_totp_requirement__400");
    let (secret, _) = turn_on(&server, &owner).await;
    let required = set(&owner, true.into()).await.snapshot("set_totp_requirement__200");
    let request_id = required.header("x-request-id");
    assert_eq!(set(&owner, true.into()).await.status(), 200);
    let entry = format!("1 person setTotpRequirement site requiresTotp {request_id}");
    assert_eq!(audited_with(&server, "setTotpRequirement").await, [entry]);
    assert_eq!(people(&owner).await.status(), 200);
    let lacking = people(&of_all).await.snapshot("list_people__403_without_totp");
    assert_eq!(lacking.message(), "This site requires TOTP");
    server.get("/api/staff/sites/1").bearer(&of_all).await.snapshot("get_site__403");
    set(&of_all, false.into()).await.snapshot("set_totp_requirement__403");
    let elsewhere = "/api/staff/sites/2/people";
    assert_eq!(server.get(elsewhere).bearer(&of_all).await.status(), 200);
    let stranger = hired(&server, Some(2), "tomas@odds.example", &["owner"]).await;
    assert_eq!(people(&stranger).await.status(), 404, "it is not one of the caller's sites");
    turn_on(&server, &of_all).await;
    assert_eq!(people(&of_all).await.status(), 200);
    let body = json!({"password": PASSWORD, "code": code(&server, &secret, 0)});
    assert_eq!(post(&server, REMOVE, &owner, body).await.status(), 200);
    assert_eq!(people(&owner).await.status(), 403);
    assert_eq!(me(&server, &owner).await, 200);
    assert_eq!(set(&of_all, false.into()).await.status(), 200);
    assert_eq!(people(&owner).await.status(), 200);
}
