//! Fifty concurrent calls, on two servers with one database.

use super::*;
use crate::api::{answered, fifty};

#[tokio::test]
async fn credits_for_ten_images() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &["all=off"]).await).await;
    may_spend(&server, "100").await;
    let answers = fifty(&server, async |server, _| {
        draw(server, &design, json!({"prompt": PROMPT, "size": "auto"})).await
    })
    .await;
    assert_eq!((answered(&answers, 201), answered(&answers, 402)), (10, 40));
    assert_eq!((openai.calls(), openai.moderations()), (10, 10));
    assert_eq!(spent(&server).await, [100, 10, 0, 0, 10]);
}

/// Calls for texts and images in one month, some of which fail: only delivered results are billed.
#[tokio::test]
async fn texts_and_images() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &["all=off"]).await).await;
    may_spend(&server, "57").await;
    let answers = fifty(&server, async |server, number| match number % 3 {
        0 => draw(server, &design, json!({"prompt": PROMPT, "size": "auto"})).await,
        1 => write(server, &design, json!({"prompt": PROMPT})).await,
        _ => draw(server, &design, json!({"prompt": ""})).await,
    })
    .await;
    let (images, texts) = (answered(&answers, 201), answered(&answers, 200));
    assert_eq!(answered(&answers, 400), 16);
    assert_eq!(images + texts + answered(&answers, 402), 34);
    let [credits, drawn, written, reserved, _] = spent(&server).await;
    assert_eq!((drawn, written, reserved), (images as i64, texts as i64, 0));
    assert_eq!(credits, 10 * drawn + written);
    assert!((48..=57).contains(&credits), "{credits}");
}

#[tokio::test]
async fn one_key() {
    let openai = OpenAi::new().await;
    let (server, design) = with_design(served_with_openai(&openai.url, &["all=off"]).await).await;
    let body = json!({"prompt": PROMPT});
    let answers = fifty(&server, async |server, _| {
        draw(server, &design, body.clone()).header("idempotency-key", "one-and-only").await
    })
    .await;
    let made = answers
        .iter()
        .filter(|answer| answer.status() == 201 && answer.header("idempotent-replayed").is_empty());
    assert_eq!(made.count(), 1);
    assert_eq!(answered(&answers, 201) + answered(&answers, 409), 50);
    assert_eq!((openai.calls(), spent(&server).await), (1, [10, 1, 0, 0, 1]));
}
