//! Designs in carts: which ones may be ordered, and how they are shown.

use super::*;
use crate::api::storefront::customers::{ACCOUNT, EMAIL, registered};
use crate::api::storefront::designers::{Begun, DESIGNS, Designer, MUG, begun};
use crate::api::storefront::purchases::stored;
use crate::harness::designs::What;

/// Adds a Salt Pouch with this design to site 1's cart.
fn with<'a>(server: &'a Server, design: &str) -> Request<'a> {
    add(server, CART, SESSION, json!({"productId": 2, "designId": design}))
}

/// The designs of the cart's lines, oldest first.
async fn shown(server: &Server) -> Vec<Value> {
    let cart = get(server, CART, SESSION).await;
    assert_eq!(cart.status(), 200, "{}", cart.message());
    let items = cart.json["data"]["items"].as_array().unwrap();
    items.iter().map(|item| item["design"].clone()).collect()
}

#[tokio::test]
async fn add_cart_item__allowed_designs() {
    let server = served().await;
    let draft = Design::draft(&server, 1, 2).await;
    let of_a_mug = Design::finalized(&server, 2, 4).await;
    let deleted = Design::finalized(&server, 3, 2).await;
    deleted.delete(&server).await;
    with(&server, DESIGN).await.snapshot("add_cart_item__404_design");
    let other_product = with(&server, &of_a_mug.uuid).await;
    other_product.snapshot("add_cart_item__400_design_of_another_product");
    with(&server, &draft.uuid).await.snapshot("add_cart_item__400_design_is_not_finalized");

    let deleted = with(&server, &deleted.uuid).await;
    assert_eq!((deleted.status(), deleted.message()), (404, "Design not found"));
    let legacy = Design::draft(&server, 4, 2).await;
    server.sql("update designs set legacy = true, status = 'rendered' where id = 4").await;
    let legacy = with(&server, &legacy.uuid).await;
    assert_eq!((legacy.status(), legacy.message()), (400, "Design is not finalized"));
    let body = json!({"productId": 1, "variantId": 1, "designId": of_a_mug.uuid});
    let elsewhere = add(&server, ODD_CART, SESSION, body).await;
    assert_eq!(elsewhere.status(), 404, "another site's");
    // Faults of the product are reported first.
    let nothing = json!({"productId": 99, "designId": DESIGN});
    assert_eq!(add(&server, CART, SESSION, nothing).await.message(), "Product not found");
    assert_eq!(shown(&server).await, [Value::Null; 0]);

    // The design is a stranger's, and was changed after it was finalized. Every caller who has its UUID may order it.
    draft.finalize(&server, 1).await;
    server.sql("update designs set status = 'draft' where id = 1").await;
    assert_eq!(with(&server, &draft.uuid).await.status(), 200);
}

#[tokio::test]
async fn get_cart__thumbnail_of_a_design() {
    let server = served().await;
    let design = Design::finalized(&server, 1, 2).await;
    assert_eq!(with(&server, &design.uuid).await.status(), 200);
    let thumbnail = async || shown(&server).await[0]["thumbnailUrl"].as_str().unwrap().to_owned();
    let of_file = |key: &str| format!("/files/1/{key}");
    assert!(thumbnail().await.ends_with(&of_file(&design.key(1, What::Thumbnail))));
    design.finalize(&server, 2).await;
    assert!(thumbnail().await.ends_with(&of_file(&design.key(2, What::Thumbnail))), "the last");
    // The cart shows the thumbnail of the ordered revision, not the design's current thumbnail.
    let own =
        "update designs set thumbnail_key = null, thumbnail_url = 'https://cdn.example/a.png'";
    server.sql(own).await;
    assert!(thumbnail().await.ends_with(&of_file(&design.key(2, What::Thumbnail))));

    design.delete(&server).await;
    assert_eq!(shown(&server).await, [Value::Null]);
    let cart = get(&server, CART, SESSION).await;
    assert_eq!(cart.json["data"]["items"][0]["designId"], design.uuid);
    assert_eq!(lines(&server).await, [(2, 1, 1_400)], "it can still be seen and removed");
}

/// Adds the caller's design to this session's cart.
fn added_by<'a>(
    server: &'a Server,
    designer: &Designer,
    session: &str,
    design: &Begun,
) -> Request<'a> {
    let body = json!({"sessionId": session, "productId": MUG, "designId": design.uuid});
    designer.call(server, "POST", CART).json(&body)
}

/// A design of a mug that its owner has finalized once.
async fn finalized(server: &Server, owner: &Designer) -> Begun {
    let begun = owner.begins(server).await;
    Design { id: begun.id, uuid: begun.uuid.clone() }.finalize(server, 1).await;
    begun
}

async fn share(server: &Server, design: &Begun, is_public: bool) {
    let body = json!({"isPublic": is_public});
    let shared = design.designer.of(server, "POST", format!("{}/share", design.id)).json(&body);
    let shared = shared.await;
    assert_eq!(shared.status(), 200, "{}", shared.message());
}

/// Renames the design and finalizes it as this revision.
async fn revise(server: &Server, design: &Begun, name: &str, revision: i64) {
    let renamed = design.designer.of(server, "PUT", design.id).json(&json!({"name": name})).await;
    assert_eq!(renamed.status(), 200, "{}", renamed.message());
    Design { id: design.id, uuid: design.uuid.clone() }.finalize(server, revision).await;
}

/// Names of the designs in the session's cart, with the revisions of their thumbnails.
async fn shown_in(server: &Server, session: &str, design: &Begun) -> Vec<(String, i64)> {
    let cart = get(server, CART, session).await;
    let items = cart.json["data"]["items"].as_array().unwrap();
    let of_file = Design { id: design.id, uuid: design.uuid.clone() };
    let shown = items.iter().map(|item| {
        let url = item["design"]["thumbnailUrl"].as_str().unwrap();
        let is_of = |revision: &i64| url.ends_with(&of_file.key(*revision, What::Thumbnail));
        let name = item["design"]["name"].as_str().unwrap().to_owned();
        (name, (1..9).find(is_of).unwrap())
    });
    shown.collect()
}

/// Checks out the session's cart and returns the ordered revisions.
async fn ordered_of(server: &Server, session: &str) -> Value {
    let more = json!({
        "customerEmail": EMAIL, "shippingAddress": {"country": "US"}, "shippingRateId": 1,
    });
    let body = checkout_body(session, more);
    let placed = server.request("POST", "/api/storefront/1/checkout").json(&body).await;
    assert_eq!(placed.status(), 200, "{}", placed.message());
    let revisions = "select json_agg(item.design_revision order by item.position) as revisions
        from order_items item where item.order_id = (select max(id) from orders)";
    stored(server, revisions).await["revisions"].take()
}

/// Once a design is no longer shared, only its owner can add it, with a token, a cookie or both.
#[tokio::test]
async fn add_cart_item__design_no_longer_shared() {
    let server = served_without_limits().await;
    let stranger = Designer::default();
    let another = begun(&server).await.designer;
    let token = registered(&server, EMAIL).await;
    let customer = Designer::with_token(&token);
    let visitor = begun(&server).await.designer;
    for owner in [&customer, &visitor] {
        let design = finalized(&server, owner).await;
        for (is_public, may) in [(None, 200), (Some(true), 200), (Some(false), 404)] {
            if let Some(is_public) = is_public {
                share(&server, &design, is_public).await;
            }
            for other in [&stranger, &another] {
                let added = added_by(&server, other, "a stranger's", &design).await;
                assert_eq!(added.status(), may, "{is_public:?}: {}", added.message());
                if may == 404 {
                    assert_eq!(added.message(), "Design not found");
                }
            }
            let both = Designer { token: Some(token.clone()), ..visitor.clone() };
            for owner in [owner, &both] {
                let added = added_by(&server, owner, "the owner's", &design).await;
                assert_eq!(added.status(), 200, "{is_public:?}: {}", added.message());
            }
        }
        // A cart's `sessionId` is no credential for designs, even if it is the owner's designer session.
        if let Some(session) = &owner.session {
            assert_eq!(added_by(&server, &stranger, session, &design).await.status(), 404);
        }
        let forged = Designer::with_token(&"A".repeat(43));
        assert_eq!(added_by(&server, &forged, "a stranger's", &design).await.status(), 404);
        // Existing lines remain, and their quantity can be changed.
        let cart = get(&server, CART, "a stranger's").await;
        let line = cart.json["data"]["items"][0]["id"].clone();
        assert_eq!(put(&server, &line, 2).await.status(), 200);
        server.request("DELETE", CART).query("sessionId", "a stranger's").await;
    }
}

/// Once a design has been shared, a stranger's line stays at the revision that was added. Lines for a design that was
/// never shared, and the owner's lines, follow the design.
#[tokio::test]
async fn get_cart__a_strangers_line_stays_at_its_revision() {
    let server = served_without_limits().await;
    let visitor = begun(&server).await.designer;
    let design = finalized(&server, &visitor).await;
    let stranger = Designer::default();
    let (theirs, own) = ("a stranger's", "the owner's");
    let show = async |session| shown_in(&server, session, &design).await;
    revise(&server, &design, "Two whales", 2).await;
    assert_eq!(added_by(&server, &stranger, theirs, &design).await.status(), 200);
    assert_eq!(added_by(&server, &visitor, own, &design).await.status(), 200);
    let line = |name: &str, revision| vec![(name.to_owned(), revision)];

    revise(&server, &design, "Three whales", 3).await;
    assert_eq!(show(theirs).await, line("Three whales", 3), "never shared: it follows");
    share(&server, &design, true).await;
    assert_eq!(show(theirs).await, line("Two whales", 2));
    server.pass(MINUTE);
    assert_eq!(added_by(&server, &stranger, theirs, &design).await.status(), 200);
    revise(&server, &design, "Four whales", 4).await;
    share(&server, &design, false).await;
    revise(&server, &design, "For Jonas alone", 5).await;
    let expected = [line("Two whales", 2), line("Three whales", 3)].concat();
    assert_eq!(show(theirs).await, expected);
    assert_eq!(show(own).await, line("For Jonas alone", 5));

    // A claim changes neither line.
    let token = registered(&server, EMAIL).await;
    let customer = server.get(ACCOUNT).bearer(&token).await.json["data"]["id"].clone();
    let claim = json!({"sessionId": visitor.session, "customerId": customer});
    let claimed = server.request("POST", &format!("{DESIGNS}/claim")).json(&claim).bearer(&token);
    assert_eq!(claimed.await.status(), 200);
    assert_eq!((show(theirs).await, show(own).await.len()), (expected.to_vec(), 1));
    assert_eq!(
        added_by(&server, &visitor, own, &design).await.status(),
        404,
        "it is theirs no more"
    );
    let customer = Designer::with_token(&token);
    assert_eq!(added_by(&server, &customer, own, &design).await.status(), 200);

    assert_eq!(ordered_of(&server, theirs).await, json!([2, 3]));
    assert_eq!(ordered_of(&server, own).await, json!([5, 5]));
}

/// Changes of the design by its owner do not replace the order of a stranger's unchanged cart.
#[tokio::test]
async fn place_order__a_strangers_order_is_not_replaced() {
    let server = served_without_limits().await;
    let design = finalized(&server, &begun(&server).await.designer).await;
    share(&server, &design, true).await;
    assert_eq!(added_by(&server, &Designer::default(), SESSION, &design).await.status(), 200);
    let first = ordered_of(&server, SESSION).await;
    revise(&server, &design, "Three whales", 2).await;
    assert_eq!(ordered_of(&server, SESSION).await, first);
    assert_eq!(stored(&server, "select count(*) from orders").await["count"], 1);
}

/// Strangers add the design while its owner stops sharing it and then renames it. Every line that is added shows the
/// shared revision.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn add_cart_item__fifty_while_sharing_stops() {
    let server = served_without_limits().await;
    let another = server.another().await;
    let design = finalized(&server, &begun(&server).await.designer).await;
    share(&server, &design, true).await;
    revise(&server, &design, "Shared", 2).await;
    let session = |number: usize| format!("session-{number}");
    let answers = races::fifty([&server, &another], async |server, number| {
        if number == 25 {
            share(server, &design, false).await;
            revise(server, &design, "Private", 3).await;
            return None;
        }
        Some(added_by(server, &Designer::default(), &session(number), &design).await)
    })
    .await;
    for (number, answer) in answers.into_iter().enumerate() {
        let Some(answer) = answer else { continue };
        let shown = shown_in(&server, &session(number), &design).await;
        match answer.status() {
            200 => assert_eq!(shown, [("Shared".to_owned(), 2)]),
            status => assert_eq!((status, answer.message()), (404, "Design not found")),
        }
    }
}
