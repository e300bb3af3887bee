//! What designers do: requests of one design after the other, each by its own session.

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use image::{ImageFormat, RgbImage};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio_postgres::Config;

use crate::figures::Figures;
use crate::load::Connection;

/// Something that a designer does, by one request or several; they count as one.
#[derive(Clone, Copy)]
pub struct Work {
    pub name: &'static str,
    requests: fn(&Design) -> Vec<Vec<u8>>,
}

pub static WORK: [Work; 4] = [
    Work { name: "updateDesign, 20 layers", requests: |design| vec![save(design)] },
    Work { name: "generateDesignThumbnail, 20 layers", requests: |design| vec![thumbnail(design)] },
    Work {
        name: "updateDesign and finalizeDesign, one side",
        requests: |design| vec![save(design), finalize(design)],
    },
    Work { name: "uploadImage, a JPEG of 2 megapixels", requests: |design| vec![upload(design)] },
];

const DESIGNS: &str = "/api/storefront/1/designs";

/// A design, and the cookie of who has it.
struct Design {
    id: i64,
    session: String,
}

static DESIGNED: OnceLock<Vec<Design>> = OnceLock::new();

/// Makes a design for each designer, with a session of its own, by SQL.
pub async fn begin_designs(config: &Config, designers: usize) -> anyhow::Result<()> {
    let client = stoa::database::connect(config).await?;
    let mut designs = Vec::new();
    for id in 1..=i64::try_from(designers)? {
        let session = format!("design-session-{id:028}");
        let digest = stoa_designs::digest(&session);
        client.execute(include_str!("begin_design.sql"), &[&id, &digest.as_slice()]).await?;
        designs.push(Design { id, session });
    }
    DESIGNED.set(designs).map_err(|_| anyhow::anyhow!("designs are begun once"))
}

/// So many designers do it again and again for so long: what was done, and how often the server was too busy for it. One thread does it all: the load is not what is measured.
pub fn run(
    work: &Work,
    address: SocketAddr,
    designers: usize,
    time: Duration,
) -> anyhow::Result<(Figures, u64)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let designs = DESIGNED.get().context("no designs")?;
        let mut tasks = JoinSet::new();
        let start = Instant::now();
        for design in designs.iter().take(designers) {
            let mut connection = Connection::open(address).await?;
            let requests = work.requests;
            tasks.spawn(async move {
                let (mut latencies, mut refused) = (Vec::new(), 0);
                while start.elapsed() < time {
                    let requests = requests(design);
                    let (asked, mut is_done) = (Instant::now(), true);
                    for request in requests {
                        is_done &= connection.is_done(&request).await?;
                    }
                    match is_done {
                        true => latencies.push(asked.elapsed()),
                        false => refused += 1,
                    }
                }
                anyhow::Ok((latencies, refused))
            });
        }
        let (mut latencies, mut refused) = (Vec::new(), 0);
        while let Some(task) = tasks.join_next().await {
            let (done, of_these) = task??;
            latencies.extend(done);
            refused += of_these;
        }
        Ok((Figures::new(latencies, start.elapsed()), refused))
    })
}

fn save(design: &Design) -> Vec<u8> {
    // Another text each time, so that it is drawn anew.
    static SAVES: AtomicUsize = AtomicUsize::new(0);
    let saves = SAVES.fetch_add(1, Ordering::Relaxed);
    let layer = |number: usize| {
        let (x, y) = (0.1 + 0.04 * number as f64, 0.05 + 0.045 * number as f64);
        match number % 2 {
            0 => {
                json!({"type": "text", "side": "front", "text": format!("Whale {saves}"), "x": x, "y": y,
                "fontFamily": "Inter", "fontSize": 0.06, "fill": "#123456"})
            }
            _ => {
                json!({"type": "ellipse", "side": "front", "x": x, "y": y, "width": 0.2, "height": 0.1,
                "fill": "#e0a040", "opacity": 0.6})
            }
        }
    };
    let layers: Vec<Value> = (0..20).map(layer).collect();
    json_request(design, "PUT", &format!("/{}", design.id), &json!({"layers": layers}))
}

fn thumbnail(design: &Design) -> Vec<u8> {
    json_request(design, "POST", "/generate-thumbnail", &json!({"designId": design.id}))
}

fn finalize(design: &Design) -> Vec<u8> {
    request(design, "POST", &format!("/{}/finalize", design.id), "text/plain", &[])
}

fn upload(design: &Design) -> Vec<u8> {
    const BOUNDARY: &str = "a-boundary-of-the-benchmark";
    let head = format!(
        "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.jpg\"\r\n\
         content-type: image/jpeg\r\n\r\n"
    );
    let body = [head.as_bytes(), photo(), format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
    let media_type = format!("multipart/form-data; boundary={BOUNDARY}");
    request(design, "POST", "/upload-image", &media_type, &body)
}

/// A picture of 1,600 by 1,200 pixels with as much in it as a photo has.
fn photo() -> &'static [u8] {
    static PHOTO: OnceLock<Vec<u8>> = OnceLock::new();
    PHOTO.get_or_init(|| {
        let pixel = |x: u32, y: u32| {
            let noise = x.wrapping_mul(2_654_435_761).wrapping_add(y.wrapping_mul(40_503)) >> 27;
            let wave = ((x as f32 / 37.0).sin() * (y as f32 / 53.0).cos() * 60.0 + 128.0) as u32;
            image::Rgb([wave, wave / 2 + noise, 255 - wave].map(|part| part.min(255) as u8))
        };
        let mut bytes = std::io::Cursor::new(Vec::new());
        let picture = RgbImage::from_fn(1600, 1200, pixel);
        // Memory takes whatever is written.
        picture.write_to(&mut bytes, ImageFormat::Jpeg).unwrap_or_default();
        bytes.into_inner()
    })
}

fn json_request(design: &Design, method: &str, path: &str, body: &Value) -> Vec<u8> {
    request(design, method, path, "application/json", body.to_string().as_bytes())
}

fn request(design: &Design, method: &str, path: &str, media_type: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "{method} {DESIGNS}{path} HTTP/1.1\r\nhost: bench\r\ncookie: svc_design_session={}\r\n\
         content-type: {media_type}\r\ncontent-length: {}\r\n\r\n",
        design.session,
        body.len()
    );
    [head.as_bytes(), body].concat()
}
