//! Fifty concurrent calls, on two servers with one database.

use super::*;
use crate::api::{answered, fifty};

/// A server draws once for concurrent callers. If two servers draw the design, the result of one server counts.
#[tokio::test]
async fn fifty_finalize_one_design() {
    let server = served_without_limits().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    save(&server, &design, json!({"layers": [text_layer("Two whales")]})).await;
    let answers = fifty(&server, async |server, _| finalize(server, &design).await).await;
    assert_eq!(answered(&answers, 200), 50);
    let picture = &answers[0].json["data"]["mockupUrl"];
    assert!(answers.iter().all(|answer| &answer.json["data"]["mockupUrl"] == picture));
    assert_eq!(server.count("design_revisions").await, 1);
    assert_eq!(server.count("design_drawings").await, 1);
    let files = server.count("files").await;
    assert!(files <= 6, "each server draws once: {files}");
}

/// Whichever call wins, a finalized design matches its drawings.
#[tokio::test]
async fn updates_while_finalizing() {
    let server = served_without_limits().await;
    without_photos(&server).await;
    let design = begun(&server).await;
    let answers = fifty(&server, async |server, number| {
        if number % 5 == 0 {
            let body = json!({"layers": [text_layer(&format!("Whale {number}"))]});
            return design.designer.of(server, "PUT", design.id).json(&body).await;
        }
        finalize(server, &design).await
    })
    .await;
    // A call may give up with 503, because the server does not redraw a constantly changing design forever.
    assert!(answers.iter().all(|answer| [200, 503].contains(&answer.status())));
    let sql = "select count(*) from designs design
        join design_revisions revised
            on revised.site_id = design.site_id
            and revised.design_id = design.id and revised.revision = design.revision
        where design.status = 'finalized' and design.layers::text <> revised.layers::text";
    assert_eq!(server.number(sql).await, 0);
    let finalized = finalize(&server, &design).await;
    assert_eq!(finalized.json["data"]["status"], "finalized");
    assert_eq!(server.number(sql).await, 0);
}
