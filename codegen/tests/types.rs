//! How the generated types of `golden/` read and write JSON. The crate is compiled into this test, so it must compile.

#![cfg(test)]
#![allow(dead_code, unused_imports, reason = "the golden crate has more than the tests use")]
#![allow(unexpected_cfgs, reason = "the golden crate has a feature")]
#![allow(clippy::duplicate_mod, reason = "the crate has this module too")]
#![expect(deprecated, reason = "the document has deprecated types")]
#![allow(
    clippy::allow_attributes_without_reason,
    reason = "generated crates have lints of their own"
)]

// A file of the crate refers to this module as `crate::patch`. Here, `crate` is this file.
#[path = "golden/types/src/patch.rs"]
mod patch;
#[path = "golden/types/src/lib.rs"]
mod types;

use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use types::*;

/// Reads a value as `T` and writes it again.
fn through<T: DeserializeOwned + Serialize>(value: Value) -> Value {
    serde_json::to_value(serde_json::from_value::<T>(value).unwrap()).unwrap()
}

fn refused<T: DeserializeOwned + std::fmt::Debug>(value: Value) -> String {
    serde_json::from_value::<T>(value).unwrap_err().to_string()
}

fn thing() -> Value {
    json!({
        "id": 1, "weight": 2.5, "active": true, "name": "Tote", "type": "thing", "kind": "self", "owner": 7,
        "createdAt": "2026-03-16T10:00:00.000Z", "deletedAt": null, "prices": [1, 2], "children": [],
        "parent": {"id": "r"}, "matrix": [[1.0], []], "names": ["a"], "labels": {"b": "c"}, "counts": {"d": 1},
        "metadata": {"z": 1, "a": [null]}, "settings": null, "anything": null, "updated_at": 5, "X-Ray": "x",
        "version": 9_007_199_254_740_993_i64, "first": null, "sku": "s", "self": "me",
    })
}

#[test]
fn struct_is_written_as_documented() {
    assert_eq!(through::<Thing>(thing()), thing());
    let text = serde_json::to_string(&serde_json::from_value::<Thing>(thing()).unwrap()).unwrap();
    assert!(
        text.starts_with(
            r#"{"id":1,"weight":2.5,"active":true,"name":"Tote","type":"thing","kind""#
        ),
        "{text}"
    );
}

#[test]
fn struct_without_a_required_property_is_refused() {
    let mut value = thing();
    value.as_object_mut().unwrap().remove("X-Ray");
    assert_eq!(refused::<Thing>(value), "missing field `X-Ray`");
}

#[test]
fn unknown_properties_are_ignored() {
    let mut value = thing();
    value["brandNew"] = json!(1);
    assert_eq!(through::<Thing>(value), thing());
}

#[test]
fn optional_property_is_absent_not_null() {
    let mut value = thing();
    value["match"] = json!("https://stoa.example");
    value["note"] = Value::Null;
    let written = through::<Thing>(value);
    assert_eq!(written["match"], "https://stoa.example");
    assert_eq!(written.get("note"), None);
}

#[test]
fn constants_are_written_and_not_asked_for() {
    assert_eq!(
        through::<KnownResponse>(json!({"known": true})),
        json!({"success": true, "known": true})
    );
    assert_eq!(
        through::<ErrorResponse>(json!({"message": "No"})),
        json!({"success": false, "message": "No"})
    );
}

#[test]
fn defaults_take_the_place_of_absence() {
    let given = json!({"name": "n", "email": "e@stoa.example", "self": "me", "tags": [], "related": {"id": "r"}});
    let thing: NewThing = serde_json::from_value(given).unwrap();
    assert_eq!((thing.weight, thing.amount, thing.active), (2.0, 1, false));
    assert_eq!(thing.title, "Untitled \"thing\"");
    assert_eq!(thing.self_.as_deref(), Some("me"));
    assert_eq!((thing.kind, thing.sort), (Kind::SelfMade, Sort::V2ndHand));
    assert!(thing.extras.is_empty() && thing.options.is_empty() && thing.until.is_none());
}

#[test]
fn patch_tells_absent_null_and_value_apart() {
    let patch: ThingPatch =
        serde_json::from_value(json!({"note": null, "parent": {"id": "r"}})).unwrap();
    assert_eq!(patch.note, Some(None));
    assert_eq!(patch.parent, Some(Some(Related { id: "r".to_owned() })));
    assert_eq!((&patch.name, &patch.settings), (&None, &None));
    let written = serde_json::to_value(&patch).unwrap();
    assert_eq!(written, json!({"note": null, "parent": {"id": "r"}}));
    assert_eq!(through::<ThingPatch>(json!({})), json!({}));
}

#[test]
fn request_is_built_in_any_order() {
    let related = || Related::builder().id("r").build();
    let required = || {
        let thing = NewThing::builder().tags(["red", "blue"]).related(related());
        thing.email("e@stoa.example").name("n")
    };
    let thing = required().build();
    assert_eq!(
        serde_json::to_value(&thing).unwrap(),
        json!({
            "name": "n", "email": "e@stoa.example", "tags": ["red", "blue"], "related": {"id": "r"}, "weight": 2.0,
            "amount": 1, "active": false, "title": "Untitled \"thing\"", "kind": "self-made", "sort": "2nd-hand",
            "extras": [], "options": {},
        })
    );
    let thing = required().self_("me").new(true).kind(Kind::Err).extras(["x"]);
    let thing = thing.options([("a", 1)]).maybe_title(None::<&str>).build();
    assert_eq!(thing.title, "Untitled \"thing\"");
    assert_eq!(
        (thing.self_.as_deref(), thing.new, thing.kind),
        (Some("me"), Some(true), Kind::Err)
    );
    assert_eq!(
        (thing.extras, Value::Object(thing.options)),
        (vec!["x".to_owned()], json!({"a": 1}))
    );
}

#[test]
fn setters_of_a_patch_take_null() {
    let related = Related::builder().id("r").build();
    let patch = ThingPatch::builder().name("n").note("text").parent(related).build();
    let written = serde_json::to_value(&patch).unwrap();
    assert_eq!(written, json!({"name": "n", "note": "text", "parent": {"id": "r"}}));
    let patch = ThingPatch::builder().name("n").note(None).parent(None::<Related>);
    let patch = patch.settings([("a", "b")]).build();
    let written = serde_json::to_value(&patch).unwrap();
    assert_eq!(written, json!({"name": "n", "note": null, "parent": null, "settings": {"a": "b"}}));
    assert_eq!(ThingPatch::builder().build(), ThingPatch::default());
}

#[test]
fn secrets_are_hidden() {
    let thing = NewThing::builder().name("n").email("e").tags([""; 0]);
    let thing =
        thing.related(Related::builder().id("r").build()).pass_phrase("open sesame").build();
    let shown = format!("{thing:?}");
    assert!(
        !shown.contains("sesame") && shown.contains("pass_phrase: [hidden], new: None"),
        "{shown}"
    );
}

#[test]
fn open_enum_keeps_an_unknown_value() {
    assert_eq!(through::<Kind>(json!("1024x1024")), json!("1024x1024"));
    assert_eq!(through::<Kind>(json!("err")), json!("err"));
    assert_eq!(
        serde_json::from_value::<Kind>(json!("new")).unwrap(),
        Kind::Unknown("new".to_owned())
    );
    assert_eq!(through::<Kind>(json!("new")), json!("new"));
    assert_eq!(refused::<Kind>(json!(1)), "invalid type: integer `1`, expected a string");
}

#[test]
fn closed_enum_refuses_an_unknown_value() {
    assert_eq!(through::<Sort>(json!("2nd-hand")), json!("2nd-hand"));
    assert_eq!(refused::<Sort>(json!("cheapest")), "`cheapest` is not a known value");
    assert_eq!(Sort::from_str("cheapest"), Err(UnknownValue("cheapest".to_owned())));
    let values: Vec<_> =
        Sort::VALUES.iter().map(|value| value.parse::<Sort>().unwrap().to_string()).collect();
    assert_eq!(values, Sort::VALUES);
}

#[test]
fn tagged_union_is_told_apart_by_its_constant() {
    let paint = json!({"action": "paint", "color": "red", "sort": "price_asc"});
    assert_eq!(through::<Action>(paint.clone()), paint);
    let action: Action =
        serde_json::from_value(json!({"color": "red", "action": "paint"})).unwrap();
    assert_eq!(action, Action::Paint(PaintAction { color: "red".to_owned(), sort: Sort::Newest }));
    assert_eq!(through::<Action>(json!({"action": "reset-all"})), json!({"action": "reset-all"}));
    assert_eq!(
        refused::<Action>(json!({"action": "go"})),
        "unknown variant `go`, expected `paint` or `reset-all`"
    );
    assert_eq!(refused::<Action>(json!({"color": "red"})), "missing field `action`");
}

#[test]
fn untagged_union_is_told_apart_by_a_property_of_its_own() {
    let success = json!({"thing": {"id": "r"}});
    assert!(matches!(serde_json::from_value(success.clone()).unwrap(), Outcome::Success(_)));
    assert_eq!(through::<Outcome>(success), json!({"thing": {"id": "r"}}));
    let refusal = json!({"reason": "no", "refused": true});
    assert!(matches!(serde_json::from_value(refusal.clone()).unwrap(), Outcome::Refusal(_)));
    assert_eq!(through::<Outcome>(refusal.clone()), refusal);
    assert_eq!(
        refused::<Outcome>(json!({})),
        "data did not match any variant of untagged enum Outcome"
    );
}

#[test]
fn event_has_a_name_and_data() {
    let gone = json!({"event": "gone-for-good", "data": {"id": "r"}});
    assert_eq!(through::<ThingEvent>(gone.clone()), gone);
    let created = json!({"event": "created", "data": thing()});
    assert_eq!(through::<ThingEvent>(created.clone()), created);
}

#[test]
fn integer_or_string_keeps_which_it_was() {
    assert_eq!(through::<OwnerId>(json!(7)), json!(7));
    assert_eq!(through::<OwnerId>(json!("7")), json!("7"));
    assert_eq!("7".parse(), Ok(OwnerId::Integer(7)));
    assert_eq!("x".parse(), Ok(OwnerId::String("x".to_owned())));
    assert!(serde_json::from_value::<OwnerId>(json!(7.5)).is_err());
}

#[test]
fn timestamp_is_utc_to_the_millisecond() {
    assert_eq!(
        through::<Timestamp>(json!("2026-03-16T11:00:00.1239+01:00")),
        json!("2026-03-16T10:00:00.123Z")
    );
    assert_eq!(
        through::<Timestamp>(json!("2026-03-16T10:00:00Z")),
        json!("2026-03-16T10:00:00.000Z")
    );
    assert!(refused::<Timestamp>(json!("2026-03-16")).contains("premature end"));
    // A number in JSON is not a time. Only a database row may give a number: an `i64`, in microseconds.
    assert!(refused::<Timestamp>(json!(1_773_655_200)).contains("expected a time as RFC 3339"));
    let micros = serde::de::value::I64Deserializer::<serde_json::Error>::new(1_773_655_200_123_456);
    let time: Timestamp = serde::Deserialize::deserialize(micros).unwrap();
    assert_eq!(time.to_string(), "2026-03-16T10:00:00.123Z");
}

#[test]
fn every_timestamp_is_written_as_chrono_writes_it() {
    use types::chrono::{DateTime, SecondsFormat, Utc};
    // From before the year 0 to after 9999, at all times of the day.
    let seconds = (-62_170_000_000_i64..253_410_000_000).step_by(7_777_777);
    let times = seconds.filter_map(|second| DateTime::from_timestamp(second, 987_654_321));
    let leap: DateTime<Utc> = "2016-12-31T23:59:60.5Z".parse().unwrap();
    let mut count = 0;
    for time in times.chain([leap, DateTime::UNIX_EPOCH]) {
        let written = time.to_rfc3339_opts(SecondsFormat::Millis, true);
        assert_eq!(Timestamp(time).to_string(), written);
        assert_eq!(json!(Timestamp(time)), json!(written));
        count += 1;
    }
    assert!(count > 40_000, "{count}");
}

#[test]
fn map_keeps_its_values() {
    let outcomes = json!({"success": true, "data": {"a": {"thing": {"id": "r"}}, "b": {"reason": "no", "refused": true}}});
    assert_eq!(through::<OutcomesResponse>(outcomes.clone()), outcomes);
}

#[test]
fn webhooks_are_known_by_their_type() {
    let moved = json!({"type": "thingMoved", "id": 1, "way": "by-air", "sku": "s"});
    assert_eq!(through::<WebhookEvent>(moved.clone()), moved);
    let event: WebhookEvent = serde_json::from_value(moved).unwrap();
    assert_eq!(event.kind(), "thingMoved");
    assert!(matches!(event, WebhookEvent::ThingMoved(ThingMoved { id: 1, .. })));
    assert_eq!(refused::<WebhookEvent>(json!({"type": "thing.gone"})), "missing field `id`");
}

#[test]
fn an_unknown_webhook_is_preserved() {
    let lost = json!({"type": "thing.lost", "timestamp": "?", "data": {"id": 9_007_199_254_740_993_i64, "at": [null]}});
    assert_eq!(through::<WebhookEvent>(lost.clone()), lost);
    let event: WebhookEvent = serde_json::from_value(lost.clone()).unwrap();
    assert_eq!(event.kind(), "thing.lost");
    let WebhookEvent::Unknown(event) = event else { panic!("{event:?}") };
    assert_eq!((event.kind(), event.body()), ("thing.lost", &lost));
    for other in [json!({}), json!({"type": 1}), json!(["type"]), json!("type"), json!(null)] {
        assert_eq!(refused::<WebhookEvent>(other), "an event needs a string as its `type`");
    }
}
