//! `GET /fonts/{name}`: the renderer's fonts, for pages on which customers design.

use std::sync::Arc;

use http::{HeaderValue, header};
use stoa_design_renderer::Drawings;
use stoa_runtime::{Call, Documents, Error, NotFound, Operation, Reply, Routes};

/// The font at a URL never changes, because style sheets name font files by a digest of their contents. `no-transform`
/// prevents compression, which would cost more than it saves.
const IMMUTABLE_FONT: &str = "public, max-age=31536000, immutable, no-transform";

/// A page may use an old style sheet, and with it old fonts, for a day.
const STYLESHEET_CACHE_CONTROL: &str = "public, max-age=86400";

/// Names the operation, which is in no document.
struct GetFont;

impl Operation for GetFont {
    const ID: &'static str = "getFont";
}

impl Documents<404> for GetFont {}

pub fn routes(drawings: &Drawings) -> Routes {
    let drawings = Arc::new(drawings.clone());
    Routes::new().get("/fonts/{name}", &drawings, |drawings, call| Box::pin(get(drawings, call)))
}

async fn get(drawings: &Drawings, call: &mut Call) -> Result<Reply, Error<GetFont>> {
    let missing = NotFound("Font not found");
    let name = call.path_parameter("name").ok_or(missing)?;
    let fonts = drawings.fonts();
    let reply = match (name.strip_suffix(".css"), fonts.file(&name)) {
        (Some(slug), _) => {
            let sheet = fonts.stylesheet(slug).ok_or(missing)?;
            let content_type = HeaderValue::from_static("text/css; charset=utf-8");
            Reply::bytes(200, content_type, sheet)
                .header(header::CACHE_CONTROL, STYLESHEET_CACHE_CONTROL)
        }
        (None, Some(file)) => {
            let content_type = HeaderValue::from_static(file.media_type);
            Reply::bytes(200, content_type, file.bytes.clone())
                .header(header::CACHE_CONTROL, IMMUTABLE_FONT)
        }
        (None, None) => Err(missing)?,
    };
    // Browsers load fonts of another origin only if that origin allows it. `Access-Control-Allow-Origin` is always set,
    // because a cache may answer a page with a response to a request without `Origin`.
    Ok(reply
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")
        .conditional())
}
