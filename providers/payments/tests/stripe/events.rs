//! Webhook bodies in the forms of Stripe's documentation.

use stoa_payments::webhook::{EventKind, MalformedEvent, parse};

const SUCCEEDED: &str = include_str!("events/payment_intent.succeeded.json");
const FAILED: &str = include_str!("events/payment_intent.payment_failed.json");
const REFUNDED: &str = include_str!("events/charge.refunded.json");

#[test]
fn succeeded() {
    let event = parse(SUCCEEDED.as_bytes()).unwrap().unwrap();
    assert_eq!(event.id, "evt_3MtwBwLkdIwHu7ix0snN0B15");
    assert_eq!(event.kind, EventKind::Succeeded);
    assert_eq!(event.intent_id, "pi_3MtwBwLkdIwHu7ix28a3tqPa");
    assert_eq!((event.amount, event.amount_received, event.amount_refunded), (2000, 2000, 0));
    assert_eq!((event.currency.as_str(), event.created), ("usd", 1_680_800_504));
}

#[test]
fn failed_processing_canceled() {
    let event = parse(FAILED.as_bytes()).unwrap().unwrap();
    assert_eq!((event.kind, event.amount_received), (EventKind::PaymentFailed, 0));
    for (name, kind) in [("processing", EventKind::Processing), ("canceled", EventKind::Canceled)] {
        let body = FAILED.replace("intent.payment_failed", &format!("intent.{name}"));
        assert_eq!(parse(body.as_bytes()).unwrap().unwrap().kind, kind);
    }
}

#[test]
fn refunded() {
    let event = parse(REFUNDED.as_bytes()).unwrap().unwrap();
    assert_eq!(event.kind, EventKind::Refunded);
    assert_eq!(event.intent_id, "pi_3MtwBwLkdIwHu7ix28a3tqPa");
    assert_eq!((event.amount, event.amount_received, event.amount_refunded), (2000, 2000, 500));
}

#[test]
fn failed_refunds() {
    let event = |name: &str, status: &str, intent: &str| {
        let body = format!(
            r#"{{"id":"evt_1","type":"{name}","created":1680800504,"data":{{"object":{{
                "id":"re_1","object":"refund","amount":500,"charge":"ch_1","created":1680800500,"currency":"usd",
                "failure_reason":"expired_or_canceled_card","payment_intent":{intent},"status":{status}}}}}}}"#
        );
        parse(body.as_bytes()).unwrap()
    };
    for name in ["refund.failed", "refund.updated", "charge.refund.updated"] {
        for status in [r#""failed""#, r#""canceled""#] {
            let event = event(name, status, r#""pi_1""#).unwrap();
            assert_eq!((event.kind, event.amount), (EventKind::RefundFailed, 500), "{name}");
            assert_eq!(event.refund_created, Some(1_680_800_500), "{name}");
            assert_eq!((&*event.intent_id, &*event.object_id), ("pi_1", "re_1"), "{name}");
        }
        for status in [r#""succeeded""#, r#""pending""#, r#""requires_action""#, "null"] {
            assert_eq!(event(name, status, r#""pi_1""#), None, "{name} {status}");
        }
        assert_eq!(event(name, r#""failed""#, "null"), None, "{name}");
    }
}

#[test]
fn disputed() {
    let event = |kind: &str, status: &str, intent: &str| {
        let body = format!(
            r#"{{"id":"evt_1","type":"charge.dispute.{kind}","created":1680800504,"data":{{"object":{{
                "id":"du_1","object":"dispute","amount":1000,"charge":"ch_1","currency":"usd",
                "payment_intent":{intent},"reason":"general","status":"{status}"}}}}}}"#
        );
        parse(body.as_bytes()).unwrap()
    };
    for (kind, status, expected) in [
        ("created", "needs_response", EventKind::Disputed),
        ("created", "warning_needs_response", EventKind::Disputed),
        ("closed", "lost", EventKind::DisputeLost),
        ("closed", "won", EventKind::DisputeEnded),
        ("closed", "warning_closed", EventKind::DisputeEnded),
        ("updated", "under_review", EventKind::Disputed),
        ("updated", "warning_under_review", EventKind::Disputed),
        ("updated", "lost", EventKind::DisputeLost),
        ("updated", "won", EventKind::DisputeEnded),
        ("updated", "prevented", EventKind::DisputeEnded),
    ] {
        let event = event(kind, status, r#""pi_1""#).unwrap();
        assert_eq!((event.kind, event.intent_id.as_str()), (expected, "pi_1"), "{kind} {status}");
        assert_eq!(event.object_id, "du_1");
    }
    assert_eq!(event("created", "needs_response", "null"), None);
}

#[test]
fn irrelevant_events() {
    let other = SUCCEEDED.replace("payment_intent.succeeded", "payment_intent.created");
    assert_eq!(parse(other.as_bytes()), Ok(None));
    let unknown = r#"{"id":"evt_1","type":"a.b","created":1,"data":{"object":[null]}}"#;
    assert_eq!(parse(unknown.as_bytes()), Ok(None));
    for other_form in [
        r#"{"id":"evt_1","object":"v2.core.event","type":"v2.core.account.updated",
            "created":"2026-09-17T06:20:52.246Z","related_object":{"id":"acct_1","type":"v2.core.account"}}"#,
        r#"{"id":"evt_1","type":"v1.billing.meter.no_meter_found","created":"2026-09-17T06:20:52.246Z",
            "data":{"developer_message_summary":"There is 1 invalid event"}}"#,
        r#"{"id":"evt_1","type":"a.b","created":1}"#,
        r#"{"type":"a.b","data":null}"#,
    ] {
        assert_eq!(parse(other_form.as_bytes()), Ok(None), "{other_form}");
    }
    let no_intent = REFUNDED.replace(r#""pi_3MtwBwLkdIwHu7ix28a3tqPa""#, "null");
    assert_eq!(parse(no_intent.as_bytes()), Ok(None));
}

#[test]
fn hostile_bodies() {
    let altered = |from: &str, to: &str| {
        let body = SUCCEEDED.replacen(from, to, 1);
        assert_ne!(body, SUCCEEDED, "{from}");
        body
    };
    let deep = "[".repeat(100_000);
    for body in [
        String::new(),
        "null".into(),
        "[]".into(),
        "{}".into(),
        r#"{"type":5}"#.into(),
        r#"{"id":"evt_1","type":"charge.refunded","created":1}"#.into(),
        SUCCEEDED[..SUCCEEDED.len() / 2].into(),
        deep.clone(),
        altered(r#""amount": 2000"#, r#""amount": "2000""#),
        altered(r#""amount": 2000"#, r#""amount": 2000.5"#),
        altered(r#""amount": 2000"#, r#""amount": 99999999999999999999"#),
        altered(r#""amount": 2000"#, r#""amount": null"#),
        altered(r#""amount": 2000"#, &format!(r#""amount": {deep}"#)),
        altered("evt_3MtwBwLkdIwHu7ix0snN0B15", ""),
        altered("evt_3MtwBwLkdIwHu7ix0snN0B15", &"e".repeat(256)),
        altered("pi_3MtwBwLkdIwHu7ix28a3tqPa", "pi_\\u0000"),
        altered(r#""object": "payment_intent""#, r#""object": "charge""#),
        altered(r#""currency": "usd""#, r#""currency": 1"#),
    ] {
        assert_eq!(parse(body.as_bytes()), Err(MalformedEvent), "{}", &body[..body.len().min(99)]);
    }
    assert_eq!(parse(b"\xff\xfe"), Err(MalformedEvent));
}
