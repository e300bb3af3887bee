//! Lists the orders that need attention, ships a paid one, and waits for an event of the demo's site. Start the server with
//! `cargo run` first, and invite a person with `cargo run -- staff create --site 1 --role shop --email
//! tomas@example.com`. The command prints another command, whose JSON has the token of an invitation: give the token
//! to the first run as STOA_INVITATION.

use std::env;
use std::error::Error;

use stoa_staff_client::types::{
    AcceptInvitationRequest, InboxEvent, LogInRequest, OrderStatus, ShipOrderRequest,
};
use stoa_staff_client::{Client, LogInReason};

const SITE: i64 = 1;

const PASSWORD: &str = "two lighthouses over a wave";

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let base_url = env::var("STOA_URL").unwrap_or("http://127.0.0.1:8080".to_owned());
    let token = session(&Client::new(&base_url)?).await?;
    let client = Client::with_staff(&base_url, &token)?;

    let mut orders = client.list_orders(SITE).needs_attention(true).all();
    while let Some(order) = orders.next().await.transpose()? {
        println!("{} needs attention: {:?}", order.order_number, order.attention);
    }

    let mut orders = client.list_orders(SITE).status(OrderStatus::Paid).all();
    while let Some(order) = orders.next().await.transpose()? {
        if order.attention.is_empty() {
            ship(&client, &order.order_number).await?;
            break;
        }
    }

    // The stream reconnects automatically, and continues after the last event. `earliest` begins with the retained events.
    let mut events = client.stream_inbox(SITE).last_event_id("earliest").await?;
    while let Some(event) = events.next().await.transpose()? {
        match event.event {
            InboxEvent::Hello(_) => println!("waiting for an event"),
            InboxEvent::OrderPaid(paid) => {
                println!("order {} was paid", paid.order_number);
                break;
            }
            other => {
                println!("{other:?}");
                break;
            }
        }
    }
    client.log_out().await?;
    Ok(())
}

/// Accepts the invitation, or logs in, and returns the token of the session.
async fn session(visitor: &Client) -> Result<String, Box<dyn Error>> {
    if let Ok(token) = env::var("STOA_INVITATION") {
        let acceptance = AcceptInvitationRequest::builder()
            .token(token)
            .name("Tomas Lind")
            .password(PASSWORD)
            .build();
        return Ok(visitor.accept_invitation(&acceptance).data().await?.token);
    }
    let email = env::var("STOA_EMAIL").unwrap_or("tomas@example.com".to_owned());
    let credentials = LogInRequest::builder()
        .email(email)
        .password(PASSWORD)
        .maybe_code(env::var("STOA_CODE").ok())
        .build();
    match visitor.log_in(&credentials).data().await {
        Err(error) if error.reason() == Some(LogInReason::CodeIsNeeded) => {
            Err("set STOA_CODE to the code that the authenticator app shows".into())
        }
        session => Ok(session?.token),
    }
}

async fn ship(client: &Client, order_number: &str) -> Result<(), Box<dyn Error>> {
    let parcel = ShipOrderRequest::builder()
        .carrier("USPS")
        .tracking_number("9400111899223100012345")
        .tracking_url("https://tracking.example/9400111899223100012345")
        .build();
    let order = client.ship_order(SITE, order_number, &parcel).data().await?;
    println!("order {} is {}", order.order_number, order.status);
    Ok(())
}
