//! Designs in carts: which ones may be ordered, and how they are shown.

use super::*;
use crate::api::storefront::customers::{ACCOUNT, EMAIL, registered, with_customer};
use crate::api::storefront::designers::{
    Begun, DESIGNS, Designer, LEGACY_UUID, MUG, begun, legacy, owner_of_legacy,
};
use crate::api::storefront::purchases::stored;
use crate::api::{answered, fifty};
use crate::harness::designs::What;

/// Adds a Salt Pouch with this design to site 1's cart.
fn with<'a>(server: &'a Server, design: &str) -> Request<'a> {
    add(server, CART, SESSION, json!({"productId": 2, "designId": design}))
}

/// The designs of the cart's lines, oldest first.
async fn shown(server: &Server) -> Vec<Value> {
    let cart = get(server, CART, SESSION).await.expect(200);
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

    assert_eq!(with(&server, &deleted.uuid).await.outcome(), (404, "Design not found"));
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
    shared.await.expect(200);
}

/// Renames the design and finalizes it as this revision.
async fn revise(server: &Server, design: &Begun, name: &str, revision: i64) {
    design.designer.of(server, "PUT", design.id).json(&json!({"name": name})).await.expect(200);
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
    server.post("/api/storefront/1/checkout", &body).await.expect(200);
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
    let claimed = server.post(&format!("{DESIGNS}/claim"), &claim).bearer(&token);
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
    assert_eq!(server.count("orders").await, 1);
}

/// Strangers add the design while its owner stops sharing it and then renames it. Every line that is added shows the
/// shared revision.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn add_cart_item__fifty_while_sharing_stops() {
    let server = served_without_limits().await;
    let design = finalized(&server, &begun(&server).await.designer).await;
    share(&server, &design, true).await;
    revise(&server, &design, "Shared", 2).await;
    let session = |number: usize| format!("session-{number}");
    let answers = fifty(&server, async |server, number| {
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

/// Adds the legacy design to the session's cart.
fn added_legacy<'a>(server: &'a Server, designer: &Designer, session: &str) -> Request<'a> {
    let body = json!({"sessionId": session, "productId": MUG, "designId": LEGACY_UUID});
    designer.call(server, "POST", CART).json(&body)
}

async fn save_legacy(server: &Server, owner: &Designer, body: Value) {
    owner.of(server, "PUT", LEGACY_UUID).json(&body).await.expect(200);
}

/// A legacy design that is finalized or rendered is drawn when it is added, and ordered like any other.
#[tokio::test]
async fn add_cart_item__legacy_design() {
    let server = served_without_limits().await;
    let owner = owner_of_legacy(&server).await;
    let stranger = Designer::default();
    for caller in [&owner, &stranger] {
        let draft = added_legacy(&server, caller, SESSION).await;
        assert_eq!(draft.outcome(), (400, "Design is not finalized"));
    }
    let unknown = json!({"productId": MUG, "designId": LEGACY_UUID.replace("1a", "1b")});
    assert_eq!(add(&server, CART, SESSION, unknown).await.message(), "Design not found");
    let revisions = async || server.count("design_revisions").await;
    for (status, drawn) in [("finalized", 1), ("rendered", 1)] {
        save_legacy(&server, &owner, json!({"status": status})).await;
        // Refusals of the line come before the drawing.
        let body = json!({"productId": 2, "designId": LEGACY_UUID});
        let other = add(&server, CART, SESSION, body).await;
        assert_eq!(other.message(), "designId belongs to another product");
        let add = || added_legacy(&server, &owner, SESSION).header("idempotency-key", status);
        let added = add().await.expect(200);
        assert_eq!(added.json["data"]["designId"], LEGACY_UUID);
        assert_eq!(add().await.json, added.json, "a repeated key adds nothing");
        assert_eq!(revisions().await, drawn, "{status}");
        let shown = owner.of(&server, "GET", LEGACY_UUID).await;
        assert_eq!(shown.json["data"]["status"], status, "adding does not change it");
    }
    let line = &shown(&server).await[0];
    assert_eq!(json!([line["uuid"], line["name"]]), json!([LEGACY_UUID, "Old anchor"]));
    assert!(line["thumbnailUrl"].as_str().unwrap().ends_with(".png"));

    // A change that leaves the design finalized is drawn when the cart is ordered.
    save_legacy(&server, &owner, json!({"layersBySurface": {"wrap": [], "lid": []}})).await;
    assert_eq!(revisions().await, 1);
    assert_eq!(ordered_of(&server, SESSION).await, json!([2, 2]));
    assert_eq!(ordered_of(&server, SESSION).await, json!([2, 2]), "nothing has changed");
    assert_eq!(server.count("orders").await, 1);
    let printed = "select json_agg(side order by side_position) as sides from order_item_drawings
        where position = 1 and print_key is not null and mockup_key is not null";
    assert_eq!(stored(&server, printed).await["sides"], json!(["wrap", "lid"]));
    // The order of a design that is a draft again is that of its last revision.
    let draft = json!({"layersBySurface": {}, "status": "draft"});
    save_legacy(&server, &owner, draft).await;
    assert_eq!(ordered_of(&server, SESSION).await, json!([2, 2]));

    // A design in an order is hidden from its owner, and its print files can still be drawn again.
    server.sql("update order_item_drawings set print_key = null; delete from cart_items").await;
    server.sql("update design_drawings set print_key = null").await;
    assert_eq!(owner.of(&server, "DELETE", LEGACY_UUID).await.status(), 200);
    assert_eq!(owner.of(&server, "GET", LEGACY_UUID).await.status(), 404);
    let drawn = stoa_designs::prints::draw_ordered(&server.studio, server.now()).await.unwrap();
    assert_eq!(drawn, 4, "two lines of two sides");
    assert_eq!(stored(&server, printed).await["sides"], json!(["wrap", "lid"]));
    assert_eq!(added_legacy(&server, &owner, SESSION).await.message(), "Design not found");
}

/// A stranger's line of a shared legacy design stays at the revision that was drawn for it.
#[tokio::test]
async fn add_cart_item__shared_legacy_design() {
    let server = served_without_limits().await;
    let owner = owner_of_legacy(&server).await;
    let share = async |is_public: bool| {
        let body = json!({"isPublic": is_public});
        owner.of(&server, "POST", format!("{LEGACY_UUID}/share")).json(&body).await
    };
    let stranger = Designer::default();
    save_legacy(&server, &owner, json!({"status": "finalized"})).await;
    share(true).await;
    assert_eq!(added_legacy(&server, &stranger, "a stranger's").await.status(), 200);
    assert_eq!(added_legacy(&server, &owner, "the owner's").await.status(), 200);
    save_legacy(&server, &owner, json!({"layersBySurface": {"lid": []}})).await;
    assert_eq!(ordered_of(&server, "a stranger's").await, json!([1]));
    assert_eq!(server.count("design_revisions").await, 1);
    assert_eq!(ordered_of(&server, "the owner's").await, json!([2]));
    share(false).await;
    let refused = added_legacy(&server, &stranger, "a stranger's").await;
    assert_eq!(refused.outcome(), (404, "Design not found"));
    assert_eq!(added_legacy(&server, &owner, "the owner's").await.status(), 200);
}

/// Limits of what is stored apply to the drawing, too. A refused call adds nothing.
#[tokio::test]
async fn add_cart_item__legacy_design_that_cannot_be_stored() {
    let server = served_limited(&["stored-bytes=1048576/86400"]).await;
    let owner = owner_of_legacy(&server).await;
    server.sql("update designs set status = 'finalized' where legacy").await;
    server.sql("update stores set max_stored_bytes = 0 where site_id = 1").await;
    let full = added_legacy(&server, &owner, SESSION).await.snapshot("add_cart_item__503");
    assert_eq!(full.message(), "Storage is full, try again later");
    let store = "insert into files (site_id, key, media_type, size, created_at)
        values (1, '00000000000000000000000000000001.png', 'image/png', 299999999, now());
        insert into design_assets (site_id, design_id, session_sha256, file_key, size, created_at)
        select 1, id, session_sha256, '00000000000000000000000000000001.png', 299999999, now()
        from designs where legacy";
    server.sql(&format!("update stores set max_stored_bytes = null; {store}")).await;
    assert_eq!(added_legacy(&server, &owner, SESSION).await.outcome(), (400, "Too many images"));
    server.sql("delete from design_assets").await;
    let surfaces: serde_json::Map<_, _> = (0..12).map(|at| (at.to_string(), json!([]))).collect();
    let surfaces = Value::from(surfaces).to_string();
    let noise = "a".repeat(1_040_000);
    let sql = format!(
        "update designs set layers_by_surface = '{surfaces}', style_overrides = '{{\"a\": \"{noise}\"}}'
        where legacy"
    );
    server.sql(&sql).await;
    let refused = added_legacy(&server, &owner, SESSION).await;
    assert_eq!(refused.outcome(), (429, "Too many uploads, slow down"));
    assert_eq!(server.count("cart_items").await, 0);
    assert_eq!(server.count("design_revisions").await, 0);
}

/// A customer's account and the staff's commands show the ordered legacy design.
#[tokio::test]
async fn place_order__legacy_design_of_a_customer() {
    let (server, token) = with_customer(served().await).await;
    let owner = Designer::with_token(&token);
    legacy(&server, LEGACY_UUID, "x").await;
    let sql = "update designs set status = 'rendered', session_sha256 = null,
           customer_id = (select max(id) from customers where site_id = 1)
        where legacy";
    server.sql(sql).await;
    assert_eq!(added_legacy(&server, &owner, SESSION).await.status(), 200);
    let body = checkout_body(SESSION, json!({"customerEmail": EMAIL}));
    let placed = owner.call(&server, "POST", "/api/storefront/1/checkout").json(&body).await;
    let order = placed.json["data"]["orderNumber"].as_str().unwrap();
    let shown = owner.call(&server, "GET", &format!("{ACCOUNT}/orders/{order}")).await;
    let item = &shown.json["data"]["items"][0];
    assert_eq!(item["designId"], LEGACY_UUID);
    let design = owner.of(&server, "GET", LEGACY_UUID).await;
    assert_eq!(item["designThumbnail"], design.json["data"]["thumbnailUrl"]);
    let db = server.db();
    let found = stoa::commands::orders::find(&db, None, order).await.unwrap();
    let prints = stoa::commands::designs::prints_of_order(&db, &found, &server.files).await;
    let (folder, mut said) = (tempfile::TempDir::new().unwrap(), Vec::new());
    let prints = prints.unwrap();
    stoa::commands::designs::write(&server.files, &prints, folder.path(), &mut said).await.unwrap();
    let print = std::fs::read(folder.path().join(format!("{order}-1-wrap.png"))).unwrap();
    assert_eq!(&print[1..4], b"PNG");
}

/// A checkout that cannot draw a changed legacy design orders nothing, and can be repeated.
#[tokio::test]
async fn place_order__legacy_design_that_cannot_be_stored() {
    let server = served().await;
    let owner = owner_of_legacy(&server).await;
    save_legacy(&server, &owner, json!({"status": "finalized"})).await;
    assert_eq!(added_legacy(&server, &owner, SESSION).await.status(), 200);
    save_legacy(&server, &owner, json!({"layersBySurface": {"lid": []}})).await;
    // This server has not reserved any storage.
    let another = server.another().await;
    server.sql("update stores set max_stored_bytes = 0 where site_id = 1").await;
    let more = json!({"customerEmail": EMAIL, "shippingRateId": 1});
    let body = checkout_body(SESSION, more);
    let check_out = || another.post("/api/storefront/1/checkout", &body);
    let refused = check_out().header("idempotency-key", "a").await;
    assert_eq!(refused.outcome(), (503, "Storage is full, try again later"));
    assert_eq!(server.count("orders").await, 0);
    server.sql("update stores set max_stored_bytes = null where site_id = 1").await;
    check_out().header("idempotency-key", "a").await.expect(200);
    assert_eq!(server.number("select max(design_revision) from order_items").await, 2);
}

/// Fifty calls on two servers add the design, which is drawn once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn add_cart_item__fifty_add_a_legacy_design() {
    let server = served_without_limits().await;
    let owner = owner_of_legacy(&server).await;
    save_legacy(&server, &owner, json!({"status": "finalized"})).await;
    let answers = fifty(&server, async |server, number| {
        added_legacy(server, &Designer::default(), &format!("session-{number}")).await
    })
    .await;
    assert_eq!(answered(&answers, 200), 50);
    assert_eq!(server.count("cart_items where design_revision = 1").await, 50);
    assert_eq!(server.count("design_revisions").await, 1);
}

/// The owner changes the design, makes it a draft and finalizes it again while others add it. Every line that is added has
/// a revision, and no revision is of a draft.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn add_cart_item__fifty_while_a_legacy_design_changes() {
    let server = served_without_limits().await;
    let owner = owner_of_legacy(&server).await;
    let answers = fifty(&server, async |server, number| {
        if number % 5 == 0 {
            let status = if number % 2 == 0 { "draft" } else { "finalized" };
            let canvas = json!({"width": 600 + number, "height": 300});
            let body = json!({"status": status, "canvasSize": canvas});
            return owner.of(server, "PUT", LEGACY_UUID).json(&body).await;
        }
        added_legacy(server, &Designer::default(), &format!("session-{number}")).await
    })
    .await;
    let told = |answer: &Exchange| (answer.status(), answer.message().to_owned());
    for answer in answers.iter().filter(|answer| answer.status() != 200) {
        let expected = [
            (400, "Design is not finalized".to_owned()),
            (503, "Drawing is busy, try again later".to_owned()),
        ];
        assert!(expected.contains(&told(answer)), "{:?}", told(answer));
    }
    let lines = answered(&answers, 200) as i64 - 10;
    let revised = "select count(*) from cart_items line
        join designs design on design.uuid = line.design_id
        join design_revisions revision
            on revision.design_id = design.id and revision.revision = line.design_revision";
    assert_eq!(server.number(revised).await, lines);
    save_legacy(&server, &owner, json!({"status": "rendered"})).await;
    assert_eq!(added_legacy(&server, &owner, SESSION).await.status(), 200);
    assert_eq!(server.count("designs where legacy and revised_version = version").await, 1);
}
