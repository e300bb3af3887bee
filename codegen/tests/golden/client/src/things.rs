//! The operations tagged `things`.

use ::stoa_client_core::Method;

use crate::{Client, types};

impl Client {
    /// List things: `GET /things`.
    ///
    /// Query and header parameters of each kind.
    ///
    /// - A list that is long enough to be wrapped when it becomes a comment, which happens at about a
    ///   hundred characters.
    ///
    /// | column | another |
    /// |---|---|
    /// | a row of a table stays one line, however long it may be, because a comment would break it otherwise | x |
    ///
    /// # Errors
    ///
    /// [`ListThingsReason`] lists the reasons for a refusal: see
    /// [`Error::reason`](crate::Error::reason).
    pub fn list_things(&self, token: &str, x_count: i64) -> ListThings {
        let call = self.call("listThings", Method::GET, "/things");
        ListThings(call.query("token", token).header("x-count", x_count))
    }

    /// Create or replace a thing: `POST /things`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    #[deprecated(note = "ends on 2027-05-01")]
    pub fn create_thing(&self, body: &types::NewThing) -> CreateThing {
        let call = self.call("createThing", Method::POST, "/things");
        CreateThing(call.json(body).expect(&[200, 201]))
    }

    /// Change a thing: `PATCH /things/{kind}/{ownerId}/{match}/{ratio}/{on}`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn patch_thing(
        &self,
        kind: &types::Kind,
        owner_id: &types::OwnerId,
        r#match: i64,
        ratio: f64,
        on: bool,
        body: &types::ThingPatch,
    ) -> PatchThing {
        let call =
            self.call("patchThing", Method::PATCH, "/things/{kind}/{ownerId}/{match}/{ratio}/{on}");
        PatchThing(
            call.path("kind", kind)
                .path("ownerId", owner_id)
                .path("match", r#match)
                .path("ratio", ratio)
                .path("on", on)
                .merge_patch(body),
        )
    }

    /// Order a thing: `POST /things/orders`.
    ///
    /// A client may send it again under one key.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn order_thing(&self, body: &types::NewThing) -> OrderThing {
        let call = self.call("orderThing", Method::POST, "/things/orders");
        OrderThing(call.json(body).idempotent().expect(&[201]))
    }

    /// Order a thing again, which answers nothing: `PUT /things/orders`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn order_again(&self, body: &types::NewThing) -> OrderAgain {
        let call = self.call("orderAgain", Method::PUT, "/things/orders");
        OrderAgain(call.json(body).idempotent().expect(&[204]))
    }

    /// Do something: `POST /things/actions`.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error).
    pub fn act_on_things(&self, body: &types::Action) -> ActOnThings {
        let call = self.call("actOnThings", Method::POST, "/things/actions");
        ActOnThings(call.json(body))
    }
}

::stoa_client_core::calls! {
    list_things: ListThings "listThings" -> Pages<types::ThingListResponse, types::Thing>(data, pagination.offset), ETag;
    create_thing: CreateThing "createThing" -> Json<types::ThingResponse>;
    patch_thing: PatchThing "patchThing" -> Json<types::AnyResponse>;
    order_thing: OrderThing "orderThing" -> Json<types::ThingResponse>;
    order_again: OrderAgain "orderAgain" -> Empty;
    act_on_things: ActOnThings "actOnThings" -> Json<types::OutcomesResponse>;
}

impl ListThings {
    /// At most 100.
    ///
    /// Default: `20`.
    pub fn limit(self, limit: i64) -> Self {
        Self(self.0.query("limit", limit))
    }

    /// Parameter `offset`.
    ///
    /// Default: `0`.
    pub fn offset(self, offset: i64) -> Self {
        Self(self.0.query("offset", offset))
    }

    /// Kilograms.
    ///
    /// Default: `1`.
    pub fn min_weight(self, min_weight: f64) -> Self {
        Self(self.0.query("minWeight", min_weight))
    }

    /// Parameter `active`.
    ///
    /// Default: `true`.
    #[deprecated]
    pub fn active(self, active: bool) -> Self {
        Self(self.0.query("active", active))
    }

    /// Parameter `search`.
    pub fn search(self, search: &str) -> Self {
        Self(self.0.query("search", search))
    }

    /// Parameter `greeting`.
    ///
    /// Default: `"hello \"you\""`.
    pub fn greeting(self, greeting: &str) -> Self {
        Self(self.0.query("greeting", greeting))
    }

    /// Parameter `sort`.
    ///
    /// Default: `"newest"`.
    pub fn sort(self, sort: types::Sort) -> Self {
        Self(self.0.query("sort", sort))
    }

    /// Parameter `order`.
    ///
    /// Default: `"price_asc"`.
    pub fn order(self, order: types::Sort) -> Self {
        Self(self.0.query("order", order))
    }

    /// Parameter `kind`.
    pub fn kind(self, kind: types::Kind) -> Self {
        Self(self.0.query("kind", kind))
    }

    /// Parameter `owner`.
    pub fn owner(self, owner: types::OwnerId) -> Self {
        Self(self.0.query("owner", owner))
    }

    /// Parameter `ids`.
    pub fn ids(self, ids: &[i64]) -> Self {
        Self(self.0.query_list("ids", ids))
    }

    /// Parameter `labels`.
    ///
    /// Default: `[]`.
    pub fn labels(self, labels: &[impl ToString]) -> Self {
        Self(self.0.query_list("labels", labels))
    }

    /// Parameter `kinds`.
    pub fn kinds(self, kinds: &[types::Kind]) -> Self {
        Self(self.0.query_list("kinds", kinds))
    }

    /// Parameter `sizes`.
    pub fn sizes(self, sizes: &[i64]) -> Self {
        Self(self.0.query_each("sizes", sizes))
    }

    /// Parameter `colors`.
    pub fn colors(self, colors: &[impl ToString]) -> Self {
        Self(self.0.query_each("colors", colors))
    }

    /// Parameter `orders`.
    pub fn orders(self, orders: &[types::Sort]) -> Self {
        Self(self.0.query_each("orders", orders))
    }

    /// Parameter `code`.
    pub fn code(self, code: &str) -> Self {
        Self(self.0.query("code", code))
    }

    /// Parameter `parent`.
    pub fn parent(self, parent: &str) -> Self {
        Self(self.0.query("parent", parent))
    }

    /// JSON in a query.
    pub fn filter(self, filter: &types::Filter) -> Self {
        Self(self.0.query_json("filter", filter))
    }

    /// A keyword.
    pub fn r#type(self, r#type: &str) -> Self {
        Self(self.0.query("type", r#type))
    }

    /// Beside a query parameter of the same name.
    pub fn last_event_id_header(self, last_event_id_header: &str) -> Self {
        Self(self.0.header("last-event-id", last_event_id_header))
    }

    /// Parameter `lastEventId`.
    pub fn last_event_id(self, last_event_id: &str) -> Self {
        Self(self.0.query("lastEventId", last_event_id))
    }
}

impl CreateThing {
    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Thing> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl OrderThing {
    /// One for each order.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }

    /// A keyword, which becomes a variable here.
    pub fn r#type(self, r#type: &str) -> Self {
        Self(self.0.query("type", r#type))
    }

    /// Makes the output of the call the `data` of its answer. Call this last, because the returned type
    /// has no other setters.
    pub fn data(self) -> ::stoa_client_core::Data<Self, types::Thing> {
        ::stoa_client_core::Data::new(self, |body| body.data)
    }
}

impl OrderAgain {
    /// Parameter `Idempotency-Key`.
    ///
    /// By default, each call has its own random key, which its retries send too.
    pub fn idempotency_key(self, idempotency_key: &str) -> Self {
        Self(self.0.header("idempotency-key", idempotency_key))
    }
}

::stoa_client_core::reasons! {
    pub enum ListThingsReason of "listThings" {
        429 Slow "slow" "Slow down",
        429 Busy "busy" "All are busy" deprecated,
    }
}
