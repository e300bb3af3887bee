//! Who hangs up half-way and asks again: it is done once.

use super::*;

/// The claim waits, and then what is written behind it does.
#[tokio::test]
async fn half_way() {
    let (server, mara) = served_to_mara().await;
    for repeated in &REPEATED {
        for table in ["idempotency_keys", repeated.table] {
            let before = repeated.done(&server).await;
            let key = format!("while {table} is locked");
            let call = || repeated.call(&server, &mara, 1).header(HEADER, &key).into_future();
            let locks = server.client().await;
            locks
                .batch_execute(&format!("begin; lock table {table} in exclusive mode"))
                .await
                .unwrap();
            tokio::select! {
                answer = call() => panic!("{} does not wait: {}", repeated.name, answer.status()),
                () = until_one_waits(&server) => {}
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

/// Returns as soon as a statement of this database waits for a lock.
async fn until_one_waits(server: &Server) {
    let rows = server.client().await;
    let waiting = "select count(*) from pg_stat_activity a
        where a.datname = current_database() and a.wait_event_type = 'Lock'";
    let wait = async {
        while rows.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), wait).await.expect("a statement waits");
}
