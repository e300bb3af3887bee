//! The generated client against the served app.

use std::collections::BTreeSet;

use stoa_storefront_client::types::{
    AnyProduct, AuthData, AuthRequest, LogoutRequest, MeRequest, ProductSort, RegisterRequest,
    UpdateAccountRequest,
};
use stoa_storefront_client::{Client, Error, ErrorKind, GetProductReason};

use super::customers::{EMAIL, PASSWORD};
use crate::harness::{served, served_read_only};

#[tokio::test]
async fn catalog() {
    let server = served_read_only().await;
    let client = Client::new(&server.url()).unwrap();
    let products = client.list_products(1).sort(ProductSort::PriceAsc).limit(1);
    let products = products.search("LETTERPRESS cards").await.unwrap();
    assert_eq!((products.data[0].slug.as_str(), products.pagination.total), ("postcard-set", 1));
    assert!(products.headers.contains_key("x-request-id"));

    let AnyProduct::ProductDetail(tote) =
        client.get_product(1, "harbor-tote").data().await.unwrap()
    else {
        panic!("found by its slug")
    };
    assert_eq!((tote.variants.len(), tote.category.unwrap().slug.as_str()), (3, "canvas"));
    assert_eq!((tote.cost_price, &tote.metadata["material"]), (None, &"18 oz canvas".into()));
    let AnyProduct::DesignableProduct(tote) =
        client.get_product(1, &tote.id.to_string()).data().await.unwrap()
    else {
        panic!("found by its id")
    };
    let styles = client.list_product_styles(1, "harbor-tote").data().await.unwrap();
    assert_eq!((tote.styles[0].sides[1].slug.as_str(), &tote.styles), ("back", &styles));
    assert_eq!(client.list_categories(1).await.unwrap().data.len(), 4);

    let mut listed = client.list_products(1).limit(2).all();
    let mut slugs = BTreeSet::new();
    while let Some(product) = listed.next().await {
        assert!(slugs.insert(product.unwrap().slug), "each once: {slugs:?}");
    }
    let total = client.list_products(1).await.unwrap().pagination.total;
    assert_eq!(slugs.len() as i64, total);

    let refused = |error: Error| match error.kind {
        ErrorKind::Api(error) => (error.status.as_u16(), error.message),
        other => panic!("{other}"),
    };
    for slug in ["", ".", ".."] {
        let error = client.get_product(1, slug).await.unwrap_err();
        assert!(matches!(error.kind, ErrorKind::Request(_)), "{error}");
    }
    for slug in ["a/b ?#%00", "logbook", "a/b", "../products", "%2e%2e", "%2e%2e/categories"] {
        let error = client.get_product(1, slug).await.unwrap_err();
        assert_eq!(error.reason(), Some(GetProductReason::ProductNotFound));
        assert_eq!(refused(error), (404, "Product not found".into()), "{slug}");
    }
    let error = client.list_product_styles(1, "\0").await.unwrap_err();
    assert_eq!(refused(error), (400, "slug must be valid text without NUL".into()));
    let error = client.list_categories(4).await.unwrap_err();
    assert_eq!(refused(error), (404, "Store not found".into()));
    let error = client.list_products(1).page(0).await.unwrap_err();
    assert_eq!(refused(error), (400, "page must be at least 1".into()));
}

#[tokio::test]
async fn account() {
    let server = served().await;
    let visitor = Client::new(&server.url()).unwrap();
    let register = AuthRequest::Register(RegisterRequest {
        email: EMAIL.into(),
        password: PASSWORD.into(),
        first_name: Some("Mara".into()),
        last_name: None,
    });
    let registered = visitor.authenticate_customer(1, &register).await.unwrap();
    let Some(AuthData::AuthSession(session)) = registered.into_body().data else {
        panic!("a session")
    };
    assert_eq!((session.customer.id, session.customer.first_name.as_deref()), (1, Some("Mara")));
    let customer = Client::with_customer(&server.url(), &session.token).unwrap();
    let changes = UpdateAccountRequest {
        first_name: Some(None),
        phone: Some(Some("+1 207".into())),
        ..Default::default()
    };
    let changed = customer.update_account(1, &changes).data().await.unwrap();
    assert_eq!((changed.first_name, changed.phone.as_deref()), (None, Some("+1 207")));
    let me = AuthRequest::Me(MeRequest {});
    let me = customer.authenticate_customer(1, &me).await.unwrap().into_body().data;
    let Some(AuthData::CustomerProfile(profile)) = me else { panic!("a profile") };
    assert_eq!(profile, customer.get_account(1).data().await.unwrap());
    let orders = customer.list_account_orders(1).limit(5).await.unwrap();
    assert_eq!((orders.data.len(), orders.pagination.limit), (0, 5));
    let logout = AuthRequest::Logout(LogoutRequest {});
    assert!(customer.authenticate_customer(1, &logout).await.unwrap().into_body().data.is_none());
    let ended = customer.get_account(1).await.unwrap_err();
    assert_eq!(ended.message(), Some("Unauthorized"));
}
