//! Fifty concurrent calls, on two servers with one database.

use super::*;
use crate::api::{answered, fifty};

#[tokio::test]
async fn a_design_is_filled_to_its_limit() {
    let (server, design) = with_design(served_without_limits().await).await;
    let filled = "insert into design_assets (site_id, design_id, session_sha256, url, created_at)
         select 1, id, session_sha256, 'https://a.example', now() from designs, generate_series(1, 190)";
    server.sql(filled).await;
    let file = pictures::png(3, 2);
    let answers =
        fifty(&server, async |server, _| upload_into_design(server, &design, &file).await).await;
    assert_eq!((answered(&answers, 200), answered(&answers, 400)), (10, 40));
    let refused = answers.iter().filter(|answer| answer.status() == 400);
    assert!(refused.into_iter().all(|answer| answer.message() == "Too many images"));
    assert_eq!(server.count("design_assets").await, 200);
}

#[tokio::test]
async fn a_caller_has_at_most_a_thousand_images() {
    let (server, design) = with_design(served_without_limits().await).await;
    let filled = "insert into design_assets (site_id, session_sha256, url, created_at)
         select 1, session_sha256, 'https://a.example', now() from designs, generate_series(1, 975)";
    server.sql(filled).await;
    let (file, register) =
        (pictures::png(3, 2), json!({"register": [{"url": "https://b.example"}]}));
    let answers = fifty(&server, async |server, number| match number % 3 {
        0 => upload_into_design(server, &design, &file).await,
        1 => upload_without_design(server, &design.designer, &file).await,
        _ => design.designer.call(server, "POST", ASSETS).json(&register).await,
    })
    .await;
    assert_eq!((answered(&answers, 200), answered(&answers, 400)), (25, 25));
    assert_eq!(server.count("design_assets").await, 1000);
}

/// An uploaded image always has the owner of its design. Either the claim moves the image too, or the server refuses
/// the upload because the design has a new owner.
#[tokio::test]
async fn uploads_during_a_claim() {
    let (server, design) = with_design(served_without_limits().await).await;
    let token = registered(&server, EMAIL).await;
    let id = server.get(ACCOUNT).bearer(&token).await.json["data"]["id"].as_i64().unwrap();
    let session = design.designer.session.clone().unwrap();
    let claim = json!({"sessionId": session, "customerId": id});
    let file = pictures::png(3, 2);
    let answers = fifty(&server, async |server, number| match number % 5 {
        0 => {
            let request = server.request("POST", &format!("{DESIGNS}/claim"));
            request.json(&claim).bearer(&token).await
        }
        1 => upload_without_design(server, &design.designer, &file).await,
        _ => upload_into_design(server, &design, &file).await,
    })
    .await;
    let kept = answers.iter().filter(|answer| answer.json["data"]["url"].is_string()).count();
    let late = answered(&answers, 403) + answered(&answers, 404);
    assert_eq!(kept + late + 10, 50, "nothing else is answered");
    let strays = "select count(*) from design_assets asset join designs design
         on design.site_id = asset.site_id and design.id = asset.design_id
         where asset.customer_id is distinct from design.customer_id";
    assert_eq!(server.number(strays).await, 0);
    assert_eq!(server.count("design_assets").await, kept as i64);
    // Another claim gets all of the remaining images.
    let request = server.request("POST", &format!("{DESIGNS}/claim"));
    request.json(&claim).bearer(&token).await;
    assert_eq!(server.count("design_assets where session_sha256 is not null").await, 0);
}
