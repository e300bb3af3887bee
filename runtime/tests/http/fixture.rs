//! Handlers of the API in `operations`, and functions to call it.

use std::{convert::Infallible, sync::Arc, time::Duration};

use futures_util::{Stream, StreamExt, stream};
use http::{HeaderValue, Request, Response};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use stoa_runtime::{
    ApiKey, Body, BodyRoom, Bytes, Connection, Credential, Documents, Error, Event, HeaderName,
    Internal, NotFound, Operation, RequestContext, RequestRoom, Router, Stop, TooManyRequests,
    Unauthorized,
};
use tower::ServiceExt;

use crate::operations::{
    CreateOrder, Fail, GetPost, ListPosts, ShopEvent, ShopperCredentials, StreamEvents, routes,
};

pub struct TestShop;

impl TestShop {
    pub async fn api_key<Op>(
        &self,
        credentials: ShopperCredentials<'_>,
        context: RequestContext<'_>,
    ) -> Result<String, Error<Op>>
    where
        Op: Operation + Documents<401> + Documents<429>,
    {
        context.set_header(
            HeaderName::from_static("x-ratelimit-remaining"),
            HeaderValue::from_static("7"),
        );
        match credentials.key {
            Credential::Given(ApiKey("slow-down")) => {
                Err(TooManyRequests { message: "Too many requests", retry_after: 3 })?
            }
            Credential::Given(ApiKey("wrong")) => Err(Unauthorized("Invalid API key"))?,
            _ => {}
        }
        let text = |credential| match credential {
            Credential::Absent => "absent".to_owned(),
            Credential::Malformed => "malformed".to_owned(),
            Credential::Given(ApiKey(value)) => format!("given {value}"),
        };
        let ShopperCredentials { key, session, token } = credentials;
        Ok(format!("key {}; session {}; token {}", text(key), text(session), text(token)))
    }

    pub async fn list_posts(
        &self,
        caller: String,
        request: ListPosts,
    ) -> Result<Value, Error<ListPosts>> {
        Ok(json!({ "caller": caller, "request": request }))
    }

    pub async fn get_post(&self, request: GetPost) -> Result<Value, Error<GetPost>> {
        let GetPost { site_id, slug } = request;
        let known = (slug != "unknown").then(|| json!({ "siteId": site_id, "slug": slug }));
        Ok(known.ok_or(NotFound("Not found"))?)
    }

    pub async fn create_order(
        &self,
        caller: String,
        request: CreateOrder,
    ) -> Result<Value, Error<CreateOrder>> {
        Ok(json!({ "caller": caller, "order": request.body }))
    }

    pub async fn stream_events(
        &self,
        StreamEvents { room, last_event_id }: StreamEvents,
    ) -> Result<impl Stream<Item = Event<ShopEvent>> + Send + 'static, Error<StreamEvents>> {
        let hello = Event::new(ShopEvent::Hello { room: room.clone() })
            .id(last_event_id.unwrap_or_else(|| "0".to_owned()))
            .retry(Duration::from_secs(3));
        let rest = match room.as_str() {
            "flood" => {
                stream::repeat_with(|| Event::new(ShopEvent::Message { body: "x".repeat(1000) }))
                    .boxed()
            }
            "short" => stream::empty().boxed(),
            _ => stream::pending().boxed(),
        };
        Ok(stream::iter([hello]).chain(rest))
    }

    pub async fn fail(&self, request: Fail) -> Result<Value, Error<Fail>> {
        match request.how.as_str() {
            "panic" => panic!("the handler's own fault"),
            "slow" => tokio::time::sleep(Duration::from_millis(500)).await,
            "forever" => std::future::pending().await,
            _ => {
                let cause = "x".parse::<i64>().map_err(|_| Internal("secret table missing".into()));
                cause?;
            }
        }
        Ok(json!("done"))
    }
}

pub fn router() -> Router {
    Router::new(routes(&Arc::new(TestShop))).expect("the routes fit together")
}

/// The response to a request that is sent without a socket.
pub async fn call(request: Request<Full<Bytes>>) -> Response<Body> {
    let response: Result<_, Infallible> = router().oneshot(request).await;
    response.expect("a router always answers")
}

pub async fn get(path: &str) -> Response<Body> {
    call(request("GET", path)).await
}

pub fn request(method: &str, path: &str) -> Request<Full<Bytes>> {
    Request::builder().method(method).uri(path).body(Full::default()).expect("a request")
}

pub fn post_json(path: &str, json: impl Into<Bytes>) -> Request<Full<Bytes>> {
    let request = Request::post(path).header("content-type", "application/json");
    request.body(Full::new(json.into())).expect("a request")
}

/// A connection from this peer, without room for bodies.
pub fn connection(peer: &str) -> Connection {
    Connection {
        peer: peer.parse().unwrap(),
        body_timeout: Duration::from_secs(1),
        body_room: BodyRoom::new(0),
        response_room: BodyRoom::new(0),
        requests: RequestRoom::new(9),
        stop: Stop::new(),
    }
}

/// Status and text of a response.
pub async fn read(response: Response<Body>) -> (u16, String) {
    let status = response.status().as_u16();
    let bytes = response.into_body().collect().await.expect("a body").to_bytes();
    (status, String::from_utf8(bytes.to_vec()).expect("text"))
}

/// Status and message of an error. Asserts that the error has no other keys.
pub async fn failure(response: Response<Body>) -> (u16, String) {
    let (status, text) = read(response).await;
    let body: Value = serde_json::from_str(&text).expect("JSON");
    let message = body["message"].as_str().expect("a message").to_owned();
    assert_eq!(text, json!({ "success": false, "message": message }).to_string());
    (status, message)
}

/// The `data` of a 200.
pub async fn data(response: Response<Body>) -> Value {
    let (status, text) = read(response).await;
    assert_eq!(status, 200, "{text}");
    let body: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(body["success"], true);
    body["data"].clone()
}
