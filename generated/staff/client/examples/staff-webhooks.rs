//! Receives the events of a site as webhooks, with a server of axum, and verifies them.
//!
//! Give the program the secret of the webhook endpoint as STOA_WEBHOOK_SECRETS. While the secret is rotated, give it both
//! secrets with a comma between them.

use std::collections::HashSet;
use std::env;
use std::error::Error;
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::routing::post;
use stoa_staff_client::webhooks::{self, WebhookEvent};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

struct Receiver {
    secrets: Vec<String>,
    /// The ids of events that were handled. A program that may be restarted stores them in its database.
    handled: Mutex<HashSet<HeaderValue>>,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let secrets = env::var("STOA_WEBHOOK_SECRETS").map_err(|_| "set STOA_WEBHOOK_SECRETS")?;
    let secrets = secrets.split(',').map(str::to_owned).collect();
    let receiver = Arc::new(Receiver { secrets, handled: Mutex::default() });
    let address = env::var("STOA_WEBHOOK_ADDRESS").unwrap_or("127.0.0.1:8090".to_owned());
    let listener = TcpListener::bind(address).await?;
    println!("listening on http://{}/webhooks", listener.local_addr()?);
    let router = Router::new().route("/webhooks", post(receive)).with_state(receiver);
    axum::serve(listener, router).await?;
    Ok(())
}

async fn receive(
    State(receiver): State<Arc<Receiver>>,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let event = match webhooks::verify(&receiver.secrets, &headers, &body) {
        Ok(event) => event,
        Err(error) => {
            println!("refused: {error}");
            return StatusCode::BAD_REQUEST;
        }
    };
    // An event may arrive several times, each time with the same id.
    if receiver.handled.lock().await.insert(headers["webhook-id"].clone()) {
        handle(event);
    }
    StatusCode::NO_CONTENT
}

fn handle(event: WebhookEvent) {
    match event {
        WebhookEvent::OrderPaid(event) => {
            let order = event.data;
            println!("order {} is paid: {} {}", order.order_number, order.total, order.currency);
        }
        WebhookEvent::Unknown(event) => println!("{} is newer than this program", event.kind()),
        other => println!("{} is not handled", other.kind()),
    }
}
