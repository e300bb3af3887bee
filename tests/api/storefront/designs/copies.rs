//! Copies of designs.

use super::*;

fn clone<'a>(
    server: &'a Server,
    designer: &Designer,
    design: impl std::fmt::Display,
) -> Request<'a> {
    designer.of(server, "POST", format!("{design}/clone")).json(&json!({"name": "Copy"}))
}

#[tokio::test]
async fn clone_design() {
    let (server, original) = with_design(served().await).await;
    let session = original.designer.session.as_deref().unwrap();
    let digest = hex::encode(stoa_designs::digest(session));
    // Images 11 and 12 belong to the design. Images 13 and 14 belong to the design's owner but to no design. The design
    // uses image 13. Image 15 is a stranger's.
    let statements = format!(
        "insert into files (site_id, key, media_type, size, created_at)
        values (1, '00000000000000000000000000000001.png', 'image/png', 1, now());
        insert into design_assets (site_id, id, design_id, session_sha256, file_key, url, created_at) values
           (1, 11, {0}, '\\x{digest}', '00000000000000000000000000000001.png', null, now()),
           (1, 12, {0}, '\\x{digest}', null, 'https://pictures.example/a.png', now()),
           (1, 13, null, '\\x{digest}', null, 'https://pictures.example/b.png', now()),
           (1, 14, null, '\\x{digest}', null, 'https://pictures.example/c.png', now()),
           (1, 15, null, '\\x{1}', null, 'https://pictures.example/d.png', now());
        select setval(pg_get_serial_sequence('design_assets', 'id'), 20)",
        original.id,
        hex::encode(stoa_designs::digest("a stranger's"))
    );
    server.sql(&statements).await;
    let image = |id: i64| json!({"type": "image", "assetId": id});
    let named = json!({"type": "image", "assetId": "asset:12"});
    let layers = json!([image(11), image(13), image(15), named, {"type": "image", "assetId": "x"}]);
    let saved = original.designer.of(&server, "PUT", original.id);
    assert_eq!(saved.json(&json!({"layers": layers})).await.status(), 200);

    let copy = clone(&server, &original.designer, original.id).await;
    let copy = design_of_response(&original.designer, &copy.snapshot("clone_design__200"));
    let copied = copy.designer.of(&server, "GET", copy.id).await;
    let data = &copied.json["data"];
    assert_eq!([&data["name"], &data["status"]], ["Copy", "draft"]);
    assert_eq!(
        data["layers"],
        json!([image(21), image(23), image(15), image(22), {"type": "image", "assetId": "x"}])
    );
    let rows = server.client().await;
    let sql = "select file_key is null, url from design_assets where site_id = 1 and design_id = $1 order by id";
    let rows: Vec<(bool, Option<String>)> = rows
        .query(sql, &[&copy.id])
        .await
        .unwrap()
        .iter()
        .map(|row| (row.get(0), row.get(1)))
        .collect();
    let elsewhere = |name: &str| Some(format!("https://pictures.example/{name}.png"));
    assert_eq!(rows, [(false, None), (true, elsewhere("a")), (true, elsewhere("b"))]);
    // A viewer of the shared design gets all images that it uses, including its owner's.
    let share = original.designer.of(&server, "POST", format!("{}/share", original.id));
    assert_eq!(share.json(&json!({"isPublic": true})).await.status(), 200);
    let shared = server.get(&format!("{DESIGNS}/public/{}", original.uuid)).await;
    let images = shared.json["data"]["assets"].as_array().unwrap();
    let images: Vec<_> = images.iter().map(|image| image["id"].as_i64().unwrap()).collect();
    assert_eq!(images, [11, 12, 13]);
    // Without a name in the request, the copy gets the name of the original.
    let unnamed = original.designer.of(&server, "POST", format!("{}/clone", original.id));
    assert_eq!(unnamed.json(&json!({})).await.json["data"]["name"], "Untitled Design");
}

/// The owner may copy a design. Every caller may copy a shared design or a template, even without credentials.
#[tokio::test]
async fn clone_design__of_others() {
    let (server, original) = with_design(served().await).await;
    let stranger = begun(&server).await.designer;
    clone(&server, &stranger, original.id).await.snapshot("clone_design__403");
    assert_eq!(clone(&server, &NO_DESIGNER, original.id).await.status(), 403);
    clone(&server, &stranger, 17).await.snapshot("clone_design__404");
    let share = original.designer.of(&server, "POST", format!("{}/share", original.id));
    share.json(&json!({"isPublic": true})).await;
    assert_eq!(clone(&server, &stranger, original.id).await.status(), 200);
    let copy =
        clone(&server, &NO_DESIGNER, original.id).await.snapshot("clone_design__200_of_another");
    assert_ne!(copy.header("set-cookie"), "");
    let copy = design_of_response(&NO_DESIGNER, &copy);
    assert_eq!(copy.designer.of(&server, "GET", copy.id).await.json["data"]["isPublic"], false);

    let sql = "insert into designs (site_id, id, uuid, product_id, is_template, name, created_at, updated_at)
        values (1, 7, gen_random_uuid(), 4, true, 'Template', now(), now())";
    server.sql(sql).await;
    let copy = design_of_response(&NO_DESIGNER, &clone(&server, &NO_DESIGNER, 7).await);
    let copied = copy.designer.of(&server, "GET", copy.id).await;
    assert_eq!(copied.json["data"]["isTemplate"], false);
    assert_eq!(copy.designer.of(&server, "GET", 7).await.status(), 403, "a template is its site's");
}

/// The copy of a legacy design is a regular one.
#[tokio::test]
async fn clone_design__legacy() {
    let server = served().await;
    let designer = begun(&server).await.designer;
    legacy(&server, LEGACY_UUID, designer.session.as_deref().unwrap()).await;
    let copy = design_of_response(&designer, &clone(&server, &designer, LEGACY_UUID).await);
    let copied = designer.of(&server, "GET", copy.id).await;
    let expected = json!([{"type": "text", "text": "Ahoy", "x": 0.5, "y": 0.5, "side": "wrap"}]);
    assert_eq!(copied.json["data"]["layers"], expected);
    let stranger = begun(&server).await.designer;
    assert_eq!(clone(&server, &stranger, LEGACY_UUID).await.status(), 403);
}

/// A caller may have two thousand designs. Deleted ones do not count.
#[tokio::test]
async fn clone_design__too_many_designs() {
    let (server, original) = with_design(served().await).await;
    let digest = hex::encode(stoa_designs::digest(original.designer.session.as_deref().unwrap()));
    let sql = format!(
        "insert into designs (site_id, id, uuid, product_id, session_sha256, name, layers, created_at, updated_at)
        select 1, 9000 + number, gen_random_uuid(), 1, '\\x{digest}', 'Whale', '[]', now(), now()
        from generate_series(1, 1998) number"
    );
    server.sql(&sql).await;
    assert_eq!(clone(&server, &original.designer, original.id).await.status(), 200);
    let full = clone(&server, &original.designer, original.id).await;
    full.snapshot("clone_design__400_too_many_designs");
    let create = || {
        let request = original.designer.call(&server, "POST", DESIGNS);
        request.json(&json!({"productId": MUG}))
    };
    create().await.snapshot("create_design__400_too_many_designs");
    assert_eq!(original.designer.of(&server, "DELETE", 9001).await.status(), 200);
    assert_eq!(create().await.status(), 201);
}

/// A caller may have a thousand images. Images of copies count, images of deleted designs do not.
#[tokio::test]
async fn clone_design__too_many_images() {
    let (server, original) = with_design(served().await).await;
    let digest = hex::encode(stoa_designs::digest(original.designer.session.as_deref().unwrap()));
    let sql = format!(
        "insert into design_assets (site_id, design_id, session_sha256, url, created_at)
        select 1, case when number <= 2 then {} end, '\\x{digest}', 'https://pictures.example/a.png', now()
        from generate_series(1, 997) number",
        original.id
    );
    server.sql(&sql).await;
    let copy = design_of_response(
        &original.designer,
        &clone(&server, &original.designer, original.id).await,
    );
    let full = clone(&server, &original.designer, original.id).await;
    full.snapshot("clone_design__400_too_many_images");
    assert_eq!(original.designer.of(&server, "DELETE", copy.id).await.status(), 200);
    assert_eq!(clone(&server, &original.designer, original.id).await.status(), 200);
}
