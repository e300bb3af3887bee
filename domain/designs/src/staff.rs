//! Staff's side of designs: found, listed, shown, printed, and given out to whom they name.

use serde::Deserialize;
use serde_json::Value;
use stoa_db::{Db, DbError};

/// A design of either generation that was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundDesign {
    pub site_id: i64,
    pub id: i64,
}

/// Cells of a table, as text; none where there is nothing.
pub type Cells = Vec<Option<String>>;

/// What [`list`] tells of a design.
pub const LIST: [&str; 9] =
    ["SITE", "DESIGN", "UUID", "PRODUCT", "NAME", "OF", "STATUS", "REVISION", "CHANGED"];

/// The designs of a site or of all, the one changed last first, 500 at most.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id]).await
}

/// The designs with this number or this UUID, of this site or of all; two at most. Deleted ones too.
pub async fn find(db: &Db, site_id: Option<i64>, name: &str) -> Result<Vec<FoundDesign>, DbError> {
    let id: Option<i64> = name.parse().ok();
    let uuid = Some(name).filter(|name| is_uuid(name));
    if id.is_none() && uuid.is_none() {
        return Ok(Vec::new());
    }
    db.rows(include_str!("staff/find.sql"), &[&site_id, &id, &uuid]).await
}

/// All there is to a design.
pub struct ShownDesign {
    /// Names and values; none where the design has no value.
    pub fields: Vec<(String, Option<String>)>,
    /// Rows of [`DRAWN`], the newest revision first.
    pub drawings: Vec<Cells>,
}

/// What is told of a side that was drawn.
pub const DRAWN: [&str; 5] = ["REVISION", "FINALIZED", "SIDE", "MOCK-UP", "PRINT FILE"];

/// A design and what was drawn of it. The URLs of its site's files begin with `files`.
pub async fn show(db: &Db, design: FoundDesign, files: &str) -> Result<ShownDesign, DbError> {
    let FoundDesign { site_id, id } = design;
    let sql = include_str!("staff/show.sql");
    let fields = db.rows(sql, &[&site_id, &id, &files]).await?;
    let drawings = drawings(db, design, None, files).await?;
    Ok(ShownDesign { fields, drawings })
}

/// What is printed of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintFile {
    pub side: String,
    pub url: String,
}

/// What is to be printed of a design, by sides: of a revision, or of the last. None where it was never finalized, or has
/// no such revision.
pub async fn print_files(
    db: &Db,
    design: FoundDesign,
    revision: Option<i64>,
    files: &str,
) -> Result<Vec<PrintFile>, DbError> {
    let revision = match revision {
        Some(revision) => Some(revision),
        None => {
            let sql = include_str!("staff/last_revision.sql");
            db.opt::<Option<i64>>(sql, &[&design.site_id, &design.id]).await?.flatten()
        }
    };
    let Some(revision) = revision else { return Ok(Vec::new()) };
    let drawings = drawings(db, design, Some(revision), files).await?;
    Ok(drawings.into_iter().filter_map(print_file).collect())
}

fn print_file(cells: Cells) -> Option<PrintFile> {
    let [_, _, side, _, url] = <[Option<String>; 5]>::try_from(cells).ok()?;
    Some(PrintFile { side: side?, url: url? })
}

async fn drawings(
    db: &Db,
    design: FoundDesign,
    revision: Option<i64>,
    files: &str,
) -> Result<Vec<Cells>, DbError> {
    let sql = include_str!("staff/drawings.sql");
    db.rows(sql, &[&design.site_id, &design.id, &files, &revision]).await
}

/// All designs of a customer, deleted ones too, each as JSON.
pub async fn export(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    files: &str,
) -> Result<Vec<Value>, DbError> {
    let sql = include_str!("staff/export.sql");
    let exported: Vec<(Value,)> = db.rows(sql, &[&site_id, &customer_id, &files]).await?;
    Ok(exported.into_iter().map(|(design,)| design).collect())
}

/// All images of a customer, each as JSON.
pub async fn export_images(
    db: &Db,
    site_id: i64,
    customer_id: i64,
    files: &str,
) -> Result<Vec<Value>, DbError> {
    let sql = include_str!("staff/export_images.sql");
    let exported: Vec<(Value,)> = db.rows(sql, &[&site_id, &customer_id, &files]).await?;
    Ok(exported.into_iter().map(|(image,)| image).collect())
}

/// As Postgres writes one, in any case.
pub(crate) fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(|group| group.bytes().all(|digit| digit.is_ascii_hexdigit()))
}
