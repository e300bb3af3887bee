//! The digests of the morning.

use futures_util::future::join_all;

use super::*;

fn utc(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn digests_at(server: &Server, now: &str) -> u64 {
    queue_digests(&server.db(), utc(now)).await.unwrap()
}

/// Stores a message to the store as an alert, and tells it.
async fn alert_at(server: &Server, number: i64, now: &str) {
    alert(server, [support_message(number)], utc(now)).await;
    tell_people(&server.db(), utc(now)).await.unwrap();
}

#[tokio::test]
async fn digest() {
    let (server, _) = served_to("owner").await;
    hired(&server, Some(1), SHOP, &["shop"]).await;
    hired(&server, Some(1), SUPPORT, &["support"]).await;
    let low = |product_id| Alert::StockLow { product_id, variant_id: None, quantity: 3 };
    let alerts = [low(1), support_message(1), low(4), dispute(1)];
    alert(&server, alerts, server.now()).await;
    assert_eq!(told(&server).await, 2, "the dispute, at once");
    assert_eq!(digests_at(&server, "2026-06-02T07:59:59Z").await, 0);
    assert_eq!(digests_at(&server, "2026-06-02T08:00:00Z").await, 3);
    assert_eq!(digests_at(&server, "2026-06-02T08:00:01Z").await, 0);
    let letters = letters(&server, 1).await.into_iter().map(Result::unwrap);
    let digests: Vec<_> = letters.skip(2).collect();
    let outlines = digests.iter().map(|letter| format!("{}: {}", letter.to, letter.subject));
    let expected = [
        format!("{INES}: 3 alerts of Harbor Goods"),
        format!("{SHOP}: 2 alerts of Harbor Goods"),
        format!("{SUPPORT}: One alert of Harbor Goods"),
    ];
    assert_eq!(outlines.collect::<Vec<_>>(), expected);
    let expected = "Messages to the store (1)\n\n\
        - 1 June 2026, 12:00: A customer wrote to the store: message 1\n\n\
        Low stock (2)\n\n\
        - 1 June 2026, 12:00: Stock is low, 3 pieces left: Anchor Mug\n\
        - 1 June 2026, 12:00: Stock is low, 3 pieces left: Harbor Tote\n\n--\n\
        You get this mail because you work for Harbor Goods. Your alert settings\n\
        for the site say which mails you get (updateAlertSettings of the staff API).";
    assert_eq!(digests[0].text.trim_end(), expected);
}

/// Each alert is in one digest, and a day without news has none.
#[tokio::test]
async fn from_digest_to_digest() {
    let (server, _) = served_to("support").await;
    alert_at(&server, 1, "2026-06-01T12:00:00Z").await;
    assert_eq!(digests_at(&server, "2026-06-02T08:00:30Z").await, 1);
    assert_eq!(digests_at(&server, "2026-06-03T08:00:30Z").await, 0);
    // This server's clock is behind, so the alert is told within the period of the last digest.
    alert_at(&server, 2, "2026-06-02T08:00:20Z").await;
    alert_at(&server, 3, "2026-06-03T09:00:00Z").await;
    assert_eq!(digests_at(&server, "2026-06-03T23:00:00Z").await, 1, "planned for 3 June");
    alert_at(&server, 4, "2026-06-03T23:30:00Z").await;
    assert_eq!(digests_at(&server, "2026-06-03T23:59:00Z").await, 0);
    assert_eq!(digests_at(&server, "2026-06-04T08:00:00Z").await, 1);
    let texts = letters(&server, 1).await.into_iter().map(|letter| letter.unwrap().text);
    let numbers = texts.map(|text| {
        (1..5).filter(|number| text.contains(&format!("message {number}\n"))).collect::<Vec<_>>()
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [vec![1], vec![2, 3], vec![4]]);
}

/// An alert that a server told whose clock is ahead is in the next digest.
#[tokio::test]
async fn a_clock_that_is_ahead() {
    let (server, _) = served_to("support").await;
    alert_at(&server, 1, "2026-06-01T12:00:00Z").await;
    alert_at(&server, 2, "2026-06-02T08:00:40Z").await;
    assert_eq!(digests_at(&server, "2026-06-02T08:00:30Z").await, 1);
    assert_eq!(digests_at(&server, "2026-06-02T08:01:30Z").await, 0);
    assert_eq!(digests_at(&server, "2026-06-03T08:00:00Z").await, 1);
    let letters = letters(&server, 1).await;
    let texts = letters.iter().map(|letter| &letter.as_ref().unwrap().text);
    let texts: Vec<_> = texts.collect();
    assert!(texts[0].contains("message 1\n") && !texts[0].contains("message 2\n"));
    assert!(texts[1].contains("message 2\n") && !texts[1].contains("message 1\n"));
}

#[tokio::test]
async fn time_zones() {
    let (server, token) = served_to("owner").await;
    let settings = "/api/staff/sites/1/settings";
    let change = async |zone: &str| {
        let body = json!({"timeZone": zone});
        super::settings::patch(&server, &token, settings, "*", &body).await.expect(200);
    };
    change("Europe/Berlin").await;
    for (told, before, at) in [
        // Summer time ends on 25 October 2026, and begins on 28 March 2027.
        ("2026-10-23T12:00:00Z", "2026-10-24T05:59:59Z", "2026-10-24T06:00:00Z"),
        ("2026-10-24T12:00:00Z", "2026-10-25T06:59:59Z", "2026-10-25T07:00:00Z"),
        ("2027-03-26T12:00:00Z", "2027-03-27T06:59:59Z", "2027-03-27T07:00:00Z"),
        ("2027-03-27T12:00:00Z", "2027-03-28T05:59:59Z", "2027-03-28T06:00:00Z"),
    ] {
        alert_at(&server, utc(told).timestamp(), told).await;
        assert_eq!(digests_at(&server, before).await, 0, "{before}");
        assert_eq!(digests_at(&server, at).await, 1, "{at}");
    }
}

/// After a change of the time zone, the digests come in the morning of the new one, and at most one on a day.
#[tokio::test]
async fn a_change_of_the_time_zone() {
    let (server, token) = served_to("owner").await;
    alert(&server, [support_message(1)], server.now()).await;
    told(&server).await;
    let body = json!({"timeZone": "Pacific/Kiritimati"});
    let settings = "/api/staff/sites/1/settings";
    super::settings::patch(&server, &token, settings, "*", &body).await.expect(200);
    // It is 02:00 on 2 June there.
    assert_eq!(digests_at(&server, "2026-06-01T12:01:00Z").await, 0);
    assert_eq!(digests_at(&server, "2026-06-01T17:59:59Z").await, 0);
    assert_eq!(digests_at(&server, "2026-06-01T18:00:00Z").await, 1);
    server.sql("update sites set time_zone = 'Pacific/Honolulu' where id = 1").await;
    alert_at(&server, 2, "2026-06-01T19:00:00Z").await;
    assert_eq!(digests_at(&server, "2026-06-02T18:00:00Z").await, 0, "it is still 2 June");
    assert_eq!(digests_at(&server, "2026-06-03T18:00:00Z").await, 1);
}

#[tokio::test]
async fn a_time_zone_of_a_bundle() {
    let (server, token) = served_to("owner").await;
    alert(&server, [support_message(1)], server.now()).await;
    told(&server).await;
    let path = "/api/staff/sites/1/bundle";
    let mut bundle = server.get(path).bearer(&token).await.expect(200).json.clone();
    bundle["site"]["timeZone"] = json!("Pacific/Kiritimati");
    server.request("POST", path).bearer(&token).json(&bundle).await.expect(200);
    assert_eq!(digests_at(&server, "2026-06-01T17:59:59Z").await, 0);
    assert_eq!(digests_at(&server, "2026-06-01T18:00:00Z").await, 1);
}

#[tokio::test]
async fn two_servers() {
    let one = served_without_limits().await;
    let two = one.another().await;
    for email in [INES, SUPPORT] {
        hired(&one, Some(1), email, &["support"]).await;
    }
    alert(&one, [support_message(1)], one.now()).await;
    told(&one).await;
    one.pass(DAY);
    let now = one.now();
    let queue = |server: &Server| {
        let db = server.db();
        async move { queue_digests(&db, now).await.unwrap() }
    };
    let queuing = (0..20).map(|n| queue(if n % 2 == 0 { &one } else { &two }));
    let queued: u64 = join_all(queuing).await.into_iter().sum();
    assert_eq!(queued, 2);
    assert_eq!(one.count("mails where kind = 'alert_digest'").await, 2);
}

/// The content of the mail is decided when it is sent.
#[tokio::test]
async fn a_person_who_wants_no_digest_any_more() {
    let (server, token) = served_to("support").await;
    alert(&server, [support_message(1)], server.now()).await;
    told(&server).await;
    assert_eq!(digests_at(&server, "2026-06-02T08:00:00Z").await, 1);
    choose(&server, &token, &json!({"supportMessage": "off"})).await.expect(200);
    assert_eq!(subjects(&server).await, ["it has no recipient"]);
}
