//! The operations tagged `inbox`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// Receive the events of a site: `GET /sites/{siteId}/inbox`.
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
    /// | `stockLow` | an order or [`adjust_stock`](Client::adjust_stock) reduced the stock of a product or variant from more than 5 pieces to 5 or fewer; once for each in a day of UTC | `shop` |
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
    ///
    /// # Errors
    ///
    /// [`StreamInboxReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn stream_inbox(&self, site_id: i64) -> StreamInbox {
        let call = self.call("streamInbox", Method::GET, "/sites/{siteId}/inbox");
        StreamInbox(call.path("siteId", site_id).events(&[
            "hello",
            "conversationStarted",
            "visitorMessage",
            "supportMessage",
            "orderPaid",
            "orderDisputed",
            "stockLow",
        ]))
    }
}

::stoa_client_core::calls! {
    stream_inbox: StreamInbox "streamInbox" -> Events<types::InboxEvent>;
}

impl StreamInbox {
    /// Number of the last event received, or `earliest`. Takes precedence over `lastEventId`.
    pub fn last_event_id_header(self, last_event_id_header: &str) -> Self {
        Self(self.0.header("last-event-id", last_event_id_header))
    }

    /// Same as `Last-Event-ID`, for clients that cannot set this header.
    pub fn last_event_id(self, last_event_id: &str) -> Self {
        Self(self.0.query("lastEventId", last_event_id))
    }
}

::stoa_client_core::reasons! {
    pub enum StreamInboxReason of "streamInbox" {
        400 InvalidSiteId "invalid_site_id" "Invalid site ID",
        400 InvalidLastEventIdHeader "invalid_last_event_id_header" "Last-Event-ID must be the number of an event or earliest",
        400 InvalidLastEventId "invalid_last_event_id" "lastEventId must be the number of an event or earliest",
        401 Unauthorized "unauthorized" "Unauthorized",
        403 RoleRefused "role_refused" "Your role does not allow this",
        403 SiteRequiresTotp "site_requires_totp" "This site requires TOTP",
        404 SiteNotFound "site_not_found" "Site not found",
        429 TooManyRequests "too_many_requests" "Too many requests, slow down",
        429 TooManyOpenStreams "too_many_open_streams" "Too many open streams, close one",
        500 InternalServerError "internal_server_error" "Internal server error",
    }
}
