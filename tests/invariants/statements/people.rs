//! The statements of the staff's people.

use stoa_audit::Origin;
use stoa_stores::Seal;
use stoa_values::Secrets;

use super::*;
use crate::api::staff::totp::{code, turn_on};
use crate::api::staff::{INES, ME, PASSWORD, PEOPLE, SESSIONS, hired, invited};
use crate::api::storefront::auth::WEAK_HASH;

const OTHER: &[u8] = b"another secret of this server";

/// An owner, who logs in with an outdated hash, and a person with roles for all sites.
pub async fn people(server: &Server) {
    let token = hired(server, Some(1), INES, &["owner"]).await;
    let lin = hired(server, None, "lin@odds.example", &["content"]).await;
    stoa::commands::people::create(&server.db(), Some(1), INES, &["shop".into()]).await.unwrap();
    assert!(stoa_people::has_people(&server.db()).await.unwrap());
    server.sql("update person_sessions set last_used_at = now() - interval '1 hour'").await;
    done(server.get(ME).bearer(&token)).await;
    done(server.get(PEOPLE).bearer(&token)).await;
    members(server, &token, &lin).await;
    keys(server, &token).await;
    server.sql(&format!("update people set password_hash = '{WEAK_HASH}' where id < 100000")).await;
    let wish = json!({"email": INES, "password": PASSWORD});
    let begun = server.request("POST", SESSIONS).json(&wish).await;
    assert_eq!(begun.status(), 201, "{}", begun.message());
    account(server, &token).await;
    done(server.request("DELETE", "/api/staff/sessions/current").bearer(&token)).await;
    let invitation = invited(server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    assert!(!invitation.is_empty());
    assert!(stoa::commands::people::remove(&server.db(), None, INES, false, &[]).await.is_err());
    for arguments in
        [["staff", "list"].as_slice(), &["staff", "remove", "--email", INES, "--force"]]
    {
        ordered(server, arguments, "").await;
    }
    ordered(server, &["staff", "remove", "--email", "lin@odds.example"], "").await;
}

/// Password and TOTP of a person, with a code of the app, a recovery code and a site that requires TOTP.
async fn account(server: &Server, token: &str) {
    let send = |method, path: &str, body| {
        server.request(method, &format!("/api/staff/{path}")).bearer(token).json(&body)
    };
    let passwords = json!({"currentPassword": PASSWORD, "newPassword": PASSWORD});
    done(send("PUT", "me/password", passwords)).await;
    let (secret, codes) = turn_on(server, token).await;
    let secrets = Secrets::new(OTHER.to_vec(), Some(SECRET.to_vec()));
    let resealed = reseal_totp(server, secrets).await;
    assert_eq!((resealed.resealed, resealed.lost.len()), (1, 0));
    reseal_totp(server, Secrets::new(SECRET.to_vec(), Some(OTHER.to_vec()))).await;
    done(send("PUT", "sites/1/totp-requirement", json!({"required": true}))).await;
    done(send("PUT", "sites/1/totp-requirement", json!({"required": false}))).await;
    let login = json!({"email": INES, "password": PASSWORD, "code": codes[0]});
    assert_eq!(server.request("POST", SESSIONS).json(&login).await.status(), 201);
    let removal = json!({"password": PASSWORD, "code": code(server, &secret, 0)});
    done(send("POST", "me/totp/remove", removal)).await;
    assert!(stoa::commands::people::remove_totp(&server.db(), INES).await.is_err());
}

async fn reseal_totp(server: &Server, secrets: Secrets) -> stoa_people::Resealed {
    let (origin, seal) = (Origin::of_command("stoa store reseal"), Seal::new(secrets));
    stoa_people::reseal_totp(&server.db(), &origin, &seal, server.now()).await.unwrap()
}

/// People who are invited. One of them accepts, gets other roles, and is removed.
async fn members(server: &Server, token: &str, accepting: &str) {
    let mut ids = Vec::new();
    for email in ["mia@harborgoods.example", "lin@odds.example"] {
        let wish = json!({"email": email, "roles": ["owner"]});
        let invited = server.request("POST", PEOPLE).bearer(token).json(&wish).await;
        assert_eq!(invited.status(), 201, "{}", invited.message());
        ids.push(invited.json["data"]["id"].clone());
    }
    done(server.get(PEOPLE).bearer(accepting)).await;
    ids[1] = server.get(ME).bearer(accepting).await.json["data"]["id"].clone();
    for id in ids {
        let person = format!("{PEOPLE}/{id}");
        done(server.get(&person).bearer(token)).await;
        let roles = json!({"roles": ["shop"]});
        done(server.request("PUT", &person).bearer(token).json(&roles)).await;
        done(server.request("DELETE", &person).bearer(token)).await;
    }
}

async fn keys(server: &Server, token: &str) {
    let site = "/api/staff/sites/1";
    stoa::commands::people::create(&server.db(), Some(2), INES, &["owner".into()]).await.unwrap();
    let wish =
        json!({"name": "Warehouse", "roles": ["owner"], "siteIds": [2], "password": PASSWORD});
    let created = server.request("POST", &format!("{site}/server-keys")).bearer(token).json(&wish);
    let created = created.await;
    let key = created.json["data"]["secret"].as_str().unwrap();
    done(server.get(ME).bearer(key)).await;
    let wish = json!({"name": "Of the key", "roles": ["shop"], "siteIds": [2]});
    let by_key = server.request("POST", &format!("{site}/server-keys")).bearer(key).json(&wish);
    assert_eq!(by_key.await.status(), 201);
    done(server.get(&format!("{site}/server-keys")).bearer(key)).await;
    done(server.get(&format!("{site}/server-keys")).bearer(token)).await;
    // The person is no longer an owner of site 2, so the key loses only site 1.
    server.sql("delete from person_roles where site_id = 2 and person_id < 100000").await;
    let id = &created.json["data"]["key"]["id"];
    done(server.request("DELETE", &format!("{site}/server-keys/{id}")).bearer(token)).await;
    let left = format!("/api/staff/sites/2/server-keys/{id}");
    done(server.request("DELETE", &left).bearer(key)).await;
    server.sql("update api_keys set expires_at = coalesce(expires_at, now() + interval '1 day') where site_id = 1").await;
    done(server.get(&format!("{site}/api-keys")).bearer(token)).await;
    done(server.get(&format!("{site}/audit-entries")).bearer(token)).await;
}

/// The sites of people, a stream of a site's inbox, and the deletion of its old events.
pub async fn sites(server: &Server) {
    let some = hired(server, Some(1), "tomas@odds.example", &["owner"]).await;
    let every = hired(server, None, "ida@odds.example", &["shop"]).await;
    for token in [&some, &every] {
        done(server.get("/api/staff/sites").bearer(token)).await;
        done(server.get("/api/staff/sites/1").bearer(token)).await;
    }
    let stream = server.get("/api/staff/sites/1/inbox").bearer(&some);
    let mut reader = Reader::open(stream.query("lastEventId", "earliest")).await;
    assert_eq!(reader.next().await.unwrap().number, 1);
    let later = server.now() + TimeDelta::days(1000);
    assert!(stoa_inbox::delete_old_events(&server.db(), later).await.unwrap() > 0);
}
