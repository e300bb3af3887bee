//! The operations tagged `type`.
//!
//! Handlers implement [`TypeApi`]. Each operation is a struct that holds its request and implements
//! `Documents` for each failure that it documents. The route of the operation reads the path, finds
//! the caller with [`Authenticate`], reads the rest of the request, calls the handler and writes
//! the response.

use std::sync::Arc;

use acme_fixture_types as types;
use stoa_runtime::{Call, Documented, Documents, Error, Operation, Reply, Routes, TakesBody};

use crate::{Authenticate, RateLimited};

/// A tag with a keyword for a name, and every kind of answer.
pub trait TypeApi: Authenticate + RateLimited {
    /// `GET /move/{slug}`: Go elsewhere.
    fn r#move(
        &self,
        caller: Self::Anyone,
        request: Move,
    ) -> impl Future<Output = Result<MoveReply, Error<Move>>> + Send;

    /// `PUT /move/{slug}`: Answer nothing, in two ways.
    fn mark_move(
        &self,
        caller: Self::Anyone,
        request: MarkMove,
    ) -> impl Future<Output = Result<MarkMoveReply, Error<MarkMove>>> + Send;

    /// `DELETE /move/{slug}`: Answer nothing.
    fn delete_move(
        &self,
        caller: Self::Anyone,
        request: DeleteMove,
    ) -> impl Future<Output = Result<(), Error<DeleteMove>>> + Send;

    /// `POST /uploads`: Send a form.
    fn upload_file(
        &self,
        caller: Self::Anyone,
        request: UploadFile,
    ) -> impl Future<Output = Result<UploadFileReply, Error<UploadFile>>> + Send;

    /// `POST /hooks`: Take bytes as they are.
    fn receive_hook(
        &self,
        caller: Self::Anyone,
        request: ReceiveHook,
    ) -> impl Future<Output = Result<bool, Error<ReceiveHook>>> + Send;

    /// `POST /bundles`: Read bytes while they arrive.
    fn receive_bundle(
        &self,
        caller: Self::Anyone,
        request: ReceiveBundle,
    ) -> impl Future<Output = Result<bool, Error<ReceiveBundle>>> + Send;

    /// `GET /known`: Answer JSON piece by piece.
    fn export_known(
        &self,
        caller: Self::Anyone,
        request: ExportKnown,
    ) -> impl Future<Output = Result<stoa_runtime::RawJson, Error<ExportKnown>>> + Send;

    /// `GET /images/{id}`: Answer bytes.
    fn get_image(
        &self,
        caller: Self::Anyone,
        request: GetImage,
    ) -> impl Future<Output = Result<stoa_runtime::Bytes, Error<GetImage>>> + Send;

    /// `GET /events`: Answer a stream.
    fn stream_events(
        &self,
        caller: Self::Anyone,
        request: StreamEvents,
    ) -> impl Future<Output = Result<stoa_runtime::Events<types::ThingEvent>, Error<StreamEvents>>> + Send;

    /// `GET /sites/{siteId}/kinds`: Get a cached response.
    ///
    /// Whoever may call is given the same.
    ///
    /// The response is cached for 2 s and served to every caller, so the handler does not get the
    /// caller.
    fn list_kinds(
        &self,
        request: ListKinds,
    ) -> impl Future<Output = Result<bool, Error<ListKinds>>> + Send;
}

/// The operation `move` and its request.
#[derive(Clone)]
pub struct Move {
    /// Text that is taken as it is, for no 400 is documented.
    pub slug: String,
}

impl Operation for Move {
    const ID: &'static str = "move";
}

/// The answer of `move`.
#[derive(Debug, Clone)]
pub struct MoveReply {
    /// The header `Location`.
    pub location: String,
    /// The header `Set-Cookie`.
    pub set_cookie: Option<String>,
}

/// The operation `markMove` and its request.
#[derive(Clone)]
pub struct MarkMove {
    /// Text that is taken as it is, for no 400 is documented.
    pub slug: String,
}

impl Operation for MarkMove {
    const ID: &'static str = "markMove";
}

/// The answer of `markMove`, by status.
#[derive(Debug, Clone)]
pub enum MarkMoveReply {
    /// 202
    Accepted,
    /// 204
    NoContent,
}

/// The operation `deleteMove` and its request.
#[derive(Clone)]
pub struct DeleteMove {
    /// Text that is taken as it is, for no 400 is documented.
    pub slug: String,
}

impl Operation for DeleteMove {
    const ID: &'static str = "deleteMove";
}

/// The operation `uploadFile` and its request.
pub struct UploadFile {
    /// A picture.
    pub file: stoa_runtime::Upload,
    pub preview: Option<stoa_runtime::Upload>,
    pub name: String,
    pub copies: i64,
    pub sort: types::Sort,
    pub note: Option<String>,
}

impl Operation for UploadFile {
    const ID: &'static str = "uploadFile";
}

impl Documents<400> for UploadFile {}
impl Documents<413> for UploadFile {}
impl Documents<415> for UploadFile {}
impl TakesBody for UploadFile {
    const STATUSES: &'static [Documented<Self>] =
        &[Documented::status::<413>(), Documented::status::<415>()];
}

/// The answer of `uploadFile`.
#[derive(Debug, Clone)]
pub struct UploadFileReply {
    /// The body of the response.
    pub body: types::Thing,
    /// The header `Location`.
    pub location: String,
    /// The header `Set-Cookie`.
    pub set_cookie: Option<String>,
}

/// The operation `receiveHook` and its request.
#[derive(Clone)]
pub struct ReceiveHook {
    /// The body of the request.
    pub body: stoa_runtime::Bytes,
}

impl Operation for ReceiveHook {
    const ID: &'static str = "receiveHook";
}

impl Documents<400> for ReceiveHook {}
impl Documents<413> for ReceiveHook {}

/// The operation `receiveBundle` and its request.
pub struct ReceiveBundle {
    /// The body of the request.
    pub body: stoa_runtime::StreamedBody,
}

impl Operation for ReceiveBundle {
    const ID: &'static str = "receiveBundle";
}

impl Documents<400> for ReceiveBundle {}
impl Documents<413> for ReceiveBundle {}

/// The operation `exportKnown` and its request.
#[derive(Clone)]
pub struct ExportKnown {}

impl Operation for ExportKnown {
    const ID: &'static str = "exportKnown";
}

/// The operation `getImage` and its request.
#[derive(Clone)]
pub struct GetImage {
    pub id: i64,
}

impl Operation for GetImage {
    const ID: &'static str = "getImage";
}

impl Documents<400> for GetImage {}

/// The operation `streamEvents` and its request.
#[derive(Clone)]
pub struct StreamEvents {}

impl Operation for StreamEvents {
    const ID: &'static str = "streamEvents";
}

/// The operation `listKinds` and its request.
#[derive(Clone, Hash)]
pub struct ListKinds {
    pub site_id: i64,
    pub kind: Option<types::Kind>,
    pub owner: Option<types::OwnerId>,
    pub labels: Vec<String>,
    /// A keyword.
    pub r#type: Option<String>,
    /// A secret, with which the response is not cached.
    pub draft_token: Option<String>,
}

impl Operation for ListKinds {
    const ID: &'static str = "listKinds";
}

impl Documents<400> for ListKinds {}
impl Documents<401> for ListKinds {}
impl Documents<429> for ListKinds {}

/// The routes of the operations tagged `type`.
pub fn routes<A: TypeApi>(api: &Arc<A>) -> Routes {
    Routes::new()
        .get("/move/{slug}", api, |api, call| Box::pin(r#move(api, call)))
        .put("/move/{slug}", api, |api, call| Box::pin(mark_move(api, call)))
        .delete("/move/{slug}", api, |api, call| Box::pin(delete_move(api, call)))
        .post("/uploads", api, |api, call| Box::pin(upload_file(api, call)))
        .post("/hooks", api, |api, call| Box::pin(receive_hook(api, call)))
        .post("/bundles", api, |api, call| Box::pin(receive_bundle(api, call)))
        .get("/known", api, |api, call| Box::pin(export_known(api, call)))
        .get("/images/{id}", api, |api, call| Box::pin(get_image(api, call)))
        .get("/events", api, |api, call| Box::pin(stream_events(api, call)))
        .get("/sites/{siteId}/kinds", api, |api, call| Box::pin(list_kinds(api, call)))
}

async fn r#move<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<Move>> {
    call.never_store();
    let slug = call.path("slug").lossy();
    let caller = api.anyone(call.context()).await?;
    let request = Move { slug };
    let reply = api.r#move(caller, request).await?;
    Ok(Reply::empty(302)
        .header(stoa_runtime::HeaderName::from_static("location"), reply.location)
        .optional_header(stoa_runtime::HeaderName::from_static("set-cookie"), reply.set_cookie))
}

async fn mark_move<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<MarkMove>> {
    let slug = call.path("slug").lossy();
    let caller = api.anyone(call.context()).await?;
    let request = MarkMove { slug };
    let reply = api.mark_move(caller, request).await?;
    Ok(match reply {
        MarkMoveReply::Accepted => Reply::empty(202),
        MarkMoveReply::NoContent => Reply::empty(204),
    })
}

async fn delete_move<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<DeleteMove>> {
    let slug = call.path("slug").lossy();
    let caller = api.anyone(call.context()).await?;
    let request = DeleteMove { slug };
    api.delete_move(caller, request).await?;
    Ok(Reply::empty(204))
}

async fn upload_file<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<UploadFile>> {
    let caller = api.anyone(call.context()).await?;
    let mut form = call
        .multipart(
            stoa_runtime::UPLOAD_LIMIT,
            const {
                &[
                    stoa_runtime::FormPart::file("file"),
                    stoa_runtime::FormPart::file("preview").status(415),
                    stoa_runtime::FormPart::text("name").status(413),
                    stoa_runtime::FormPart::text("copies"),
                    stoa_runtime::FormPart::text("sort"),
                    stoa_runtime::FormPart::text("note"),
                ]
            },
        )
        .await?;
    let request = UploadFile {
        file: form.file("file").message("file is required").required()?,
        preview: form
            .file("preview")
            .message("preview must be a picture")
            .status::<415>()
            .optional()?,
        name: form
            .field("name")
            .message("name must have 1 to 20 characters")
            .status::<413>()
            .text()
            .matches({
                static PATTERN: stoa_runtime::TextRule = stoa_runtime::TextRule::pattern("^[^/]*$");
                &PATTERN
            })
            .min_length(1)
            .max_length(20)
            .required()?,
        copies: form.field("copies").integer().at_least(1).or(1)?,
        sort: form
            .field("sort")
            .one_of::<types::Sort>(types::Sort::VALUES)
            .or(types::Sort::Newest)?,
        note: form.field("note").text().optional()?,
    };
    let reply = api.upload_file(caller, request).await?;
    Ok(Reply::json(201, &types::ThingResponse { data: reply.body })
        .header(stoa_runtime::HeaderName::from_static("location"), reply.location)
        .optional_header(stoa_runtime::HeaderName::from_static("set-cookie"), reply.set_cookie))
}

async fn receive_hook<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ReceiveHook>> {
    let caller = api.anyone(call.context()).await?;
    let request = ReceiveHook { body: call.raw_json().await? };
    let reply = api.receive_hook(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn receive_bundle<A: TypeApi>(
    api: &A,
    call: &mut Call,
) -> Result<Reply, Error<ReceiveBundle>> {
    let caller = api.anyone(call.context()).await?;
    let request = ReceiveBundle { body: call.streamed_body(32 * 1024 * 1024)? };
    let reply = api.receive_bundle(caller, request).await?;
    Ok(Reply::json(200, &types::KnownResponse { known: reply }))
}

async fn export_known<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ExportKnown>> {
    let caller = api.anyone(call.context()).await?;
    let request = ExportKnown {};
    let reply = api.export_known(caller, request).await?;
    Ok(Reply::raw_json(200, reply))
}

async fn get_image<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<GetImage>> {
    let id = call.path("id").integer().required()?;
    let caller = api.anyone(call.context()).await?;
    let request = GetImage { id };
    let reply = api.get_image(caller, request).await?;
    Ok(Reply::bytes(200, stoa_runtime::HeaderValue::from_static("image/png"), reply).conditional())
}

async fn stream_events<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<StreamEvents>> {
    let caller = api.anyone(call.context()).await?;
    let request = StreamEvents {};
    let reply = api.stream_events(caller, request).await?;
    Ok(Reply::events(reply))
}

async fn list_kinds<A: TypeApi>(api: &A, call: &mut Call) -> Result<Reply, Error<ListKinds>> {
    let site_id = call.path("siteId").integer().required()?;
    api.api_key(call.credentials(), call.context()).await?;
    api.rate_limits().lists.count(call.client()).await?;
    let request = ListKinds {
        site_id,
        kind: call.query("kind").one_of::<types::Kind>(types::Kind::VALUES).optional()?,
        owner: call.query("owner").integer_or_uuid::<types::OwnerId>().optional()?,
        labels: call.query("labels").list().or(Vec::new())?,
        r#type: call.query("type").text().optional()?,
        draft_token: call.query("draftToken").secret(),
    };
    if request.r#type.is_some() {
        api.rate_limits().searches.count(call.client()).await?;
    }
    if request.draft_token.is_some() {
        call.bypass_cache();
    }
    call.cached(2, site_id, request, |request| async move {
        let reply = api.list_kinds(request).await?;
        Ok(Reply::json(200, &types::KnownResponse { known: reply }).conditional())
    })
    .await
}
