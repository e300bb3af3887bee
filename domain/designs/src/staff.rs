//! Staff commands: find, list and show designs, print them, and statements that export a customer's designs.

use serde::Deserialize;
use stoa_db::{Cells, Db, DbError};

/// Statements of the export of a customer's data: a page of their designs, or of their images.
pub const EXPORT_DESIGNS: &str = include_str!("staff/export.sql");
pub const EXPORT_IMAGES: &str = include_str!("staff/export_images.sql");

/// A design or a legacy design.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundDesign {
    pub site_id: i64,
    pub id: i64,
}

/// Returns at most 500 designs, the most recently changed first. If `site_id` is `None`, the designs are of all sites.
pub async fn list(db: &Db, site_id: Option<i64>) -> Result<Vec<Cells>, DbError> {
    db.rows(include_str!("staff/list.sql"), &[&site_id]).await
}

/// Returns at most two designs with this number or UUID, including deleted designs: a second one shows that `name` is
/// ambiguous. If `site_id` is `None`, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, name: &str) -> Result<Vec<FoundDesign>, DbError> {
    let id: Option<i64> = name.parse().ok();
    let uuid = Some(name).filter(|name| is_uuid(name));
    if id.is_none() && uuid.is_none() {
        return Ok(Vec::new());
    }
    db.rows(include_str!("staff/find.sql"), &[&site_id, &id, &uuid]).await
}

/// A design's details.
pub struct ShownDesign {
    /// Names and values. A missing value is `None`.
    pub fields: Vec<(String, Option<String>)>,
    /// Rows with the columns [`DRAWN`], the newest revision first.
    pub drawings: Vec<Cells>,
}

/// Returns a design's details and its drawings. URLs of the site's files begin with `files`.
pub async fn show(db: &Db, design: FoundDesign, files: &str) -> Result<ShownDesign, DbError> {
    let FoundDesign { site_id, id } = design;
    let sql = include_str!("staff/show.sql");
    let fields = db.rows(sql, &[&site_id, &id, &files]).await?;
    let drawings = drawings(db, design, None, files).await?;
    Ok(ShownDesign { fields, drawings })
}

/// The print file of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PrintFile {
    pub side: String,
    pub url: String,
}

/// Returns the print files of a revision, in the order of the sides. If `revision` is `None`, returns the print files
/// of the last revision. Returns an empty list if the design has no such revision.
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

/// Whether a text is a UUID in the format of Postgres, in upper or lower case.
pub(crate) fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.iter().all(|group| group.bytes().all(|digit| digit.is_ascii_hexdigit()))
}
