//! `stoa design`.

use std::collections::HashSet;
use std::time::SystemTime;

use serde_json::{Value, json};
use stoa_files::NewFile;

use super::commands::stoa;
use super::customers::{EMAIL, registered, with_customer};
use super::purchases::{Purchase, fill_with_mugs};
use crate::harness::designs::{Design, What};
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
pub async fn ordered(server: &Server, design: &Design) -> Purchase {
    fill_with_mugs(server, "a session", 12, &design.uuid).await;
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
    let sql = format!(
        "update order_item_drawings set print_key = '{key}',
        side = case side_position when 0 then '../front' else '..-front' end"
    );
    server.sql(&sql).await;
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
    let names: HashSet<_> =
        written.iter().map(|file| file.file_name().into_string().unwrap()).collect();
    let stem = key.strip_suffix(".png").unwrap();
    let name = |rest: &str| format!("{}-1----front{rest}.png", order.number);
    assert_eq!(names, HashSet::from([name(""), name(&format!("-{stem}"))]));
    let said = String::from_utf8(said).unwrap();
    for file in &written {
        assert_eq!(std::fs::read(file.path()).unwrap(), b"the front of revision 1");
        assert!(said.contains(file.path().to_str().unwrap()), "{said}");
    }
}

const IMPORTED_UUID: &str = "7d9f2c1e-3b57-4f6a-8c21-5e0b9a4d7f63";

/// Imports this JSON into site 1, from a file with a byte order mark, as editors of Windows write it.
async fn import(server: &Server, json: &Value) -> Result<String, String> {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("\u{feff}{json}")).unwrap();
    let path = file.path().to_str().unwrap();
    let (said, complaint) = design(server, &["import", "--site", "1", path]).await;
    match said.is_empty() {
        false => Ok(said),
        true => Err(complaint.lines().skip(1).collect::<Vec<_>>().join("\n")),
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
    let (server, token) = with_customer(served_now().await).await;
    let of_customer =
        json!({"customerEmail": "MARA@example.com", "name": "Whales", "isPublic": true});
    let imported = import(&server, &legacy(IMPORTED_UUID, of_customer)).await.unwrap();
    assert_eq!(imported, "imported 1 designs into site 1\n");
    let path = |uuid: &str| format!("/api/storefront/1/designs/{uuid}");
    let design = server.get(&path(IMPORTED_UUID)).bearer(&token).await.expect(200);
    let data = &design.json["data"];
    assert_eq!(
        json!([data["id"], data["name"], data["status"]]),
        json!([IMPORTED_UUID, "Whales", "draft"])
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
    assert_eq!(server.count("design_sessions").await, 1);
}

#[tokio::test]
async fn import__every_fault_is_listed_and_nothing_imported() {
    let server = served_now().await;
    registered(&server, EMAIL).await;
    Design::draft(&server, 1, 4).await;
    let sql = "update design_sessions set token_sha256 = sha256('old'), created_at = '2020-01-01'";
    server.sql(sql).await;
    let of = json!({"customerEmail": EMAIL});
    let with = |more: Value| {
        let mut design = legacy(IMPORTED_UUID, of.clone());
        design.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        design
    };
    let mut nobodys = with(json!({}));
    nobodys.as_object_mut().unwrap().remove("customerEmail");
    let long = "x".repeat(1024 * 1024);
    let fields = "`uuid`, `productId`, `name`, `layersBySurface`, `canvasSize`, `status`, `isPublic`, `customerEmail`, `sessionId`";
    let session = |id: &str| with(json!({"customerEmail": null, "sessionId": id}));
    let layer = |layer: Value| with(json!({"layersBySurface": {"a": layer}}));
    let canvas = json!({"width": 0, "height": -1});
    let name = "\u{1b}".repeat(300);
    let twice = json!([with(json!({})), with(json!({"uuid": IMPORTED_UUID.to_uppercase()}))]);
    let ida = json!([with(json!({"customerEmail": "ida@example.com"}))]);
    let had = with(json!({"uuid": Design::named(1).uuid}));
    for (json, expected) in [
        (json!(7), "must be an object"),
        (json!([{}, []]), "/0: missing field `uuid`\n/1: must be an object"),
        (with(json!({"uuid": "7d9f2c1e"})), "/uuid: must be a UUID"),
        (with(json!({"productId": "4"})), "invalid type: string \"4\", expected i64"),
        (with(json!({"colour": 1})), &format!("unknown field `colour`, expected one of {fields}")),
        (
            with(json!({"name": name, "status": "sold", "canvasSize": canvas})),
            "/name: must have 1 to 255 characters, and no NUL
/canvasSize: must have a width and a height above 0
/status: must be one of draft, finalized, rendered",
        ),
        (with(json!({"sessionId": "a"})), "needs customerEmail or sessionId, not both"),
        (nobodys, "needs customerEmail or sessionId"),
        (session(""), "/sessionId: must have 1 to 255 characters, and no NUL"),
        (layer(json!(["\\u0000", {"\u{0}": 1}])), "/layersBySurface: must not hold NUL"),
        (layer(json!(long)), "/layersBySurface: must have at most 1 MiB"),
        (with(json!({"customerEmail": "a\u{0}b"})), "/customerEmail: must not hold NUL"),
        (twice, "/1/uuid: is given twice"),
        (with(json!({"productId": 99})), "/productId: site 1 has no product 99"),
        (ida, "/0/customerEmail: site 1 has no such customer"),
        (had, "/uuid: site 1 has such a design already"),
        (session("old"), "/sessionId: that session has ended"),
    ] {
        let shown = json.to_string().chars().take(300).collect::<String>();
        assert_eq!(import(&server, &json).await, Err(expected.to_owned()), "{shown}");
        assert_eq!(server.count("designs").await, 1, "{shown}");
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
