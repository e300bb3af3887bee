//! All personal data of a customer, as JSON that is read page by page: a customer may have more designs than fit into
//! memory.

use std::sync::Arc;

use futures_util::{
    Stream, StreamExt,
    stream::{iter, once, try_unfold},
};
use stoa_db::{Db, DbError, ToSql};
use stoa_designs::staff::{EXPORT_DESIGNS, EXPORT_IMAGES};

/// Number of items that are read at a time. A design has up to 1 MiB.
const ITEMS_PER_PAGE: i64 = 8;

/// A list of the export. The other data of a customer is bounded and comes first.
struct List {
    name: &'static str,
    sql: &'static str,
    /// Whether the statement takes the prefix of the URLs of files.
    has_urls: bool,
}

static LISTS: [List; 4] = [
    List { name: "orders", sql: include_str!("export/orders.sql"), has_urls: false },
    List {
        name: "supportMessages",
        sql: include_str!("export/support_messages.sql"),
        has_urls: false,
    },
    List { name: "designs", sql: EXPORT_DESIGNS, has_urls: true },
    List { name: "images", sql: EXPORT_IMAGES, has_urls: true },
];

/// The customer and the database of an export.
struct Source {
    db: Db,
    site_id: i64,
    customer_id: i64,
    files_prefix: String,
}

/// Returns the pieces of a JSON object with all personal data of a customer, or `None` if the customer has been erased.
/// After an error, the text is incomplete. URLs of the site's files begin with `files_prefix`.
pub async fn export(
    db: Db,
    site_id: i64,
    customer_id: i64,
    files_prefix: String,
) -> Result<Option<impl Stream<Item = Result<String, DbError>> + Send + 'static>, DbError> {
    let sql = include_str!("export/customer.sql");
    let found: Option<(String,)> = db.opt(sql, &[&site_id, &customer_id]).await?;
    let Some((mut customer,)) = found else { return Ok(None) };
    // The lists follow before the closing brace.
    customer.pop();
    let source = Arc::new(Source { db, site_id, customer_id, files_prefix });
    let lists = iter(&LISTS).flat_map(move |list| Arc::clone(&source).list(list));
    Ok(Some(piece(customer).chain(lists).chain(piece("}".to_owned()))))
}

fn piece(text: String) -> impl Stream<Item = Result<String, DbError>> + Send + 'static {
    once(async { Ok(text) })
}

impl Source {
    /// Returns a member of the object, page by page.
    fn list(
        self: Arc<Self>,
        list: &'static List,
    ) -> impl Stream<Item = Result<String, DbError>> + Send + 'static {
        let pages = try_unfold(Some(i64::MIN), move |after| {
            let source = Arc::clone(&self);
            async move {
                let Some(after) = after else { return Ok(None) };
                let items = source.page(list, after).await?;
                let mut text = String::new();
                for (id, item) in &items {
                    let is_first = after == i64::MIN && *id == items[0].0;
                    text.push_str(if is_first { "\n" } else { ",\n" });
                    text.push_str(item);
                }
                let is_last = (items.len() as i64) < ITEMS_PER_PAGE;
                let next = items.last().map(|(id, _)| *id).filter(|_| !is_last);
                Ok(Some((text, next)))
            }
        });
        piece(format!(",\n\"{}\": [", list.name)).chain(pages).chain(piece("]".to_owned()))
    }

    /// Returns the next items after an id, each with its id and the text of its JSON.
    async fn page(&self, list: &List, after: i64) -> Result<Vec<(i64, String)>, DbError> {
        let Self { db, site_id, customer_id, files_prefix } = self;
        let params: [&(dyn ToSql + Sync); 5] =
            [site_id, customer_id, &after, &ITEMS_PER_PAGE, files_prefix];
        db.rows(list.sql, if list.has_urls { &params } else { &params[..4] }).await
    }
}
