//! A client that disconnects during a request and repeats it: the request is executed once.

use super::*;

/// The client disconnects while its request waits for a locked table: the table of keys, or the table that the operation
/// writes.
#[tokio::test]
async fn a_repeat_after_a_disconnect_executes_once() {
    let (server, mara) = served_with_mara().await;
    for repeated in &REPEATED {
        for table in ["idempotency_keys", repeated.table] {
            let before = repeated.done(&server).await;
            let key = format!("while {table} is locked");
            let call = || repeated.call(&server, &mara, 1).header(KEY_HEADER, &key).into_future();
            let locks = server.client().await;
            locks
                .batch_execute(&format!("begin; lock table {table} in exclusive mode"))
                .await
                .unwrap();
            tokio::select! {
                answer = call() => panic!("{} does not wait: {}", repeated.name, answer.status()),
                () = until_waiting(&server, 1) => {}
            }
            let again = async {
                locks.batch_execute("commit").await.unwrap();
                call().await
            };
            let again = again.await;
            assert_eq!(again.status(), repeated.status, "{}: {}", repeated.name, again.message());
            let third = call().await;
            repeated.succeeded(&third, "true");
            assert_eq!(third.json, again.json);
            assert_eq!(repeated.done(&server).await, before + 1, "{} {table}", repeated.name);
        }
    }
}
