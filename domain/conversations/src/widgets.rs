//! The widgets of live chat, as staff list and change them.

use stoa_audit::{Change, Target, record};
use stoa_db::{Db, DbError, Patch, Transaction};
use stoa_staff_reasons::{self as reasons, Failed, refusals};
use stoa_staff_types::{ChatWidget, ChatWidgetPatch, CreateChatWidgetRequest};
use stoa_stores::site::lock_site;
use stoa_values::IfMatch;

const GET_CHAT_WIDGET: &str = include_str!("widgets/get_chat_widget.sql");

refusals! {
    /// Why a widget is not created.
    pub enum NewWidgetRefusal of reasons {
        /// The site was deleted concurrently.
        SiteNotFound,
    }
}

refusals! {
    /// Why a widget is not changed.
    pub enum WidgetRefusal of reasons {
        WidgetNotFound,
        WidgetHasChanged { version },
    }
}

refusals! {
    /// Why a widget is not deleted.
    pub enum RemoveWidgetRefusal of reasons {
        WidgetNotFound,
        WidgetHasConversations,
    }
}

/// Returns at most `limit` widgets of a site, by id, after the widget `after`.
pub async fn list_chat_widgets(
    db: &Db,
    site_id: i64,
    after: i64,
    limit: i64,
) -> Result<Vec<ChatWidget>, DbError> {
    db.rows(include_str!("widgets/list_chat_widgets.sql"), &[&site_id, &after, &limit]).await
}

/// Returns a widget.
pub async fn get_chat_widget(
    db: &Db,
    site_id: i64,
    widget_id: i64,
) -> Result<Option<ChatWidget>, DbError> {
    db.opt(GET_CHAT_WIDGET, &[&site_id, &widget_id]).await
}

/// Creates a widget. Its id is unique on the server, because visitors name a widget without its site.
pub async fn create_chat_widget(
    db: &Db,
    change: Change<'_>,
    request: &CreateChatWidgetRequest,
) -> Result<ChatWidget, Failed<NewWidgetRefusal>> {
    let Change { site_id, origin, now } = change;
    let CreateChatWidgetRequest {
        enabled,
        greeting_message,
        primary_color,
        position,
        away_message,
        ..
    } = request;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    if !lock_site(&transaction, site_id).await? {
        return Err(NewWidgetRefusal::SiteNotFound)?;
    }
    let id = take_id(&transaction, site_id).await?;
    let sql = include_str!("widgets/create_chat_widget.sql");
    let params = [
        &site_id as _,
        &id as _,
        enabled as _,
        greeting_message as _,
        primary_color as _,
        position as _,
        away_message as _,
        &now as _,
    ];
    let widget: ChatWidget = transaction.one(sql, &params).await?;
    let fields = ["enabled", "greetingMessage", "primaryColor", "position", "awayMessage"];
    let target = Target::new("chat_widget", widget.id);
    record(&transaction, site_id, origin, target, &fields, now).await?;
    transaction.commit().await?;
    Ok(widget)
}

/// Applies a patch to a widget, if the caller has seen its current version.
pub async fn update_chat_widget(
    db: &Db,
    change: Change<'_>,
    widget_id: i64,
    seen: IfMatch<'_>,
    patch: &ChatWidgetPatch,
) -> Result<ChatWidget, Failed<WidgetRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    let version = lock(&transaction, site_id, widget_id).await?;
    let version = version.ok_or(WidgetRefusal::WidgetNotFound)?;
    if !seen.allows(version) {
        return Err(WidgetRefusal::WidgetHasChanged { version })?;
    }
    let Patch { columns, fields } = Patch::of(patch)?;
    if !fields.is_empty() {
        let sql = include_str!("widgets/update_chat_widget.sql");
        transaction.execute(sql, &[&site_id, &widget_id, &columns]).await?;
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let target = Target::new("chat_widget", widget_id);
        record(&transaction, site_id, origin, target, &fields, now).await?;
    }
    let widget = transaction.one(GET_CHAT_WIDGET, &[&site_id, &widget_id]).await?;
    transaction.commit().await?;
    Ok(widget)
}

/// Deletes a widget, unless one of its conversations is open or assigned.
pub async fn remove_chat_widget(
    db: &Db,
    change: Change<'_>,
    widget_id: i64,
) -> Result<(), Failed<RemoveWidgetRefusal>> {
    let Change { site_id, origin, now } = change;
    let mut connection = db.connection().await?;
    let transaction = connection.transaction();
    lock_site(&transaction, site_id).await?;
    // The start of a conversation locks the widget too. So this waits for conversations that are being started, and later
    // ones wait for this transaction and then find no widget.
    let version = lock(&transaction, site_id, widget_id).await?;
    version.ok_or(RemoveWidgetRefusal::WidgetNotFound)?;
    // A separate statement, which sees what the locks' previous holders have committed.
    let sql = include_str!("widgets/has_conversations.sql");
    if transaction.one(sql, &[&site_id, &widget_id]).await? {
        return Err(RemoveWidgetRefusal::WidgetHasConversations)?;
    }
    let sql = include_str!("widgets/remove_chat_widget.sql");
    transaction.execute(sql, &[&site_id, &widget_id]).await?;
    let sql = include_str!("widgets/remove_from_directory.sql");
    transaction.execute(sql, &[&widget_id, &site_id]).await?;
    let target = Target::new("chat_widget", widget_id);
    record(&transaction, site_id, origin, target, &["id"], now).await?;
    transaction.commit().await?;
    Ok(())
}

/// Adds a new id to the directory, and returns it. An import numbers its widgets itself, and advances the sequence at its
/// end, so the next numbers may be taken. The sequence always advances, so a free number follows.
async fn take_id(transaction: &Transaction<'_>, site_id: i64) -> Result<i64, DbError> {
    loop {
        let sql = include_str!("widgets/add_to_directory.sql");
        if let Some(id) = transaction.opt(sql, &[&site_id]).await? {
            return Ok(id);
        }
    }
}

/// Locks a widget, and returns its version.
async fn lock(
    transaction: &Transaction<'_>,
    site_id: i64,
    widget_id: i64,
) -> Result<Option<i64>, DbError> {
    let sql = include_str!("widgets/lock_chat_widget.sql");
    transaction.opt(sql, &[&site_id, &widget_id]).await
}
