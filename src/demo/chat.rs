//! `GET /demo/chat`: the demo's chat widget, in one file. It calls the public API as any widget does.

use std::sync::Arc;

use stoa_db::Db;
use stoa_runtime::{Documents, Error, NotFound, Operation, Reply, Routes};

use super::page;

/// Names the page's operation, which is in no document.
struct ChatPage;

impl Operation for ChatPage {
    const ID: &'static str = "demoChat";
}

impl Documents<404> for ChatPage {}

/// Returns the route of the page. The page is served while the demo's widget is in the database.
pub fn routes(db: &Db) -> Routes {
    Routes::new().get("/demo/chat", &Arc::new(db.clone()), |db, _| Box::pin(get(db)))
}

async fn get(db: &Db) -> Result<Reply, Error<ChatPage>> {
    stoa_site_bundle::demo::find_widget(db, super::KEY).await?.ok_or(NotFound("Not found"))?;
    Ok(page::reply(include_str!("chat.html")))
}
