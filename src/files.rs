//! `GET /files/{site}/{key}`: a site's files. Anyone who knows the URL may read a file. Files in a folder are streamed.
//! For a bucket, the response redirects to a URL that is signed for an hour.

use std::sync::Arc;

use http::{HeaderValue, header};
use stoa_files::{Files, Served, media_type};
use stoa_runtime::{Call, Documents, Error, NotFound, Operation, Reply, Routes};

/// The file at a URL never changes, so caches may store it for good.
const IMMUTABLE_FILE: &str = "public, max-age=31536000, immutable";

/// Caches may store the redirect for half an hour. The signed URL is valid for an hour.
const SIGNED_URL_CACHE_CONTROL: &str = "public, max-age=1800";

/// Names the operation, which is in no document.
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
    let (Some(site), Some(key)) = (call.path_parameter("siteId"), call.path_parameter("key"))
    else {
        return Err(missing)?;
    };
    // A file has exactly one URL: `+1` and `01` are not accepted as site ids.
    let site_id = site.parse().ok().filter(|id: &i64| id.to_string() == *site).ok_or(missing)?;
    let reply = match files.serve(site_id, &key).await?.ok_or(missing)? {
        Served::Here(file) => {
            let content_type = HeaderValue::from_static(media_type(&key));
            Reply::pieces(200, content_type, file.size, file.pieces)
                // A file never changes, so its key is its `ETag`.
                .header(header::ETAG, format!("\"{key}\""))
                .header(header::CACHE_CONTROL, IMMUTABLE_FILE)
                .conditional()
        }
        Served::Elsewhere(url) => {
            Reply::redirect(302, &url).header(header::CACHE_CONTROL, SIGNED_URL_CACHE_CONTROL)
        }
    };
    // Browsers must not treat the file as a page of ours, because a stranger may have uploaded it. Scripts and fonts of
    // any page may read the file. `Access-Control-Allow-Origin` is always set, because a cache may answer a page with a
    // response to a request without `Origin`.
    Ok(reply
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'")
        .header(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
}
