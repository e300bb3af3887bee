//! Hears what other servers and the command line post: one LISTEN connection for each process.

use std::future::poll_fn;
use std::time::Duration;

use stoa_db::Config;
use tokio::time::{sleep, timeout};
use tokio_postgres::{AsyncMessage, NoTls};

use crate::hub::Hub;
use crate::notification::CHANNEL;

/// Before the first try to connect again, doubled for each one after it.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// For the database to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often the connection is tried, and the database asked for events that nobody has told of: a server or a
/// command can die between its commit and its notification.
const ROUND: Duration = Duration::from_secs(60);

/// Why the connection ended, for the log.
type Lost = Box<dyn std::error::Error + Send + Sync>;

/// Listens for ever. When the connection is lost it connects again, and has everything read that was missed.
pub async fn listen(hub: &Hub, mut config: Config) {
    config.application_name("stoa chat listener");
    config.connect_timeout(PATIENCE);
    let mut pause = FIRST_PAUSE;
    loop {
        if let Err(error) = hear(hub, &config, &mut pause).await {
            tracing::warn!(%error, "messages from other servers are not heard, connecting again");
        }
        // Servers that lost the same database do not come back to it all at once.
        let jitter = rand::random_range(0.5..1.0);
        sleep(pause.mul_f64(jitter)).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

async fn hear(hub: &Hub, config: &Config, pause: &mut Duration) -> Result<(), Lost> {
    let (client, mut connection) = config.connect(NoTls).await?;
    let notifications = async {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message? {
                match notification.payload().parse() {
                    Ok(notification) => hub.heard(notification),
                    Err(_) => tracing::warn!("a notification on {CHANNEL} is none of ours"),
                }
            }
        }
        Err("the connection was closed".into())
    };
    let rounds = async {
        timeout(PATIENCE, client.batch_execute(&format!("listen {CHANNEL}"))).await??;
        *pause = FIRST_PAUSE;
        loop {
            // From now on everything is heard; what was committed before is read.
            hub.all_fall_behind();
            sleep(ROUND).await;
            timeout(PATIENCE, client.batch_execute("select")).await??;
        }
    };
    tokio::select! {
        lost = notifications => lost,
        lost = rounds => lost,
    }
}
