//! The statements of designs, their images and drawings, and files.

use stoa_designs::mockups::draw_provisional;
use stoa_designs::prints::{self, IfChanged};

use super::*;

/// Designs of the current and of the legacy designer, with and without an account.
pub async fn designs_of_customers(server: &Server) {
    const LEGACY: &str = "00000000-0000-1000-8000-0000000000dc";
    let path = |design: i64, rest: &str| format!("{design}/{rest}");
    let design = designers::begun(server).await;
    let designer = &design.designer;
    let session = designer.session.clone().unwrap();
    designers::legacy(server, LEGACY, &session).await;
    let changes = json!({
        "name": "Whales", "description": "Two of them", "styleId": 3, "styleOverrides": {"color": "navy"},
        "thumbnailUrl": "https://pictures.example/a.png", "layers": [designers::text_layer("Two whales")],
    });
    done(designer.of(server, "PUT", design.id).json(&changes)).await;
    let of_legacy = designer.of(server, "POST", format!("{LEGACY}/assets"));
    done(of_legacy.files(&[("whale.png", &pictures::png(30, 20)[..])])).await;
    let changes = json!({"canvasSize": {"width": 600, "height": 300}, "status": "rendered"});
    let legacy = done(designer.of(server, "PUT", LEGACY).json(&changes)).await;
    assert_eq!(legacy.json["data"]["status"], "rendered");
    let image = json!({"register": [{"url": "https://pictures.example/b.png"}]});
    let assets = format!("{STORE}/designs/assets");
    let image = done(designer.call(server, "POST", &assets).json(&image)).await;
    let layers = json!({"layers": [{"type": "image", "assetId": image.json["data"][0]["id"]}]});
    done(designer.of(server, "PUT", design.id).json(&layers)).await;
    done(designer.of(server, "POST", path(design.id, "clone")).json(&json!({}))).await;
    done(designer.of(server, "POST", format!("{LEGACY}/clone")).json(&json!({}))).await;
    done(designer.of(server, "POST", path(design.id, "share")).json(&json!({"isPublic": true})))
        .await;
    done(server.get(&format!("{STORE}/designs/public/{}", design.uuid))).await;
    server.sql("update designs set is_public = true where legacy").await;
    let pictured =
        "update designs set thumbnail_url = 'https://cdn.example/t.png' where is_template";
    server.sql(pictured).await;
    done(server.get(&format!("{STORE}/designs/public/{LEGACY}"))).await;
    done(designer.of(server, "GET", design.id)).await;
    done(designer.of(server, "GET", LEGACY)).await;
    for query in ["", "?productId=4", "?templates=1", "?templates=1&productId=4"] {
        done(designer.call(server, "GET", &format!("{STORE}/designs{query}"))).await;
    }
    done(designer.call(server, "GET", &format!("{STORE}/designs/anonymous/count"))).await;
    server.pass(MINUTE);
    let token = customers::registered(server, "designs@example.com").await;
    server.pass(MINUTE);
    let customer = done(server.get(customers::ACCOUNT).bearer(&token)).await;
    let claim = json!({"sessionId": session, "customerId": customer.json["data"]["id"]});
    let claims = format!("{STORE}/designs/claim");
    done(server.request("POST", &claims).json(&claim).bearer(&token)).await;
    let customer = designers::Designer::with_token(&token);
    done(customer.of(server, "DELETE", design.id)).await;
    done(customer.of(server, "DELETE", LEGACY)).await;
    stoa::demo::pictures::show(&server.db(), &server.files).await.unwrap();
}

/// Drawings of designs of the current and of the legacy designer.
pub async fn drawings(server: &Server) {
    const LEGACY: &str = "00000000-0000-1000-8000-0000000000dd";
    server.sql("update product_style_sides set mockup_image = '' where slug = 'wrap'").await;
    let design = designers::begun(server).await;
    let designer = &design.designer;
    let image = pictures::png(30, 20);
    let upload = designer.call(server, "POST", &format!("{STORE}/designs/upload-image"));
    let image = done(upload.files(&[("whale.png", &image[..])])).await;
    let layer =
        json!({"type": "image", "assetId": image.json["data"]["id"], "width": 1, "height": 1});
    done(designer.of(server, "PUT", design.id).json(&json!({"layers": [layer]}))).await;
    done(designer.of(server, "POST", format!("{}/finalize", design.id))).await;
    // A provisional mock-up is drawn on the photo that the product has by now.
    let provisional = format!(
        "update design_drawings set mockup_due_at = '2026-01-01' where design_id = {};
         update product_style_sides set mockup_image = '{}' where slug = 'wrap'",
        design.id,
        image.json["data"]["url"].as_str().unwrap()
    );
    server.sql(&provisional).await;
    assert_eq!(draw_provisional(&server.studio, server.now()).await.unwrap(), 1);
    designers::legacy(server, LEGACY, designer.session.as_deref().unwrap()).await;
    done(designer.of(server, "POST", format!("{LEGACY}/finalize"))).await;
    done(designer.of(server, "GET", LEGACY)).await;
    for design in [json!(design.id), json!(LEGACY)] {
        let path = format!("{STORE}/designs/generate-thumbnail");
        done(designer.call(server, "POST", &path).json(&json!({"designId": design}))).await;
    }
    // A drawn design is shared; others may view it but not change it.
    done(
        designer
            .of(server, "POST", format!("{}/share", design.id))
            .json(&json!({"isPublic": true})),
    )
    .await;
    done(server.get(&format!("{STORE}/designs/public/{}", design.uuid))).await;
    let name = json!({"name": "Whale"});
    let stranger = designers::begun(server).await.designer;
    for id in [design.id.to_string(), LEGACY.to_owned()] {
        done(designer.of(server, "PUT", &id).json(&name)).await;
        assert_eq!(stranger.of(server, "PUT", &id).json(&name).await.status(), 403);
    }
    let undesignable = json!({"productId": 2});
    let refused = stranger.call(server, "POST", &format!("{STORE}/designs")).json(&undesignable);
    assert_eq!(refused.await.status(), 400);
}

/// The staff's commands for designs, and the sweep of expired ones.
pub async fn designs_of_staff(server: &Server) {
    let order = "select max(placed.number) from orders placed join order_item_drawings printed on printed.order_id = placed.id";
    let order: String = server.client().await.query_one(order, &[]).await.unwrap().get(0);
    for arguments in [
        ["list"].as_slice(),
        &["show", "2"],
        &["show", &Design::named(3).uuid],
        &["print", "2"],
        &["print", "2", "--revision", "1"],
        &["print", "--order", &order],
    ] {
        ordered(server, &[["design"].as_slice(), arguments].concat(), "").await;
    }
    // Print files that were deleted are drawn again by the job and by the command.
    let unprinted = "update order_item_drawings set print_key = null;
        update orders set status = 'delivered' where id in (select order_id from order_item_drawings)";
    server.sql(unprinted).await;
    done(register(server, "ida@example.com")).await;
    let own = "update designs
        set customer_id = (select max(id) from customers), session_sha256 = null
        where uuid in (select design_id from order_items)";
    server.sql(own).await;
    let refused = stoa(server, &["customer", "erase", "ida@example.com"], "").await.1;
    assert!(refused.contains("lacks the print file"), "{refused}");
    prints::draw_ordered(&server.studio, server.now()).await.unwrap();
    let forget = "update design_drawings
        set print_key = null, print_images = array(select id from design_assets)";
    server.sql(forget).await;
    let accept = IfChanged::Accept;
    prints::draw_revision(&server.studio, 1, 2, None, accept, server.now()).await.unwrap();
    server.sql("update design_drawings set print_expires_at = '2026-01-01'").await;
    let file = tempfile::NamedTempFile::new().unwrap();
    let import = ["design", "import", "--site", "1", file.path().to_str().unwrap()];
    let legacy = |product_id: i64| {
        let uuid = "7d9f2c1e-3b57-4f6a-8c21-5e0b9a4d7f63";
        json!({"uuid": uuid, "productId": product_id, "sessionId": "a legacy session"})
    };
    fs::write(file.path(), legacy(99).to_string()).unwrap();
    let refused = stoa(server, &import, "").await.1;
    assert!(refused.contains("no product 99"), "{refused}");
    fs::write(file.path(), legacy(1).to_string()).unwrap();
    ordered(server, &import, "").await;
    let visitor = begun(server).await.designer;
    server.sql("update design_sessions set last_visit_at = '2026-01-01'").await;
    done(visitor.call(server, "GET", &format!("{STORE}/designs"))).await;
    let later = server.now() + chrono::TimeDelta::days(200);
    stoa_designs::sweep::sweep(&server.orders.db, later).await.unwrap();
}

/// AI images and texts for designs of a customer and of a session, and a call that never ended.
pub async fn ai(server: &Server) {
    server.sql("update stores set ai_provider = 'test', ai_credits_per_month = 1000").await;
    server.pass(stoa_stores::STORE_TTL);
    done(register(server, "otto@example.com")).await;
    let otto = customers::token(&log_in(server, "otto@example.com", PASSWORD).await);
    let customer = Designer::with_token(&otto);
    for design in [customer.begins(server).await, begun(server).await] {
        for what in ["ai-image", "ai-text"] {
            let call = design.designer.of(server, "POST", format!("{}/{what}", design.id));
            done(call.json(&json!({"prompt": "Two whales"}))).await;
        }
    }
    server
        .sql(
            "insert into ai_reservations (site_id, month, credits, created_at)
             select site_id, month, 1, month from ai_usage",
        )
        .await;
    ordered(server, &["ai", "usage", "--site", "1"], "").await;
    stoa_stores::ai_credits::release_abandoned(&server.orders.db, server.now()).await.unwrap();
}

/// Images of a design, and an operator's pictures.
pub async fn files(server: &Server) {
    let design = designers::begun(server).await;
    let of_design = format!("{}/assets", design.id);
    let image = pictures::png(30, 20);
    let file = [("whale.png", &image[..])];
    let kept = done(design.designer.of(server, "POST", of_design).files(&file)).await;
    let free = design.designer.call(server, "POST", &format!("{STORE}/designs/upload-image"));
    done(free.files(&file)).await;
    let token = customers::registered(server, "files@example.com").await;
    let customer = designers::Designer::with_token(&token);
    let path = format!("{STORE}/designs/assets");
    let registered = json!({"register": [{"url": "https://pictures.example/a.png"}]});
    done(customer.call(server, "POST", &path).json(&registered)).await;
    let ids = json!({"ids": [kept.json["data"]["id"]]});
    done(design.designer.call(server, "POST", &path).json(&ids)).await;
    let files = &server.files;
    let operators = stoa_files::NewFile {
        bytes: image.clone().into(),
        media_type: "image/png",
        extension: "png",
        width: 30,
        height: 20,
    };
    let origin = stoa_audit::Origin::of_command("stoa file add");
    let key = stoa_files::staff::add(files, &origin, 1, "mug.png", &operators).await.unwrap();
    let other = stoa_files::staff::add(files, &origin, 1, "tote.png", &operators).await.unwrap();
    ordered(server, &["file", "list"], "").await;
    stoa_files::staff::remove(files, &origin, 1, &other, server.now()).await.unwrap();
    let named = format!("update designs set thumbnail_key = '{key}' where id = {}", design.id);
    server.sql(&named).await;
    stoa_files::staff::remove(files, &origin, 1, &key, server.now()).await.unwrap();
    let nobodys = files.store(1, &operators).await.unwrap();
    server
        .sql(&format!("update files set created_at = '2026-01-01' where key = '{nobodys}'"))
        .await;
    // The sweep's clock is two days ahead.
    let later = Duration::from_secs(48 * 60 * 60);
    let clock = stoa_values::Clock::new(move || SystemTime::now() + later);
    // The sweep uses the server's own connections, because those are recorded.
    let db = || server.orders.db.clone();
    let folder = stoa_storage::Storage::local(&server.folder());
    let later = stoa_files::Files::new(db(), clock, folder, FILES_URL);
    stoa_files::sweep::sweep(&later).await.unwrap();
    // With a bucket, serving a file looks up its row.
    let unreachable = stoa_storage::S3Settings {
        bucket: "harbor".into(),
        endpoint: Some("http://127.0.0.1:1".into()),
        region: "us-east-1".into(),
        access_key_id: "a".into(),
        secret_access_key: "a".into(),
    };
    let bucket = stoa_storage::Storage::s3(&unreachable).unwrap();
    let clock = stoa_values::Clock::default();
    let files = stoa_files::Files::new(db(), clock, bucket, FILES_URL);
    assert!(files.serve(1, &key).await.unwrap().is_some());
}
