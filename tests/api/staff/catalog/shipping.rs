//! Shipping zones and their rates.

use super::*;

const ZONES: &str = "/api/staff/sites/1/shipping-zones";
const UNITED_STATES: &str = "/api/staff/sites/1/shipping-zones/1";

async fn shown(server: &Server, country: &str) -> Exchange {
    server.get("/api/storefront/1/shipping").query("country", country).await
}

#[tokio::test]
async fn list_shipping_zones() {
    let server = served().await;
    let token = catalog(&server).await;
    let listed = server.get(ZONES).bearer(&token).await.snapshot("list_shipping_zones__200");
    let one = server.get(UNITED_STATES).bearer(&token).await.snapshot("get_shipping_zone__200");
    assert_eq!(one.json["data"], listed.json["data"][0]);
    assert_eq!(one.header("etag"), "\"1700000000000\"");
    assert_eq!(server.get(&format!("{ZONES}/99")).bearer(&token).await.status(), 404);
}

#[tokio::test]
async fn a_zone_comes_and_goes() {
    let server = served().await;
    let token = catalog(&server).await;
    assert_eq!(shown(&server, "CA").await.ids(), [4], "the rest of the world");
    let body = json!({"name": " Canada ", "countries": ["CA"], "states": null, "rates": [
        {"name": "Express", "price": 2100, "freeAbove": null, "minDeliveryDays": 1, "maxDeliveryDays": 2},
        {"name": "Standard", "price": 1200, "id": null},
    ]});
    let created = create(&server, &token, ZONES, &body).await.snapshot("create_shipping_zone__201");
    let path = path_of(ZONES, &created);
    let rates = created.json["data"]["rates"].as_array().unwrap();
    let ids: Vec<i64> = rates.iter().map(|rate| rate["id"].as_i64().unwrap()).collect();
    assert_eq!(shown(&server, "CA").await.ids(), ids, "cheapest first");
    let (standard, express) = (ids[0], ids[1]);

    let patch = |seen: &str, body: Value| change(&server, &token, &path, seen, &body);
    let seen = created.header("etag");
    let body = json!({"name": "Canada and Greenland", "countries": ["CA", "GL"], "rates": [
        {"id": express, "name": "Express", "price": 1900, "freeAbove": 9000},
        {"name": "Pickup", "price": 0},
    ]});
    let changed = patch(seen, body).await.snapshot("update_shipping_zone__200");
    let rates = shown(&server, "GL").await;
    assert_eq!(rates.each("name"), ["Pickup", "Express"]);
    assert_eq!(rates.ids()[1], express);
    assert!(rates.ids()[0] > express, "a new id");
    assert_eq!(rates.json["data"][1]["price"], 1900);
    let late = patch(seen, json!({"rates": []})).await.snapshot("update_shipping_zone__412");
    assert_eq!(late.header("etag"), changed.header("etag"));
    let unseen = server.request("PATCH", &path).bearer(&token).merge_patch(&json!({}));
    unseen.await.snapshot("update_shipping_zone__428");
    let same = patch("*", json!({})).await;
    assert_eq!(same.json, changed.json);

    // A checkout cannot name a rate that is gone.
    let checkout = async |session: &str, rate_id: i64| {
        fill(&server, session, &[(1, 1, 1)]).await;
        let body = checkout_body(
            session,
            json!({"shippingRateId": rate_id, "shippingAddress": {"country": "CA"}}),
        );
        server.post("/api/storefront/1/checkout", &body).await
    };
    assert_eq!(checkout("one", standard).await.message(), "Invalid shipping rate");
    checkout("one", express).await.expect(200);
    patch("*", json!({"states": ["QC", "Ontario"]})).await.expect(200);
    assert_eq!(shown(&server, "CA").await.ids(), [4], "only two states");
    let whole = patch("*", json!({"states": null, "rates": []})).await;
    assert_eq!(
        (&whole.json["data"]["states"], &whole.json["data"]["rates"]),
        (&json!([]), &json!([]))
    );
    assert_eq!(shown(&server, "CA").await.ids(), [0; 0], "no rates");

    let other = hired(&server, Some(2), "lin@odds.example", &["owner"]).await;
    for path in [path.as_str(), &path.replace("sites/1", "sites/2")] {
        assert_eq!(change(&server, &other, path, "*", &json!({"rates": []})).await.status(), 404);
        assert_eq!(remove(&server, &other, path).await.status(), 404);
    }
    remove(&server, &token, &path).await.snapshot("remove_shipping_zone__200");
    assert_eq!(remove(&server, &token, &path).await.message(), "Shipping zone not found");
    assert_eq!(shown(&server, "CA").await.ids(), [4]);
    let rows = audited_with(&server, "ShippingZone").await;
    assert_eq!(rows.len(), 5, "{rows:?}");
    assert!(
        rows[1].contains(" updateShippingZone shipping_zone name,countries,rates "),
        "{rows:?}"
    );
}

#[tokio::test]
async fn refused_zones() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let rate = |members: Value| {
        let mut rate = json!({"name": "Standard", "price": 600});
        rate.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        json!({"rates": [rate]})
    };
    let many: Vec<Value> = (0..101).map(|_| json!({"name": "x", "price": 1})).collect();
    for (member, status) in [
        (json!({"name": ""}), 400),
        (json!({"name": null}), 400),
        (json!({"name": "a\u{0}"}), 400),
        (json!({"countries": "US"}), 400),
        (json!({"countries": ["us"]}), 400),
        (json!({"countries": ["USA"]}), 400),
        (json!({"countries": ["**"]}), 400),
        (json!({"countries": [null]}), 400),
        (json!({"countries": vec!["US"; 301]}), 400),
        (json!({"states": [""]}), 400),
        (json!({"states": ["a\u{0}"]}), 400),
        (json!({"states": ["x".repeat(101)]}), 400),
        (json!({"states": [["AK"]]}), 400),
        (json!({"rates": {}}), 400),
        (json!({"rates": [null]}), 400),
        (json!({"rates": [{"name": "x"}]}), 400),
        (json!({"rates": [{"price": 1}]}), 400),
        (json!({"rates": many}), 400),
        (rate(json!({"name": ""})), 400),
        (rate(json!({"name": "a\nb"})), 400),
        (rate(json!({"name": "x".repeat(256)})), 400),
        (rate(json!({"price": -1})), 400),
        (rate(json!({"price": 1.5})), 400),
        (rate(json!({"price": null})), 400),
        (rate(json!({"freeAbove": -1})), 400),
        (rate(json!({"minDeliveryDays": -1})), 400),
        (rate(json!({"maxDeliveryDays": 10_001})), 400),
        (rate(json!({"id": "1"})), 400),
        // The first is of another zone.
        (rate(json!({"id": 3})), 404),
        (rate(json!({"id": 0})), 404),
        (rate(json!({"id": i64::MAX})), 404),
        (json!([]), 400),
    ] {
        let changed = change(&server, &token, UNITED_STATES, "*", &member).await;
        assert_eq!(changed.status(), status, "{member}: {}", changed.message());
        let mut body = json!({"name": "x"});
        match member.as_object() {
            Some(members) => body.as_object_mut().unwrap().extend(members.clone()),
            None => body = member.clone(),
        }
        let created = create(&server, &token, ZONES, &body).await;
        assert_eq!(created.status(), status, "{member}: {}", created.message());
    }
    change(&server, &token, UNITED_STATES, "*", &rate(json!({"id": 3})))
        .await
        .snapshot("update_shipping_zone__404");
    let countries = change(&server, &token, UNITED_STATES, "*", &json!({"countries": null})).await;
    assert_eq!(countries.status(), 400);
    let twice =
        json!({"rates": [{"id": 1, "name": "a", "price": 1}, {"id": 1, "name": "b", "price": 2}]});
    let twice = change(&server, &token, UNITED_STATES, "*", &twice).await;
    assert_eq!(twice.outcome(), (400, "A rate is given twice"));
    server.sql("update stores set currency = 'ISK' where site_id = 1").await;
    let odd = change(&server, &token, UNITED_STATES, "*", &rate(json!({"price": 650}))).await;
    assert_eq!(odd.outcome(), (400, "The store cannot charge this price in its currency"));
    assert_eq!(shown(&server, "US").await.ids(), [1, 2], "nothing has changed");
    assert_eq!(audited_with(&server, "ShippingZone").await, [""; 0]);
    server.sql("insert into shipping_zones (site_id) select 1 from generate_series(1, 496)").await;
    let answers = fifty(&server, async |server, _| {
        create(server, &token, ZONES, &json!({"name": "x"})).await
    })
    .await;
    assert_eq!(answered(&answers, 201), 1, "the site has 499 zones");
    let full = create(&server, &token, ZONES, &json!({"name": "x"})).await;
    full.snapshot("create_shipping_zone__409");
}

#[tokio::test]
async fn concurrent_changes_of_zones() {
    let server = served_without_limits().await;
    let token = catalog(&server).await;
    let answers = fifty(&server, async |server, number| {
        let body = json!({"rates": [{"id": 1, "name": "Standard", "price": number}, {"name": "New", "price": 1}]});
        change(server, &token, UNITED_STATES, "\"1700000000000\"", &body).await
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 412)), (1, 49));
    assert_eq!(server.count("shipping_rates where site_id = 1 and zone_id = 1").await, 2);
}
