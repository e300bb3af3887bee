//! `multipart/form-data` bodies.

use http::Request;
use http_body_util::Full;
use serde_json::json;
use stoa_runtime::Body;

use crate::fixture::{call, data, failure};

async fn upload(body: impl Into<String>) -> http::Response<Body> {
    let request =
        Request::post("/files").header("content-type", "multipart/form-data; boundary=cut");
    call(request.body(Full::from(body.into().replace('\n', "\r\n"))).unwrap()).await
}

const IMAGE: &str = "--cut
Content-Disposition: form-data; name=\"image\"; filename=\"../a.png\"
Content-Type: image/png

PNG
";

#[tokio::test]
async fn files_and_fields_are_accepted() {
    let body = format!(
        "{IMAGE}--cut\nContent-Disposition: form-data; name=\"sessionId\"\n\nabc\n--cut--\n"
    );
    let expected =
        json!({ "filename": "../a.png", "type": "image/png", "size": 3, "sessionId": "abc" });
    assert_eq!(data(upload(body).await).await, expected);
}

#[tokio::test]
async fn a_missing_file_is_400() {
    let body = "--cut\nContent-Disposition: form-data; name=\"image\"\n\nno file\n--cut--\n";
    assert_eq!(failure(upload(body).await).await, (400, "No file provided".to_owned()));
    let not_chosen =
        "--cut\nContent-Disposition: form-data; name=\"image\"; filename=\"\"\n\n\n--cut--\n";
    for body in ["--cut--\n", not_chosen] {
        assert_eq!(failure(upload(body).await).await, (400, "No file provided".to_owned()));
    }
}

#[tokio::test]
async fn a_field_is_checked_like_a_parameter() {
    let body = format!(
        "{IMAGE}--cut\nContent-Disposition: form-data; name=\"sessionId\"\n\n123456789\n--cut--\n"
    );
    assert_eq!(
        failure(upload(body).await).await,
        (400, "sessionId must be at most 8 characters".to_owned())
    );
}

#[tokio::test]
async fn an_invalid_form_is_refused() {
    for content_type in
        ["application/json", "multipart/form-data", "multipart/mixed; boundary=cut", ""]
    {
        let request = Request::post("/files").header("content-type", content_type);
        let response = call(request.body(Full::from("--cut--")).unwrap()).await;
        assert_eq!(
            failure(response).await,
            (415, "Expected multipart/form-data".to_owned()),
            "{content_type}"
        );
    }
    for body in ["", "nonsense", "--cut\nnonsense", IMAGE] {
        assert_eq!(
            failure(upload(body).await).await,
            (400, "Invalid multipart body".to_owned()),
            "{body}"
        );
    }
}
