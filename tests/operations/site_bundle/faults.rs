//! Invalid bundles, each with the exact list of its faults.

use serde_json::{Value, json};

use super::{DEMO, count, database, fault_lines, import, replace_with_live_state, site_with};

/// Sections of a bundle and their faults.
fn broken() -> Vec<(Value, Vec<&'static str>)> {
    vec![
        (
            json!({"pages": [], "a/b~c\n": 1}),
            vec!["/a~1b~0c\u{fffd}: unknown key", "/pages: unknown key"],
        ),
        (json!({"formatVersion": 2}), vec!["/formatVersion: must be 1"]),
        (
            json!({"site": {"id": 0, "name": null, "colour": 1}}),
            vec![
                "/site/colour: unknown key",
                "/site/id: must be at least 1",
                "/site/name: must be a string",
            ],
        ),
        (json!({"site": {}}), vec!["/site/id: is required", "/site/name: is required"]),
        (
            json!({"posts": {}, "tags": null}),
            vec!["/posts: must be an array", "/tags: must be an array"],
        ),
        (json!({"posts": [7]}), vec!["/posts/0: must be an object"]),
        (
            json!({"posts": [{"id": 1, "content": "[]", "publishedAt": "yesterday", "noIndex": 1, "tagIds": ["1"]}]}),
            vec![
                "/posts/0/content: must be an object or null",
                "/posts/0/noIndex: must be a boolean or null",
                "/posts/0/publishedAt: must be a date-time",
                "/posts/0/publishedAt: must match ^[12][0-9]{3}-",
                "/posts/0/tagIds/0: must be an integer",
            ],
        ),
        (
            json!({"posts": [{"id": 1, "slug": "a", "content": {"blocks": [], "html": ""}}, {"id": 1, "slug": "a"}]}),
            vec![
                "/posts/0/content/html: unknown key",
                "/posts/1/id: id 1 is given twice",
                "/posts/1/slug: slug \"a\" is given twice",
            ],
        ),
        (
            json!({"posts": [{"id": 1, "parentPostId": 8, "categoryIds": [1, 9], "tagIds": [2, 2]}],
                "categories": [{"id": 1}]}),
            vec![
                "/posts/0/categoryIds/1: category 9 does not exist",
                "/posts/0/tagIds/0: tag 2 does not exist",
                "/posts/0/tagIds/1: tag 2 does not exist",
                "/posts/0/tagIds: must not hold a value twice",
                "/posts/0: parentPostId 8 does not exist",
            ],
        ),
        (
            json!({"navigation": [{"id": 1, "parentId": 2}, {"id": 2, "parentId": 3}, {"id": 3, "parentId": 2},
                {"id": 4, "parentId": 4}, {"id": 5, "parentId": 6}]}),
            vec![
                "/navigation/1: parentId 3 makes a circle",
                "/navigation/3: parentId 4 makes a circle",
                "/navigation/4: parentId 6 does not exist",
            ],
        ),
        (
            json!({"productCategories": [{"id": 1, "slug": "a", "parentId": 1}, {"id": 2, "slug": "b", "parentId": 9}]}),
            vec![
                "/productCategories/0: parentId 1 makes a circle",
                "/productCategories/1: parentId 9 does not exist",
            ],
        ),
        (
            json!({"categories": [{"id": 1}, {"id": 2}], "tags": [{"id": 1, "slug": "é"}, {"id": 1, "slug": "e\u{301}"}]}),
            vec![
                "/categories/1/slug: slug \"\" is given twice",
                "/tags/1/id: id 1 is given twice",
                "/tags/1/slug: slug \"e\\u{301}\" is given twice",
            ],
        ),
        (
            json!({"products": [{"id": 1, "categoryId": 4, "slug": "a", "price": -1, "status": "sold",
                "weight": "heavy", "quantity": 9007199254740992_i64, "compareAtPrice": 1e30, "websiteId": 1}]}),
            vec![
                "/products/0/compareAtPrice: must be at most 9007199254740991",
                "/products/0/price: must be at least 0",
                "/products/0/quantity: must be at most 9007199254740991",
                "/products/0/status: must be one of [\"active\",\"inactive\",\"draft\",\"archived\"]",
                "/products/0/websiteId: unknown key",
                "/products/0/weight: must match ^[0-9]+(\\.[0-9]+)?$",
                "/products/0: categoryId 4 does not exist",
            ],
        ),
        (
            json!({"products": [{"id": 1, "price": 12.0, "lengthIn": 12.0, "images": [{"id": 1, "order": 0.5}]}]}),
            vec![
                "/products/0/images/0/order: must be an integer",
                "/products/0/price: must be written without fraction and exponent",
            ],
        ),
        (
            json!({"products": [
                {"id": 1, "slug": "a",
                    "images": [{"id": 1}],
                    "options": [{"id": 1, "values": [{"id": 1}, {"id": 2}]}, {"id": 2, "values": [{"id": 3}]}],
                    "variants": [
                        {"id": 1, "optionValues": [{"optionId": 1, "valueId": 1}, {"optionId": 99, "valueId": 1}]},
                        {"id": 2, "optionValues": [{"optionId": 1, "valueId": 3}, {"optionId": 2}]},
                        {"id": 3, "optionValues": [{"optionId": 1, "valueId": 1}, {"optionId": 1, "valueId": 2}]}],
                    "bulkPricing": [{"id": 1, "variantId": 9, "priceType": "fixed"}, {"id": 2}],
                    "styles": [{"id": 1, "sides": [{"id": 1, "slug": "front"}, {"id": 1, "slug": "front"}]}]},
                {"id": 2, "slug": "b",
                    "images": [{"id": 1}],
                    "options": [{"id": 2, "values": [{"id": 3}]}],
                    "variants": [{"id": 3}],
                    "bulkPricing": [{"id": 1, "variantId": 1, "priceType": "free"}],
                    "styles": [{"id": 1}]}]}),
            vec![
                "/products/0/bulkPricing/0: variantId 9 does not exist",
                "/products/0/bulkPricing/1/priceType: is required",
                "/products/0/styles/0/sides/1/id: id 1 is given twice",
                "/products/0/styles/0/sides/1/slug: slug \"front\" is given twice",
                "/products/0/variants/0/optionValues/1: optionId 99 does not exist",
                "/products/0/variants/1/optionValues/0: valueId 3 does not exist in option 1",
                "/products/0/variants/1/optionValues/1/valueId: is required",
                "/products/0/variants/2/optionValues/1: optionId 1 is given twice",
                "/products/1/bulkPricing/0/id: id 1 is given twice",
                "/products/1/bulkPricing/0/priceType: must be one of [\"fixed\",\"percent_off\"]",
                "/products/1/bulkPricing/0: variantId 1 does not exist",
                "/products/1/images/0/id: id 1 is given twice",
                "/products/1/options/0/id: id 2 is given twice",
                "/products/1/options/0/values/0/id: id 3 is given twice",
                "/products/1/styles/0/id: id 1 is given twice",
                "/products/1/variants/0/id: id 3 is given twice",
            ],
        ),
        // Prices that the payment provider cannot charge in the store's currency.
        (
            json!({"products": [
                {"id": 1, "price": 12350, "compareAtPrice": 5, "variants": [{"id": 1, "price": 12355}],
                    "bulkPricing": [{"id": 1, "priceType": "fixed", "amount": 11},
                        {"id": 2, "priceType": "percent_off", "amount": 11}]}],
                "store": {"currency": "KWD"},
                "discountCodes": [{"code": "A", "discountType": "fixed_amount", "amount": 1},
                    {"code": "B", "discountType": "percent", "amount": 1}],
                "giftCertificates": [{"code": "C", "initialAmount": 20, "remainingAmount": 15}],
                "shippingZones": [{"rates": [{"id": 1, "price": 1230}, {"id": 2, "price": 1234}]}]}),
            vec![
                "/discountCodes/0/amount: must be a multiple of 10",
                "/giftCertificates/0/remainingAmount: must be a multiple of 10",
                "/products/0/bulkPricing/0/amount: must be a multiple of 10",
                "/products/0/variants/0/price: must be a multiple of 10",
                "/shippingZones/0/rates/1/price: must be a multiple of 10",
            ],
        ),
        (
            json!({"store": {"currency": "ISK"}, "products": [{"id": 1, "slug": "a", "price": 120000}, {"id": 2, "slug": "b", "price": 120050}]}),
            vec!["/products/1/price: must be a multiple of 100"],
        ),
        (
            json!({"apiKeys": [{"secret": "svc_live_short"}, {"secret": "12345678901234567890123456789012345678901"}, {},
                {"secret": "svc_live_00000000000000000000000000000000", "secretSha256": "ab"},
                {"secret": "svc_live_11111111111111111111111111111111", "ratePerMinute": 0},
                {"secret": "svc_live_11111111111111111111111111111111"}]}),
            vec![
                "/apiKeys/0/secret: must match ^svc_live_[!-~]{32,}$",
                "/apiKeys/1/secret: must match ^svc_live_[!-~]{32,}$",
                "/apiKeys/2: needs secret or secretSha256",
                "/apiKeys/3/secretSha256: must match ^[0-9a-f]{64}$",
                "/apiKeys/3: needs secret or secretSha256, not both",
                "/apiKeys/4/ratePerMinute: must be at least 1",
                "/apiKeys/5: its secret is given twice",
            ],
        ),
        (
            json!({"discountCodes": [{"code": "Gruß", "discountType": "percent"}, {"code": "gruß", "discountType": "half"}, {}],
                "giftCertificates": [{"code": "A", "initialAmount": 5, "remainingAmount": 6}, {"code": "a"}]}),
            vec![
                "/discountCodes/1/code: code \"gruß\" is given twice",
                "/discountCodes/1/discountType: must be one of [\"percent\",\"fixed_amount\",\"free_shipping\"]",
                "/discountCodes/2/code: is required",
                "/discountCodes/2/discountType: is required",
                "/giftCertificates/0: remainingAmount 6 is more than initialAmount 5",
                "/giftCertificates/1/code: code \"a\" is given twice",
            ],
        ),
        (
            json!({"shippingZones": [{"countries": ["usa"], "rates": [{"id": 1}]}, {"rates": [{"id": 1}, {}]}]}),
            vec![
                "/shippingZones/0/countries/0: must match ^([A-Z]{2}|\\*)$",
                "/shippingZones/1/rates/0/id: id 1 is given twice",
                "/shippingZones/1/rates/1/id: is required",
            ],
        ),
        (
            json!({
                "designTemplates": [
                    {"id": 1, "productId": 1, "styleId": 2, "layers": [7], "styleOverrides": []},
                    {"id": 1, "productId": 9, "styleId": 1, "layers": vec![json!({}); 501]},
                    {"productId": 2, "styleId": 9, "layers": [{"text": "\u{0}", "x": 1.0}], "uuid": ""},
                    {},
                ],
                "products": [
                    {"id": 1, "slug": "a", "styles": [{"id": 1}]},
                    {"id": 2, "slug": "b", "styles": [{"id": 2}]},
                ],
            }),
            vec![
                "/designTemplates/0/layers/0: must be an object",
                "/designTemplates/0/styleOverrides: must be an object",
                "/designTemplates/0: styleId 2 does not exist in product 1",
                "/designTemplates/1/id: id 1 is given twice",
                "/designTemplates/1/layers: must have at most 500 items",
                "/designTemplates/1: productId 9 does not exist",
                "/designTemplates/1: styleId 1 does not exist in product 9",
                "/designTemplates/2/id: is required",
                "/designTemplates/2/layers/0/text: must not hold NUL",
                "/designTemplates/2/uuid: unknown key",
                "/designTemplates/2: styleId 9 does not exist in product 2",
                "/designTemplates/3/id: is required",
                "/designTemplates/3/productId: is required",
            ],
        ),
        (
            json!({"store": {"currency": "dollars", "paymentProvider": "cash", "publicMetadata": [1]}}),
            vec![
                "/store/currency: must match ^[A-Z]{3}$",
                "/store/paymentProvider: must be one of [\"test\",\"stripe\",null]",
                "/store/publicMetadata/0: must be a string",
            ],
        ),
        (
            json!({"store": {"cartReminderHours": 0}}),
            vec!["/store/cartReminderHours: must be at least 1"],
        ),
        (
            json!({"store": {"cartReminderHours": 161}}),
            vec!["/store/cartReminderHours: must be at most 160"],
        ),
        (
            json!({"store": {"cartReminderHours": 1.5}}),
            vec!["/store/cartReminderHours: must be an integer or null"],
        ),
        (
            json!({"branding": {"primaryColor": null, "typography": {"h1": {"weight": 600}}, "buttonPresets": [{"id": "1"}]}}),
            vec![
                "/branding/buttonPresets/0/id: must be a uuid",
                "/branding/primaryColor: must be a string",
                "/branding/typography/h1/weight: must be a string",
            ],
        ),
        (
            json!({"chatWidgets": [{"id": 1, "position": "a\u{0}b"}, {"id": 1}], "media": [{"id": 1, "width": -1}],
                "site": {"id": 1, "name": "S", "customLayout": {"deep": ["\u{0}"]}}}),
            vec![
                "/chatWidgets/0/position: must not hold NUL",
                "/chatWidgets/1/id: id 1 is given twice",
                "/media/0/width: must be at least 0",
                "/site/customLayout/deep/0: must not hold NUL",
            ],
        ),
    ]
}

#[tokio::test]
async fn broken_bundles__every_fault_is_listed_and_nothing_imported() {
    let (mut db, _database) = database().await;
    for (sections, expected) in broken() {
        let text = site_with(sections);
        let Err(error) = import(&mut db, &text).await else { panic!("imported {text}") };
        let mut lines = fault_lines(error);
        lines.sort();
        assert_eq!(lines, expected, "{text}");
        assert_eq!(count(&db, "sites").await, 0);
    }
}

#[tokio::test]
async fn broken_text__is_refused() {
    let deep = format!(
        r#"{{"formatVersion": 1, "site": {{"id": 1, "name": "S", "customLayout": {}{}}}}}"#,
        "[".repeat(200),
        "]".repeat(200)
    );
    let truncated = &DEMO[..DEMO.len() / 2];
    let line = truncated.matches('\n').count() + 1;
    let column = truncated.len() - truncated.rfind('\n').unwrap() - 1;
    let end = format!("not JSON: EOF while parsing a string at line {line} column {column}");
    let cases: Vec<(&[u8], &str)> = vec![
        (b"", "not JSON: EOF while parsing a value at line 1 column 0"),
        (b"site: 1", "not JSON: expected value at line 1 column 1"),
        (b"[]", "not a bundle: invalid type: sequence, expected an object at line 1 column 1"),
        (br#"{"formatVersion": 1, "site": {"id": 1, "name": "S"}} {}"#, "not JSON: trailing characters at line 1 column 54"),
        (br#"{"formatVersion": 1, "site": {"id": 1, "name": "\ud800"}}"#, "/site: unexpected end of hex escape"),
        (br#"{"formatVersion": 1, "site": {"id": 1, "name": "S", "customLayout": 1e999}}"#, "/site: number out of range"),
        (br#"{"formatVersion": 1, "site": {"id": 1, "name": "S"}, "site": {"id": 2, "name": "S"}}"#, "/site: is given twice"),
        (b"{\"formatVersion\": 1, \"site\": {\"id\": 1, \"name\": \"\xff\"}}", "not JSON: invalid unicode code point"),
        (b"\xff\xfe{\0", "not a bundle: it is UTF-16: save it as UTF-8"),
        (b"\xfe\xff\0{", "not a bundle: it is UTF-16: save it as UTF-8"),
        (deep.as_bytes(), "/site: recursion limit exceeded"),
        (truncated.as_bytes(), &end),
    ];
    let (mut db, _database) = database().await;
    for (text, expected) in cases {
        let lines = fault_lines(import(&mut db, text).await.err().unwrap());
        assert!(lines.len() == 1 && lines[0].starts_with(expected), "{lines:?}, not {expected}");
    }
    let lines = fault_lines(import(&mut db, "{}").await.err().unwrap());
    assert_eq!(lines, ["/formatVersion: is required", "/site: is required"]);
    assert_eq!(count(&db, "sites").await, 0);
}

/// Editors of Windows begin a file with a byte order mark. The file is read several times, because its sections are not
/// in the order of the format.
#[tokio::test]
async fn a_byte_order_mark__is_skipped() {
    let (mut db, _database) = database().await;
    let bundle = r#"{"posts": [{"id": 1, "slug": "a", "title": "A", "categoryIds": [1]}],
        "categories": [{"id": 1, "slug": "c", "name": "C"}],
        "site": {"id": 1, "name": "Ahoy \ud83d\udc4d"}, "formatVersion": 1}"#;
    import(&mut db, format!("\u{feff}{bundle}")).await.unwrap();
    assert_eq!(count(&db, "posts").await, 1);
}

#[tokio::test]
async fn many_faults__the_list_ends_at_a_thousand() {
    let (mut db, _database) = database().await;
    let tags: Vec<Value> = (1..=1500).map(|id| json!({"id": id, "name": 0, "slug": 0})).collect();
    let error = import(&mut db, site_with(json!({"tags": tags}))).await.err().unwrap();
    assert_eq!(error.downcast_ref::<stoa_site_bundle::Faults>().unwrap().lines().count(), 1000);
    let text = format!("{error:#}");
    assert!(
        text.contains("3000 faults, nothing was imported\n/tags/0/name: must be a string\n"),
        "{text}"
    );
    assert!(text.ends_with("\n… and 2000 more"), "{text}");
}

#[tokio::test]
async fn chat_widget__of_another_site() {
    let (mut db, _database) = database().await;
    import(&mut db, DEMO).await.unwrap();
    let other = r#"{"formatVersion": 1, "site": {"id": 2, "name": "S"}, "chatWidgets": [{"id": 3}, {"id": 2}]}"#;
    let lines = fault_lines(import(&mut db, other).await.err().unwrap());
    assert_eq!(lines, ["/chatWidgets/1/id: chat widget 2 belongs to site 1"]);
    assert_eq!(count(&db, "sites").await, 1);

    // An id that the replaced site no longer uses is free.
    replace_with_live_state(&mut db, site_with(json!({"chatWidgets": [{"id": 1}]}))).await;
    import(&mut db, other).await.unwrap();
    assert_eq!(count(&db, "chat_widget_directory").await, 3);
}
