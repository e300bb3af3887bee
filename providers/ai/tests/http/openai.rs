//! OpenAI as a stand-in, its answers, and the requests that the tests use.

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::{ImageFormat, Rgba, RgbaImage};
use serde_json::{Value, json};
use stoa_ai::{Ai, ImageRequest, Provider, Settings, TextRequest};

use crate::stand_in::{Answer, StandIn};

pub struct OpenAi {
    pub ai: Ai,
    pub stand_in: StandIn,
    moderation: Arc<Mutex<Answer>>,
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

impl OpenAi {
    /// Permits every moderation, and gives this answer to all other requests.
    pub async fn that(answer: Answer) -> Self {
        let permitted = Answer::Json(200, r#"{"results":[{"flagged":false}]}"#);
        let moderation = Arc::new(Mutex::new(permitted));
        let current = moderation.clone();
        let stand_in = StandIn::responds(move |asked| match asked.line.as_str() {
            "POST /v1/moderations" => current.lock().unwrap().clone(),
            _ => answer.clone(),
        });
        let stand_in = stand_in.await;
        Self { ai: Ai::new(settings(&stand_in.url)).unwrap(), stand_in, moderation }
    }

    pub async fn that_answers(status: u16, body: impl ToString) -> Self {
        Self::that(Answer::Http(status, "location: /elsewhere\r\n", body.to_string())).await
    }

    pub fn moderates(&self, status: u16, body: &'static str) {
        *self.moderation.lock().unwrap() = Answer::Json(status, body);
    }

    pub fn provider(&self) -> Provider {
        self.ai.provider(7, None, Some(KEY)).unwrap()
    }

    pub fn bodies(&self, path: &str) -> Vec<Value> {
        let asked = self.stand_in.asked().into_iter();
        let asked = asked.filter(|asked| asked.line == format!("POST {path}"));
        asked.map(|asked| serde_json::from_str(&asked.body).unwrap()).collect()
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
