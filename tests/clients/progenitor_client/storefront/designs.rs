//! The product designer with both clients.

use super::*;
use crate::api::storefront::designers::{LEGACY_UUID, MUG, legacy, text_layer};

pub async fn designs(tape: &Tape<'_>, server: &Server, token: &str) {
    let anyone = shop(tape, None, None);
    let whales = json!({"productId": MUG, "name": "Two whales", "layers": [text_layer("Whales")]});
    let begun = both!(anyone.create_design(1, &read(&whales))).unwrap();
    let (id, session) = (&json!(number(&begun, "id")), text(&begun, "sessionId"));
    let designer = shop(tape, None, Some(session));
    both!(designer.list_design_fonts(1)).unwrap();
    both!(designer.count_anonymous_designs(1)).unwrap();
    both!(designer.list_designs(1, Some(MUG), None) as (1).product_id(MUG)).unwrap();

    both!(designer.get_design(1, &read(&id), None) as (1, &read(&id))).unwrap();
    let changes = json!({"name": "Three whales", "styleOverrides": {"color": "#0f4c5c", "depth": [1, 1.5, null]}});
    both!(designer.update_design(1, &read(&id), &read(&changes))).unwrap();
    both!(designer.generate_design_thumbnail(1, &read(&json!({"designId": id})))).unwrap();
    both!(designer.finalize_design(1, &read(&id))).unwrap();
    let shared =
        both!(designer.share_design(1, &read(&id), &read(&json!({"isPublic": true})))).unwrap();
    both!(anyone.get_public_design(1, shared["uuid"].as_str().unwrap())).unwrap();
    let stranger = shop(tape, Some(token), None);
    let refused = both!(stranger.delete_design(1, &read(&id))).unwrap_err();
    assert!(refused.starts_with("403: "), "{refused}");

    let prompt = json!({"prompt": "Two whales under a lighthouse", "n": 2});
    let key = read("a key");
    both!(designer.generate_design_image(1, &read(&id), Some(&key), &read(&prompt))
        as (1, &read(&id), &read(&prompt)).idempotency_key("a key"))
    .unwrap();
    let prompt = json!({"prompt": "Something cheerful for a sailor", "count": 2});
    both!(designer.suggest_design_text(1, &read(&id), &read(&prompt))).unwrap();
    let image = json!({"url": "https://cdn.example/whales.png", "filename": "whales.png"});
    let register = json!({"register": [image]});
    let registered = both!(designer.list_or_register_design_assets(1, &read(&register))).unwrap();
    let ids = json!({"ids": [registered["data"][0]["id"].as_f64().unwrap() as i64]});
    both!(designer.list_or_register_design_assets(1, &read(&ids))).unwrap();

    // This design is of the legacy designer, so it has a UUID and other fields.
    legacy(server, LEGACY_UUID, session).await;
    both!(designer.get_design(1, &read(LEGACY_UUID), None) as (1, &read(LEGACY_UUID))).unwrap();
    let session_id = read(session);
    both!(anyone.get_design(1, &read(LEGACY_UUID), Some(&session_id)) as (1, &read(LEGACY_UUID)).session_id(session))
        .unwrap();
    let changes =
        json!({"layersBySurface": {"wrap": []}, "canvasSize": {"width": 1200, "height": 600}});
    both!(designer.update_design(1, &read(LEGACY_UUID), &read(&changes))).unwrap();

    let copy = json!({"name": "Two whales, for Jonas"});
    let copied = both!(designer.clone_design(1, &read(&id), Some(&read("a copy")), &read(&copy)) as (1, &read(&id), &read(&copy)).idempotency_key("a copy")).unwrap();
    let copy = json!(number(&copied, "id"));
    both!(designer.delete_design(1, &read(&copy))).unwrap();
    let refused = both!(designer.delete_design(1, &read(&copy))).unwrap_err();
    assert_eq!(refused, "404: Design not found");
    let both_known = shop(tape, Some(token), Some(session));
    both!(both_known.claim_designs(1, &read(&json!({"sessionId": session, "customerId": 1}))))
        .unwrap();
}
