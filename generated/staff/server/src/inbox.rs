//! The operations tagged `inbox`.
//!
//! Handlers implement [`InboxApi`]. Each operation is a struct that holds its request and
//! implements `Documents` for each failure that it documents. The route of the operation reads the
//! path, finds the caller with [`Authenticate`], reads the rest of the request, calls the handler
//! and writes the response.

use std::sync::Arc;

use stoa_runtime::{Call, Documents, Error, Operation, Refusal, Reply, Restricted, Routes};
use stoa_staff_reasons as reasons;
use stoa_staff_types as types;

use crate::{Authenticate, RateLimited, Role};

/// The events of a site as they happen.
pub trait InboxApi: Authenticate + RateLimited {
    /// `GET /sites/{siteId}/inbox`: Receive the events of a site.
    ///
    /// A stream of server-sent events: `event: <name>`, `id: <number>`, `data: <JSON>`. An event names
    /// what changed; read it with the operation for it. The stream sets the time after which a client
    /// reconnects with `retry: 3000` (milliseconds). A server that shuts down first sends another
    /// `retry` between 1000 and 5000. The comment line `: ping` is a heartbeat, sent every 25 seconds.
    ///
    /// | event | cause | role |
    /// | --- | --- | --- |
    /// | `hello` | start of every connection | any |
    /// | `conversationStarted` | a visitor started a conversation | `support` |
    /// | `visitorMessage` | a visitor wrote in a conversation | `support` |
    /// | `supportMessage` | a customer wrote a support message, or replied to one | `support` |
    /// | `orderPaid` | an order was paid | `shop` |
    /// | `orderDisputed` | the purchaser's bank opened a dispute about a payment | `shop` |
    /// | `stockLow` | an order or `adjustStock` reduced the stock of a product or variant from more than 5 pieces to 5 or fewer; once for each in a day of UTC | `shop` |
    ///
    /// A caller receives the events of its roles; an owner has every role.
    ///
    /// **Replay.** All events of a site are numbered together from 1, and the `id:` of an event is its
    /// number. Numbers only grow, and skip the events of other roles. To resume, send the last number
    /// that you received as `Last-Event-ID` (browsers do this when they reconnect) or as `lastEventId`.
    /// The stream then sends every later event and continues live, without losing or repeating any.
    /// `earliest` replays all retained events. A number above the newest is taken as the newest.
    /// Without a number, the stream is live only. The `id:` of `hello` is the number after which the
    /// stream continues.
    ///
    /// Events are retained for 7 days. If events after the given number were already deleted,
    /// `missesEvents` of `hello` is true: read the lists again.
    ///
    /// The stream ends within a minute after the caller's session ends or the caller's roles for the
    /// site change. It also ends when the server shuts down, and when the client lags by more than 256
    /// events. To continue, connect again with the last number. A session counts as used while its
    /// stream is open.
    ///
    /// Counts toward `staff-reads` (600 a minute for each client).
    ///
    /// Requires one of the roles `shop` and `support`.
    fn stream_inbox(
        &self,
        caller: Self::Staff,
        request: StreamInbox,
    ) -> impl Future<Output = Result<stoa_runtime::Events<types::InboxEvent>, Error<StreamInbox>>> + Send;
}

/// The operation `streamInbox` and its request.
#[derive(Clone)]
pub struct StreamInbox {
    /// Id of the site.
    pub site_id: i64,
    /// Number of the last event received, or `earliest`. Takes precedence over `lastEventId`.
    pub last_event_id_header: Option<String>,
    /// Same as `Last-Event-ID`, for clients that cannot set this header.
    pub last_event_id: Option<String>,
}

impl Operation for StreamInbox {
    const ID: &'static str = "streamInbox";
    const ERROR_CODES: &'static [stoa_runtime::ErrorCode] = &[
        (400, "invalid_site_id", "Invalid site ID"),
        (
            400,
            "invalid_last_event_id_header",
            "Last-Event-ID must be the number of an event or earliest",
        ),
        (400, "invalid_last_event_id", "lastEventId must be the number of an event or earliest"),
        (401, "unauthorized", "Unauthorized"),
        (403, "role_refused", "Your role does not allow this"),
        (403, "site_requires_totp", "This site requires TOTP"),
        (404, "site_not_found", "Site not found"),
        (429, "too_many_requests", "Too many requests, slow down"),
        (429, "too_many_open_streams", "Too many open streams, close one"),
        (500, "internal_server_error", "Internal server error"),
    ];
}

impl Restricted for StreamInbox {
    type Role = Role;
    const ROLES: &'static [&'static [Role]] = &[&[Role::Shop], &[Role::Support]];
    const REFUSAL: Refusal<Self> = Refusal::new::<403>("Your role does not allow this");
}

impl Documents<400> for StreamInbox {}
impl Documents<401> for StreamInbox {}
impl Documents<403> for StreamInbox {}
impl Documents<404> for StreamInbox {}
impl Documents<429> for StreamInbox {}
impl Documents<500> for StreamInbox {}

stoa_runtime::refuses! {
    StreamInbox:
        reasons::InvalidSiteId, reasons::InvalidLastEventIdHeader, reasons::InvalidLastEventId,
        reasons::Unauthorized, reasons::RoleRefused, reasons::SiteRequiresTotp,
        reasons::SiteNotFound, reasons::TooManyRequests, reasons::TooManyOpenStreams;
}

/// The routes of the operations tagged `inbox`.
pub fn routes<A: InboxApi>(api: &Arc<A>) -> Routes {
    Routes::new().get("/sites/{siteId}/inbox", api, |api, call| Box::pin(stream_inbox(api, call)))
}

async fn stream_inbox<A: InboxApi>(api: &A, call: &mut Call) -> Result<Reply, Error<StreamInbox>> {
    let site_id = call.path("siteId").message("Invalid site ID").integer().required()?;
    let (caller, _) = api.staff_with_role(call.credentials(), call.context(), site_id).await?;
    api.rate_limits().staff_reads.count(call.client()).await?;
    let request = StreamInbox {
        site_id,
        last_event_id_header: call
            .header("Last-Event-ID")
            .message("Last-Event-ID must be the number of an event or earliest")
            .text()
            .optional()?,
        last_event_id: call
            .query("lastEventId")
            .message("lastEventId must be the number of an event or earliest")
            .text()
            .optional()?,
    };
    let reply = api.stream_inbox(caller, request).await?;
    Ok(Reply::events(reply))
}
