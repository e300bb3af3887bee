//! The sweep of unused designs.

use std::time::Duration;

use chrono::TimeDelta;
use serde_json::{Value, json};
use stoa_designs::sweep::{SweepReport, drafts_backlog, sweep};

use super::customers::{EMAIL, registered};
use super::design_staff::ordered;
use super::designers::{self, DESIGNS};
use super::purchases::{fill_with_mugs, stored};
use crate::harness::designs::{Design, SESSION};
use crate::harness::*;

/// The numbers of the remaining designs.
async fn left(server: &Server) -> Value {
    let ids = "select coalesce(json_agg(id order by id), '[]') as ids from designs";
    stored(server, ids).await["ids"].take()
}

#[tokio::test]
async fn sweep__designs_of_visitors() {
    let server = served().await;
    registered(&server, EMAIL).await;
    for id in 1..=5 {
        Design::finalized(&server, id, 4).await;
    }
    ordered(&server, &Design::named(2)).await;
    let sql = format!(
        "delete from cart_items;
        update design_sessions set created_at = '2026-06-01T12:00:10Z', last_visit_at = '2026-06-02T12:00:10Z';
        update designs set is_public = true where id = 3;
        update designs set customer_id = 1, session_sha256 = null where id = 4;
        insert into design_assets (site_id, design_id, session_sha256, url, created_at)
        values (1, 1, {SESSION}, 'https://cdn.example/a', now()), (1, 3, {SESSION}, 'https://cdn.example/b', now()),
           (1, null, {SESSION}, 'https://cdn.example/c', now())"
    );
    server.sql(&sql).await;
    let db = server.db();
    let at = |days: i64| server.now() + TimeDelta::days(days);
    let a_moment = TimeDelta::milliseconds(1);
    assert_eq!(drafts_backlog(&db, at(31) - a_moment).await.unwrap(), 0);
    assert_eq!(sweep(&db, at(31) - a_moment).await.unwrap(), SweepReport::default());
    assert_eq!(drafts_backlog(&db, at(31)).await.unwrap(), 1);
    let expected = SweepReport { designs: 2, images: 0, sessions: 0, prints: 0 };
    assert_eq!(sweep(&db, at(31)).await.unwrap(), expected);
    assert_eq!(drafts_backlog(&db, at(31)).await.unwrap(), 0);
    assert_eq!(left(&server).await, json!([2, 3, 4]), "ordered, shared, claimed");
    let images = "select json_agg(url order by url) as urls from design_assets";
    let kept = json!(["https://cdn.example/b", "https://cdn.example/c"]);
    assert_eq!(stored(&server, images).await["urls"], kept, "what is shared may use them");
    assert_eq!(sweep(&db, at(60)).await.unwrap(), SweepReport::default());
    // A design that is no longer shared is deleted when its session is swept again. The ordered design remains.
    server.sql("update designs set is_public = false").await;
    assert_eq!(sweep(&db, at(61) - a_moment).await.unwrap(), SweepReport::default());
    let expected = SweepReport { designs: 1, images: 0, sessions: 0, prints: 0 };
    assert_eq!(sweep(&db, at(61)).await.unwrap(), expected);
    assert_eq!(left(&server).await, json!([2, 4]));
    assert_eq!(sweep(&db, at(1000)).await.unwrap(), SweepReport::default());
    // The print files of orders remain.
    assert_eq!(server.count("order_item_drawings").await, 2);

    // A session's images without a design are deleted with it.
    let sql = "insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
        values (1, sha256('b'), '2026-06-01T12:00:10Z', '2026-06-01T12:00:10Z');
        insert into design_assets (site_id, session_sha256, url, created_at)
        values (1, sha256('b'), 'https://cdn.example/d', now())";
    server.sql(sql).await;
    let expected = SweepReport { designs: 0, images: 1, sessions: 0, prints: 0 };
    assert_eq!(sweep(&db, at(30)).await.unwrap(), expected);
    // The session itself lasts for 90 days, so that its cookie stays valid.
    assert_eq!(sweep(&db, at(89)).await.unwrap(), SweepReport::default());
    let expected = SweepReport { designs: 0, images: 0, sessions: 1, prints: 0 };
    assert_eq!(sweep(&db, at(120)).await.unwrap(), expected);
}

/// A visit extends the retention of all designs of the session. It is recorded at most once a day.
#[tokio::test]
async fn sweep__designs_of_a_session_that_is_visited() {
    let server = served().await;
    let visitor = designers::begun(&server).await.designer;
    let visit = async || {
        visitor.call(&server, "GET", DESIGNS).await.expect(200);
    };
    let recorded =
        "select to_char(last_visit_at at time zone 'UTC', 'DD HH24:MI') as at from design_sessions";
    server.pass(DAY - SECOND);
    visit().await;
    assert_eq!(stored(&server, recorded).await["at"], "01 12:00", "less than a day ago");
    server.pass(SECOND);
    visit().await;
    assert_eq!(stored(&server, recorded).await["at"], "02 12:00");
    let (db, day) = (server.db(), |days| server.now() + TimeDelta::days(days));
    let a_moment_before = day(30) - TimeDelta::milliseconds(1);
    assert_eq!(sweep(&db, a_moment_before).await.unwrap(), SweepReport::default());
    let expected = SweepReport { designs: 1, images: 0, sessions: 0, prints: 0 };
    assert_eq!(sweep(&db, day(30)).await.unwrap(), expected);
    // The session is still valid, and a design that it makes now is retained again.
    server.pass(31 * DAY);
    visit().await;
    Design::draft(&server, 9, 4).await;
    let sql = format!(
        "update designs set session_sha256 = other.token_sha256
        from design_sessions other
        where other.site_id = designs.site_id and other.token_sha256 <> {SESSION};
        delete from design_sessions where token_sha256 = {SESSION}"
    );
    server.sql(&sql).await;
    assert_eq!(sweep(&db, day(29)).await.unwrap(), SweepReport::default());
    let expected = SweepReport { designs: 1, images: 0, sessions: 0, prints: 0 };
    assert_eq!(sweep(&db, day(30)).await.unwrap(), expected);
}

/// More sessions, and more designs of one session, than a statement deletes.
#[tokio::test]
async fn sweep__many_designs_of_visitors() {
    let server = served().await;
    let sql = "insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
        select 1, sha256(n::text::bytea), '2026-01-01', '2026-01-01' from generate_series(1, 201) n;
        insert into designs (site_id, id, uuid, product_id, session_sha256, name, created_at, updated_at)
        select 1, n, gen_random_uuid(), 4, sha256((1 + n / 102)::text::bytea), '', '2026-01-01', '2026-01-01'
        from generate_series(1, 202) n";
    server.sql(sql).await;
    let (db, now) = (server.db(), server.now());
    assert_eq!(drafts_backlog(&db, now).await.unwrap(), 201);
    let expected = SweepReport { designs: 202, images: 0, sessions: 201, prints: 0 };
    assert_eq!(sweep(&db, now).await.unwrap(), expected);
}

/// A design in a cart is retained as long as the cart exists, and deleted later.
#[tokio::test]
async fn sweep__designs_in_carts() {
    let server = served().await;
    let design = Design::finalized(&server, 1, 4).await;
    fill_with_mugs(&server, "a session", 1, &design.uuid).await;
    let (db, later) = (server.db(), server.now() + TimeDelta::days(1000));
    assert_eq!(sweep(&db, later).await.unwrap(), SweepReport::default());
    assert_eq!(left(&server).await, json!([1]));
    server.sql("delete from carts").await;
    assert_eq!(sweep(&db, later).await.unwrap(), SweepReport::default(), "swept today");
    let expected = SweepReport { designs: 1, images: 0, sessions: 1, prints: 0 };
    assert_eq!(sweep(&db, later + TimeDelta::days(30)).await.unwrap(), expected);
}

/// A design is not deleted while it is added to a cart, and not added while it is deleted.
#[tokio::test]
async fn sweep__designs_that_are_added_to_a_cart_meanwhile() {
    let server = served().await;
    let design = Design::finalized(&server, 1, 4).await;
    let (db, later) = (server.db(), server.now() + TimeDelta::days(1000));
    let add = async || {
        let line = json!({"sessionId": "a session", "productId": 4, "designId": design.uuid});
        server.post("/api/storefront/1/cart", &line).await
    };
    let mut connection = db.connection().await.unwrap();
    let transaction = connection.transaction();
    transaction.execute("select from designs where site_id = 1 for key share", &[]).await.unwrap();
    assert_eq!(sweep(&db, later).await.unwrap(), SweepReport::default());
    transaction.commit().await.unwrap();

    let transaction = connection.transaction();
    transaction.execute("delete from designs", &[]).await.unwrap();
    let deleted = async {
        until_waiting(&server, 1).await;
        transaction.commit().await.unwrap();
    };
    let (added, ()) = tokio::join!(add(), deleted);
    assert_eq!(added.status(), 404, "{}", added.message());
}

#[tokio::test]
async fn sweep__deleted_designs() {
    let server = served().await;
    registered(&server, EMAIL).await;
    for id in 1..=4 {
        Design::finalized(&server, id, 4).await;
    }
    ordered(&server, &Design::named(2)).await;
    fill_with_mugs(&server, "another session", 1, &Design::named(3).uuid).await;
    server.sql("update designs set customer_id = 1, session_sha256 = null").await;
    for id in 1..=3 {
        Design::named(id).delete(&server).await;
    }
    let db = server.db();
    server.pass(Duration::from_secs(30 * 24 * 60 * 60 - 1));
    sweep(&db, server.now()).await.unwrap();
    assert_eq!(left(&server).await, json!([1, 2, 3, 4]));
    server.pass(Duration::from_secs(1));
    assert_eq!(sweep(&db, server.now()).await.unwrap().designs, 1);
    assert_eq!(left(&server).await, json!([2, 3, 4]), "ordered, in a cart, there");
}
