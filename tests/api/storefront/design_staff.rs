//! `stoa design`, and the sweep of unused designs.

use std::time::{Duration, SystemTime};

use chrono::TimeDelta;
use serde_json::{Value, json};
use stoa_designs::sweep::{SweepReport, drafts_backlog, sweep};
use stoa_files::NewFile;

use super::commands::stoa;
use super::customers::{EMAIL, registered};
use super::designers::{self, DESIGNS};
use super::purchases::{Purchase, stored};
use crate::harness::designs::{Design, SESSION, What};
use crate::harness::*;

/// Runs `stoa design` and returns its output and errors.
async fn design(server: &Server, arguments: &[&str]) -> (String, String) {
    stoa(server, &[&["design"], arguments].concat(), "").await
}

/// A server whose clock is set to the machine's, which the commands use.
async fn served_now() -> Server {
    let server = served().await;
    server.pass(SystemTime::now().duration_since(server.now().into()).unwrap());
    server
}

/// An order of mugs with this design.
async fn ordered(server: &Server, design: &Design) -> Purchase {
    let line = json!({
        "sessionId": "a session", "productId": 4, "quantity": 12, "designId": design.uuid,
    });
    let added = server.request("POST", "/api/storefront/1/cart").json(&line).await;
    assert_eq!(added.status(), 200, "{}", added.message());
    Purchase::check_out(server, "a session").await
}

#[tokio::test]
async fn list_and_show() {
    let server = served_now().await;
    registered(&server, EMAIL).await;
    crate::harness::designs::fill(&server).await;
    server.sql("update designs set name = 'Two \u{1b}[31mwhales' where id = 2").await;
    let (list, complaint) = design(&server, &["list"]).await;
    assert!(list.starts_with("SITE  DESIGN  UUID"), "{list}{complaint}");
    for part in ["a visitor", EMAIL, "template", "deleted", "Two  [31mwhales"] {
        assert!(list.contains(part), "{part}: {list}");
    }
    let (none, _) = design(&server, &["list", "--site", "2"]).await;
    assert_eq!(none.lines().count(), 1, "{none}");
    for name in ["2", "3F0F8F5E-52C3-4A53-9D56-000000000002"] {
        let (shown, complaint) = design(&server, &["show", name]).await;
        for part in [
            "Of                mara@example.com",
            "Product           1 (Harbor Tote)",
            "Revision          1",
            "Shared            with whoever",
            "/files/1/00000000000000020000000100000002.png",
        ] {
            assert!(shown.contains(part), "{part}: {shown}{complaint}");
        }
        assert!(!shown.contains('\u{1b}'), "{shown}");
    }
    let legacy = Design::named(3).uuid;
    let (shown, _) = design(&server, &["show", &legacy]).await;
    assert!(
        shown.contains("the legacy one") && shown.contains("Layers            front"),
        "{shown}"
    );
    for name in [
        "99",
        "whales",
        "3f0f8f5e-52c3-4a53-9d56-00000000000g",
        "--site=2 2",
        "9999999999999999999",
    ] {
        let arguments: Vec<&str> = ["show"].into_iter().chain(name.split(' ')).collect();
        let (_, complaint) = design(&server, &arguments).await;
        assert!(complaint.contains("there is no design"), "{name}: {complaint}");
    }
}

#[tokio::test]
async fn print() {
    let server = served_now().await;
    let designed = Design::finalized(&server, 1, 4).await;
    let order = ordered(&server, &designed).await;
    designed.finalize(&server, 2).await;
    Design::draft(&server, 2, 4).await;
    // The print file of revision 1 must exist.
    let file = NewFile {
        bytes: "the front of revision 1".into(),
        media_type: "image/png",
        extension: "png",
        width: 1,
        height: 1,
    };
    let key = server.files.store(1, &file).await.unwrap();
    server
        .sql(&format!(
            "delete from order_item_drawings where side_position = 1;
             update order_item_drawings set print_key = '{key}', side = '../front'"
        ))
        .await;
    let (named, complaint) =
        design(&server, &["print", "--order", &order.number.to_lowercase()]).await;
    assert!(named.contains(&format!("/files/1/{key}")), "{named}{complaint}");
    for (arguments, revision) in
        [(vec!["print", "1"], 2), (vec!["print", "1", "--revision", "1"], 1)]
    {
        let (named, complaint) = design(&server, &arguments).await;
        for side in [0, 1] {
            let url = format!("/files/1/{}", designed.key(revision, What::Print(side)));
            assert!(named.contains(&url), "{url}: {named}{complaint}");
        }
    }
    for (arguments, complaint) in [
        (vec!["print", "2"], "design 2 was never finalized"),
        (vec!["print", "1", "--revision", "3"], "design 1 has no revision 3"),
        (vec!["print", "--order", "HG-0"], "there is no order HG-0"),
        (vec!["print"], "required"),
    ] {
        let (_, complained) = design(&server, &arguments).await;
        assert!(complained.contains(complaint), "{arguments:?}: {complained}");
    }

    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("prints");
    let at = stoa::commands::orders::find(&server.db(), None, &order.number).await.unwrap();
    let db = server.db();
    let prints = stoa::commands::designs::prints_of_order(&db, &at, &server.files).await.unwrap();
    let mut said = Vec::new();
    stoa::commands::designs::write(&server.files, &prints, &path, &mut said).await.unwrap();
    let written: Vec<_> = std::fs::read_dir(&path).unwrap().map(|file| file.unwrap()).collect();
    let names: Vec<_> =
        written.iter().map(|file| file.file_name().into_string().unwrap()).collect();
    assert_eq!(names, [format!("{}-1----front.png", order.number)]);
    assert_eq!(std::fs::read(written[0].path()).unwrap(), &file.bytes[..]);
    assert_eq!(String::from_utf8(said).unwrap().trim(), written[0].path().to_str().unwrap());
}

const IMPORTED_UUID: &str = "7d9f2c1e-3b57-4f6a-8c21-5e0b9a4d7f63";

/// Imports this JSON into site 1.
async fn import(server: &Server, json: &Value) -> Result<String, Vec<String>> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), json.to_string()).unwrap();
    let path = file.path().to_str().unwrap();
    let (said, complaint) = design(server, &["import", "--site", "1", path]).await;
    match said.is_empty() {
        false => Ok(said),
        true => Err(complaint.lines().skip(1).map(str::to_owned).collect()),
    }
}

fn legacy(uuid: &str, more: Value) -> Value {
    let mut design = json!({
        "uuid": uuid,
        "productId": 4,
        "layersBySurface": {"wrap": [{"type": "text", "text": "Two whales", "x": 10.50}]},
        "canvasSize": {"width": 500, "height": 400.5},
    });
    design.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    design
}

#[tokio::test]
async fn import__legacy_designs() {
    let server = served_now().await;
    let token = registered(&server, EMAIL).await;
    let of_customer =
        json!({"customerEmail": "MARA@example.com", "name": "Whales", "isPublic": true});
    let imported = import(&server, &legacy(IMPORTED_UUID, of_customer)).await.unwrap();
    assert_eq!(imported, "imported 1 designs into site 1\n");
    let path = |uuid: &str| format!("/api/storefront/1/designs/{uuid}");
    let design = server.get(&path(IMPORTED_UUID)).bearer(&token).await;
    assert_eq!(design.status(), 200, "{}", design.message());
    let data = &design.json["data"];
    assert_eq!(
        (&data["id"], &data["name"], &data["status"]),
        (&IMPORTED_UUID.into(), &"Whales".into(), &"draft".into())
    );
    assert_eq!(data["canvasSize"], json!({"width": 500.0, "height": 400.5}));
    assert_eq!(data["layersBySurface"]["wrap"][0]["x"], 10.5);
    assert_eq!(server.get(&path(IMPORTED_UUID)).await.status(), 401);

    // The session of the imported designs is new.
    let session = "legacy-session-of-mara";
    let others: Vec<Value> = (0..3)
        .map(|number| {
            let status = ["draft", "finalized", "rendered"][number];
            let uuid = format!("7d9f2c1e-3b57-4f6a-8c21-5e0b9a4d7f7{number}");
            legacy(&uuid, json!({"sessionId": session, "status": status}))
        })
        .collect();
    import(&server, &others.into()).await.unwrap();
    let design = path("7d9f2c1e-3b57-4f6a-8c21-5e0b9a4d7f71");
    let design = server.get(&design).query("sessionId", session).await;
    assert_eq!(design.json["data"]["status"], "finalized", "{}", design.message());
    assert_eq!(design.json["data"]["name"], "Untitled Design");
    let more = legacy("7d9f2c1e-3b57-4f6a-8c21-5e0b9a4d7f79", json!({"sessionId": session}));
    import(&server, &more).await.unwrap();
    assert_eq!(stored(&server, "select count(*) from design_sessions").await["count"], 1);
}

#[tokio::test]
async fn import__every_fault_is_listed_and_nothing_imported() {
    let server = served_now().await;
    registered(&server, EMAIL).await;
    Design::draft(&server, 1, 4).await;
    server
        .sql("update design_sessions set token_sha256 = sha256('old'), created_at = '2020-01-01'")
        .await;
    let of = json!({"customerEmail": EMAIL});
    let with = |more: Value| {
        let mut design = legacy(IMPORTED_UUID, of.clone());
        design.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        design
    };
    let mut nobodys = with(json!({}));
    nobodys.as_object_mut().unwrap().remove("customerEmail");
    let long = "x".repeat(1024 * 1024);
    for (json, expected) in [
        (json!(7), vec!["must be an object"]),
        (json!([{}, []]), vec!["/0: missing field `uuid`", "/1: must be an object"]),
        (with(json!({"uuid": "7d9f2c1e"})), vec!["/uuid: must be a UUID"]),
        (with(json!({"productId": "4"})), vec!["invalid type: string \"4\", expected i64"]),
        (
            with(json!({"colour": 1})),
            vec![
                "unknown field `colour`, expected one of `uuid`, `productId`, `name`, `layersBySurface`, `canvasSize`, `status`, `isPublic`, `customerEmail`, `sessionId`",
            ],
        ),
        (
            with(
                json!({"name": "\u{1b}".repeat(300), "status": "sold", "canvasSize": {"width": 0, "height": -1}}),
            ),
            vec![
                "/name: must have 1 to 255 characters, and no NUL",
                "/canvasSize: must have a width and a height above 0",
                "/status: must be one of draft, finalized, rendered",
            ],
        ),
        (with(json!({"sessionId": "a"})), vec!["needs customerEmail or sessionId, not both"]),
        (nobodys, vec!["needs customerEmail or sessionId"]),
        (
            with(json!({"customerEmail": null, "sessionId": ""})),
            vec!["/sessionId: must have 1 to 255 characters, and no NUL"],
        ),
        (
            with(json!({"layersBySurface": {"a": ["\\u0000", {"\u{0}": 1}]}})),
            vec!["/layersBySurface: must not hold NUL"],
        ),
        (
            with(json!({"layersBySurface": {"a": long}})),
            vec!["/layersBySurface: must have at most 1 MiB"],
        ),
        (with(json!({"customerEmail": "a\u{0}b"})), vec!["/customerEmail: must not hold NUL"]),
        (
            json!([with(json!({})), with(json!({"uuid": IMPORTED_UUID.to_uppercase()}))]),
            vec!["/1/uuid: is given twice"],
        ),
        (with(json!({"productId": 99})), vec!["/productId: site 1 has no product 99"]),
        (
            json!([with(json!({"customerEmail": "ida@example.com"}))]),
            vec!["/0/customerEmail: site 1 has no such customer"],
        ),
        (
            with(json!({"uuid": Design::named(1).uuid})),
            vec!["/uuid: site 1 has such a design already"],
        ),
        (
            with(json!({"customerEmail": null, "sessionId": "old"})),
            vec!["/sessionId: that session has ended"],
        ),
    ] {
        let shown = json.to_string().chars().take(300).collect::<String>();
        assert_eq!(
            import(&server, &json).await,
            Err(expected.into_iter().map(str::to_owned).collect()),
            "{shown}"
        );
        assert_eq!(stored(&server, "select count(*) from designs").await["count"], 1, "{shown}");
    }
    // This text consists of a backslash and `u0000`. It contains no NUL, so the import accepts it.
    let backslash = with(json!({"layersBySurface": {"a": ["\\u0000"]}}));
    import(&server, &backslash).await.unwrap();
    let (_, complaint) = design(&server, &["import", "--site", "1", "/nowhere"]).await;
    assert!(complaint.contains("/nowhere cannot be read"), "{complaint}");
    let (_, complaint) = design(&server, &["import", "--site", "1", file!()]).await;
    assert!(
        complaint.contains("not JSON") && complaint.contains("1 fault, nothing"),
        "{complaint}"
    );
}

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
    server
        .sql(&format!(
            "delete from cart_items;
             update design_sessions set created_at = '2026-06-01T12:00:10Z', last_visit_at = '2026-06-02T12:00:10Z';
             update designs set is_public = true where id = 3;
             update designs set customer_id = 1, session_sha256 = null where id = 4;
             insert into design_assets (site_id, design_id, session_sha256, url, created_at)
             values (1, 1, {SESSION}, 'https://cdn.example/a', now()), (1, 3, {SESSION}, 'https://cdn.example/b', now()),
                (1, null, {SESSION}, 'https://cdn.example/c', now())"
        ))
        .await;
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
    let drawings = "select count(*) from order_item_drawings";
    assert_eq!(stored(&server, drawings).await["count"], 2);

    // A session's images without a design are deleted with it.
    server
        .sql(
            "insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
             values (1, sha256('b'), '2026-06-01T12:00:10Z', '2026-06-01T12:00:10Z');
             insert into design_assets (site_id, session_sha256, url, created_at)
             values (1, sha256('b'), 'https://cdn.example/d', now())",
        )
        .await;
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
        let listed = visitor.call(&server, "GET", DESIGNS).await;
        assert_eq!(listed.status(), 200, "{}", listed.message());
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
    server
        .sql(&format!(
            "update designs set session_sha256 = other.token_sha256
             from design_sessions other where other.token_sha256 <> {SESSION};
             delete from design_sessions where token_sha256 = {SESSION}"
        ))
        .await;
    assert_eq!(sweep(&db, day(29)).await.unwrap(), SweepReport::default());
    let expected = SweepReport { designs: 1, images: 0, sessions: 0, prints: 0 };
    assert_eq!(sweep(&db, day(30)).await.unwrap(), expected);
}

/// More sessions, and more designs of one session, than a statement deletes.
#[tokio::test]
async fn sweep__many_designs_of_visitors() {
    let server = served().await;
    server
        .sql(
            "insert into design_sessions (site_id, token_sha256, created_at, last_visit_at)
             select 1, sha256(n::text::bytea), '2026-01-01', '2026-01-01' from generate_series(1, 201) n;
             insert into designs (site_id, id, uuid, product_id, session_sha256, name, created_at, updated_at)
             select 1, n, gen_random_uuid(), 4, sha256((1 + n / 102)::text::bytea), '', '2026-01-01', '2026-01-01'
             from generate_series(1, 202) n",
        )
        .await;
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
    let line = json!({"sessionId": "a session", "productId": 4, "designId": design.uuid});
    let added = server.request("POST", "/api/storefront/1/cart").json(&line).await;
    assert_eq!(added.status(), 200, "{}", added.message());
    let (db, later) = (server.db(), server.now() + TimeDelta::days(1000));
    assert_eq!(sweep(&db, later).await.unwrap(), SweepReport::default());
    assert_eq!(left(&server).await, json!([1]));
    server.sql("delete from carts").await;
    assert_eq!(sweep(&db, later).await.unwrap(), SweepReport::default(), "swept today");
    let expected = SweepReport { designs: 1, images: 0, sessions: 1, prints: 0 };
    assert_eq!(sweep(&db, later + TimeDelta::days(30)).await.unwrap(), expected);
}

#[tokio::test]
async fn sweep__deleted_designs() {
    let server = served().await;
    registered(&server, EMAIL).await;
    for id in 1..=4 {
        Design::finalized(&server, id, 4).await;
    }
    ordered(&server, &Design::named(2)).await;
    let line = json!({
        "sessionId": "another session", "productId": 4, "designId": Design::named(3).uuid,
    });
    server.request("POST", "/api/storefront/1/cart").json(&line).await;
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
