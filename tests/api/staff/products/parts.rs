//! The options, bulk prices and styles of a product, which a change replaces as a whole.

use super::*;

fn side(slug: &str) -> Value {
    json!({
        "name": slug,
        "slug": slug,
        "mockupImage": "https://cdn.harborgoods.example/mock/side.png",
        "printAreaX": 0.25,
        "printAreaY": 0.2,
        "printAreaWidth": 0.5,
        "printAreaHeight": 0.6,
    })
}

fn with_id(mut part: Value, id: i64) -> Value {
    part["id"] = json!(id);
    part
}

#[tokio::test]
async fn parts_are_replaced() {
    let server = served().await;
    let token = catalog(&server).await;
    let shown =
        async || server.get("/api/storefront/1/products/harbor-tote").await.json["data"].clone();
    let before = shown().await;
    let patch = json!({
        "options": [
            {"id": 2, "name": "Size", "values": [
                {"id": 5, "value": "l", "label": "Large"},
                {"id": 4, "value": "m", "label": null},
                {"value": "xl", "label": "Extra large"},
            ]},
            {"id": 1, "name": "Colour", "values": [
                {"id": 1, "value": "navy"}, {"id": 2, "value": "sand"}, {"id": 3, "value": "rust"},
            ]},
            {"name": "Strap", "values": []},
        ],
        "bulkPricing": [
            {"id": 3, "variantId": 2, "minQuantity": 2, "maxQuantity": 9, "priceType": "fixed", "amount": 3000},
            {"minQuantity": 10, "priceType": "percent_off", "amount": 2500},
        ],
        "styles": [
            {"id": 2, "name": "Cropped", "active": false, "sides": []},
            // The sides swap their slugs.
            {"id": 1, "name": "Classic", "sides": [with_id(side("back"), 1), with_id(side("front"), 2), side("pocket")]},
        ],
    });
    let changed = change(&server, &token, TOTE, "*", &patch).await;
    let changed = changed.snapshot("update_product__200_parts");
    let after = shown().await;
    // A variant has its values in the order of the options.
    let values = json!([{"optionId": 2, "valueId": 4}, {"optionId": 1, "valueId": 1}]);
    assert_eq!(after["variants"][0]["optionValues"], values);
    assert_eq!(after["variants"][0]["updatedAt"], before["variants"][0]["updatedAt"]);
    let names: Vec<&Value> =
        after["options"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["Size", "Colour", "Strap"]);
    assert_eq!(after["options"][1]["createdAt"], before["options"][0]["createdAt"]);
    assert_eq!(after["bulkPricing"].as_array().unwrap().len(), 2);
    let styles = server.get("/api/storefront/1/products/harbor-tote/styles").await;
    let styles = styles.json["data"].as_array().unwrap().clone();
    assert_eq!(
        (styles.len(), &styles[0]["id"], &styles[0]["sides"][1]["id"]),
        (1, &json!(1), &json!(2))
    );
    let line =
        json!({"sessionId": "a-cart-of-totes", "productId": 1, "variantId": 1, "quantity": 10});
    let added = server.post("/api/storefront/1/cart", &line).await.expect(200);
    let price = before["variants"][0]["price"].as_i64().unwrap();
    assert_eq!(added.json["data"]["unitPrice"], price * 3 / 4);

    // The next change may name the new ids. Empty lists remove what no variant needs.
    let strap = changed.json["data"]["options"][2]["id"].as_i64().unwrap();
    let mut options = patch["options"].clone();
    options[2] = json!({"id": strap, "name": "Handle", "values": [{"value": "rope"}]});
    let body = json!({"options": options, "bulkPricing": [], "styles": []});
    let emptied = change(&server, &token, TOTE, changed.header("etag"), &body).await.expect(200);
    let emptied = &emptied.json["data"];
    assert_eq!((&emptied["bulkPricing"], &emptied["styles"]), (&json!([]), &json!([])));
    assert_eq!(emptied["options"][2]["id"], strap);
    let rows = audited_with(&server, "updateProduct").await;
    assert!(rows[0].contains(" product options,bulkPricing,styles "), "{rows:?}");
}

#[tokio::test]
async fn refused_parts() {
    let server = served().await;
    let token = catalog(&server).await;
    let before = server.get(TOTE).bearer(&token).await.json;
    let unknown = (404, "The product has no option, bulk price, style or side with this id");
    let twice = (400, "An id of an option, a bulk price, a style or a side is given twice");
    let options = (400, "options must be at most 100 options with a name and at most 250 values");
    let prices =
        (400, "bulkPricing must be at most 200 prices with minQuantity, priceType and amount");
    let styles = (400, "styles must be at most 50 styles with a name and at most 20 sides");
    let price = |more: Value| {
        let mut price = json!({"minQuantity": 2, "priceType": "fixed", "amount": 150});
        price.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"bulkPricing": [price]})
    };
    let style = |sides: Value| json!({"styles": [{"name": "Classic", "sides": sides}]});
    let lost = json!({"options": [
        {"id": 1, "name": "Color", "values": [{"id": 1, "value": "navy"}, {"id": 2, "value": "sand"}]},
        {"id": 2, "name": "Size", "values": [{"id": 4, "value": "m"}, {"id": 5, "value": "l"}]},
    ]});
    change(&server, &token, TOTE, "*", &lost)
        .await
        .snapshot("update_product__409_option_value_in_use");
    for (body, outcome) in [
        (json!({"options": []}), (409, "A variant has an option value that is missing here")),
        // The option of another product, and the value of another option.
        (json!({"options": [{"id": 3, "name": "Size", "values": []}]}), unknown),
        (
            json!({"options": [{"id": 1, "name": "Color", "values": [{"id": 4, "value": "m"}]}]}),
            unknown,
        ),
        (json!({"options": [{"name": "Color", "values": [{"id": 1, "value": "m"}]}]}), unknown),
        (json!({"options": [{"id": -1, "name": "Color", "values": []}]}), unknown),
        (
            json!({"options": [{"id": 1, "name": "A", "values": []}, {"id": 1, "name": "B", "values": []}]}),
            twice,
        ),
        (json!({"options": null}), options),
        (json!({"options": [{"name": "", "values": []}]}), options),
        (json!({"options": [{"name": "Color"}]}), options),
        (json!({"options": [{"name": "Color", "values": [{"value": 7}]}]}), options),
        (json!({"options": vec![json!({"name": "Color", "values": []}); 101]}), options),
        (price(json!({"id": 4})), unknown),
        (price(json!({"variantId": 5})), (404, "Variant not found")),
        (price(json!({"variantId": i64::MAX})), (404, "Variant not found")),
        (price(json!({"priceType": "free"})), prices),
        (price(json!({"amount": -1})), prices),
        (price(json!({"maxQuantity": 0.5})), prices),
        (json!({"bulkPricing": {}}), prices),
        (
            price(json!({"maxQuantity": 1})),
            (400, "The maxQuantity of a bulk price is below its minQuantity"),
        ),
        (
            price(json!({"priceType": "percent_off", "amount": 10_001})),
            (400, "A bulk price takes off at most 100 percent (an amount of 10000)"),
        ),
        (style(json!([with_id(side("front"), 1)])), unknown),
        (json!({"styles": [{"id": 3, "name": "Mug", "sides": []}]}), unknown),
        (
            json!({"styles": [{"id": 1, "name": "A", "sides": [with_id(side("front"), 3)]}]}),
            unknown,
        ),
        (
            style(json!([side("front"), side("front")])),
            (400, "The sides of a style need different slugs"),
        ),
        (style(json!([side("")])), styles),
        (style(json!([{"slug": "front"}])), styles),
        (style(json!("front")), styles),
    ] {
        let refused = change(&server, &token, TOTE, "*", &body).await;
        assert_eq!(refused.outcome(), outcome, "{body:.300}");
    }
    let nul = json!({"options": [{"name": "a\u{0}b", "values": []}]});
    assert_eq!(change(&server, &token, TOTE, "*", &nul).await.status(), 400);
    server.sql("update stores set currency = 'ISK' where site_id = 1").await;
    let refused = change(&server, &token, TOTE, "*", &price(json!({}))).await;
    assert_eq!(refused.outcome(), (400, "The store cannot charge this price in its currency"));
    assert_eq!(server.get(TOTE).bearer(&token).await.json, before);
    assert_eq!(audited_with(&server, "updateProduct").await, [""; 0]);
    let percent = price(json!({"priceType": "percent_off"}));
    assert_eq!(change(&server, &token, TOTE, "*", &percent).await.status(), 200);
}

#[tokio::test]
async fn new_products_with_parts() {
    let server = served().await;
    let token = catalog(&server).await;
    let create = |slug: &str, more: Value| {
        let mut body = json!({"name": "Cap", "slug": slug, "price": 900, "status": "active"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.request("POST", PRODUCTS).bearer(&token).json(&body)
    };
    let parts = json!({
        "options": [{"name": "Size", "values": [{"value": "s"}, {"value": "m", "label": "Medium"}]}],
        "bulkPricing": [{"minQuantity": 10, "priceType": "fixed", "amount": 700}],
        "styles": [{"name": "Classic", "sides": [side("front")]}],
    });
    let created = create("cap", parts).await.expect(201);
    let product = &created.json["data"];
    assert_eq!(product["options"][0]["values"][1]["label"], "Medium");
    assert_eq!(product["styles"][0]["active"], true);
    let shown = server.get("/api/storefront/1/products/cap").await;
    assert_eq!(shown.json["data"]["bulkPricing"][0]["amount"], 700);
    let unknown = "The product has no option, bulk price, style or side with this id";
    for (more, message) in [
        (json!({"options": [{"id": 1, "name": "Size", "values": []}]}), unknown),
        (json!({"styles": [{"id": 1, "name": "Size", "sides": []}]}), unknown),
        (
            json!({"bulkPricing": [{"variantId": 1, "minQuantity": 1, "priceType": "fixed", "amount": 1}]}),
            "Variant not found",
        ),
    ] {
        assert_eq!(create("hat", more).await.outcome(), (404, message));
    }
}

#[tokio::test]
async fn duplicate_product() {
    let server = served().await;
    let token = catalog(&server).await;
    let duplicate = |id: i64, body: Value| {
        server.request("POST", &format!("{PRODUCTS}/{id}/duplicate")).bearer(&token).json(&body)
    };
    let original = server.get(TOTE).bearer(&token).await.json;
    let copy =
        duplicate(1, json!({"slug": "harbor-tote-2"})).await.snapshot("duplicate_product__201");
    assert_eq!(server.get("/api/storefront/1/products/harbor-tote-2").await.status(), 404);
    let (copied, original) = (&copy.json["data"], &original["data"]);
    for name in ["name", "price", "description", "metadata", "categoryId", "trackInventory"] {
        assert_eq!(copied[name], original[name], "{name}");
    }
    let variants = |product: &Value| product["variants"].as_array().unwrap().clone();
    for (copied, original) in variants(copied).iter().zip(variants(original)) {
        assert_eq!((&copied["name"], &copied["price"]), (&original["name"], &original["price"]));
        assert_eq!((&copied["quantity"], &copied["sku"]), (&json!(0), &Value::Null));
    }
    // What a variant, an option and a bulk price have in common is the same in the copy.
    let values = |product: &Value, variant: usize| -> Vec<Value> {
        let chosen = product["variants"][variant]["optionValues"].as_array().unwrap().clone();
        let options = product["options"].as_array().unwrap();
        let all: Vec<&Value> =
            options.iter().flat_map(|it| it["values"].as_array().unwrap()).collect();
        let value = |id: &Value| all.iter().find(|it| it["id"] == *id).unwrap()["value"].clone();
        chosen.iter().map(|chosen| value(&chosen["valueId"])).collect()
    };
    for variant in 0..4 {
        assert_eq!(values(copied, variant), values(original, variant));
    }
    let priced = |product: &Value| {
        let rules = product["bulkPricing"].as_array().unwrap().clone();
        let ids: Vec<Value> = variants(product).iter().map(|it| it["id"].clone()).collect();
        rules
            .iter()
            .map(|rule| ids.iter().position(|id| *id == rule["variantId"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(priced(copied), priced(original));
    assert_eq!(server.get(TOTE).bearer(&token).await.json["data"], *original);

    let named = duplicate(2, json!({"slug": "pouch-2", "name": "Another pouch"})).await.expect(201);
    assert_eq!(named.json["data"]["name"], "Another pouch");
    assert_eq!(named.json["data"]["quantity"], Value::Null);
    duplicate(1, json!({"slug": "harbor-tote-2"})).await.snapshot("duplicate_product__409");
    for (id, body, status) in [
        (99, json!({"slug": "a"}), 404),
        (-1, json!({"slug": "a"}), 404),
        (1, json!({}), 400),
        (1, json!({"slug": "a b"}), 400),
        (1, json!({"slug": "\u{958}".repeat(128)}), 400),
        (1, json!({"slug": "a", "name": ""}), 400),
    ] {
        let refused = duplicate(id, body.clone()).await;
        assert_eq!(refused.status(), status, "{body}: {}", refused.message());
    }
    let rows = audited_with(&server, "duplicateProduct").await;
    assert_eq!(rows.len(), 2, "{rows:?}");
}

/// A style that a design template has stays, so that the template can be drawn and exported.
#[tokio::test]
async fn a_style_of_a_template() {
    let server = served().await;
    let token = catalog(&server).await;
    let owner = hired(&server, Some(1), "lin@harborgoods.example", &["owner"]).await;
    let templates = "/api/staff/sites/1/design-templates";
    let template = json!({"productId": 1, "styleId": 2, "name": "Two whales"});
    let created = server.post(templates, &template).bearer(&owner).await.expect(201);
    let style = |id: i64| json!({"id": id, "name": "Style", "sides": []});
    let lost = json!({"styles": [style(1), {"name": "New", "sides": []}]});
    let replace = |styles: &Value| change(&server, &token, TOTE, "*", styles);
    replace(&lost).await.snapshot("update_product__409_style_in_use");
    assert_eq!(replace(&json!({"styles": []})).await.status(), 409);
    replace(&json!({"styles": [style(2)]})).await.expect(200);
    let path = format!("{templates}/{}", created.json["data"]["id"]);
    server.request("DELETE", &path).bearer(&owner).await.expect(200);
    replace(&json!({"styles": []})).await.expect(200);
}

/// The database writes each number of the metadata without an exponent.
#[tokio::test]
async fn numbers_of_metadata() {
    let server = served().await;
    let token = catalog(&server).await;
    let metadata = |count| json!({"a": vec![1e308; count]});
    let expected = (400, "metadata must be an object of at most 65536 bytes and a depth of 20");
    let refused = change(&server, &token, TOTE, "*", &json!({"metadata": metadata(220)})).await;
    assert_eq!(refused.outcome(), expected);
    change(&server, &token, TOTE, "*", &json!({"metadata": metadata(200)})).await.expect(200);
    let new = |count| json!({"name": "x", "slug": "x", "price": 1, "metadata": metadata(count)});
    let refused = server.post(PRODUCTS, &new(220)).bearer(&token).await;
    assert_eq!(refused.outcome(), expected);
    server.post(PRODUCTS, &new(200)).bearer(&token).await.expect(201);
}
