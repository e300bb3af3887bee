//! The operations tagged `things`.
//!
//! Handlers implement [`ThingsApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::collections::BTreeMap;
use std::sync::Arc;

use acme_fixture_reasons as reasons;
use acme_fixture_types as types;
use stoa_runtime::{Call, Documented, Documents, Error, Operation, Reply, Routes, TakesBody};

use crate::{Authenticate, RateLimited, SCHEMAS};

/// Parameters, JSON and its types.
pub trait ThingsApi: Authenticate + RateLimited {
    /// `GET /things`: List things.
    ///
    /// Query and header parameters of each kind.
    ///
    /// - A list that is long enough to be wrapped when it becomes a comment, which happens at about a
    ///   hundred characters.
    ///
    /// | column | another |
    /// |---|---|
    /// | a row of a table stays one line, however long it may be, because a comment would break it otherwise | x |
    fn list_things(
        &self,
        caller: Self::ApiKey,
        request: ListThings,
    ) -> impl Future<Output = Result<types::ThingListResponse, Error<ListThings>>> + Send;

    /// `POST /things`: Create or replace a thing.
    fn create_thing(
        &self,
        caller: Self::ApiKey,
        request: CreateThing,
    ) -> impl Future<Output = Result<CreateThingReply, Error<CreateThing>>> + Send;

    /// `PATCH /things/{kind}/{ownerId}/{match}/{ratio}/{on}`: Change a thing.
    fn patch_thing(
        &self,
        caller: Self::Anyone,
        request: PatchThing,
    ) -> impl Future<
        Output = Result<Vec<serde_json::Map<String, serde_json::Value>>, Error<PatchThing>>,
    > + Send;

    /// `POST /things/orders`: Order a thing.
    ///
    /// A client may send it again under one key.
    fn order_thing(
        &self,
        caller: Self::ApiKey,
        request: OrderThing,
    ) -> impl Future<Output = Result<stoa_runtime::Replayable<OrderThingReply>, Error<OrderThing>>> + Send;

    /// `PUT /things/orders`: Order a thing again, which answers nothing.
    fn order_again(
        &self,
        caller: Self::Anyone,
        request: OrderAgain,
    ) -> impl Future<Output = Result<stoa_runtime::Replayable<()>, Error<OrderAgain>>> + Send;

    /// `POST /things/actions`: Do something.
    fn act_on_things(
        &self,
        caller: Self::Anyone,
        request: ActOnThings,
    ) -> impl Future<Output = Result<BTreeMap<String, types::Outcome>, Error<ActOnThings>>> + Send;
}

/// The operation `listThings` and its request.
#[derive(Clone)]
pub struct ListThings {
    /// At most 100.
    pub limit: i64,
    pub offset: i64,
    /// Kilograms.
    pub min_weight: f64,
    pub active: bool,
    pub search: Option<String>,
    pub greeting: String,
    pub sort: types::Sort,
    pub order: types::Sort,
    pub kind: Option<types::Kind>,
    pub owner: Option<types::OwnerId>,
    pub ids: Vec<i64>,
    pub labels: Vec<String>,
    pub kinds: Vec<types::Kind>,
    pub sizes: Vec<i64>,
    pub colors: Vec<String>,
    pub orders: Vec<types::Sort>,
    pub code: Option<String>,
    pub parent: Option<String>,
    /// JSON in a query.
    pub filter: Option<types::Filter>,
    pub token: String,
    /// A keyword.
    pub r#type: Option<String>,
    /// Beside a query parameter of the same name.
    pub last_event_id_header: Option<String>,
    pub last_event_id: Option<String>,
    pub x_count: i64,
}

impl Operation for ListThings {
    const ID: &'static str = "listThings";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[(429, "slow", "Slow down")];
}

impl Documents<400> for ListThings {}
impl Documents<401> for ListThings {}
impl Documents<403> for ListThings {}
impl Documents<429> for ListThings {}

/// The operation `createThing` and its request.
#[derive(Clone)]
pub struct CreateThing {
    /// The body of the request.
    pub body: types::NewThing,
}

impl Operation for CreateThing {
    const ID: &'static str = "createThing";
    const HEADERS: &'static [(&'static str, &'static str)] =
        &[("deprecation", "@1793491200"), ("sunset", "Sat, 01 May 2027 00:00:00 GMT")];
}

impl Documents<400> for CreateThing {}
impl Documents<401> for CreateThing {}
impl Documents<413> for CreateThing {}
impl Documents<415> for CreateThing {}
impl Documents<422> for CreateThing {}
impl TakesBody for CreateThing {
    const STATUSES: &'static [Documented<Self>] =
        &[Documented::status::<413>(), Documented::status::<422>()];
}

/// The answer of `createThing`, by status.
#[derive(Debug, Clone)]
pub enum CreateThingReply {
    /// 200
    Ok(types::Thing),
    /// 201
    Created(types::Thing),
}

/// The operation `patchThing` and its request.
#[derive(Clone)]
pub struct PatchThing {
    pub kind: types::Kind,
    pub owner_id: types::OwnerId,
    /// A keyword.
    pub r#match: i64,
    pub ratio: f64,
    pub on: bool,
    /// The body of the request.
    pub body: types::ThingPatch,
    /// Size of the body in bytes, which the handler counts toward a rate limit.
    pub body_bytes: u64,
}

impl Operation for PatchThing {
    const ID: &'static str = "patchThing";
}

impl Documents<400> for PatchThing {}
impl Documents<413> for PatchThing {}
impl Documents<415> for PatchThing {}
impl TakesBody for PatchThing {}

/// The operation `orderThing` and its request.
#[derive(Clone)]
pub struct OrderThing {
    /// One for each order.
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// A keyword, which becomes a variable here.
    pub r#type: Option<String>,
    /// The body of the request.
    pub body: types::NewThing,
}

impl Operation for OrderThing {
    const ID: &'static str = "orderThing";
    const GROWS_STORAGE: bool = true;
    const IS_ESSENTIAL: bool = true;
}

impl Documents<400> for OrderThing {}
impl Documents<401> for OrderThing {}
impl Documents<409> for OrderThing {}
impl Documents<413> for OrderThing {}
impl Documents<415> for OrderThing {}
impl Documents<422> for OrderThing {}
impl TakesBody for OrderThing {
    const STATUSES: &'static [Documented<Self>] =
        &[Documented::status::<413>(), Documented::status::<422>()];
}

/// The answer of `orderThing`.
#[derive(Debug, Clone)]
pub struct OrderThingReply {
    /// The body of the response.
    pub body: types::Thing,
    /// The header `Location`.
    pub location: String,
}

/// The operation `orderAgain` and its request.
#[derive(Clone)]
pub struct OrderAgain {
    pub idempotency: Option<stoa_runtime::Idempotency>,
    /// The body of the request.
    pub body: types::NewThing,
}

impl Operation for OrderAgain {
    const ID: &'static str = "orderAgain";
}

impl Documents<400> for OrderAgain {}
impl Documents<409> for OrderAgain {}
impl Documents<413> for OrderAgain {}
impl Documents<415> for OrderAgain {}
impl Documents<422> for OrderAgain {}
impl TakesBody for OrderAgain {
    const STATUSES: &'static [Documented<Self>] =
        &[Documented::status::<413>(), Documented::status::<422>()];
}

/// The operation `actOnThings` and its request.
#[derive(Clone)]
pub struct ActOnThings {
    /// The body of the request.
    pub body: types::Action,
}

impl Operation for ActOnThings {
    const ID: &'static str = "actOnThings";
}

impl Documents<400> for ActOnThings {}
impl Documents<413> for ActOnThings {}
impl Documents<415> for ActOnThings {}
impl TakesBody for ActOnThings {}

stoa_runtime::refuses! {
    ListThings:
        reasons::Slow;
}

/// The routes of the operations tagged `things`.
pub fn routes<A: ThingsApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/things", api, |api, call| Box::pin(list_things(api, call)))
        .post("/things", api, |api, call| Box::pin(create_thing(api, call)))
        .patch("/things/{kind}/{ownerId}/{match}/{ratio}/{on}", api, |api, call| {
            Box::pin(patch_thing(api, call))
        })
        .post("/things/orders", api, |api, call| Box::pin(order_thing(api, call)))
        .put("/things/orders", api, |api, call| Box::pin(order_again(api, call)))
        .post("/things/actions", api, |api, call| Box::pin(act_on_things(api, call)))
}

async fn list_things<A: ThingsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListThings>> {
    let caller = api.api_key(call.credentials(), call.context()).await?;
    api.rate_limits().lists.count(call.client()).await?;
    let request = ListThings {
        limit: call
            .query("limit")
            .integer()
            .at_least(1)
            .at_most(9007199254740991)
            .capped(100)
            .or(20)?,
        offset: call.query("offset").integer().at_least(0).or(0)?,
        min_weight: call.query("minWeight").number().at_least(0.0).or(1.0)?,
        active: call.query("active").boolean().or(true)?,
        search: call
            .query("search")
            .message("search must have 1 to 64 characters")
            .text()
            .min_length(1)
            .max_length(64)
            .optional()?,
        greeting: call.query("greeting").text().or("hello \"you\"".to_owned())?,
        sort: call
            .query("sort")
            .one_of::<types::Sort>(types::Sort::VALUES)
            .or(types::Sort::Newest)?,
        order: call
            .query("order")
            .one_of::<types::Sort>(types::Sort::VALUES)
            .or(types::Sort::PriceAsc)?,
        kind: call.query("kind").one_of::<types::Kind>(types::Kind::VALUES).optional()?,
        owner: call.query("owner").integer_or_uuid::<types::OwnerId>().optional()?,
        ids: call.query("ids").list_of_integers().max_items(50).or(Vec::new())?,
        labels: call.query("labels").list().or(Vec::new())?,
        kinds: call
            .query("kinds")
            .message("Invalid kinds")
            .list()
            .each_one_of::<types::Kind>(types::Kind::VALUES)
            .max_items(5)
            .or(Vec::new())?,
        sizes: call.query("sizes").repeated().integers().or(Vec::new())?,
        colors: call.query("colors").repeated().or(Vec::new())?,
        orders: call
            .query("orders")
            .repeated()
            .each_one_of::<types::Sort>(types::Sort::VALUES)
            .or(Vec::new())?,
        code: call
            .query("code")
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule =
                    stoa_runtime::TextRule::pattern("^[A-Z \"]{3}$");
                &PATTERN
            })
            .optional()?,
        parent: call
            .query("parent")
            .text()
            .matches({
                static FORMAT: stoa_runtime::TextRule = stoa_runtime::TextRule::format("uuid");
                &FORMAT
            })
            .optional()?,
        filter: call
            .query("filter")
            .message("Invalid filter")
            .json::<types::Filter>(&SCHEMAS, "Filter")
            .optional()?,
        token: call.query("token").message("Invalid token").status::<403>().text().required()?,
        r#type: call.query("type").text().optional()?,
        last_event_id_header: call.header("Last-Event-ID").text().optional()?,
        last_event_id: call.query("lastEventId").text().optional()?,
        x_count: call.header("X-Count").integer().at_least(0).at_most(9).required()?,
    };
    let reply = api.list_things(caller, request).await?;
    Ok(Reply::json(200, &reply).conditional())
}

async fn create_thing<A: ThingsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<CreateThing>> {
    let caller = api.api_key(call.credentials(), call.context()).await?;
    let request = CreateThing {
        body: call
            .max_bytes(2 * 1024 * 1024)
            .json_or(&SCHEMAS, "NewThing", "Send the thing as JSON")
            .await?,
    };
    let reply = api.create_thing(caller, request).await?;
    Ok(match reply {
        CreateThingReply::Ok(body) => Reply::json(200, &types::ThingResponse { data: body }),
        CreateThingReply::Created(body) => Reply::json(201, &types::ThingResponse { data: body }),
    })
}

async fn patch_thing<A: ThingsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<PatchThing>> {
    let kind = call.path("kind").one_of::<types::Kind>(types::Kind::VALUES).required()?;
    let owner_id = call.path("ownerId").integer_or_uuid::<types::OwnerId>().required()?;
    let r#match = call.path("match").message("Invalid match").integer().required()?;
    let ratio = call.path("ratio").number().at_least(0.0).at_most(1.5).required()?;
    let on = call.path("on").boolean().required()?;
    let caller = api.anyone(call.context()).await?;
    let request = PatchThing {
        kind,
        owner_id,
        r#match,
        ratio,
        on,
        body: call.json(&SCHEMAS, "ThingPatch").await?,
        body_bytes: call.body_bytes(),
    };
    let reply = api.patch_thing(caller, request).await?;
    Ok(Reply::json(200, &types::AnyResponse { data: reply }))
}

async fn order_thing<A: ThingsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<OrderThing>> {
    let caller = api.api_key(call.credentials(), call.context()).await?;
    let idempotency_key = call
        .header("Idempotency-Key")
        .message("Invalid key")
        .exact_text()
        .min_length(1)
        .max_length(255)
        .optional()?;
    let r#type = call.query("type").text().optional()?;
    let (body, idempotency) = call
        .idempotent(idempotency_key)
        .json_or(&SCHEMAS, "NewThing", "Send the thing as JSON")
        .await?;
    let request = OrderThing { idempotency, r#type, body };
    let reply = api.order_thing(caller, request).await?;
    Ok(reply.write(|reply| {
        Reply::json(201, &types::ThingResponse { data: reply.body })
            .header(stoa_runtime::HeaderName::from_static("location"), reply.location)
    }))
}

async fn order_again<A: ThingsApi>(api: &A, call: &mut Call) -> Result<Reply, Error<OrderAgain>> {
    let caller = api.anyone(call.context()).await?;
    let idempotency_key =
        call.header("Idempotency-Key").exact_text().min_length(1).max_length(255).optional()?;
    let (body, idempotency) = call.idempotent(idempotency_key).json(&SCHEMAS, "NewThing").await?;
    let request = OrderAgain { idempotency, body };
    let reply = api.order_again(caller, request).await?;
    Ok(reply.write(|()| Reply::empty(204)))
}

async fn act_on_things<A: ThingsApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ActOnThings>> {
    let caller = api.anyone(call.context()).await?;
    let request = ActOnThings { body: call.json(&SCHEMAS, "Action").await? };
    let reply = api.act_on_things(caller, request).await?;
    Ok(Reply::json(200, &types::OutcomesResponse { data: reply }))
}
