//! A type for each operation: a handler's errors are tied to the statuses that it documents.

use stoa_runtime::{Documents, Operation, Refusal, Restricted};

/// `GET /things`
#[derive(Debug)]
pub struct ListThings;

impl Operation for ListThings {
    const ID: &'static str = "listThings";
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
}

impl Documents<400> for PatchThing {}
impl Documents<413> for PatchThing {}
impl Documents<415> for PatchThing {}

/// `POST /things/orders`
#[derive(Debug)]
pub struct OrderThing;

impl Operation for OrderThing {
    const ID: &'static str = "orderThing";
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
}

impl Documents<400> for ActOnThings {}
impl Documents<413> for ActOnThings {}
impl Documents<415> for ActOnThings {}

/// `GET /move/{slug}`
#[derive(Debug)]
pub struct Move;

impl Operation for Move {
    const ID: &'static str = "move";
}

/// `PUT /move/{slug}`
#[derive(Debug)]
pub struct MarkMove;

impl Operation for MarkMove {
    const ID: &'static str = "markMove";
}

/// `DELETE /move/{slug}`
#[derive(Debug)]
pub struct DeleteMove;

impl Operation for DeleteMove {
    const ID: &'static str = "deleteMove";
}

/// `POST /uploads`
#[derive(Debug)]
pub struct UploadFile;

impl Operation for UploadFile {
    const ID: &'static str = "uploadFile";
}

impl Documents<400> for UploadFile {}
impl Documents<413> for UploadFile {}
impl Documents<415> for UploadFile {}

/// `POST /hooks`
#[derive(Debug)]
pub struct ReceiveHook;

impl Operation for ReceiveHook {
    const ID: &'static str = "receiveHook";
}

impl Documents<400> for ReceiveHook {}
impl Documents<413> for ReceiveHook {}

/// `GET /images/{id}`
#[derive(Debug)]
pub struct GetImage;

impl Operation for GetImage {
    const ID: &'static str = "getImage";
}

impl Documents<400> for GetImage {}

/// `GET /events`
#[derive(Debug)]
pub struct StreamEvents;

impl Operation for StreamEvents {
    const ID: &'static str = "streamEvents";
}

/// `GET /whoami/one`
#[derive(Debug)]
pub struct KnowOrder;

impl Operation for KnowOrder {
    const ID: &'static str = "knowOrder";
}

impl Documents<401> for KnowOrder {}

/// `GET /whoami/optional`
#[derive(Debug)]
pub struct KnowAnyone;

impl Operation for KnowAnyone {
    const ID: &'static str = "knowAnyone";
}

impl Documents<401> for KnowAnyone {}
impl Documents<403> for KnowAnyone {}

/// `GET /whoami/several`
#[derive(Debug)]
pub struct KnowEither;

impl Operation for KnowEither {
    const ID: &'static str = "knowEither";
}

impl Documents<401> for KnowEither {}

/// `GET /whoami/several-optional`
#[derive(Debug)]
pub struct KnowEitherOrNone;

impl Operation for KnowEitherOrNone {
    const ID: &'static str = "knowEitherOrNone";
}

impl Documents<401> for KnowEitherOrNone {}

/// `GET /whoami/roles`
#[derive(Debug)]
pub struct KnowRoles;

impl Operation for KnowRoles {
    const ID: &'static str = "knowRoles";
}

impl Restricted for KnowRoles {
    const REFUSAL: Refusal = Refusal::new(404, "There is \"nothing\"");
}

impl Documents<401> for KnowRoles {}
impl Documents<404> for KnowRoles {}
