//! A stand-in for a provider: an HTTP server with scripted answers. The file also defines the requests that the tests
//! use.

use std::io::Cursor;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::{ImageFormat, Rgba, RgbaImage};
use serde_json::{Value, json};
use stoa_ai::{Ai, ImageRequest, Provider, Settings, TextRequest};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// How the stand-in answers all requests except moderations. By default, it permits every moderation.
#[derive(Clone)]
pub enum Manner {
    Answers(u16, String),
    /// Takes the request and never answers.
    IsSilent,
    /// Sends its answer one byte a second.
    Dribbles,
    /// Sends an endless answer.
    Floods,
    /// Announces a longer answer than it sends, and closes the connection.
    BreaksOff,
    /// Announces a shorter answer than it sends.
    SaysTooLittle(String),
}

pub struct StandIn {
    pub ai: Ai,
    /// The requests so far: head and body.
    asked: Arc<Mutex<Vec<String>>>,
    moderation: Arc<Mutex<(u16, String)>>,
}

pub const KEY: &str = "sk-Secret-0123456789";

pub fn settings(url: &str) -> Settings {
    Settings {
        url: url.to_owned(),
        api_key: None,
        image_model: "gpt-image-2.5-flare".to_owned(),
        text_model: "gpt-4o-mini".to_owned(),
        moderation_model: "omni-moderation-latest".to_owned(),
    }
}

impl StandIn {
    pub async fn that(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let permits = (200, r#"{"results":[{"flagged":false}]}"#.to_owned());
        let (asked, moderation) =
            (Arc::<Mutex<Vec<String>>>::default(), Arc::new(Mutex::new(permits)));
        let shared = (asked.clone(), moderation.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let ((asked, moderation), manner) = (shared.clone(), manner.clone());
                tokio::spawn(async move {
                    drop(answer(stream, &asked, &moderation, manner).await);
                });
            }
        });
        Self { ai: Ai::new(settings(&url)).unwrap(), asked, moderation }
    }

    pub async fn that_answers(status: u16, body: impl ToString) -> Self {
        Self::that(Manner::Answers(status, body.to_string())).await
    }

    pub fn moderates(&self, status: u16, body: impl ToString) {
        *self.moderation.lock().unwrap() = (status, body.to_string());
    }

    pub fn provider(&self) -> Provider {
        self.ai.provider(7, None, Some(KEY)).unwrap()
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    pub fn bodies(&self, path: &str) -> Vec<Value> {
        let to = format!("POST {path} ");
        let asked = self.asked();
        let bodies = asked.iter().filter(|request| request.starts_with(&to));
        let body = |request: &String| request.split_once("\r\n\r\n").unwrap().1.to_owned();
        bodies.map(|request| serde_json::from_str(&body(request)).unwrap()).collect()
    }
}

async fn answer(
    mut stream: TcpStream,
    asked: &Mutex<Vec<String>>,
    moderation: &Mutex<(u16, String)>,
    manner: Manner,
) -> std::io::Result<()> {
    let request = request(&mut stream).await?;
    let is_moderation = request.starts_with("POST /v1/moderations ");
    asked.lock().unwrap().push(request);
    let manner = if is_moderation {
        let (status, body) = moderation.lock().unwrap().clone();
        Manner::Answers(status, body)
    } else {
        manner
    };
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n";
    match manner {
        Manner::Answers(status, body) => {
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status} X\r\nContent-Length: {length}\r\nConnection: close\r\n");
            stream
                .write_all(format!("{head}Location: /elsewhere\r\n\r\n{body}").as_bytes())
                .await?;
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
        Manner::SaysTooLittle(body) => {
            let head = head.replace("Connection", "Content-Length: 20\r\nConnection");
            stream.write_all(format!("{head}{body}").as_bytes()).await?;
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

pub fn whales(transparent: bool, count: usize) -> ImageRequest {
    ImageRequest {
        prompt: "Two whales for Mara".to_owned(),
        size: "1024x1536".to_owned(),
        quality: "high".to_owned(),
        transparent,
        count,
    }
}

pub fn wish() -> TextRequest {
    TextRequest {
        prompt: "Something cheerful for Mara".to_owned(),
        product_name: Some("Anchor Mug".to_owned()),
        count: 3,
    }
}

/// A picture of 8 by 8 pixels, optionally with one transparent pixel.
pub fn png(transparent: bool) -> Vec<u8> {
    let mut picture = RgbaImage::from_pixel(8, 8, Rgba([217, 83, 62, 255]));
    if transparent {
        picture.put_pixel(0, 0, Rgba([0; 4]));
    }
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).unwrap();
    png.into_inner()
}

/// An answer with these pictures.
pub fn generated(pictures: &[Vec<u8>]) -> Value {
    let encoded = |picture: &Vec<u8>| json!({"b64_json": BASE64_STANDARD.encode(picture)});
    json!({"created": 1, "data": pictures.iter().map(encoded).collect::<Vec<_>>()})
}

/// An answer with this text.
pub fn said(content: impl ToString) -> Value {
    json!({"choices": [{"message": {"role": "assistant", "content": content.to_string()}}]})
}
