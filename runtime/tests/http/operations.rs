//! A small API, written like generated code: operations and routes. Its handlers are in `fixture`.

use std::{sync::Arc, time::Duration};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stoa_runtime::{
    ApiKey, Call, Credential, CredentialReader, Credentials, Documented, Documents, Error,
    FormPart, HeaderValue, Operation, Reply, Routes, Schemas, TakesBody,
};

use crate::fixture::TestShop;

pub static SCHEMAS: Schemas = Schemas::new(include_str!("shop.json"));

pub struct ShopperCredentials<'a> {
    pub key: Credential<ApiKey<'a>>,
    pub session: Credential<ApiKey<'a>>,
    pub token: Credential<ApiKey<'a>>,
}

impl<'a> Credentials<'a> for ShopperCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self {
            key: reader.header("X-Api-Key"),
            session: reader.cookie("session"),
            token: reader.query("token"),
        }
    }
}

#[derive(Debug, Clone, Serialize)]
pub struct ListPosts {
    pub site_id: i64,
    pub limit: i64,
    pub page: i64,
    pub search: Option<String>,
    pub sort: Option<Sort>,
    pub ids: Option<Vec<i64>>,
    pub labels: Vec<String>,
    pub price: Option<f64>,
    pub featured: Option<bool>,
    pub slug: Option<String>,
    pub filter: Option<Value>,
}

pub struct GetPost {
    pub site_id: i64,
    pub slug: String,
}

pub struct CreateOrder {
    pub body: Order,
}

pub struct StreamEvents {
    pub room: String,
    pub last_event_id: Option<String>,
}

pub struct Fail {
    pub how: String,
}

// Operations whose handlers do not get the request's parameters.
pub struct GetLatestPost;
pub struct Act;
pub struct UploadFile;
pub struct ReceiveWebhook;
pub struct ReceiveHook;
pub struct Download;

macro_rules! operations {
    ($($name:ident $id:literal [$($status:literal)*];)*) => {$(
        impl Operation for $name {
            const ID: &'static str = $id;
        }
        $(impl Documents<$status> for $name {})*
    )*};
}

operations! {
    ListPosts "listPosts" [400 401 404 429];
    GetPost "getPost" [400 404];
    GetLatestPost "getLatestPost" [];
    Act "act" [400 413 415];
    UploadFile "uploadFile" [400 413 415];
    ReceiveWebhook "receiveWebhook" [400 413];
    ReceiveHook "receiveHook" [400 413];
    StreamEvents "streamEvents" [400];
    Fail "fail" [];
    Download "download" [400];
}

impl Operation for CreateOrder {
    const ID: &'static str = "createOrder";
    const GROWS_STORAGE: bool = true;
    const HEADERS: &'static [(&'static str, &'static str)] = &[("deprecation", "@1793491200")];
}

impl Documents<400> for CreateOrder {}
impl Documents<401> for CreateOrder {}
impl Documents<409> for CreateOrder {}
impl Documents<413> for CreateOrder {}
impl Documents<415> for CreateOrder {}
impl Documents<429> for CreateOrder {}

impl TakesBody for CreateOrder {
    const STATUSES: &'static [Documented<Self>] = &[Documented::status::<413>()];
}
impl TakesBody for Act {}
impl TakesBody for UploadFile {}

#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    Newest,
    PriceAsc,
}

impl std::str::FromStr for Sort {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "newest" => Ok(Self::Newest),
            "price_asc" => Ok(Self::PriceAsc),
            _ => Err(()),
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub widget_id: Value,
    pub visitor_id: String,
    pub note: Option<String>,
    pub items: Option<Vec<Item>>,
    pub weight: Option<f64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub product_id: i64,
    pub quantity: i64,
    pub variant_id: Option<i64>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "event", content = "data", rename_all = "lowercase")]
pub enum ShopEvent {
    Hello { room: String },
    Message { body: String },
}

pub fn routes(api: &Arc<TestShop>) -> Routes {
    Routes::new()
        .get("/sites/{siteId}/posts", api, |api, call| Box::pin(list_posts(api, call)))
        .get("/sites/{siteId}/posts/{slug}", api, |api, call| Box::pin(get_post(api, call)))
        .get("/sites/{siteId}/posts/latest", api, |_, call| Box::pin(get_latest_post(call)))
        .post("/orders", api, |api, call| Box::pin(create_order(api, call)))
        .post("/actions", api, |_, call| Box::pin(act(call)))
        .post("/files", api, |_, call| Box::pin(upload_file(call)))
        .post("/webhooks", api, |_, call| Box::pin(receive_webhook(call)))
        .post("/hooks", api, |_, call| Box::pin(receive_hook(call)))
        .get("/events/{room}", api, |api, call| Box::pin(stream_events(api, call)))
        .get("/fail/{how}", api, |api, call| Box::pin(fail(api, call)))
        .get("/downloads/{bytes}", api, |_, call| Box::pin(download(call)))
}

async fn list_posts(api: &TestShop, call: &mut Call) -> Result<Reply, Error<ListPosts>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let caller = api.api_key(call.credentials(), call.context()).await?;
    let request = ListPosts {
        site_id,
        limit: call.query("limit").integer().at_least(1).capped(100).or(20)?,
        page: call.query("page").integer().at_least(1).or(1)?,
        search: call.query("search").text().max_length(10).optional()?,
        sort: call.query("sort").one_of::<Sort>(&["newest", "price_asc"]).optional()?,
        ids: call.query("ids").list_of_integers().max_items(3).optional()?,
        labels: call.query("labels").list().max_items(3).or(Vec::new())?,
        price: call.query("price").number().at_least(0.5).optional()?,
        featured: call.query("featured").boolean().optional()?,
        slug: call.header("X-Slug").text().optional()?,
        filter: call.query("filter").json::<Value>(&SCHEMAS, "Filter").optional()?,
    };
    let data = api.list_posts(caller, request).await?;
    Ok(Reply::data(200, &data).conditional())
}

async fn get_post(api: &TestShop, call: &mut Call) -> Result<Reply, Error<GetPost>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let slug = call.path("slug").text().required()?;
    let data = api.get_post(GetPost { site_id, slug }).await?;
    Ok(Reply::data(200, &data).conditional())
}

async fn get_latest_post(call: &mut Call) -> Result<Reply, Error<GetLatestPost>> {
    let site_id = call.path("siteId").lossy();
    Ok(Reply::data(200, &json!({ "latestOf": site_id })))
}

async fn create_order(api: &TestShop, call: &mut Call) -> Result<Reply, Error<CreateOrder>> {
    let caller = api.api_key(call.credentials(), call.context()).await?;
    let body = call.json::<Order>(&SCHEMAS, "Order").await?;
    let data = api.create_order(caller, CreateOrder { body }).await?;
    Ok(Reply::data(200, &data))
}

async fn act(call: &mut Call) -> Result<Reply, Error<Act>> {
    let body = call.json_or::<Value>(&SCHEMAS, "Action", "Send an action").await?;
    Ok(Reply::data(200, &body))
}

async fn upload_file(call: &mut Call) -> Result<Reply, Error<UploadFile>> {
    let parts = const { &[FormPart::file("image"), FormPart::text("sessionId")] };
    let mut form = call.multipart(100_000, parts).await?;
    let mut image = form.file("image").message("No file provided").required()?;
    let session_id = form.field("sessionId").text().max_length(8).optional()?;
    let size = image.bytes().await?.len();
    Ok(Reply::data(
        200,
        &json!({ "filename": image.filename, "type": image.content_type, "size": size, "sessionId": session_id }),
    ))
}

async fn receive_webhook(call: &mut Call) -> Result<Reply, Error<ReceiveWebhook>> {
    let bytes = call.bytes(100).await?;
    Ok(Reply::bytes(200, HeaderValue::from_static("application/octet-stream"), bytes))
}

async fn receive_hook(call: &mut Call) -> Result<Reply, Error<ReceiveHook>> {
    Ok(Reply::data(200, &call.raw_json().await?.len()))
}

async fn stream_events(api: &TestShop, call: &mut Call) -> Result<Reply, Error<StreamEvents>> {
    let room = call.path("room").text().required()?;
    let last_event_id = call.header("Last-Event-ID").text().optional()?;
    let request = StreamEvents { room, last_event_id };
    Ok(Reply::events(api.stream_events(request).await?))
}

async fn fail(api: &TestShop, call: &mut Call) -> Result<Reply, Error<Fail>> {
    let how = call.path("how").lossy();
    Ok(Reply::data(200, &api.fail(Fail { how }).await?))
}

async fn download(call: &mut Call) -> Result<Reply, Error<Download>> {
    let length = call.path("bytes").integer().at_least(0).required()?;
    let bytes = vec![b'x'; length as usize];
    tokio::time::sleep(Duration::ZERO).await;
    Ok(Reply::bytes(200, HeaderValue::from_static("text/plain"), bytes))
}
