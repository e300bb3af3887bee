//! A fake OpenAI: it moderates, draws and writes, counts its calls, and fails on demand.

use std::io::Cursor;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use image::{ImageFormat, Rgba, RgbaImage};
use serde_json::{Value, json};
use tokio::time::{Duration, sleep};

use super::fake::{self, Asked};

/// The fake OpenAI. It runs as long as this value lives.
pub struct OpenAi {
    pub url: String,
    state: Arc<Mutex<State>>,
}

/// How the fake answers requests for images and texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mood {
    #[default]
    Well,
    /// Delays its answers until its mood is `Well` again.
    Slow,
    /// Answers that it is down.
    Down,
    /// Rejects every prompt by its content policy.
    Strict,
    /// Draws a background, whatever the request says.
    Opaque,
    /// Draws only one image, however many are requested.
    Lazy,
    /// Sends a file that claims to be an image of 60,000 by 60,000 pixels.
    Bomb,
}

#[derive(Default)]
struct State {
    mood: Mood,
    moderations: usize,
    /// Bodies of requests for images and texts.
    asked: Vec<Value>,
}

impl OpenAi {
    pub async fn new() -> Self {
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        let url = fake::serve(move |asked| respond(shared.clone(), asked)).await;
        Self { url, state }
    }

    pub fn is(&self, mood: Mood) {
        self.state.lock().unwrap().mood = mood;
    }

    /// Number of requests for images and texts.
    pub fn calls(&self) -> usize {
        self.state.lock().unwrap().asked.len()
    }

    pub fn moderations(&self) -> usize {
        self.state.lock().unwrap().moderations
    }

    pub fn asked(&self) -> Vec<Value> {
        self.state.lock().unwrap().asked.clone()
    }

    /// Waits for this number of requests for images and texts.
    pub async fn is_asked(&self, times: usize) {
        while self.calls() < times {
            sleep(Duration::from_millis(5)).await;
        }
    }
}

async fn respond(state: Arc<Mutex<State>>, asked: Asked) -> Option<(u16, Value)> {
    let body: Value = serde_json::from_str(&asked.body).unwrap();
    let mood = || state.lock().unwrap().mood;
    if asked.target() == ("POST", "/v1/moderations") {
        state.lock().unwrap().moderations += 1;
        return Some((200, json!({"results": [{"flagged": mood() == Mood::Strict}]})));
    }
    state.lock().unwrap().asked.push(body.clone());
    while mood() == Mood::Slow {
        sleep(Duration::from_millis(5)).await;
    }
    Some(answer(mood(), &body))
}

fn answer(mood: Mood, asked: &Value) -> (u16, Value) {
    if mood == Mood::Down {
        return (503, json!({"error": {"code": "server_error", "message": "down"}}));
    }
    let Some(count) = asked["n"].as_u64() else {
        let suggestions = ["Fair winds, full mug", "Anchors down, cups up", "Salt in the air"];
        let content = json!({"suggestions": suggestions}).to_string();
        return (200, json!({"choices": [{"message": {"content": content}}]}));
    };
    let count = if mood == Mood::Lazy { 1 } else { count };
    let transparent = asked["background"] == "transparent" && mood != Mood::Opaque;
    let size = asked["size"].as_str().unwrap().split_once('x');
    let (width, height) = size.map_or((64, 64), |(w, h)| (w.parse().unwrap(), h.parse().unwrap()));
    let mut picture = picture(width, height, transparent);
    if mood == Mood::Bomb {
        picture[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    }
    let picture = json!({"b64_json": BASE64_STANDARD.encode(picture)});
    (200, json!({"created": 1, "data": vec![picture; count as usize]}))
}

fn picture(width: u32, height: u32, transparent: bool) -> Vec<u8> {
    let background = Rgba(if transparent { [0; 4] } else { [255; 4] });
    let mut picture = RgbaImage::from_pixel(width, height, background);
    for (x, pixel) in (0..height.min(width)).map(|at| (at, Rgba([21, 62, 92, 255]))) {
        picture.put_pixel(x, x, pixel);
    }
    let mut png = Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).unwrap();
    png.into_inner()
}
