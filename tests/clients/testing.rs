//! Unit tests of an application without a server, with the clients' mock server.

use stoa_storefront_client::stoa_client_core::Bytes;
use stoa_storefront_client::testing::{example, mock_server};
use stoa_storefront_client::types::CheckoutRequest;
use stoa_storefront_client::{
    Client, Error, ErrorKind, GetCart, PlaceOrder, PlaceOrderReason, StatusCode,
};

/// The code under test: orders the cart, unless the store has too little of it.
async fn order(client: &Client) -> Result<Option<String>, Error> {
    let checkout = CheckoutRequest::builder()
        .session_id("0d0f2a2e")
        .customer_email("mara@example.com")
        .customer_name("Mara Lindqvist")
        .build();
    match client.place_order(1, &checkout).data().await {
        Ok(order) => Ok(Some(order.order_number)),
        Err(error) if error.reason() == Some(PlaceOrderReason::InsufficientStock) => Ok(None),
        Err(error) => Err(error),
    }
}

#[tokio::test]
async fn a_refusal_and_then_the_documents_example() {
    let mock_server = mock_server()
        .refuses(PlaceOrderReason::InsufficientStock)
        .responds::<PlaceOrder>(&example::<PlaceOrder>());
    let client = Client::builder("http://mock").layer(mock_server.clone()).build().unwrap();
    assert_eq!(order(&client).await.unwrap(), None);
    let shown = example::<PlaceOrder>().data.order_number;
    assert_eq!(order(&client).await.unwrap(), Some(shown));
    let requests = mock_server.requests();
    let [first, _] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!((first.operation, first.uri.path()), ("placeOrder", "/api/storefront/1/checkout"));
    assert!(first.headers.contains_key("idempotency-key"));
    assert_eq!(first.json::<CheckoutRequest>().unwrap().customer_name, "Mara Lindqvist");
}

/// Without other answers, each operation is answered with the document's example. A changed example is an answer too.
#[tokio::test]
async fn examples() {
    let client = Client::builder("http://mock").layer(mock_server()).build().unwrap();
    assert_eq!(client.get_cart(1, "a").await.unwrap().body, example::<GetCart>());
    let mut empty = example::<GetCart>();
    empty.data.items.clear();
    let mock_server = mock_server().responds::<GetCart>(&empty);
    let client = Client::builder("http://mock").layer(mock_server).build().unwrap();
    assert!(client.get_cart(1, "a").data().await.unwrap().items.is_empty());
}

/// A broken connection is retried like that of a real server.
#[tokio::test]
async fn a_broken_connection() {
    let mock_server =
        mock_server().disconnects::<GetCart>().responds::<GetCart>(&example::<GetCart>());
    let client = Client::builder("http://mock").layer(mock_server).build().unwrap();
    let answer = client.get_cart(1, "a").await.unwrap();
    assert_eq!((answer.status, answer.attempts), (StatusCode::OK, 2));

    let mock_server = stoa_storefront_client::testing::mock_server().disconnects::<GetCart>();
    let client = Client::builder("http://mock").layer(mock_server).build().unwrap();
    let error = client.get_cart(1, "a").retries(0).await.unwrap_err();
    assert!(matches!(error.kind, ErrorKind::Transport(_)), "{error}");
}

/// A test may answer with any response.
#[tokio::test]
async fn any_response() {
    let busy = http::Response::builder().status(503).header("retry-after", "0");
    let mock_server =
        mock_server().responds_with::<GetCart>(busy.body(Bytes::from("busy")).unwrap());
    let client = Client::builder("http://mock").layer(mock_server.clone()).build().unwrap();
    let error = client.get_cart(1, "a").await.unwrap_err();
    assert_eq!(error.status(), Some(StatusCode::SERVICE_UNAVAILABLE));
    assert_eq!(mock_server.requests().len(), 3);
}
