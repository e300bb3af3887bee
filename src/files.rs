//! `GET /files/{site}/{key}`: what a site keeps, for everybody who knows its URL. A file of a folder is read while it is
//! sent; one of a bucket the bucket sends itself, by an address that is signed for an hour.

use std::sync::Arc;

use http::{HeaderValue, header};
use stoa_files::{Files, Served, media_type};
use stoa_runtime::{Call, Documents, Error, NotFound, Operation, Reply, Routes};

/// No URL is ever another file's.
const IMMUTABLE_FILE: &str = "public, max-age=31536000, immutable";

/// Half an hour before the address that it leads to ends.
const WHILE_SIGNED: &str = "public, max-age=1800";

/// What is served here is of no document.
struct GetFile;

impl Operation for GetFile {
    const ID: &'static str = "getFile";
}

impl Documents<404> for GetFile {}

pub fn routes(files: &Files) -> Routes {
    let files = Arc::new(files.clone());
    Routes::new().get("/files/{siteId}/{key}", &files, |files, call| Box::pin(get(files, call)))
}

async fn get(files: &Files, call: &mut Call) -> Result<Reply, Error<GetFile>> {
    let missing = NotFound("File not found");
    let (Some(site), Some(key)) = (call.raw_path("siteId"), call.raw_path("key")) else {
        return Err(missing)?;
    };
    // A file has one URL: no `+1` and no `01` are the site's.
    let site_id = site.parse().ok().filter(|id: &i64| id.to_string() == *site).ok_or(missing)?;
    let reply = match files.serve(site_id, &key).await?.ok_or(missing)? {
        Served::Here(file) => {
            let content_type = HeaderValue::from_static(media_type(&key));
            Reply::pieces(200, content_type, file.size, file.pieces)
                // It never changes, so its key says what stands in it.
                .header(header::ETAG, format!("\"{key}\""))
                .header(header::CACHE_CONTROL, IMMUTABLE_FILE)
                .conditional()
        }
        Served::Elsewhere(url) => {
            Reply::redirect(302, &url).header(header::CACHE_CONTROL, WHILE_SIGNED)
        }
    };
    // A stranger has uploaded it: whatever a browser makes of it, it is no page of ours. Scripts and fonts of any page
    // may read it, also where a cache between has it from somebody who did not say where from.
    Ok(reply
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'")
        .header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
}
