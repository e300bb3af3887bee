//! A program that uses everything that the client of `fixture.yaml` has. The test compiles it and never runs it.

use client::types::serde_json::{Map, Value};
use client::forms::*;
use client::types::*;
use client::*;
use std::collections::BTreeMap;

fn any<T>() -> T {
    panic!("this program is only compiled")
}

pub fn constructors() -> Result<Client, Error> {
    Client::with_api_key("url", "key")?;
    Client::with_session("url", "session")?;
    Client::with_somebody("url", "somebody")?;
    Client::builder("url")
        .api_key("key")
        .header_key("key")
        .order("token")
        .session("session")
        .somebody("somebody")
        .build()
}

pub fn requests() {
    let related = Related::builder().id("id").build();
    let owned = Related::builder().id(any::<String>()).build();
    let new = NewThing::builder().related(related).name("name").tags(["a", "b"]).email("email");
    let new = new.self_("self").pass_phrase("secret").new(true).weight(2.0).amount(1).active(true);
    let new = new.title("title").kind(Kind::Plain).sort(Sort::Newest).extras(vec![any::<String>()]);
    let _: NewThing = new.options([("key", 1)]).until(any::<Timestamp>()).build();
    let new = NewThing::builder().email(any::<String>()).name(any::<String>()).related(owned);
    let new = new.tags(any::<Vec<String>>()).maybe_self_(any::<Option<&str>>());
    let new = new.maybe_pass_phrase(any::<Option<String>>()).maybe_new(any::<Option<bool>>());
    let new = new.maybe_weight(any::<Option<f64>>()).maybe_amount(any::<Option<i64>>());
    let new = new.maybe_active(any::<Option<bool>>()).maybe_title(any::<Option<&str>>());
    let new = new.maybe_kind(any::<Option<Kind>>()).maybe_sort(any::<Option<Sort>>());
    let new = new.maybe_extras(any::<Option<Vec<&str>>>()).maybe_until(any::<Option<Timestamp>>());
    let _: NewThing = new.maybe_options(any::<Option<Map<String, Value>>>()).build();

    let patch = ThingPatch::builder().name("name").note("note").parent(any::<Related>());
    let _: ThingPatch = patch.settings([("key", "value")]).build();
    let patch = ThingPatch::builder().note(None).parent(None).settings(None);
    let _: ThingPatch = patch.maybe_name(any::<Option<String>>()).build();
    let patch = ThingPatch::builder().maybe_note(any::<Option<Option<String>>>());
    let patch = patch.maybe_parent(any::<Option<Related>>());
    let _: ThingPatch = patch.maybe_settings(any::<Option<Map<String, Value>>>()).build();
    let _: (ThingPatch, Filter, ResetAction) = Default::default();

    let _: Action = PaintAction::builder().color("red").sort(Sort::V2ndHand).build().into();
    let _: Action = PaintAction::builder().maybe_sort(any::<Option<Sort>>()).color("").build().into();
    let _: Action = ResetAction::builder().build().into();
    let _: Filter = Filter::builder().min_price(1).text("text").build();
    let filter = Filter::builder().maybe_text(any::<Option<&str>>());
    let _: Filter = filter.maybe_min_price(any::<Option<i64>>()).build();
}

pub async fn calls(client: &Client) -> Result<(), Error> {
    let owner = any::<OwnerId>();
    let call = client.list_things("token", 3).limit(1).offset(2).min_weight(0.5).active(true);
    let call = call.search("a").greeting("b").sort(Sort::Newest).order(Sort::PriceAsc);
    let call = call.kind(Kind::Err).owner(owner.clone()).ids(&[1]).labels(&["a"]);
    let call = call.kinds(&[Kind::Plain]).sizes(&[1]).colors(&["a"]).orders(&[Sort::Newest]);
    let call = call.code("ABC").parent("parent");
    let call = call.filter(any::<&Filter>()).r#type("c").last_event_id_header("d").last_event_id("e");
    let page = call.await?;
    let _: Option<&str> = page.etag();
    let _: ThingListResponse = page.into_body();
    let _: Option<Response<ThingListResponse>> =
        client.list_things("token", 3).if_none_match("tag").await?;
    let mut things = client.list_things("token", 3).all();
    let _: Option<Result<Thing, Error>> = things.next().await;
    let _: ThingResponse = client.create_thing(any::<&NewThing>()).await?.into_body();
    let patch = client.patch_thing(&Kind::Plain, &owner, 1, 0.5, true, any::<&ThingPatch>());
    let _: AnyResponse = patch.await?.into_body();
    let order = client.order_thing(any::<&NewThing>()).idempotency_key("key").r#type("type");
    let _: ThingResponse = order.await?.into_body();
    let again = client.order_again(any::<&NewThing>()).idempotency_key("key");
    let _: Response<()> = again.await?;
    let _: OutcomesResponse = client.act_on_things(any::<&Action>()).await?.into_body();

    let _: Response<()> = client.r#move("slug").await?;
    let _: Response<()> = client.mark_move("slug").await?;
    let _: Response<()> = client.delete_move("slug").await?;
    let form = UploadForm::builder().name("name").copies(2).sort(Sort::Newest).note("note");
    let form = form.preview(FilePart::new("a.png", "image/png", "a"));
    let form = form.file(FilePart::new(any::<String>(), any::<String>(), any::<Vec<u8>>())).build();
    let _: ThingResponse = client.upload_file(form).await?.into_body();
    let form = UploadForm::builder().name(any::<String>()).maybe_copies(any::<Option<i64>>());
    let form = form.maybe_sort(any::<Option<Sort>>()).maybe_note(any::<Option<String>>());
    let form = form.maybe_preview(any::<Option<FilePart>>()).file(any::<FilePart>()).build();
    let _: ThingResponse = client.upload_file(form).await?.into_body();
    let _: KnownResponse = client.receive_hook(any::<Vec<u8>>()).await?.into_body();
    let _: KnownResponse = client.receive_bundle(any::<Vec<u8>>()).await?.into_body();
    let _: KnownResponse = client.export_known().await?.into_body();
    let _: Response<Bytes> = client.get_image(1).await?;
    let _: Option<Response<Bytes>> = client.get_image(1).if_none_match("tag").await?;
    let mut events: EventStream<ThingEvent> = client.stream_events().until(|_| true).await?;
    if let Some(event) = events.next().await {
        event_of(event?.event);
    }
    let kinds = client.list_kinds(1).kind(Kind::Plain).owner(owner).labels(&["a"]).r#type("type").draft_token("token");
    let _: Option<Response<KnownResponse>> = kinds.if_none_match("tag").await?;

    let _: KnownResponse = client.know_order().await?.into_body();
    let _: KnownResponse = client.know_anyone().await?.into_body();
    let _: KnownResponse = client.know_anyone_leniently().await?.into_body();
    let _: KnownResponse = client.know_either().await?.into_body();
    let _: KnownResponse = client.know_either_or_none().await?.into_body();
    let _: KnownResponse = client.know_roles().await?.into_body();
    let _: KnownResponse = client.know_any_role().await?.into_body();
    match any::<Error>().reason() {
        Some(ListThingsReason::Slow) => {}
        _ => {}
    }
    Ok(())
}

pub fn responses() {
    let ErrorResponse { message, .. } = any();
    let _: String = message;
    let ThingListResponse { data, pagination, .. } = any();
    let _: Vec<Thing> = data;
    let OffsetPagination { limit, offset, total, .. } = pagination;
    let _: [i64; 3] = [limit, offset, total];
    let ThingResponse { data, .. } = any();
    thing(data);
    let AnyResponse { data, .. } = any();
    let _: Vec<Map<String, Value>> = data;
    let OutcomesResponse { data, .. } = any();
    let _: BTreeMap<String, Outcome> = data;
    let KnownResponse { known, .. } = any();
    let _: bool = known;
}

pub fn thing(thing: Thing) {
    let _: [i64; 2] = [thing.id, thing.updated_at];
    let _: Option<i64> = thing.first;
    let _: f64 = thing.weight;
    let _: bool = thing.active;
    let _: [String; 3] = [thing.name, thing.x_ray, thing.sku];
    let _: [Option<String>; 4] = [thing.note, thing.r#match, thing.self_, thing.remark];
    let _: Kind = thing.kind;
    let _: OwnerId = thing.owner;
    let _: Timestamp = thing.created_at;
    let _: Option<Timestamp> = thing.deleted_at;
    let _: Vec<i64> = thing.prices;
    let _: Vec<Thing> = thing.children;
    let _: Option<Related> = thing.parent;
    let _: Vec<Vec<f64>> = thing.matrix;
    let _: Names = thing.names;
    let _: BTreeMap<String, String> = thing.labels;
    let _: BTreeMap<String, i64> = thing.counts;
    let _: Map<String, Value> = thing.metadata;
    let _: Option<Map<String, Value>> = thing.settings;
    let _: Value = thing.anything;
    let _: Sku = String::new();
}

pub fn unions() {
    match any::<Outcome>() {
        Outcome::Success(Success { thing, note, .. }) => {
            let _: (String, Option<String>) = (thing.id, note);
        }
        Outcome::Refusal(Refusal { reason, .. }) => _ = reason as String,
        _ => {}
    }
    match any::<Action>() {
        Action::Paint(PaintAction { .. }) | Action::ResetAll(ResetAction { .. }) => {}
        _ => {}
    }
    match OwnerId::from(1) {
        OwnerId::Integer(number) => _ = number as i64,
        OwnerId::String(text) => _ = text as String,
        _ => {}
    }
    let _: [OwnerId; 2] = ["text".into(), String::new().into()];
}

fn event_of(event: ThingEvent) {
    match event {
        ThingEvent::Created(created) => thing(created),
        ThingEvent::GoneForGood(related) => _ = related.id as String,
        _ => {}
    }
}

pub fn received(secrets: &[String], headers: &HeaderMap, body: &Bytes) -> Result<(), webhooks::WebhookError> {
    let event = webhooks::verify(secrets, headers, body)?;
    let _: &str = event.kind();
    match event {
        WebhookEvent::ThingMoved(event) => moved(event),
        WebhookEvent::ThingGone(ThingGone { id, .. }) => _ = id as i64,
        WebhookEvent::Unknown(event) => unknown(&event),
        _ => {}
    }
    Ok(())
}

fn unknown(event: &webhooks::UnknownWebhookEvent) {
    let _: (&str, &serde_json::Value) = (event.kind(), event.body());
}

fn moved(moved: ThingMoved) {
    let _: (i64, Sku) = (moved.id, moved.sku);
    match moved.way {
        Way::ByLand | Way::BySea => {}
        Way::Unknown(text) => _ = text as String,
        _ => {}
    }
}

/// A type that clients neither build nor read: they send a hook as bytes.
pub fn named(_: &Hook) {}

pub fn enums() {
    // An enum of requests is `Copy`, and refuses unknown values.
    let sort = any::<Sort>();
    let _: [Sort; 2] = [sort, sort];
    let _: Result<Sort, UnknownValue> = "newest".parse();
    match sort {
        Sort::Newest | Sort::PriceAsc | Sort::V2ndHand => {}
        _ => {}
    }
    match any::<Kind>() {
        Kind::Plain | Kind::SelfMade | Kind::V1024x1024 | Kind::Self_ | Kind::Err => {}
        Kind::Unknown(text) => _ = text as String,
        _ => {}
    }
}
