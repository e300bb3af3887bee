//! Both generations of designs: a UUID names a legacy design, or else another design by its `uuid`.

use super::super::drawings::without_photos;
use super::*;
use crate::operations::files::pictures;

const UNKNOWN_UUID: &str = "00000000-0000-1000-8000-00000000ffff";

/// Every operation of one design, on this design, with bodies that change nothing but what they must. DELETE is last.
async fn answers(server: &Server, designer: &Designer, design: &str) -> Vec<(String, Exchange)> {
    let image = [("a.png", &pictures::png(30, 20)[..])];
    let mut answers = Vec::new();
    for (method, what, body) in [
        ("GET", "", Value::Null),
        ("PUT", "", json!({"name": "Whales"})),
        ("POST", "/share", json!({"isPublic": false})),
        ("POST", "/clone", json!({})),
        ("POST", "/assets", Value::Null),
        ("POST", "/ai-image", json!({"prompt": "Two whales"})),
        ("POST", "/ai-text", json!({"prompt": "Two whales"})),
        ("POST", "/finalize", Value::Null),
        ("POST", "/thumbnail", Value::Null),
        ("DELETE", "", Value::Null),
    ] {
        let of = || designer.of(server, method, format!("{design}{what}"));
        let request = match what {
            "/assets" => of().files(&image),
            "/thumbnail" => {
                let path = format!("{DESIGNS}/generate-thumbnail");
                designer.call(server, "POST", &path).json(&json!({"designId": design}))
            }
            _ if body.is_null() => of(),
            _ => of().json(&body),
        };
        answers.push((format!("{method} {what}"), request.await));
    }
    answers
}

async fn with_ai() -> Server {
    let server = served_without_limits().await;
    without_photos(&server).await;
    server.sql("update stores set ai_provider = 'test' where site_id = 1").await;
    server.pass(stoa_stores::STORE_TTL);
    server
}

#[tokio::test]
async fn designs__by_uuid() {
    let server = with_ai().await;
    let token = registered(&server, EMAIL).await;
    let customer = Designer::with_token(&token);
    let visitor = begun(&server).await.designer;
    let stranger = begun(&server).await.designer;
    for owner in [customer, visitor] {
        let design = owner.begins(&server).await;
        for (call, answer) in answers(&server, &NO_DESIGNER, &design.uuid).await {
            let expected = if call == "POST /clone" { 403 } else { 401 };
            assert_eq!(answer.status(), expected, "{call}");
        }
        for (call, answer) in answers(&server, &stranger, &design.uuid).await {
            let expected = (403, "You do not have access to this design");
            assert_eq!(answer.outcome(), expected, "{call}");
        }
        for (call, answer) in answers(&server, &owner, &design.uuid.to_uppercase()).await {
            assert!(answer.status() < 300, "{call}: {}", answer.message());
            let of_this = answer.json["data"]["id"] == design.id;
            assert!(of_this || !["GET ", "PUT ", "POST /finalize"].contains(&&*call), "{call}");
        }
        let deleted = server.count("designs where deleted_at is not null");
        assert!(deleted.await > 0, "it is hidden, not removed");
    }
    let owner = owner_of_legacy(&server).await;
    for (call, answer) in answers(&server, &NO_DESIGNER, LEGACY_UUID).await {
        assert_eq!(answer.status(), if call == "POST /clone" { 403 } else { 401 }, "{call}");
    }
    for (call, answer) in answers(&server, &stranger, LEGACY_UUID).await {
        assert_eq!(answer.status(), 403, "{call}");
    }
    for (call, answer) in answers(&server, &owner, LEGACY_UUID).await {
        assert!(answer.status() < 300, "{call}: {}", answer.message());
    }
    assert_eq!(server.count("designs where legacy").await, 0);
    for (call, answer) in answers(&server, &stranger, UNKNOWN_UUID).await {
        assert_eq!(answer.outcome(), (404, "Design not found"), "{call}");
    }
    for id in ["3f0f8f5e-52c3-4a53-9d56-8a4b0f1c7d2", "3f0f8f5e52c34a539d568a4b0f1c7d21", "%7B%7D"]
    {
        for (call, answer) in answers(&server, &stranger, id).await {
            assert_eq!(answer.status(), 400, "{call} {id}: {}", answer.message());
        }
    }
}

/// The `sessionId` of a UUID's session can replace the cookie, also for a design of the new designer.
#[tokio::test]
async fn get_design__by_uuid_and_session_id() {
    let (server, design) = with_design(served().await).await;
    let another = begun(&server).await;
    let session = |design: &Begun| design.designer.session.clone().unwrap();
    let get = |session: String| {
        NO_DESIGNER.of(&server, "GET", format!("{}?sessionId={session}", design.uuid))
    };
    assert_eq!(get(session(&design)).await.json["data"]["id"], design.id);
    assert_eq!(get(session(&another)).await.status(), 403);
    assert_eq!(get("unknown".to_owned()).await.status(), 401);
    let body = json!({"name": "Whales", "sessionId": session(&design)});
    let saved = NO_DESIGNER.of(&server, "PUT", &design.uuid).json(&body).await;
    assert_eq!(saved.json["data"]["name"], "Whales", "{}", saved.message());
}

#[tokio::test]
async fn share_design__legacy() {
    let server = served().await;
    let owner = owner_of_legacy(&server).await;
    let share = |is_public: bool| {
        let body = json!({"isPublic": is_public});
        owner.of(&server, "POST", format!("{LEGACY_UUID}/share")).json(&body)
    };
    let public = || server.get(&format!("{DESIGNS}/public/{LEGACY_UUID}"));
    let stranger = begun(&server).await.designer;
    let clone = || stranger.of(&server, "POST", format!("{LEGACY_UUID}/clone")).json(&json!({}));
    assert_eq!((public().await.status(), clone().await.status()), (404, 403));
    let shared = share(true).await.snapshot("share_design__200_legacy");
    assert_eq!(shared.json["uuid"], LEGACY_UUID);
    assert_eq!(shared.json["isPublic"], true);
    assert_eq!(public().await.json["data"]["id"], LEGACY_UUID);
    assert_eq!(clone().await.status(), 200);
    // The number that the answer shows names the design, too.
    let shown = owner.of(&server, "GET", &shared.json["design"]["id"]).await;
    assert_eq!(shown.json["data"]["id"], LEGACY_UUID);
    assert_eq!(shown.json["data"]["isPublic"], true);
    assert_eq!(share(false).await.json["isPublic"], false);
    assert_eq!((public().await.status(), clone().await.status()), (404, 403));
}

/// A visitor copies a shared design by the UUID that its page shows.
#[tokio::test]
async fn clone_design__by_uuid() {
    let (server, design) = with_design(served().await).await;
    let clone =
        || NO_DESIGNER.of(&server, "POST", format!("{}/clone", design.uuid)).json(&json!({}));
    assert_eq!(clone().await.status(), 403);
    let share = design.designer.of(&server, "POST", format!("{}/share", design.id));
    let shared = share.json(&json!({"isPublic": true})).await;
    assert_eq!(shared.json["uuid"], design.uuid);
    let copy = design_of_response(&NO_DESIGNER, &clone().await);
    assert_ne!(copy.id, design.id);
    assert_eq!(copy.designer.of(&server, "GET", &copy.uuid).await.json["data"]["id"], copy.id);
}

#[tokio::test]
async fn finalize_design__legacy() {
    let server = served().await;
    let owner = owner_of_legacy(&server).await;
    let finalize = || owner.of(&server, "POST", format!("{LEGACY_UUID}/finalize"));
    let save = async |body: Value| {
        let saved = owner.of(&server, "PUT", LEGACY_UUID).json(&body).await.expect(200);
        saved.json["data"].clone()
    };
    let revisions = async || server.count("design_revisions").await;
    let finalized = finalize().await.snapshot("finalize_design__200_legacy");
    let (data, mockup) = (&finalized.json["data"], &finalized.json["data"]["mockupUrl"]);
    assert_eq!(json!([data["status"], data["uuid"]]), json!(["finalized", LEGACY_UUID]));
    let expected = json!([{"type": "text", "text": "Ahoy", "x": 0.5, "y": 0.5, "side": "wrap"}]);
    assert_eq!(data["layers"], expected);
    let shown = owner.of(&server, "GET", LEGACY_UUID).await;
    assert_eq!(shown.json["data"]["mockupUrl"], *mockup);
    assert_eq!(shown.json["data"]["status"], "finalized");
    let stored = "select count(*) from design_revisions where layers::jsonb = '[{\"type\": \"text\", \"text\": \"Ahoy\", \"x\": 0.5, \"y\": 0.5, \"side\": \"wrap\"}]'";
    assert_eq!(server.number(stored).await, 1, "the revision can be drawn again");

    // Neither a new name nor the same layers are drawn again.
    let same = json!({"wrap": [{"type": "text", "text": "Ahoy", "x": 6e2, "y": 300}]});
    save(json!({"name": "Anchor", "layersBySurface": same, "status": "rendered"})).await;
    let again = finalize().await.json["data"].clone();
    assert_eq!((&again["mockupUrl"], &again["status"]), (mockup, &json!("rendered")));
    assert_eq!(revisions().await, 1);
    let canvas = json!({"width": 600, "height": 300});
    for change in [json!({"canvasSize": canvas}), json!({"layersBySurface": {}})] {
        let before = revisions().await;
        save(change.clone()).await;
        assert_ne!(finalize().await.json["data"]["mockupUrl"], *mockup, "{change}");
        assert_eq!(revisions().await, before + 1, "{change}");
    }
    assert_eq!(save(json!({"status": "draft"})).await["mockupUrl"], Value::Null);
    assert_eq!(finalize().await.json["data"]["status"], "finalized");
}

/// Clients choose the names of surfaces and the size of the canvas.
#[tokio::test]
async fn finalize_design__hostile_legacy() {
    let server = served_without_limits().await;
    let owner = owner_of_legacy(&server).await;
    let text = json!([{"type": "text", "text": "Ahoy", "x": 1, "y": 1}]);
    let many: serde_json::Map<_, _> = (0..40).map(|at| (at.to_string(), text.clone())).collect();
    for (surfaces, canvas, sides) in [
        (json!({}), json!({"width": 0, "height": 0}), 1),
        (json!({"": text, "../../etc/passwd": text}), json!({"width": 1e308, "height": 1e-308}), 2),
        (
            json!({"a".repeat(5_000): text, "é".repeat(50): text}),
            json!({"width": 1, "height": 1}),
            1,
        ),
        (json!({"a": null, "b": 7, "c": [7, {"side": "d"}]}), json!({"width": 1, "height": 0}), 3),
        (json!(many), json!({"width": 1e-9, "height": 1e9}), 12),
    ] {
        let body = json!({"layersBySurface": surfaces, "canvasSize": canvas});
        owner.of(&server, "PUT", LEGACY_UUID).json(&body).await.expect(200);
        let finalized = owner.of(&server, "POST", format!("{LEGACY_UUID}/finalize")).await;
        assert_eq!(finalized.status(), 200, "{surfaces:.80}: {}", finalized.message());
        let drawn = "select count(*) from design_drawings
            where revision = (select max(revision) from designs)";
        assert_eq!(server.number(drawn).await, sides, "{surfaces:.80}");
    }
}

/// Drawings for a cart count like those of finalizeDesign, also if they fail.
#[tokio::test]
async fn add_cart_item__limit_of_drawings() {
    let server = served_limited(&["all=off", "drawings=2/60"]).await;
    let session = begun(&server).await.designer.session.unwrap();
    let uuid = |number: usize| format!("00000000-0000-1000-8000-00000000000{number}");
    for number in 0..4 {
        legacy(&server, &uuid(number), &session).await;
    }
    server.sql("update designs set status = 'finalized' where legacy").await;
    server.sql("update stores set max_stored_bytes = 0 where site_id = 1").await;
    let add = async |number: usize| {
        let line = json!({"sessionId": "cart", "productId": MUG, "designId": uuid(number)});
        server.post("/api/storefront/1/cart", &line).await
    };
    let mut answers = Vec::new();
    for number in 0..4 {
        let answer = add(number).await;
        answers.push((answer.status(), answer.message().to_owned()));
    }
    let full = (503, "Storage is full, try again later".to_owned());
    let many = (429, "Too many requests, slow down".to_owned());
    assert_eq!(answers, [full.clone(), full, many.clone(), many]);
}
