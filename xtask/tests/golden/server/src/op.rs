//! A type for each operation: a handler's errors are tied to the statuses that it documents.

use stoa_runtime::{Documents, Operation};

/// `GET /things`
#[derive(Debug)]
pub struct ListThings;

impl Operation for ListThings {
    const ID: &'static str = "listThings";
    const TAG: &'static str = "things";
    const STATUSES: &'static [u16] = &[200, 400, 401, 403, 429];
}

impl Documents<400> for ListThings {}
impl Documents<401> for ListThings {}
impl Documents<403> for ListThings {}
impl Documents<429> for ListThings {}

/// `POST /things`
#[derive(Debug)]
pub struct CreateThing;

impl Operation for CreateThing {
    const ID: &'static str = "createThing";
    const TAG: &'static str = "things";
    const STATUSES: &'static [u16] = &[200, 201, 400, 401, 413, 415, 422];
}

impl Documents<400> for CreateThing {}
impl Documents<401> for CreateThing {}
impl Documents<413> for CreateThing {}
impl Documents<415> for CreateThing {}
impl Documents<422> for CreateThing {}

/// `PATCH /things/{kind}/{ownerId}/{match}/{ratio}/{on}`
#[derive(Debug)]
pub struct PatchThing;

impl Operation for PatchThing {
    const ID: &'static str = "patchThing";
    const TAG: &'static str = "things";
    const STATUSES: &'static [u16] = &[200, 400, 413, 415];
}

impl Documents<400> for PatchThing {}
impl Documents<413> for PatchThing {}
impl Documents<415> for PatchThing {}

/// `POST /things/orders`
#[derive(Debug)]
pub struct OrderThing;

impl Operation for OrderThing {
    const ID: &'static str = "orderThing";
    const TAG: &'static str = "things";
    const STATUSES: &'static [u16] = &[201, 400, 401, 409, 413, 415, 422];
}

impl Documents<400> for OrderThing {}
impl Documents<401> for OrderThing {}
impl Documents<409> for OrderThing {}
impl Documents<413> for OrderThing {}
impl Documents<415> for OrderThing {}
impl Documents<422> for OrderThing {}

/// `PUT /things/orders`
#[derive(Debug)]
pub struct OrderAgain;

impl Operation for OrderAgain {
    const ID: &'static str = "orderAgain";
    const TAG: &'static str = "things";
    const STATUSES: &'static [u16] = &[204, 400, 409, 413, 415, 422];
}

impl Documents<400> for OrderAgain {}
impl Documents<409> for OrderAgain {}
impl Documents<413> for OrderAgain {}
impl Documents<415> for OrderAgain {}
impl Documents<422> for OrderAgain {}

/// `POST /things/actions`
#[derive(Debug)]
pub struct ActOnThings;

impl Operation for ActOnThings {
    const ID: &'static str = "actOnThings";
    const TAG: &'static str = "things";
    const STATUSES: &'static [u16] = &[200, 400, 413, 415];
}

impl Documents<400> for ActOnThings {}
impl Documents<413> for ActOnThings {}
impl Documents<415> for ActOnThings {}

/// `GET /move/{slug}`
#[derive(Debug)]
pub struct Move;

impl Operation for Move {
    const ID: &'static str = "move";
    const TAG: &'static str = "type";
    const STATUSES: &'static [u16] = &[302];
}

/// `PUT /move/{slug}`
#[derive(Debug)]
pub struct MarkMove;

impl Operation for MarkMove {
    const ID: &'static str = "markMove";
    const TAG: &'static str = "type";
    const STATUSES: &'static [u16] = &[202, 204];
}

/// `DELETE /move/{slug}`
#[derive(Debug)]
pub struct DeleteMove;

impl Operation for DeleteMove {
    const ID: &'static str = "deleteMove";
    const TAG: &'static str = "type";
    const STATUSES: &'static [u16] = &[204];
}

/// `POST /uploads`
#[derive(Debug)]
pub struct UploadFile;

impl Operation for UploadFile {
    const ID: &'static str = "uploadFile";
    const TAG: &'static str = "type";
    const STATUSES: &'static [u16] = &[201, 400, 413, 415];
}

impl Documents<400> for UploadFile {}
impl Documents<413> for UploadFile {}
impl Documents<415> for UploadFile {}

/// `POST /hooks`
#[derive(Debug)]
pub struct ReceiveHook;

impl Operation for ReceiveHook {
    const ID: &'static str = "receiveHook";
    const TAG: &'static str = "type";
    const STATUSES: &'static [u16] = &[200, 400, 413];
}

impl Documents<400> for ReceiveHook {}
impl Documents<413> for ReceiveHook {}

/// `GET /images/{id}`
#[derive(Debug)]
pub struct GetImage;

impl Operation for GetImage {
    const ID: &'static str = "getImage";
    const TAG: &'static str = "type";
    const STATUSES: &'static [u16] = &[200, 400];
}

impl Documents<400> for GetImage {}

/// `GET /events`
#[derive(Debug)]
pub struct StreamEvents;

impl Operation for StreamEvents {
    const ID: &'static str = "streamEvents";
    const TAG: &'static str = "type";
    const STATUSES: &'static [u16] = &[200];
}

/// `GET /whoami/one`
#[derive(Debug)]
pub struct KnowOrder;

impl Operation for KnowOrder {
    const ID: &'static str = "knowOrder";
    const TAG: &'static str = "access-control";
    const STATUSES: &'static [u16] = &[200, 401];
}

impl Documents<401> for KnowOrder {}

/// `GET /whoami/optional`
#[derive(Debug)]
pub struct KnowAnyone;

impl Operation for KnowAnyone {
    const ID: &'static str = "knowAnyone";
    const TAG: &'static str = "access-control";
    const STATUSES: &'static [u16] = &[200, 401, 403];
}

impl Documents<401> for KnowAnyone {}
impl Documents<403> for KnowAnyone {}

/// `GET /whoami/several`
#[derive(Debug)]
pub struct KnowEither;

impl Operation for KnowEither {
    const ID: &'static str = "knowEither";
    const TAG: &'static str = "access-control";
    const STATUSES: &'static [u16] = &[200, 401];
}

impl Documents<401> for KnowEither {}

/// `GET /whoami/several-optional`
#[derive(Debug)]
pub struct KnowEitherOrNone;

impl Operation for KnowEitherOrNone {
    const ID: &'static str = "knowEitherOrNone";
    const TAG: &'static str = "access-control";
    const STATUSES: &'static [u16] = &[200, 401];
}

impl Documents<401> for KnowEitherOrNone {}
