//! Designs in carts: which may be ordered, and how they are shown.

use super::*;
use crate::harness::designs::What;

/// A Salt Pouch with this design, for site 1's cart.
fn with<'a>(server: &'a Server, design: &str) -> Request<'a> {
    add(server, CART, SESSION, json!({"productId": 2, "designId": design}))
}

/// The designs of the cart's lines, the oldest first.
async fn shown(server: &Server) -> Vec<Value> {
    let cart = get(server, CART, SESSION).await;
    assert_eq!(cart.status(), 200, "{}", cart.message());
    let items = cart.json["data"]["items"].as_array().unwrap();
    items.iter().map(|item| item["design"].clone()).collect()
}

#[tokio::test]
async fn add_cart_item__which_designs() {
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
    // What is wrong with the product is said first.
    let nothing = json!({"productId": 99, "designId": DESIGN});
    assert_eq!(add(&server, CART, SESSION, nothing).await.message(), "Product not found");
    assert_eq!(shown(&server).await, [Value::Null; 0]);

    // Changed since it was finalized, and a stranger's: whoever knows it may order it.
    draft.finalize(&server, 1).await;
    server.sql("update designs set status = 'draft' where id = 1").await;
    assert_eq!(with(&server, &draft.uuid).await.status(), 200);
}

#[tokio::test]
async fn get_cart__the_picture_of_a_design() {
    let server = served().await;
    let design = Design::finalized(&server, 1, 2).await;
    assert_eq!(with(&server, &design.uuid).await.status(), 200);
    let thumbnail = async || shown(&server).await[0]["thumbnailUrl"].as_str().unwrap().to_owned();
    let of_file = |key: &str| format!("/files/1/{key}");
    assert!(thumbnail().await.ends_with(&of_file(&design.key(1, What::Thumbnail))));
    design.finalize(&server, 2).await;
    assert!(thumbnail().await.ends_with(&of_file(&design.key(2, What::Thumbnail))), "the last");
    // That of what is ordered, whatever the design shows since.
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
