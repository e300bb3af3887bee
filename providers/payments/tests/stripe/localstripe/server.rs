//! Runs localstripe as a process, acts as its customer, and receives its webhooks.

use std::io::{self, Write};
use std::path::Path;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use reqwest::{Client, Response};
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::time::sleep;

use crate::KEY;
use crate::stand_in::read;

/// The secret of localstripe's webhooks.
pub const SECRET: &str = "whsec_of_localstripe";

const LOCALSTRIPE_TIMEOUT: Duration = Duration::from_secs(30);

pub struct Localstripe {
    pub url: String,
    pub http: Client,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
    _process: Child,
}

#[derive(Clone)]
pub struct Delivery {
    pub signature: String,
    pub body: String,
}

impl Localstripe {
    /// Starts localstripe. If it is not installed, prints a notice and returns `None`.
    pub async fn start() -> Option<Self> {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let program = target.join("localstripe/bin/localstripe");
        if !program.exists() {
            // Written to stderr directly, because the test harness captures `println!`.
            let program = program.display();
            let skipped = format!("SKIPPED: a payment with localstripe needs {program}");
            let _ = writeln!(io::stderr(), "{skipped}; .ci/run installs it");
            return None;
        }
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let process = Command::new(program)
            .args(["--from-scratch", "--port", &free.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let url = format!("http://127.0.0.1:{free}");
        rustls::crypto::ring::default_provider().install_default().ok();
        let (http, deliveries) = (Client::new(), Arc::default());
        let localstripe = Self { url, http, deliveries, _process: process };
        localstripe.take_deliveries().await;
        Some(localstripe)
    }

    /// Pays like the customer's browser. The card's number decides whether the card is declined.
    pub async fn pay(&self, intent_id: &str, card: &str) {
        let form = [
            ("type", "card"),
            ("card[number]", card),
            ("card[exp_month]", "12"),
            ("card[exp_year]", "2034"),
            ("card[cvc]", "123"),
        ];
        let made = self.post("/v1/payment_methods", &form).await.text().await.unwrap();
        let method = made.split('"').find(|word| word.starts_with("pm_")).unwrap();
        let path = format!("/v1/payment_intents/{intent_id}");
        let named = self.post(&path, &[("payment_method", method)]).await;
        assert!(named.status().is_success(), "{:?}", named.text().await);
        self.post(&format!("{path}/confirm"), &[]).await;
    }

    /// Waits for the first delivery of this type of event.
    pub async fn delivered(&self, kind: &str) -> Delivery {
        let deadline = Instant::now() + LOCALSTRIPE_TIMEOUT;
        loop {
            let deliveries = self.deliveries.lock().unwrap().clone();
            let quoted = format!("\"{kind}\"");
            if let Some(delivery) = deliveries.into_iter().find(|one| one.body.contains(&quoted)) {
                return delivery;
            }
            assert!(Instant::now() < deadline, "no {kind} was delivered");
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Receives webhooks, and registers their URL after localstripe has started.
    async fn take_deliveries(&self) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/webhooks", listener.local_addr().unwrap());
        let deliveries = self.deliveries.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let mut socket = BufReader::new(socket);
                let Some(asked) = read(&mut socket).await else { continue };
                let mut headers = asked.headers.lines();
                let signature = headers.find_map(|line| line.strip_prefix("stripe-signature: "));
                let signature = signature.unwrap_or_default().to_owned();
                deliveries.lock().unwrap().push(Delivery { signature, body: asked.body });
                let _ = socket.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
            }
        });
        let deadline = Instant::now() + LOCALSTRIPE_TIMEOUT;
        let form = [("url", url.as_str()), ("secret", SECRET)];
        let registration = format!("{}/_config/webhooks/stoa", self.url);
        while let Err(error) = self.http.post(&registration).form(&form).send().await {
            assert!(Instant::now() < deadline, "localstripe does not start: {error}");
            sleep(Duration::from_millis(50)).await;
        }
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Response {
        let request = self.http.post(format!("{}{path}", self.url)).bearer_auth(KEY);
        request.form(form).send().await.unwrap()
    }
}
