//! Buys two mugs in the demo's store: cart, checkout, payment, order. Start the server with `cargo run` first.

use std::time::Duration;

use stoa_storefront_client::types::{AddCartItemRequest, CheckoutRequest};
use stoa_storefront_client::{Client, PlaceOrderReason, serde_json};

const SITE: i64 = 1;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let base_url = std::env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let client = Client::new(&base_url)?;
    let session_id = stoa_storefront_client::random_id();

    let mut mugs = client.list_products(SITE).search("mug").all();
    while let Some(mug) = mugs.next().await.transpose()? {
        println!("{}: {}", mug.name, mug.price);
    }

    let item =
        AddCartItemRequest::builder().session_id(&session_id).product_id(4).quantity(2).build();
    client.add_cart_item(SITE, &item).await?;
    let cart = client.get_cart(SITE, &session_id).data().await?;
    for item in &cart.items {
        println!("{} × {}: {}", item.quantity, item.product_name, item.line_total);
    }

    let rates = client.list_shipping_rates(SITE, "US").state("ME").data().await?;
    let cheapest = rates.first().ok_or("the store does not ship there")?;
    println!("{}: {}", cheapest.name, cheapest.price);

    let checkout = CheckoutRequest::builder()
        .session_id(session_id)
        .customer_email("mara@example.com")
        .customer_name("Mara Lindqvist")
        .shipping_address([("country", "US"), ("state", "ME")])
        .shipping_rate_id(cheapest.id.clone())
        .discount_code("WELCOME10")
        .build();
    // Retries place no second order: the client generates an `Idempotency-Key` for the call.
    let order =
        match client.place_order(SITE, &checkout).timeout(Duration::from_secs(20)).data().await {
            Err(error) if error.reason() == Some(PlaceOrderReason::InsufficientStock) => {
                return Err("somebody else was faster".into());
            }
            order => order?,
        };
    println!("order {}: {} {} to pay", order.order_number, order.total, order.currency);

    pay(&base_url, &order.client_secret)?;
    let order = client.get_order(SITE, &order.order_number, "mara@example.com").data().await?;
    println!("order {} is {}, payment {}", order.order_number, order.status, order.payment_status);
    Ok(())
}

/// Pays as the payment provider's library does in a browser. The demo's store uses the built-in test provider.
fn pay(base_url: &str, client_secret: &str) -> Result<(), Box<dyn std::error::Error>> {
    let payment = serde_json::json!({"clientSecret": client_secret, "outcome": "succeeded"});
    let call = ureq::post(format!("{base_url}/demo/store/payments"))
        .header("content-type", "application/json");
    call.send(payment.to_string())?;
    Ok(())
}
