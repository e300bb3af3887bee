//! Uses an account in the demo's store: registers, buys a mug, reads the order, and writes to the store's support.
//! Start the server with `cargo run` first.

use stoa_storefront_client::types::{
    AddCartItemRequest, AuthData, CheckoutRequest, CreateSupportMessageRequest,
    LogoutRequest, RegisterRequest,
};
use stoa_storefront_client::{Client, random_id, serde_json};

const SITE: i64 = 1;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base_url = std::env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let email = format!("{}@example.com", random_id());
    let token = register(&base_url, &email).await?;
    // Every call of this client has the customer's token.
    let client = Client::with_customer(&base_url, &token)?;

    let number = buy(&client, &base_url, &email).await?;
    let mut orders = client.list_account_orders(SITE).all();
    while let Some(order) = orders.next().await.transpose()? {
        println!("order {} of {}: {}", order.order_number, order.created_at, order.total);
    }
    let order = client.get_account_order(SITE, &number).data().await?;
    for item in &order.items {
        println!("{} × {}: {}", item.quantity, item.product_name, item.total);
    }
    for change in &order.status_history {
        println!("{} at {}", change.to, change.at);
    }

    let message = CreateSupportMessageRequest::builder()
        .subject("My order")
        .body("May I have the mug in blue?")
        .category("orders")
        .order_id(order.id)
        .build();
    let message = client.create_support_message(SITE, &message).data().await?;
    println!("message {}, {}: {}", message.id, message.status, message.subject);
    println!("answer it with: cargo run -- support reply {} --name Ines \"Gladly\"", message.id);

    client.authenticate_customer(SITE, &LogoutRequest::builder().build().into()).await?;
    match client.get_account(SITE).await {
        Err(refused) => println!("logged out, {refused}"),
        other => println!("{other:?}"),
    }
    Ok(())
}

/// Registers a new account, and returns the token of its first session.
async fn register(base_url: &str, email: &str) -> Result<String, Box<dyn std::error::Error>> {
    let request = RegisterRequest::builder().email(email).password(random_id());
    let request = request.first_name("Mara").last_name("Lindqvist").build().into();
    let answer = Client::new(base_url)?.authenticate_customer(SITE, &request).await?;
    let Some(AuthData::AuthSession(session)) = answer.into_body().data else {
        return Err("the answer has no session".into());
    };
    println!("customer {}: {}", session.customer.id, session.customer.email);
    Ok(session.token)
}

/// Buys a mug, and returns the order's number.
async fn buy(
    client: &Client,
    base_url: &str,
    email: &str,
) -> Result<String, Box<dyn std::error::Error>> {
    let session_id = random_id();
    let item = AddCartItemRequest::builder().session_id(&session_id).product_id(4).build();
    client.add_cart_item(SITE, &item).await?;
    let rates = client.list_shipping_rates(SITE, "US").state("ME").data().await?;
    let cheapest = rates.first().ok_or("the store does not ship there")?;
    let checkout = CheckoutRequest::builder()
        .session_id(session_id)
        .customer_email(email)
        .customer_name("Mara Lindqvist")
        .shipping_address([("country", "US"), ("state", "ME")])
        .shipping_rate_id(cheapest.id.clone())
        .build();
    let order = client.place_order(SITE, &checkout).data().await?;
    pay(base_url, &order.client_secret)?;
    Ok(order.order_number)
}

/// Pays as the payment provider's library does in a browser. The demo's store uses the built-in test provider.
fn pay(base_url: &str, client_secret: &str) -> Result<(), Box<dyn std::error::Error>> {
    let payment = serde_json::json!({"clientSecret": client_secret, "outcome": "succeeded"});
    let call = ureq::post(format!("{base_url}/demo/store/payments")).header("content-type", "application/json");
    call.send(payment.to_string())?;
    Ok(())
}
