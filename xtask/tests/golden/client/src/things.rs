//! The operations tagged `things`.

use reqwest::Method;

use crate::{Client, Error, Response, escape, types};

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
        let mut call = self.call(Method::GET, "/things".to_owned());
        if let Some(value) = &options.limit {
            call = call.query("limit", value);
        }
        if let Some(value) = &options.min_weight {
            call = call.query("minWeight", value);
        }
        if let Some(value) = &options.active {
            call = call.query("active", value);
        }
        if let Some(value) = &options.search {
            call = call.query("search", value);
        }
        if let Some(value) = &options.greeting {
            call = call.query("greeting", value);
        }
        if let Some(value) = &options.sort {
            call = call.query("sort", value);
        }
        if let Some(value) = &options.order {
            call = call.query("order", value);
        }
        if let Some(value) = &options.kind {
            call = call.query("kind", value);
        }
        if let Some(value) = &options.owner {
            call = call.query("owner", value);
        }
        if let Some(value) = &options.ids {
            call = call.query_list("ids", value)?;
        }
        if let Some(value) = &options.labels {
            call = call.query_list("labels", value)?;
        }
        if let Some(value) = &options.filter {
            call = call.query_json("filter", value)?;
        }
        call = call.query("token", token);
        if let Some(value) = &options.r#type {
            call = call.query("type", value);
        }
        if let Some(value) = &options.last_event_id_header {
            call = call.header("last-event-id", value)?;
        }
        if let Some(value) = &options.last_event_id {
            call = call.query("lastEventId", value);
        }
        call = call.header("x-count", &x_count)?;
        call.send().await
    }

    /// `POST /things`: Create or replace a thing.
    pub async fn create_thing(
        &self,
        body: &types::NewThing,
    ) -> Result<Response<types::ThingResponse>, Error> {
        let mut call = self.call(Method::POST, "/things".to_owned());
        call = call.json(body)?;
        call.send().await
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
        let mut call = self.call(
            Method::PATCH,
            format!(
                "/things/{}/{}/{}/{}/{}",
                escape::segment(kind),
                escape::segment(owner_id),
                escape::segment(r#match),
                escape::segment(ratio),
                escape::segment(on)
            ),
        );
        call = call.json(body)?;
        call.send().await
    }

    /// `POST /things/orders`: Order a thing.
    ///
    /// A client may send it again under one key.
    pub async fn order_thing(
        &self,
        body: &types::NewThing,
        options: &OrderThingOptions,
    ) -> Result<Response<types::ThingResponse>, Error> {
        let mut call = self.call(Method::POST, "/things/orders".to_owned());
        if let Some(value) = &options.idempotency_key {
            call = call.header("idempotency-key", value)?;
        }
        if let Some(value) = &options.r#type {
            call = call.query("type", value);
        }
        call = call.json(body)?;
        call.send().await
    }

    /// `PUT /things/orders`: Order a thing again, which answers nothing.
    pub async fn order_again(
        &self,
        body: &types::NewThing,
        options: &OrderAgainOptions,
    ) -> Result<Response<()>, Error> {
        let mut call = self.call(Method::PUT, "/things/orders".to_owned());
        if let Some(value) = &options.idempotency_key {
            call = call.header("idempotency-key", value)?;
        }
        call = call.json(body)?;
        call.empty().await
    }

    /// `POST /things/actions`: Do something.
    pub async fn act_on_things(
        &self,
        body: &types::Action,
    ) -> Result<Response<types::OutcomesResponse>, Error> {
        let mut call = self.call(Method::POST, "/things/actions".to_owned());
        call = call.json(body)?;
        call.send().await
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
