//! Has an account in the demo's store: registers, buys a mug, reads the order there, and writes to the store.
//! Start the server with `cargo run` first.

use stoa_storefront_client::types::{
    AddCartItemRequest, AuthData, AuthRequest, CheckoutRequest, CreateSupportMessageRequest,
    LogoutRequest, RegisterRequest,
};
use stoa_storefront_client::{Client, random_id};

const SITE: i64 = 1;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base_url = std::env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let email = format!("{}@example.com", random_id());
    let token = register(&base_url, &email).await?;
    // Every call of this client is the customer's.
    let client = Client::with_customer(&base_url, &token)?;

    let number = buy(&client, &base_url, &email).await?;
    let orders = client.list_account_orders(SITE).await?;
    println!("orders: {}", orders.pagination.total);
    let order = client.get_account_order(SITE, &number).await?.into_body().data;
    for item in &order.items {
        println!("{} × {}: {}", item.quantity, item.product_name, item.total);
    }
    for change in &order.status_history {
        println!("{} at {}", change.to, change.at);
    }

    let message = CreateSupportMessageRequest {
        subject: "A question about my order".to_owned(),
        body: "May I have the mug in blue?".to_owned(),
        category: Some("orders".to_owned()),
        order_id: Some(order.id),
    };
    let message = client.create_support_message(SITE, &message).await?.into_body().data;
    println!("message {}, {}: {}", message.id, message.status, message.subject);
    println!("answer it with: cargo run -- support reply {} --name Ines \"Gladly\"", message.id);

    client.authenticate_customer(SITE, &AuthRequest::Logout(LogoutRequest {})).await?;
    match client.get_account(SITE).await {
        Err(refused) => println!("logged out, {refused}"),
        other => println!("{other:?}"),
    }
    Ok(())
}

/// A new account, and the token of its first session.
async fn register(base_url: &str, email: &str) -> Result<String, Box<dyn std::error::Error>> {
    let request = AuthRequest::Register(RegisterRequest {
        email: email.to_owned(),
        password: random_id(),
        first_name: Some("Mara".to_owned()),
        last_name: Some("Lindqvist".to_owned()),
    });
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
    let item = AddCartItemRequest {
        session_id: session_id.clone(),
        product_id: 4,
        variant_id: None,
        quantity: 1,
        design_id: None,
    };
    client.add_cart_item(SITE, &item).await?;
    let rates = client.list_shipping_rates(SITE, "US").state("ME").await?.into_body().data;
    let cheapest = rates.first().ok_or("the store does not ship there")?;
    let checkout = CheckoutRequest {
        session_id,
        customer_email: email.to_owned(),
        customer_name: "Mara Lindqvist".to_owned(),
        customer_phone: None,
        shipping_address: serde_json::from_str(r#"{"state": "ME", "country": "US"}"#)?,
        billing_address: None,
        shipping_rate_id: Some(cheapest.id.clone()),
        discount_code: None,
        gift_certificate_code: None,
        customer_note: None,
        expected_total: None,
    };
    let order = client.place_order(SITE, &checkout).await?.into_body().data;
    pay(client, base_url, &order.client_secret).await?;
    Ok(order.order_number)
}

/// What the payment provider's own library does in a browser; the demo's store has the built-in test provider.
async fn pay(
    client: &Client,
    base_url: &str,
    client_secret: &str,
) -> Result<(), Box<dyn std::error::Error>> {
    let payment = serde_json::json!({"clientSecret": client_secret, "outcome": "succeeded"});
    let call = client.http().post(format!("{base_url}/demo/store/payments"));
    let call = call.header("content-type", "application/json").body(payment.to_string());
    call.send().await?.error_for_status()?;
    Ok(())
}
