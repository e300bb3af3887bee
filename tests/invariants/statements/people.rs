//! The statements of the staff's people.

use stoa_stores::Seal;
use stoa_values::Secrets;

use super::*;
use crate::api::staff::totp::{code, turn_on};
use crate::api::staff::{ME, PASSWORD, SESSIONS, hired, invited};
use crate::api::storefront::auth::WEAK_HASH;

const OTHER: &[u8] = b"another secret of this server";
const INES: &str = "ines@harborgoods.example";

/// An owner, who logs in with an outdated hash, and a person with roles for all sites.
pub async fn people(server: &Server) {
    let token = hired(server, Some(1), INES, &["owner"]).await;
    hired(server, None, "lin@odds.example", &["content"]).await;
    stoa::commands::people::create(&server.db(), Some(1), INES, &["shop".into()]).await.unwrap();
    assert!(stoa_people::has_people(&server.db()).await.unwrap());
    let people = "/api/staff/sites/1/people";
    server.sql("update person_sessions set last_used_at = now() - interval '1 hour'").await;
    done(server.get(ME).bearer(&token)).await;
    done(server.get(people).bearer(&token)).await;
    server.sql(&format!("update people set password_hash = '{WEAK_HASH}' where id < 100000")).await;
    let wish = json!({"email": INES, "password": PASSWORD});
    let begun = server.request("POST", SESSIONS).json(&wish).await;
    assert_eq!(begun.status(), 201, "{}", begun.message());
    account(server, &token).await;
    done(server.request("DELETE", "/api/staff/sessions/current").bearer(&token)).await;
    let invitation = invited(server, Some(1), "tomas@harborgoods.example", &["shop"]).await;
    assert!(!invitation.is_empty());
    for arguments in [["staff", "list"].as_slice(), &["staff", "remove", "--email", INES]] {
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
    let resealed = stoa_people::reseal_totp(&server.db(), &Seal::new(secrets)).await.unwrap();
    assert_eq!((resealed.resealed, resealed.lost.len()), (1, 0));
    stoa_people::reseal_totp(
        &server.db(),
        &Seal::new(Secrets::new(SECRET.to_vec(), Some(OTHER.to_vec()))),
    )
    .await
    .unwrap();
    done(send("PUT", "sites/1/totp-requirement", json!({"required": true}))).await;
    done(send("PUT", "sites/1/totp-requirement", json!({"required": false}))).await;
    let login = json!({"email": INES, "password": PASSWORD, "code": codes[0]});
    assert_eq!(server.request("POST", SESSIONS).json(&login).await.status(), 201);
    let removal = json!({"password": PASSWORD, "code": code(server, &secret, 0)});
    done(send("POST", "me/totp/remove", removal)).await;
    assert!(stoa::commands::people::remove_totp(&server.db(), INES).await.is_err());
}
