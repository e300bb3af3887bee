//! Clients under load: each has one keep-alive connection and does not retry.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use http::{Method, Request, header};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use stoa_live_chat_client::Client as ChatClient;
use stoa_live_chat_types::{ChatEvent, SendMessageRequest, StartRequest, WidgetId};
use stoa_runtime::Bytes;
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::api::storefront::cart::CART;

#[derive(Default)]
pub struct Counts {
    pub reads: AtomicUsize,
    /// Streams that were opened again after the server had closed them.
    pub reopened: AtomicUsize,
    pub failures: std::sync::Mutex<Vec<String>>,
}

/// Clients that send requests until [`Load::end`].
pub struct Load {
    address: SocketAddr,
    is_over: Arc<AtomicBool>,
    counts: Arc<Counts>,
    tasks: Vec<JoinHandle<()>>,
}

const READS: [&str; 3] = [
    "/api/v1/sites/1/config",
    "/api/storefront/1/products?limit=3",
    "/api/storefront/1/categories",
];

/// Each client's pause between two requests. Without it, the load takes all CPU time that the servers and the proxy's
/// health checks need.
const PAUSE: Duration = Duration::from_millis(50);

/// Pieces in a cart, fewer than the limit of a line's quantity.
const A_CART_HOLDS: usize = 500;

impl Load {
    /// Starts the clients, which connect to the proxy at this address.
    pub fn begin(address: SocketAddr) -> Self {
        let mut load =
            Self { address, is_over: Arc::default(), counts: Arc::default(), tasks: Vec::new() };
        for number in 0..8 {
            load.client(Job::Reads { number });
        }
        for number in 0..4 {
            load.client(Job::Cart { name: format!("keyed-{number}"), is_keyed: true });
            load.client(Job::Cart { name: format!("plain-{number}"), is_keyed: false });
        }
        for number in 0..4 {
            load.chat(number);
        }
        load
    }

    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Ends all clients. Each checks that nothing was lost or done twice.
    pub async fn end(self) -> Arc<Counts> {
        self.is_over.store(true, Ordering::Relaxed);
        for task in self.tasks {
            task.await.unwrap();
        }
        self.counts
    }

    fn client(&mut self, job: Job) {
        let (address, is_over, counts) = (self.address, self.is_over.clone(), self.counts.clone());
        self.tasks.push(tokio::spawn(async move {
            let mut client = Client { address, sender: None };
            let mut done = 0;
            while !is_over.load(Ordering::Relaxed) {
                match job.once(&mut client, done).await {
                    Ok(()) => {
                        done += 1;
                        let is_read = matches!(job, Job::Reads { .. });
                        counts.reads.fetch_add(usize::from(is_read), Ordering::Relaxed);
                    }
                    Err(failure) => counts.failures.lock().unwrap().push(failure),
                }
                sleep(PAUSE).await;
            }
            if let Err(failure) = job.look_back(&mut client, done).await {
                counts.failures.lock().unwrap().push(failure);
            }
        }));
    }

    /// A visitor who writes messages and reads all of them from the stream.
    fn chat(&mut self, number: usize) {
        let (address, is_over, counts) = (self.address, self.is_over.clone(), self.counts.clone());
        self.tasks.push(tokio::spawn(async move {
            if let Err(failure) = converse(address, number, &is_over, &counts).await {
                counts.failures.lock().unwrap().push(failure);
            }
        }));
    }
}

enum Job {
    Reads {
        number: usize,
    },
    /// Adds one piece at a time, to one cart after another.
    Cart {
        name: String,
        is_keyed: bool,
    },
}

impl Job {
    async fn once(&self, client: &mut Client, done: usize) -> Result<(), String> {
        match self {
            Self::Reads { number } => {
                let path = READS[(number + done) % READS.len()];
                client.ask(Method::GET, path, None, Value::Null).await.map(drop)
            }
            Self::Cart { name, is_keyed } => {
                let key = is_keyed.then(|| format!("{name}-{done}"));
                let session = format!("{name}-{}", done / A_CART_HOLDS);
                let body = json!({"sessionId": session, "productId": 2, "quantity": 1});
                client.ask(Method::POST, CART, key, body).await.map(drop)
            }
        }
    }

    /// Checks that exactly the writes that were answered are stored.
    async fn look_back(&self, client: &mut Client, done: usize) -> Result<(), String> {
        let Self::Cart { name, .. } = self else { return Ok(()) };
        for first in (0..done).step_by(A_CART_HOLDS) {
            let session = format!("{name}-{}", first / A_CART_HOLDS);
            let path = format!("{CART}?sessionId={session}");
            let cart = client.ask(Method::GET, &path, None, Value::Null).await?;
            let quantity = cart["data"]["items"][0]["quantity"].as_u64();
            let answered = (done - first).min(A_CART_HOLDS);
            if quantity != Some(answered as u64) {
                return Err(format!(
                    "{session}: {quantity:?} in the cart, {answered} were answered"
                ));
            }
        }
        Ok(())
    }
}

struct Client {
    address: SocketAddr,
    sender: Option<SendRequest<Full<Bytes>>>,
}

impl Client {
    async fn ask(
        &mut self,
        method: Method,
        path: &str,
        key: Option<String>,
        body: Value,
    ) -> Result<Value, String> {
        let failed =
            |what: &str, error: &dyn std::fmt::Display| format!("{method} {path}: {what}: {error}");
        let mut sender = match self.sender.take().filter(SendRequest::is_ready) {
            Some(sender) => sender,
            None => connect(self.address).await.map_err(|error| failed("connect", &error))?,
        };
        let mut request = Request::builder().method(&method).uri(path).header(header::HOST, "stoa");
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let body = match body {
            Value::Null => Bytes::new(),
            body => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                body.to_string().into()
            }
        };
        let request = request.body(Full::new(body)).unwrap();
        let answer = sender.send_request(request).await.map_err(|error| failed("send", &error))?;
        let status = answer.status();
        let is_last = answer.headers().get(header::CONNECTION).is_some_and(|it| it == "close");
        let read = answer.into_body().collect().await.map_err(|error| failed("read", &error))?;
        // The connection becomes ready for the next request a moment later.
        if !is_last && sender.ready().await.is_ok() {
            self.sender = Some(sender);
        }
        let text = read.to_bytes();
        if !status.is_success() {
            return Err(failed(
                "answered",
                &format!("{status} {}", String::from_utf8_lossy(&text)),
            ));
        }
        serde_json::from_slice(&text).map_err(|error| failed("JSON", &error))
    }
}

async fn connect(address: SocketAddr) -> Result<SendRequest<Full<Bytes>>, String> {
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let (sender, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    tokio::spawn(async { drop(connection.await) });
    Ok(sender)
}

async fn converse(
    address: SocketAddr,
    number: usize,
    is_over: &AtomicBool,
    counts: &Arc<Counts>,
) -> Result<(), String> {
    let text = |error: &dyn std::fmt::Display| format!("chat {number}: {error}");
    let client = ChatClient::builder(&format!("http://{address}")).retries(0).build();
    let client = client.map_err(|error| text(&error))?;
    let visitor = StartRequest {
        widget_id: WidgetId::Integer(1),
        visitor_id: format!("visitor-{number}"),
        name: None,
        email: None,
    };
    let started = client.start_conversation(&visitor).await.map_err(|error| text(&error))?;
    let started = started.into_body().data;
    let (mut sent, mut heard) = (0, 0);
    let token = started.ephemeral_token.clone();
    let reader = ChatClient::with_conversation(&format!("http://{address}"), &token);
    let reader = reader.map_err(|error| text(&error))?;
    let on_reconnect = counts.clone();
    let events = reader.stream_events(started.conversation_id).on_reconnect(move |_| {
        on_reconnect.reopened.fetch_add(1, Ordering::Relaxed);
    });
    let mut events = events.await.map_err(|error| text(&error))?;
    loop {
        let is_last = is_over.load(Ordering::Relaxed);
        if !is_last {
            let message = SendMessageRequest {
                conversation_id: started.conversation_id,
                ephemeral_token: started.ephemeral_token.clone(),
                body: format!("{sent}"),
            };
            client.send_message(&message).await.map_err(|error| text(&error))?;
            sent += 1;
        }
        // The timeout is longer than the delay after which the server tells readers to reconnect.
        while heard < sent {
            let event = timeout(Duration::from_secs(60), events.next()).await;
            let event = event.map_err(|_| text(&"an event does not come"))?;
            match event
                .ok_or_else(|| text(&"the stream has ended"))?
                .map_err(|error| text(&error))?
                .event
            {
                ChatEvent::Message(message) if message.data.body == heard.to_string() => heard += 1,
                ChatEvent::Message(message) => {
                    return Err(text(&format!("{} in place of {heard}", message.data.body)));
                }
                _ => {}
            }
        }
        if is_last {
            return Ok(());
        }
        sleep(PAUSE).await;
    }
}
