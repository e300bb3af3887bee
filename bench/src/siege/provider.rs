//! A substitute for Stripe and for a carrier. It can be slow and can send false answers and webhooks. It never takes
//! money, so the server must not count any of its orders as paid.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

use super::http::Caller;
use super::ledger::Ledger;

/// Secret that signs the webhooks. All of them report payments that never happened.
pub const WEBHOOK_SECRET: &str = "whsec_siege";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mood {
    #[default]
    Well,
    /// Each response takes [`SLOW_ANSWER_DELAY`], longer than the server should wait.
    Slow,
    /// Responses have a wrong amount and status, or are not JSON. Webhooks report payments that never happened.
    Lying,
}

pub struct Provider {
    pub url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    mood: Mood,
    calls: u64,
    intents: Vec<Value>,
    lies: u64,
}

const SLOW_ANSWER_DELAY: Duration = Duration::from_secs(12);

impl Provider {
    pub async fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let state = shared.clone();
                tokio::spawn(async move { serve(socket, &state).await });
            }
        });
        Ok(Self { url, state })
    }

    pub fn is(&self, mood: Mood) {
        self.with(|state| state.mood = mood);
    }

    /// Sends webhooks of payments that fit no order: wrong amounts, a wrong currency, and an unknown intent.
    pub async fn lie(&self, server: SocketAddr, ledger: &Ledger) {
        let (intent, number) = self.with(|state| {
            state.lies += 1;
            (state.intents.last().cloned(), state.lies)
        });
        let Some(intent) = intent else { return };
        let amount = intent["amount"].as_i64().unwrap_or(100);
        for (lie, change) in [
            json!({"amount": 1, "amount_received": 1}),
            json!({"amount_received": amount - 1}),
            json!({"currency": "eur"}),
            json!({"id": "pi_of_nobody"}),
        ]
        .into_iter()
        .enumerate()
        {
            let mut object = intent.clone();
            object["status"] = "succeeded".into();
            object["amount_received"] = amount.into();
            for (name, value) in change.as_object().into_iter().flatten() {
                object[name] = value.clone();
            }
            let now = SystemTime::now();
            let created = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
            let event = json!({
                "id": format!("evt_lie_{number}_{lie}"),
                "type": "payment_intent.succeeded",
                "created": created,
                "data": {"object": object},
            });
            let event = event.to_string();
            let signature = stoa_payments::webhook::sign(WEBHOOK_SECRET, event.as_bytes(), now);
            let mut caller = Caller::new(server, "192.0.2.1".to_owned());
            let headers =
                [("content-type", "application/json"), ("stripe-signature", signature.as_str())];
            let target = "/api/storefront/2/webhooks/payments";
            let told = caller.call(hyper::Method::POST, target, &headers, Bytes::from(event)).await;
            ledger.attack(&told);
        }
    }

    fn with<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

async fn serve(socket: TcpStream, state: &Mutex<State>) -> Option<()> {
    let mut socket = BufReader::new(socket);
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        socket.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_ascii_lowercase());
    }
    let length = head.iter().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
    let mut form = vec![0; length.unwrap_or(0)];
    socket.read_exact(&mut form).await.ok()?;
    let mood = state.lock().unwrap_or_else(PoisonError::into_inner).mood;
    if mood == Mood::Slow {
        tokio::time::sleep(SLOW_ANSWER_DELAY).await;
    }
    let (status, body) = answer(state, head.first()?, &String::from_utf8_lossy(&form));
    let answer = format!(
        "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    socket.write_all(answer.as_bytes()).await.ok()
}

fn answer(state: &Mutex<State>, line: &str, form: &str) -> (u16, String) {
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    let mut words = line.split([' ', '?']);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    state.calls += 1;
    let is_lying = state.mood == Mood::Lying;
    if is_lying && state.calls.is_multiple_of(3) {
        return (200, "<html>Everything is fine</html>".to_owned());
    }
    let mut intent = match (method, &segments[..]) {
        ("post", ["v1", "payment_intents"]) => {
            let number = state.intents.len() + 1;
            let intent = new_intent(number, form);
            state.intents.push(intent.clone());
            intent
        }
        (_, ["v1", "payment_intents", id, rest @ ..]) => {
            match state.intents.iter_mut().find(|intent| intent["id"] == *id) {
                Some(intent) => {
                    if *rest == ["cancel"] {
                        intent["status"] = "canceled".into();
                    }
                    intent.clone()
                }
                None => return (404, r#"{"error":{"type":"invalid_request_error"}}"#.to_owned()),
            }
        }
        ("post", ["v2", "shipments"]) => {
            // A lying carrier quotes a negative price.
            let rate = if is_lying { "-4.76" } else { "4.76" };
            let rate = json!({"id": "rate_1", "carrier": "USPS", "service": "Ground", "rate": rate, "currency": "USD", "delivery_days": 3});
            return (201, json!({"id": "shp_1", "rates": [rate]}).to_string());
        }
        _ => return (404, r#"{"error":{"type":"invalid_request_error"}}"#.to_owned()),
    };
    if is_lying {
        intent["amount"] = 1.into();
        intent["amount_received"] = 1.into();
        intent["status"] = "succeeded".into();
    }
    (200, intent.to_string())
}

fn new_intent(number: usize, form: &str) -> Value {
    let field = |name: &str| form.split('&').find_map(|pair| pair.strip_prefix(name));
    let amount: i64 = field("amount=").and_then(|amount| amount.parse().ok()).unwrap_or(0);
    json!({
        "id": format!("pi_{number}"),
        "object": "payment_intent",
        "client_secret": format!("pi_{number}_secret_siege"),
        "status": "requires_payment_method",
        "amount": amount,
        "amount_received": 0,
        "currency": field("currency=").unwrap_or("usd"),
        "latest_charge": null,
    })
}
