//! The links that end reminders.

use super::*;

/// Mail scanners open links, so only the page's button ends the mails.
#[tokio::test]
async fn unsubscribe__by_the_page() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    send(&server, &mail_server).await;
    let link = unsubscribe_link(&mail_server.only());
    for method in ["HEAD", "GET", "GET"] {
        let page = server.request(method, &link).unchecked().await;
        assert_eq!(
            (page.status, page.headers["cache-control"].to_str().unwrap()),
            (200, "no-store")
        );
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("form-action 'self';"), "{policy}");
        assert!(method == "HEAD" || text(&page.body).contains("End these mails"));
    }
    assert_eq!(server.count("reminder_addresses where ended_at is not null").await, 0);
    // A customer may click twice.
    for _ in 0..2 {
        let ended = server.request("POST", &link).unchecked().await;
        assert_eq!(ended.status, 200);
        assert!(
            text(&ended.body)
                .contains("You get no more mails about items in your cart from Harbor Goods.")
        );
    }
    let optout = format!(
        "reminder_addresses where site_id = 1 and email_sha256 = sha256(convert_to('1 {EMAIL}', 'UTF8'))"
    );
    assert_eq!(server.count(&optout).await, 1);
}

/// A mail program posts to the link without a cookie, from no page (RFC 8058). The mails end for the address in any
/// letter case and for this store alone, and also after the customer was erased.
#[tokio::test]
async fn unsubscribe__by_one_click() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    send(&server, &mail_server).await;
    let link = unsubscribe_link(&mail_server.only());
    let body = "List-Unsubscribe=One-Click";
    let head = format!(
        "POST {link} HTTP/1.1\r\nhost: api.stoa.test\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let answer = wire::exchange(server.address, head.as_bytes(), false).await;
    assert_eq!(answer.status, 200);
    server.sql("delete from cart_items").await;
    for (session, email) in [("one", "MARA@Example.com"), ("two", "ida@example.com")] {
        add_pouch(&server, session, None).await;
        check_out(&server, session, email, None).await;
    }
    let_expire(&server).await;
    server.pass(2 * HOUR);
    assert_eq!(remind(&server).await, 1, "Ida's");
    server.sql("delete from mails; update reminder_addresses set site_id = 2").await;
    assert_eq!(remind(&server).await, 1, "another store's mails have not ended");
    server.sql("delete from reminder_addresses where site_id = 1").await;
    server.sql("update reminder_addresses set site_id = 1").await;
    stoa(&server, &["customer", "erase", EMAIL], "").await;
    assert_eq!(server.count("reminder_addresses where ended_at is not null").await, 1);
}

/// A mail that waits for the mail server is not sent after its address has ended such mails.
#[tokio::test]
async fn unsubscribe__while_a_mail_waits() {
    let Some((mail_server, server)) = abandoned().await else { return };
    remind(&server).await;
    stoa_commerce::carts::end_reminders(&server.db(), 1, "Mara@EXAMPLE.com", server.now())
        .await
        .unwrap();
    assert_eq!(send(&server, &mail_server).await, given_up(1));
    assert_eq!(mail_server.taken().len(), 0);
}

#[tokio::test]
async fn unsubscribe__refused_links() {
    let server = served().await;
    let token = "1.uX0aE2iO4vQZk3n0qV8sT1wY5bC7dF9gH2jK4lM6pR8";
    for token in
        ["", "1", "1.", ".", token, "99.x", "-1.x", "9223372036854775808.x", &"1.".repeat(5_000)]
    {
        for method in ["GET", "POST"] {
            let page = server.request(method, PAGE).query("token", token).unchecked().await;
            assert_eq!(page.status, 400, "{method} {token}");
            assert!(text(&page.body).contains("This link is not valid"), "{}", text(&page.body));
        }
    }
    assert_eq!(server.get(PAGE).unchecked().await.status, 400);
    assert_eq!(server.count("reminder_addresses").await, 0);
}

fn text(body: &[u8]) -> &str {
    str::from_utf8(body).unwrap()
}
