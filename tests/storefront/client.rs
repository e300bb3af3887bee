//! The generated client against the served app.

use stoa_storefront_client::types::{AnyProduct, ProductSort};
use stoa_storefront_client::{Client, Error, ListProductsOptions};

use crate::harness::served;

#[tokio::test]
async fn catalog() {
    let server = served().await;
    let client = Client::new(&server.url()).unwrap();
    let cheapest = ListProductsOptions {
        sort: Some(ProductSort::PriceAsc),
        search: Some("LETTERPRESS cards".into()),
        limit: Some(1),
        ..Default::default()
    };
    let products = client.list_products(1, &cheapest).await.unwrap();
    assert_eq!((products.data[0].slug.as_str(), products.pagination.total), ("postcard-set", 1));
    assert!(products.headers.contains_key("x-request-id"));

    let AnyProduct::ProductDetail(tote) =
        client.get_product(1, "harbor-tote").await.unwrap().into_body().data
    else {
        panic!("found by its slug")
    };
    assert_eq!((tote.variants.len(), tote.category.unwrap().slug.as_str()), (3, "canvas"));
    assert_eq!((tote.cost_price, &tote.metadata["material"]), (None, &"18 oz canvas".into()));
    let AnyProduct::DesignableProduct(tote) =
        client.get_product(1, &tote.id.to_string()).await.unwrap().into_body().data
    else {
        panic!("found by its id")
    };
    let styles = client.list_product_styles(1, "harbor-tote").await.unwrap().into_body().data;
    assert_eq!((tote.styles[0].sides[1].slug.as_str(), &tote.styles), ("back", &styles));
    assert_eq!(client.list_categories(1).await.unwrap().data.len(), 4);

    let refused = |error: Error| match error {
        Error::Api { status, message, .. } => (status.as_u16(), message),
        other => panic!("{other}"),
    };
    for slug in ["a/b ?#%00", "logbook"] {
        let error = client.get_product(1, slug).await.unwrap_err();
        assert_eq!(refused(error), (404, "Product not found".into()), "{slug}");
    }
    let error = client.list_product_styles(1, "\0").await.unwrap_err();
    assert_eq!(refused(error), (400, "slug must be valid text without NUL".into()));
    let error = client.list_categories(4).await.unwrap_err();
    assert_eq!(refused(error), (404, "Store not found".into()));
    let page_0 = ListProductsOptions { page: Some(0), ..Default::default() };
    let error = client.list_products(1, &page_0).await.unwrap_err();
    assert_eq!(refused(error), (400, "page must be at least 1".into()));
}
