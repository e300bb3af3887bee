//! The operations tagged `things`.

use ::stoa_client_core::{Error, Method, Response};

use crate::{Client, types};

impl Client {
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
    pub async fn list_things(
        &self,
        token: &str,
        x_count: i64,
        options: &ListThingsOptions,
    ) -> Result<Response<types::ThingListResponse>, Error> {
        self.call("listThings", Method::GET, "/things")
            .query("limit", options.limit.as_ref())
            .query("minWeight", options.min_weight.as_ref())
            .query("active", options.active.as_ref())
            .query("search", options.search.as_ref())
            .query("greeting", options.greeting.as_ref())
            .query("sort", options.sort.as_ref())
            .query("order", options.order.as_ref())
            .query("kind", options.kind.as_ref())
            .query("owner", options.owner.as_ref())
            .query_list("ids", options.ids.as_deref())
            .query_list("labels", options.labels.as_deref())
            .query_json("filter", options.filter.as_ref())
            .query("token", Some(token))
            .query("type", options.r#type.as_ref())
            .header("last-event-id", options.last_event_id_header.as_ref())
            .query("lastEventId", options.last_event_id.as_ref())
            .header("x-count", Some(x_count))
            .send()
            .await
    }

    /// `POST /things`: Create or replace a thing.
    pub async fn create_thing(
        &self,
        body: &types::NewThing,
    ) -> Result<Response<types::ThingResponse>, Error> {
        self.call("createThing", Method::POST, "/things")
            .json(body)
            .expect(&[200, 201])
            .send()
            .await
    }

    /// `PATCH /things/{kind}/{ownerId}/{match}/{ratio}/{on}`: Change a thing.
    pub async fn patch_thing(
        &self,
        kind: &types::Kind,
        owner_id: &types::OwnerId,
        r#match: i64,
        ratio: f64,
        on: bool,
        body: &types::ThingPatch,
    ) -> Result<Response<types::AnyResponse>, Error> {
        self.call("patchThing", Method::PATCH, "/things/{kind}/{ownerId}/{match}/{ratio}/{on}")
            .path("kind", kind)
            .path("ownerId", owner_id)
            .path("match", r#match)
            .path("ratio", ratio)
            .path("on", on)
            .json(body)
            .send()
            .await
    }

    /// `POST /things/orders`: Order a thing.
    ///
    /// A client may send it again under one key.
    pub async fn order_thing(
        &self,
        body: &types::NewThing,
        options: &OrderThingOptions,
    ) -> Result<Response<types::ThingResponse>, Error> {
        self.call("orderThing", Method::POST, "/things/orders")
            .idempotency_key(options.idempotency_key.as_deref())
            .query("type", options.r#type.as_ref())
            .json(body)
            .expect(&[201])
            .send()
            .await
    }

    /// `PUT /things/orders`: Order a thing again, which answers nothing.
    pub async fn order_again(
        &self,
        body: &types::NewThing,
        options: &OrderAgainOptions,
    ) -> Result<Response<()>, Error> {
        self.call("orderAgain", Method::PUT, "/things/orders")
            .idempotency_key(options.idempotency_key.as_deref())
            .json(body)
            .expect(&[204])
            .empty()
            .await
    }

    /// `POST /things/actions`: Do something.
    pub async fn act_on_things(
        &self,
        body: &types::Action,
    ) -> Result<Response<types::OutcomesResponse>, Error> {
        self.call("actOnThings", Method::POST, "/things/actions").json(body).send().await
    }
}

/// What `listThings` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct ListThingsOptions {
    /// At most 100.
    pub limit: Option<i64>,
    /// Kilograms.
    pub min_weight: Option<f64>,
    pub active: Option<bool>,
    pub search: Option<String>,
    pub greeting: Option<String>,
    pub sort: Option<types::Sort>,
    pub order: Option<types::Sort>,
    pub kind: Option<types::Kind>,
    pub owner: Option<types::OwnerId>,
    pub ids: Option<Vec<i64>>,
    pub labels: Option<Vec<String>>,
    /// JSON in a query.
    pub filter: Option<types::Filter>,
    /// A keyword.
    pub r#type: Option<String>,
    /// Beside a query parameter of the same name.
    pub last_event_id_header: Option<String>,
    pub last_event_id: Option<String>,
}

/// What `orderThing` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct OrderThingOptions {
    /// One for each order.
    pub idempotency_key: Option<String>,
    /// A keyword, which becomes a variable here.
    pub r#type: Option<String>,
}

/// What `orderAgain` may be asked besides.
#[derive(Debug, Clone, Default)]
pub struct OrderAgainOptions {
    pub idempotency_key: Option<String>,
}

::stoa_client_core::reasons! {
    /// Why `listThings` is refused.
    pub enum ListThingsReason {
        429 Slow "Slow down",
    }
}
