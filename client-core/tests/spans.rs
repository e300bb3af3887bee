//! The spans of calls, and the secrets that the spans must not contain.

use serde_json::Value;
use stoa_client_core::{Bytes, Method};

use crate::recorded;
use crate::stand_in::{answer, get, header, scripted};

fn of_span(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).filter(|line| line.starts_with("api_call ")).collect()
}

#[tokio::test]
async fn a_call_is_a_span() {
    recorded::begin();
    let busy = answer("503 Service Unavailable", "retry-after: 0\r\nx-request-id: r-1\r\n", "");
    let done = answer("200 OK", "x-request-id: r-2\r\n", "{}");
    let (builder, mut requests) = scripted(&[busy, done]).await;
    get(&builder.build().unwrap()).send::<Value>().await.unwrap();
    let request = requests.try_recv().unwrap();
    let port = header(&request, "host").unwrap().rsplit(':').next().unwrap().to_owned();
    let lines = recorded::end();
    assert_eq!(
        of_span(&lines),
        [
            &format!(
                "api_call otel.name=\"GET /things/{{id}}\" otel.kind=\"client\" operation=\"getThing\" \
                 http.request.method=\"GET\" url.template=\"/things/{{id}}\" \
                 server.address=\"127.0.0.1\" server.port={port}"
            ),
            "api_call http.response.status_code=200",
            "api_call http.request.resend_count=1",
            "api_call request_id=\"r-2\"",
        ]
    );
    let again = lines.iter().find(|line| line.starts_with("stoa_client_core::retry")).unwrap();
    assert!(again.contains("error=503 Service Unavailable attempt=1 wait="), "{again}");
}

#[tokio::test]
async fn a_span_has_the_error() {
    recorded::begin();
    let gone = answer("404 Not Found", "x-request-id: r-1\r\n", r#"{"message":"No such thing"}"#);
    let (builder, _requests) = scripted(&[gone]).await;
    get(&builder.build().unwrap()).send::<Value>().await.unwrap_err();
    assert_eq!(
        of_span(&recorded::end())[1..],
        [
            "api_call http.response.status_code=404",
            "api_call request_id=\"r-1\"",
            "api_call http.request.resend_count=0",
            "api_call error.type=\"404\"",
            "api_call error.message=404 No such thing",
        ]
    );
}

/// Neither the texts that an application may log nor the recorded lines, which include those of this crate's
/// dependencies, contain a credential or a part of a URL, a body or an answer.
#[tokio::test]
async fn no_secret_is_recorded() {
    const SECRET: &str = "s3cret";
    recorded::begin();
    let cookie = format!("set-cookie: session={SECRET}\r\n");
    let undocumented = answer("200 OK", &cookie, &format!("{{\"token\":\"{SECRET}\""));
    let refused = answer("403 Forbidden", &cookie, &format!("{{\"token\":\"{SECRET}\"}}"));
    for answers in [vec![undocumented], vec![refused], vec![String::new()]] {
        let (builder, _requests) = scripted(&answers).await;
        let builder = builder.bearer(SECRET).cookie("session", SECRET).header("x-key", SECRET);
        let builder =
            builder.query("key", SECRET).settings(|settings| settings.header("x-other", SECRET));
        let transport = builder.clone().build().unwrap();
        let call = transport.call("getThing", Method::GET, "/{token}").path("token", SECRET);
        let call = call.query("token", SECRET).raw(Bytes::from_static(SECRET.as_bytes()));
        let text = format!("{builder:?} {transport:?} {call:?}");
        let error = call.send::<Vec<u64>>().await.unwrap_err();
        assert!(!format!("{text} {error} {error:?}").contains(SECRET), "{text} {error:?}");
    }
    let lines = recorded::end();
    let errors = lines.iter().filter(|line| line.starts_with("api_call error.message="));
    assert_eq!(errors.count(), 3, "{lines:#?}");
    assert!(lines.iter().any(|line| line == "api_call http.request.resend_count=2"), "{lines:#?}");
    assert!(lines.iter().all(|line| !line.contains(SECRET)), "{lines:#?}");
}
