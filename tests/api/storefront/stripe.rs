//! A fake Stripe: it creates, finds and cancels payment intents, counts them, and fails on demand.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use super::fake::{self, Asked};

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
    /// The `traceparent` header of each request for a new intent, or an empty string.
    traceparents: Vec<String>,
    /// Intents by idempotency key.
    intents: BTreeMap<String, Value>,
}

impl Stripe {
    pub async fn new() -> Self {
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        let url = fake::serve(move |asked| respond(shared.clone(), asked)).await;
        Self { url, state }
    }

    pub fn is(&self, mood: Mood) {
        self.state.lock().unwrap().mood = mood;
    }

    /// Number of requests for a new intent.
    pub fn calls(&self) -> usize {
        self.state.lock().unwrap().traceparents.len()
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

async fn respond(state: Arc<Mutex<State>>, asked: Asked) -> Option<(u16, Value)> {
    let state = &*state;
    let is_slow = || state.lock().unwrap().mood == Mood::Slow;
    if asked.target() == ("POST", "/v1/payment_intents") {
        state.lock().unwrap().traceparents.push(asked.header("traceparent").to_owned());
        while is_slow() {
            sleep(Duration::from_millis(5)).await;
        }
    }
    answer(state, &asked)
}

/// The response, or `None` for no response at all.
fn answer(state: &Mutex<State>, asked: &Asked) -> Option<(u16, Value)> {
    let mut state = state.lock().unwrap();
    let (method, path) = asked.target();
    let form = asked.body.as_str();
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
            let intent = state
                .intents
                .entry(asked.header("idempotency-key").to_owned())
                .or_insert_with(|| new_intent(number, form));
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
