//! A fake Stripe: it creates, finds and cancels payment intents, counts them, and fails on demand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Duration, sleep};

/// The fake Stripe. It runs as long as this value lives.
pub struct Stripe {
    pub url: String,
    state: Arc<Mutex<State>>,
}

/// How the fake answers requests for a new intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mood {
    #[default]
    Well,
    /// Answers that it is down.
    Down,
    /// Holds the connection open without answering.
    Deaf,
    /// Creates the intent without answering.
    Mute,
    /// Delays its answers until its mood is `Well` again.
    Slow,
    /// Refuses the amount, with this code.
    Refusing(&'static str),
    /// Answers with something that is not an intent.
    Babbling,
    /// Answers with an intent of another amount.
    Overcharging,
    /// Answers with the first intent, whatever the order.
    Repeating,
}

#[derive(Default)]
struct State {
    mood: Mood,
    calls: usize,
    /// The `traceparent` header of each request for a new intent, or an empty string.
    traceparents: Vec<String>,
    /// Intents by idempotency key.
    intents: BTreeMap<String, Value>,
}

impl State {
    fn note(&mut self, traceparent: String) {
        self.calls += 1;
        self.traceparents.push(traceparent);
    }
}

impl Stripe {
    pub async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, shared.clone()));
            }
        });
        Self { url, state }
    }

    pub fn is(&self, mood: Mood) {
        self.state.lock().unwrap().mood = mood;
    }

    /// Number of requests for a new intent.
    pub fn calls(&self) -> usize {
        self.state.lock().unwrap().calls
    }

    /// The `traceparent` of each request for a new intent.
    pub fn traceparents(&self) -> Vec<String> {
        self.state.lock().unwrap().traceparents.clone()
    }

    pub fn intents(&self) -> Vec<Value> {
        self.state.lock().unwrap().intents.values().cloned().collect()
    }

    /// Ids of the intents that can still be paid.
    pub fn payable(&self) -> Vec<String> {
        let open = self.intents().into_iter().filter(|intent| intent["status"] != "canceled");
        open.map(|intent| intent["id"].as_str().unwrap().to_owned()).collect()
    }
}

async fn serve(socket: TcpStream, state: Arc<Mutex<State>>) {
    let mut socket = BufReader::new(socket);
    let Some((line, [key, traceparent], body)) = read(&mut socket).await else { return };
    let is_slow = || state.lock().unwrap().mood == Mood::Slow;
    if line.starts_with("POST /v1/payment_intents ") {
        state.lock().unwrap().note(traceparent);
        while is_slow() {
            sleep(Duration::from_millis(5)).await;
        }
    }
    let Some((status, answer)) = answer(&state, &line, &key, &body) else {
        return std::future::pending().await;
    };
    let text = answer.to_string();
    let head = format!(
        "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        text.len()
    );
    let _ = socket.write_all(&[head.as_bytes(), text.as_bytes()].concat()).await;
}

/// The first line, the idempotency key and `traceparent`, and the form.
async fn read(socket: &mut BufReader<TcpStream>) -> Option<(String, [String; 2], String)> {
    let mut head = Vec::new();
    loop {
        let mut line = String::new();
        socket.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
        if line.trim().is_empty() {
            break;
        }
        head.push(line.trim().to_owned());
    }
    let header = |name: &str| {
        let (_, value) = head[1..]
            .iter()
            .filter_map(|line| line.split_once(": "))
            .find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(value.to_owned())
    };
    let length = header("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    socket.read_exact(&mut body).await.ok()?;
    let headers = ["idempotency-key", "traceparent"].map(|name| header(name).unwrap_or_default());
    Some((head[0].clone(), headers, String::from_utf8(body).unwrap()))
}

/// The response, or `None` for no response at all.
fn answer(state: &Mutex<State>, line: &str, key: &str, form: &str) -> Option<(u16, Value)> {
    let mut state = state.lock().unwrap();
    let mut words = line.split([' ', '?']);
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    match (method, &segments[..]) {
        ("POST", ["v1", "payment_intents"]) => {
            match state.mood {
                Mood::Down => return Some((503, fault("api_error", "down"))),
                Mood::Refusing(code) => {
                    let mut refusal = fault("invalid_request_error", code);
                    refusal["error"]["param"] = "amount".into();
                    return Some((400, refusal));
                }
                Mood::Deaf => return None,
                Mood::Babbling => return Some((200, "Everything is fine".into())),
                Mood::Overcharging => {
                    let mut intent = new_intent(0, form);
                    intent["amount"] = (intent["amount"].as_i64().unwrap() + 1).into();
                    return Some((200, intent));
                }
                Mood::Repeating => {
                    let mut intents = state.intents.values();
                    let first = intents.find(|intent| intent["id"] == "pi_1").unwrap();
                    return Some((200, first.clone()));
                }
                Mood::Well | Mood::Mute | Mood::Slow => {}
            }
            let number = state.intents.len() + 1;
            let intent =
                state.intents.entry(key.to_owned()).or_insert_with(|| new_intent(number, form));
            let intent = intent.clone();
            (state.mood == Mood::Well).then_some((200, intent))
        }
        (_, ["v1", "payment_intents", id, rest @ ..]) => {
            let known = state.intents.values_mut().find(|intent| intent["id"] == *id);
            let Some(intent) = known else {
                return Some((404, fault("invalid_request_error", "resource_missing")));
            };
            if *rest == ["cancel"] {
                intent["status"] = "canceled".into();
            }
            Some((200, intent.clone()))
        }
        _ => Some((404, fault("invalid_request_error", "unknown_path"))),
    }
}

fn new_intent(number: usize, form: &str) -> Value {
    let field = |name: &str| form.split('&').find_map(|pair| pair.strip_prefix(name)).unwrap();
    json!({
        "id": format!("pi_{number}"),
        "object": "payment_intent",
        "client_secret": format!("pi_{number}_secret_harbor"),
        "status": "requires_payment_method",
        "amount": field("amount=").parse::<i64>().unwrap(),
        "amount_received": 0,
        "currency": field("currency="),
        "latest_charge": null,
    })
}

fn fault(kind: &str, code: &str) -> Value {
    json!({"error": {"type": kind, "code": code, "message": "as the test wants it"}})
}
