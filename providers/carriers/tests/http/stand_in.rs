//! A stand-in for a provider: an HTTP server with scripted answers. The file also defines the account and the requests
//! that the tests use.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use stoa_carriers::{
    Account, Address, BaseUrls, LiveRates, Parcel, PrintItem, PrintOrder, Shipment,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone)]
pub enum Manner {
    Answers(u16, String),
    /// Takes the request and never answers.
    IsSilent,
    /// Sends its answer one byte a second.
    Dribbles,
    /// Sends an endless answer.
    Floods,
    /// Closes the connection in the middle of its answer.
    BreaksOff,
}

pub struct StandIn {
    pub rates: Arc<LiveRates>,
    /// The requests so far: head and body.
    asked: Arc<Mutex<Vec<String>>>,
    manner: Arc<Mutex<Manner>>,
}

impl StandIn {
    pub async fn that(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/", listener.local_addr().unwrap());
        let base_urls = BaseUrls { easypost: base_url.clone(), printful: base_url };
        let rates = Arc::new(LiveRates::new(&base_urls).unwrap());
        let stand_in = Self { rates, asked: Arc::default(), manner: Arc::new(Mutex::new(manner)) };
        let (asked, manner) = (stand_in.asked.clone(), stand_in.manner.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (asked, manner) = (asked.clone(), manner.clone());
                tokio::spawn(async move { drop(answer(stream, &asked, &manner).await) });
            }
        });
        stand_in
    }

    pub async fn that_answers(status: u16, body: &str) -> Self {
        Self::that(Manner::Answers(status, body.to_owned())).await
    }

    pub fn changes_to(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn answer(
    mut stream: TcpStream,
    asked: &Mutex<Vec<String>>,
    manner: &Mutex<Manner>,
) -> std::io::Result<()> {
    let request = request(&mut stream).await?;
    asked.lock().unwrap().push(request);
    let manner = manner.lock().unwrap().clone();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n";
    match manner {
        Manner::Answers(status, body) => {
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n");
            stream.write_all(format!("{head}\r\n{body}").as_bytes()).await?;
        }
        // From here on, the test waits only for timers. A paused clock makes them expire at once.
        Manner::IsSilent => {
            tokio::time::pause();
            std::future::pending().await
        }
        Manner::Dribbles => {
            stream.write_all(head.as_bytes()).await?;
            tokio::time::pause();
            loop {
                stream.write_all(b" ").await?;
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
        Manner::Floods => {
            stream.write_all(head.as_bytes()).await?;
            loop {
                stream.write_all(&[b' '; 65_536]).await?;
            }
        }
        Manner::BreaksOff => {
            let head = head.replace("Connection", "Content-Length: 100\r\nConnection");
            stream.write_all(format!("{head}{{").as_bytes()).await?;
        }
    }
    Ok(())
}

async fn request(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return Ok(text.into_owned());
            }
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}

pub fn account() -> Account {
    Account { site_id: 7, api_key: "EZTK_secret".to_owned(), currency: "USD".to_owned() }
}

pub fn shipment() -> Shipment {
    let parcel = Parcel { length_in: 12.0, width_in: 9.5, height_in: 4.0, weight_oz: 22.5 };
    Shipment { to: mara(), from: harbor_goods(), parcel }
}

pub fn order() -> PrintOrder {
    let item = PrintItem { external_variant_id: "MUG-11".to_owned(), quantity: 2 };
    PrintOrder { to: mara(), items: vec![item] }
}

fn mara() -> Address {
    Address {
        name: "Mara Lindqvist".to_owned(),
        email: "mara@example.com".to_owned(),
        street: String::new(),
        city: "Rockport".to_owned(),
        state: "ME".to_owned(),
        postal_code: "04856".to_owned(),
        country: "US".to_owned(),
    }
}

fn harbor_goods() -> Address {
    Address {
        name: "Harbor Goods".to_owned(),
        street: "1 Quay Street".to_owned(),
        city: "Portland".to_owned(),
        state: "ME".to_owned(),
        postal_code: "04101".to_owned(),
        country: "US".to_owned(),
        ..Address::default()
    }
}

pub const SHIPMENT: &str = r#"{
    "id": "shp_5b20",
    "object": "Shipment",
    "messages": [],
    "rates": [
        {"id": "rate_7c1f", "carrier": "USPS", "service": "Priority", "rate": "9.35", "currency": "USD",
         "delivery_days": 2, "est_delivery_days": 3, "delivery_date": null},
        {"id": "rate_8d2a", "carrier": "UPS", "service": "Ground", "rate": "12.4", "currency": "USD",
         "delivery_days": null, "est_delivery_days": 4},
        {"id": "rate_9e3b", "carrier": "DHL", "service": "Express", "rate": "31.125", "currency": "USD"}
    ]
}"#;

pub const RATES: &str = r#"{
    "code": 200,
    "result": [
        {"id": "STANDARD", "name": "Flat Rate (3-4 business days)", "rate": "4.75", "currency": "USD",
         "minDeliveryDays": 3, "maxDeliveryDays": 4, "minDeliveryDate": "2026-01-05"}
    ],
    "extra": []
}"#;
