//! The people of a site.

use super::*;

use crate::operations::mails::{self, Customers};

const TOMAS: &str = "tomas@harborgoods.example";

/// Invites a person to site 1.
fn invite<'a>(server: &'a Server, owner: &str, email: &str, roles: &[&str]) -> Request<'a> {
    server.post(PEOPLE, &json!({"email": email, "roles": roles})).bearer(owner)
}

#[tokio::test]
async fn list_people() {
    let (server, owner) = served_to("owner").await;
    invited(&server, Some(1), "tomas@harborgoods.example", &["support", "shop"]).await;
    invited(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let list = || server.get(PEOPLE).bearer(&owner);
    list().await.snapshot("list_people__200");
    assert_eq!(all_ids(|| list().query("limit", "1")).await, [1, 2]);
    list().query("cursor", "x").await.snapshot("list_people__400");
}

#[tokio::test]
async fn list_people__of_an_inactive_site() {
    let (server, owner) = served_to("owner").await;
    assert_eq!(server.get(PEOPLE).bearer(&owner).await.status(), 200);
    server.sql("update sites set active = false where id = 1").await;
    assert_eq!(server.get(PEOPLE).bearer(&owner).await.message(), "Site not found");
}

#[tokio::test]
async fn a_role_that_is_taken_away() {
    let server = served().await;
    let (ines, lin) = (INES, "lin@odds.example");
    let first = hired(&server, Some(1), ines, &["owner"]).await;
    let second = hired(&server, Some(1), lin, &["owner"]).await;
    grant(&server, Some(2), lin, &["shop"]).await;
    let remove = async |email| {
        stoa::commands::people::remove(&server.db(), Some(1), email, true, &[]).await.unwrap();
    };
    remove(ines).await;
    remove(lin).await;
    assert_eq!(me(&server, &first).await, 401, "no role is left");
    assert_eq!(server.get(PEOPLE).bearer(&second).await.status(), 404);
    let me = server.get(ME).bearer(&second).await;
    assert_eq!(me.json["data"]["sites"][0]["siteId"], 2);
    let invitation = invited(&server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    remove("tomas@harborgoods.example").await;
    let accepted = server.post(ACCEPT, &acceptance(&invitation)).await;
    assert_eq!(accepted.message(), "Invitation is invalid or has expired");
    let refused =
        stoa::commands::people::remove(&server.db(), Some(1), ines, true, &[]).await.unwrap_err();
    assert!(refused.to_string().starts_with("ines@harborgoods.example has no such roles"));
    let mut shown = Vec::new();
    stoa::commands::people::list(&server.db(), None, &mut shown).await.unwrap();
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("lin@odds.example") && shown.contains("2: shop"), "{shown}");
    assert!(!shown.contains(ines), "{shown}");
}

/// The newest mail of site 1: the recipient, the subject and the text.
async fn newest_mail(server: &Server) -> (String, String, String) {
    newest_mail_of(server, 1).await
}

async fn newest_mail_of(server: &Server, site_id: i64) -> (String, String, String) {
    let context = mails::context(server, Customers::new(&[]));
    let mail = stoa::commands::mail::find(&context.db, Some(site_id), None).await.unwrap();
    let letter = stoa_outbox::staff::show(&context, mail).await.unwrap().unwrap();
    (letter.to, letter.subject, letter.text)
}

#[tokio::test]
async fn invite_person() {
    let (server, owner) = served_to("owner").await;
    let invite = |body: Value| server.request("POST", PEOPLE).bearer(&owner).json(&body);
    let tomas =
        json!({"email": " Tomas@harborgoods.example", "roles": ["support", "shop", "shop"]});
    let invited = invite(tomas.clone()).await.snapshot("invite_person__201");
    let (to, subject, text) = newest_mail(&server).await;
    assert_eq!(
        (to.as_str(), subject.as_str()),
        ("Tomas@harborgoods.example", "Your invitation to work for Harbor Goods")
    );
    assert!(text.contains("Ines Alvarez invites you to work for Harbor Goods."), "{text}");
    let token = text.lines().find_map(|line| line.strip_prefix(INVITATION_URL)).unwrap();
    assert!(!invited.json.to_string().contains(token));
    let sealed = "select true from mails where position($1 in encode(sealed, 'escape')) > 0";
    assert!(server.client().await.query_opt(sealed, &[&token]).await.unwrap().is_none());
    let accepted = server.post(ACCEPT, &acceptance(token)).await;
    assert_eq!(accepted.status(), 201);
    let person = format!("{PEOPLE}/{}", invited.json["data"]["id"]);
    server.get(&person).bearer(&owner).await.snapshot("get_person__200");
    invite(tomas).await.snapshot("invite_person__409");

    let request_id = invited.header("x-request-id");
    assert_eq!(
        audited_with(&server, "invitePerson").await,
        [format!("1 person invitePerson person email,roles {request_id}")]
    );
}

/// What an owner sees while inviting a person with this address, changing their roles and removing them, without ids, the
/// address and times. Returns the id of the invitation too.
async fn seen_of(server: &Server, owner: &str, email: &str) -> (i64, Vec<String>) {
    let invited = invite(server, owner, email, &["owner"]).await;
    let id = invited.json["data"]["id"].as_i64().unwrap();
    let person = format!("{PEOPLE}/{id}");
    let send = |method: &'static str, path: &str| server.request(method, path).bearer(owner);
    let own = send("PUT", &format!("{PEOPLE}/1")).json(&json!({"roles": ["shop"]}));
    let answers = [
        invited,
        send("GET", PEOPLE).await,
        send("GET", &person).await,
        own.await,
        send("PUT", &person).json(&json!({"roles": ["support"]})).await,
        send("GET", "/api/staff/sites/1/audit-entries").query("limit", "2").await,
        send("DELETE", &person).await,
        send("GET", &person).await,
    ];
    let without = |answer: &Exchange| {
        let mut json = answer.json.clone();
        leave_out(&mut json, &["id", "requestId", "createdAt", "nextCursor"]);
        format!("{} {json}", answer.status()).replace(email, "EMAIL")
    };
    (id, answers.iter().map(without).collect())
}

/// Removes the members with these names everywhere.
fn leave_out(json: &mut Value, names: &[&str]) {
    match json {
        Value::Object(members) => {
            members.retain(|name, _| !names.contains(&name.as_str()));
            members.values_mut().for_each(|value| leave_out(value, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| leave_out(item, names)),
        _ => {}
    }
}

/// An owner sees the same of a person of another site as of an unknown address, until the person accepts.
#[tokio::test]
async fn invite_person__of_another_site() {
    let (server, owner) = served_to("owner").await;
    let lin = hired(&server, Some(2), "lin@odds.example", &["shop"]).await;
    assert_eq!(me(&server, &lin).await, 200);
    let (known_id, known) = seen_of(&server, &owner, "Lin@odds.example").await;
    let (unknown_id, unknown) = seen_of(&server, &owner, "Mia@odds.example").await;
    assert_eq!(known, unknown);
    assert!(known[0].contains(r#""isInvited":true"#), "{known:?}");
    assert!(known[3].starts_with("409"), "an invited person is no owner yet: {known:?}");
    assert_eq!((known_id, unknown_id), (3, 4));
    let (again_known, known) = seen_of(&server, &owner, "Lin@odds.example").await;
    let (again_unknown, unknown) = seen_of(&server, &owner, "Mia@odds.example").await;
    assert_eq!((known, again_known, again_unknown), (unknown, 5, 6));

    let invited = invite(&server, &owner, "Lin@odds.example", &["owner"]).await;
    let invited = format!("{PEOPLE}/{}", invited.json["data"]["id"]);
    let (to, _, text) = newest_mail(&server).await;
    assert_eq!(to, "Lin@odds.example");
    assert!(text.contains("log in as usual") && !text.contains(INVITATION_URL), "{text}");
    let agent = async || stoa_people::find_agent(&server.db(), 1, 2).await.unwrap();
    assert_eq!(agent().await, None);
    assert_eq!(me(&server, &lin).await, 200, "which accepts nothing");
    assert_eq!(server.get(&invited).bearer(&owner).await.json["data"]["name"], Value::Null);

    assert_eq!(server.get(PEOPLE).bearer(&lin).await.status(), 200, "the first call");
    assert_eq!(server.get(&invited).bearer(&owner).await.status(), 404);
    let accepted = server.get(&format!("{PEOPLE}/2")).bearer(&owner).await;
    let shown = &accepted.json["data"];
    assert_eq!(json!([shown["email"], shown["isInvited"]]), json!(["lin@odds.example", false]));
    assert!(shown["name"].is_string() && shown["lastSeenAt"].is_string());
    assert!(agent().await.is_some());
}

/// An open invitation concerns nothing that the person has otherwise.
#[tokio::test]
async fn invite_person__with_server_keys() {
    const SERVER_KEYS: &str = "/api/staff/sites/1/server-keys";
    let (server, owner) = served_to("owner").await;
    let everywhere = hired(&server, None, "lin@odds.example", &["owner"]).await;
    let wish = json!({"name": "Warehouse", "roles": ["shop"]});
    let key = server.request("POST", SERVER_KEYS).bearer(&everywhere).json(&wish).await;
    let secret = key.json["data"]["secret"].as_str().unwrap();
    let invited = invite(&server, &owner, "lin@odds.example", &["owner"]).await;
    let invited = format!("{PEOPLE}/{}", invited.json["data"]["id"]);
    let none = json!({"revoked": [], "retained": []});
    let body = json!({"roles": ["shop"]});
    let updated = server.request("PUT", &invited).bearer(&owner).json(&body).await;
    assert_eq!(updated.json["serverKeys"], none);
    let removed = server.request("DELETE", &invited).bearer(&owner).await;
    assert_eq!(removed.json["data"], none);
    let called = server.get("/api/staff/sites/1/orders").bearer(secret).await;
    assert_eq!(called.status(), 200);

    let ben = hired(&server, Some(2), "ben@odds.example", &["owner"]).await;
    invite(&server, &owner, "ben@odds.example", &["owner"]).await;
    let wish = json!({"name": "Till", "roles": ["shop"], "siteIds": [1]});
    let path = "/api/staff/sites/2/server-keys";
    let of_both = server.request("POST", path).bearer(&ben).json(&wish).await;
    assert_eq!(of_both.status(), 404, "an invited person is no owner yet");
}

/// A person without a password accepts an invitation by its link, and those of other sites by the first call. Their links
/// end then, because they would set the password again.
#[tokio::test]
async fn invite_person__by_two_sites() {
    let server = served().await;
    server.sql("update stores set base_url = 'https://odds.example' where site_id = 2").await;
    let first = hired(&server, Some(1), INES, &["owner"]).await;
    let second = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    let others = "/api/staff/sites/2/people";
    let invite = async |path: &str, owner: &str| {
        let body = json!({"email": TOMAS, "roles": ["owner"]});
        let invited = server.request("POST", path).bearer(owner).json(&body).await;
        format!("{path}/{}", invited.json["data"]["id"])
    };
    let newest_token = async |site_id| {
        let (_, _, text) = newest_mail_of(&server, site_id).await;
        text.lines().find_map(|line| line.strip_prefix(INVITATION_URL)).unwrap().to_owned()
    };
    let other = invite(others, &second).await;
    let other_token = newest_token(2).await;
    let person = invite(PEOPLE, &first).await;
    let accept = async |token: &str| server.post(ACCEPT, &acceptance(token)).await;
    let accepted = accept(&newest_token(1).await).await;
    assert_eq!(accept(&other_token).await.status(), 400);
    // A server of the previous release leaves an invitation of another site.
    let left = format!(
        "insert into site_invitations (person_id, for_site, token_sha256, expires_at)
        select person.id, 2, sha256('a'), now() + interval '1000 days' from people person where person.email = '{TOMAS}'"
    );
    server.sql(&left).await;
    assert_eq!(accept("a").await.status(), 400, "it would set the password again");
    let tomas = accepted.json["data"]["token"].as_str().unwrap();
    let name = async |path: &str, owner: &str| {
        server.get(path).bearer(owner).await.json["data"]["name"].clone()
    };
    assert_eq!(name(&person, &first).await, Value::Null, "the id of the invitation");
    let id = &accepted.json["data"]["person"]["id"];
    assert_eq!(name(&format!("{PEOPLE}/{id}"), &first).await, "Ines Alvarez");
    assert_eq!(name(&other, &second).await, Value::Null);
    assert_eq!(server.get(others).bearer(tomas).await.status(), 200);
    assert_eq!(name(&other, &second).await, "Ines Alvarez");
}

#[tokio::test]
async fn invite_person__does_not_end_the_link_of_the_command_line() {
    let (server, owner) = served_to("owner").await;
    let of_all_sites = invited(&server, None, TOMAS, &["support"]).await;
    assert_eq!(invite(&server, &owner, TOMAS, &["shop"]).await.status(), 201);
    let accepted = server.post(ACCEPT, &acceptance(&of_all_sites)).await;
    assert_eq!(accepted.status(), 201);
}

/// A leaked server key creates no owner, whose access would outlive the key.
#[tokio::test]
async fn a_server_key_gives_no_role_owner() {
    let (server, owner) = served_to("owner").await;
    let shop = invited(&server, Some(1), "lin@odds.example", &["shop"]).await;
    assert_eq!(server.post(ACCEPT, &acceptance(&shop)).await.status(), 201);
    let wish = json!({"name": "Deployment", "roles": ["owner"], "password": PASSWORD});
    let key = server.request("POST", "/api/staff/sites/1/server-keys").bearer(&owner).json(&wish);
    let key = key.await.json["data"]["secret"].as_str().unwrap().to_owned();
    let call = async |method: &'static str, path: &str, roles: &[&str]| {
        let body = json!({"email": TOMAS, "roles": roles});
        let request = server.request(method, path).bearer(&key).json(&body);
        let answer = request.await;
        (answer.status(), answer.header("x-error-code").to_owned())
    };
    let lin = format!("{PEOPLE}/2");
    let refused = (403, "only_a_person".to_owned());
    assert_eq!(call("POST", PEOPLE, &["shop", "owner"]).await, refused);
    assert_eq!(call("PUT", &lin, &["owner"]).await, refused);
    assert_eq!(call("POST", PEOPLE, &["shop"]).await.0, 201);
    assert_eq!(call("PUT", &lin, &["support"]).await.0, 200);
}

#[tokio::test]
async fn invite_person__refusals() {
    let (server, owner) = served_to("owner").await;
    let invite = |body: Value| server.request("POST", PEOPLE).bearer(&owner).json(&body);
    invite(json!({"roles": ["shop"]})).await.snapshot("invite_person__400");
    for (email, roles, expected) in [
        (json!("tomas"), json!(["shop"]), "email must be an e-mail address"),
        (json!(7), json!(["shop"]), "email is required"),
        (json!(TOMAS), json!([]), "roles must be a list of 1 to 4 roles"),
        (json!(TOMAS), json!(["admin"]), "roles must be a list of 1 to 4 roles"),
        (json!(TOMAS), json!("shop"), "roles must be a list of 1 to 4 roles"),
        (
            json!(TOMAS),
            json!(["shop", "shop", "shop", "shop", "shop"]),
            "roles must be a list of 1 to 4 roles",
        ),
    ] {
        let body = json!({"email": email, "roles": roles});
        assert_eq!(invite(body).await.outcome(), (400, expected));
    }
    // Site 5 has no store that could send a mail.
    let of_bare = hired(&server, Some(5), "bo@bare.example", &["owner"]).await;
    let bare = "/api/staff/sites/5/people";
    let invite_to_bare = |email: &str| {
        let body = json!({"email": email, "roles": ["shop"]});
        server.request("POST", bare).bearer(&of_bare).json(&body)
    };
    let refused = (409, "This site cannot send invitations");
    assert_eq!(invite_to_bare(TOMAS).await.outcome(), refused);
    assert_eq!(invite_to_bare(INES).await.outcome(), refused, "also if the person has a password");
    assert_eq!((server.count("people").await, server.count("site_invitations").await), (2, 0));
    assert_eq!(audited_with(&server, "invitePerson").await.len(), 0);
    let server = served_limited(&["invitations-sent=1/3600"]).await;
    let owner = hired(&server, Some(1), INES, &["owner"]).await;
    let invite = || server.request("POST", PEOPLE).bearer(&owner).json(&json!({}));
    assert_eq!(invite().await.status(), 400);
    assert_eq!(invite().await.status(), 429);
}

#[tokio::test]
async fn invite_person__repeated() {
    let (server, owner) = served_to("owner").await;
    let other = hired(&server, Some(1), "lin@odds.example", &["owner"]).await;
    let invite = |token: &str, email: &str| {
        let request = invite(&server, token, email, &["shop"]);
        request.header("idempotency-key", "a key")
    };
    let first = invite(&owner, TOMAS).await;
    let again = invite(&owner, TOMAS).await.snapshot("invite_person__201_replayed");
    assert_eq!(first.json, again.json);
    invite(&owner, "mia@harborgoods.example").await.snapshot("invite_person__422");
    assert_eq!((server.count("mails").await, server.count("people").await), (1, 3));
    assert_eq!(audited_with(&server, "invitePerson").await.len(), 1);
    assert_eq!(invite(&other, TOMAS).await.status(), 409, "the key of another person");
}

#[tokio::test]
async fn update_person() {
    let (server, owner) = served_to("owner").await;
    let tomas = hired(&server, Some(1), TOMAS, &["shop"]).await;
    hired(&server, Some(2), "lin@odds.example", &["shop"]).await;
    let update = |id: i64, roles: Value| {
        let request = server.request("PUT", &format!("{PEOPLE}/{id}"));
        request.bearer(&owner).json(&json!({"roles": roles}))
    };
    update(2, json!(["owner", "content"])).await.snapshot("update_person__200");
    assert_eq!(server.get(PEOPLE).bearer(&tomas).await.status(), 200);
    update(2, json!([])).await.snapshot("update_person__400");
    update(3, json!(["shop"])).await.snapshot("update_person__404");
    for id in [0, -1, i64::MAX] {
        assert_eq!(update(id, json!(["shop"])).await.outcome(), (404, "Person not found"));
        let get = server.get(&format!("{PEOPLE}/{id}")).bearer(&owner);
        assert_eq!(get.await.outcome(), (404, "Person not found"));
    }
    for id in ["x", "9223372036854775808"] {
        let get = server.get(&format!("{PEOPLE}/{id}")).bearer(&owner);
        assert_eq!(get.await.outcome(), (400, "Invalid person ID"));
    }
    assert_eq!(update(1, json!(["shop"])).await.status(), 200, "Tomas is an owner");
    assert_eq!(server.get(PEOPLE).bearer(&owner).await.status(), 403);
    let rows = audited_with(&server, "updatePerson").await;
    assert_eq!(rows.len(), 2, "a refused change has no row");
    assert!(rows[0].starts_with("1 person updatePerson person roles "), "{rows:?}");
}

#[tokio::test]
async fn remove_person() {
    let (server, owner) = served_to("owner").await;
    let tomas = hired(&server, Some(1), TOMAS, &["shop"]).await;
    let remove = |id: i64| server.request("DELETE", &format!("{PEOPLE}/{id}")).bearer(&owner);
    remove(2).await.snapshot("remove_person__200");
    assert_eq!(me(&server, &tomas).await, 401, "no role is left");
    remove(2).await.snapshot("remove_person__404");
    remove(1).await.snapshot("remove_person__409");
    let update = |roles: Value| {
        let request = server.request("PUT", &format!("{PEOPLE}/1"));
        request.bearer(&owner).json(&json!({"roles": roles}))
    };
    update(json!(["shop"])).await.snapshot("update_person__409");
    assert_eq!(update(json!(["shop", "owner"])).await.status(), 200, "she stays an owner");
    // Neither an invited owner nor a person with other roles for all sites counts.
    invited(&server, Some(1), "mia@harborgoods.example", &["owner"]).await;
    hired(&server, None, "lin@odds.example", &["shop"]).await;
    assert_eq!(remove(1).await.outcome(), (409, "A site needs an owner"));
    hired(&server, None, "bo@odds.example", &["owner"]).await;
    assert_eq!(remove(1).await.status(), 200);
    assert_eq!(remove(1).await.status(), 401);
    let rows = audited_with(&server, "removePerson").await;
    assert_eq!(rows.len(), 2);
    assert!(rows[0].starts_with("1 person removePerson person roles "), "{rows:?}");
}

/// The command does not take away the last owner of a site, unless it is forced to.
#[tokio::test]
async fn stoa_staff_remove__the_last_owner() {
    let server = served().await;
    let db = server.db();
    hired(&server, Some(1), INES, &["owner"]).await;
    invited(&server, Some(1), TOMAS, &["owner"]).await;
    let remove = |site_id, email, is_forced| {
        stoa::commands::people::remove(&db, site_id, email, is_forced, &[])
    };
    let needed = "site 1 would have no owner";
    for site_id in [Some(1), None] {
        let refused = remove(site_id, INES, false).await.unwrap_err().to_string();
        assert!(refused.starts_with(needed), "{refused}");
    }
    remove(Some(1), TOMAS, true).await.unwrap();
    let of_all = "lin@odds.example";
    hired(&server, None, of_all, &["owner"]).await;
    remove(Some(1), INES, false).await.unwrap();
    let refused = remove(None, of_all, false).await.unwrap_err().to_string();
    assert!(refused.starts_with(needed), "{refused}");
    assert_eq!(audited_with(&server, "staff remove").await.len(), 2);
    let arguments = ["staff", "remove", "--email", of_all, "--force"];
    let (_, complaint) = stoa(&server, &arguments, "").await;
    assert_eq!(complaint, "");
    assert_eq!(server.count("people where all_site_roles <> '{}'").await, 0);
}
