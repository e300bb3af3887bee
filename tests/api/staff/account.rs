//! The password of the caller.

use super::*;

const NEW_PASSWORD: &str = "two lighthouses over a wave";

pub fn change<'a>(server: &'a Server, token: &str, current: &str, new: &str) -> Request<'a> {
    let body = json!({"currentPassword": current, "newPassword": new});
    server.request("PUT", "/api/staff/me/password").bearer(token).json(&body)
}

#[tokio::test]
async fn change_password() {
    let (server, other) = served_to("shop").await;
    let invitation = "insert into invitations (person_id, token_sha256, expires_at)
        select person.id, sha256('a'), now() + interval '1 day' from people person";
    server.sql(invitation).await;
    let begun = log_in(&server, INES, PASSWORD).await;
    let token = begun.json["data"]["token"].as_str().unwrap();
    change(&server, token, "a lighthouse", NEW_PASSWORD).await.snapshot("change_password__403");
    for (new, message) in [
        ("", "Password must be at least 8 characters"),
        ("sunshine", "Password is too common"),
        (&"é".repeat(513), "Password must be at most 1024 bytes"),
    ] {
        assert_eq!(change(&server, token, "a lighthouse", new).await.outcome(), (400, message));
    }
    change(&server, token, "", NEW_PASSWORD).await.snapshot("change_password__400");
    let changed = change(&server, token, PASSWORD, NEW_PASSWORD).await;
    let request_id = changed.snapshot("change_password__200").header("x-request-id").to_owned();
    assert_eq!((me(&server, token).await, me(&server, &other).await), (200, 401));
    let invitations = server.db().one::<i64>("select count(*) from invitations", &[]).await;
    assert_eq!(invitations.unwrap(), 0);
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 401);
    assert_eq!(log_in(&server, INES, NEW_PASSWORD).await.status(), 201);
    let trail = audited(&server).await;
    assert_eq!(
        *trail.last().unwrap(),
        format!("0 person changePassword person password {request_id}")
    );
    assert_eq!(trail.len(), 3, "{trail:?}");
}

/// A thief of a session cannot guess the password. Right passwords do not count.
#[tokio::test]
async fn change_password__failed_logins() {
    let server = served_limited(&["staff-failed-logins=3/900"]).await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    for _ in 0..5 {
        assert_eq!(change(&server, &token, PASSWORD, PASSWORD).await.status(), 200);
    }
    for _ in 0..3 {
        assert_eq!(change(&server, &token, "wrong", NEW_PASSWORD).await.status(), 403);
    }
    let refused = change(&server, &token, PASSWORD, NEW_PASSWORD).await;
    assert_eq!(refused.outcome(), (429, "Too many attempts, slow down"));
    assert_eq!(log_in(&server, INES, PASSWORD).await.status(), 429, "both count together");
    assert_eq!(me(&server, &token).await, 200);
}

/// One of several calls changes the password, and the others see that it was changed. Each costs two hashes.
#[tokio::test]
async fn change_password__twenty_at_once() {
    let server = served_without_limits().await;
    let token = hired(&server, Some(1), INES, &["shop"]).await;
    let changes = (0..20).map(|number| {
        let (server, token) = (&server, &token);
        async move {
            change(server, token, PASSWORD, &format!("{NEW_PASSWORD} {number}")).await.status()
        }
    });
    let mut statuses = futures_util::future::join_all(changes).await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (200, [403; 19].as_slice()));
}
