//! `stoa design`: what staff do with designs. `print` stores files that follow from the designs, in several transactions.
//! It does not write to the audit trail.

use std::collections::HashSet;
use std::fs;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, bail, ensure};
use chrono::{DateTime, Utc};
use clap::{ArgGroup, Args, Subcommand};
use stoa_audit::Origin;
use stoa_commerce::orders::staff::{self as orders, FoundOrder};
use stoa_db::Db;
use stoa_designs::prints::{IfChanged, draw_order, draw_revision};
use stoa_designs::staff::{self, FoundDesign, ShownDesign};
use stoa_designs::{ImportRefusal, import_legacy};
use stoa_files::Files;
use stoa_images::Pictures;

use super::only;
use super::orders::find as find_order;
use crate::config::FilePlace;
use crate::database::Database;
use crate::listing::{self, Output};
use crate::{serve, text};

#[derive(Debug, Subcommand)]
pub enum DesignCommand {
    /// List designs, the last changed first, 500 at most
    List {
        /// List only the designs of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Show a design and its drawings
    Show {
        #[command(flatten)]
        design: DesignName,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
    /// Import designs of the legacy designer, all in a file or none
    Import {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// JSON with one design or an array of designs: {uuid, productId, name, layersBySurface, canvasSize, status,
        /// isPublic, customerEmail or sessionId}
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the URLs of an order's or a design's print files, or save the files in a folder. Missing print files are
    /// drawn again first
    #[command(group = ArgGroup::new("what").required(true).args(["order", "design"]))]
    Print {
        /// The order's number, in any case. Its designs are printed as they were when the order was placed
        #[arg(long, value_name = "ORDER")]
        order: Option<String>,
        /// The design's number or UUID
        #[arg(value_name = "DESIGN")]
        design: Option<String>,
        /// Revision of the design; the last if absent
        #[arg(long, value_name = "N", conflicts_with = "order")]
        revision: Option<i64>,
        /// Site of the order or the design; looked up if absent
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Folder to save the files in, instead of printing their URLs
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
        /// Draw a missing print file even if it differs from the first one, because fonts or the renderer have changed
        #[arg(long)]
        accept_changed: bool,
        /// The server's folder of fonts
        #[arg(long, env, value_name = "FOLDER")]
        fonts: Option<PathBuf>,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
}

/// The design that a command acts on.
#[derive(Debug, Clone, Args)]
pub struct DesignName {
    /// The design's number or UUID
    #[arg(value_name = "DESIGN")]
    pub design: String,
    /// The design's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}

/// How long a command may take to draw one print file. No client waits for it.
const PRINT_TIMEOUT: Duration = Duration::from_secs(120);

/// Maximum size of a print file.
const MAX_IMAGE_FILE_BYTES: usize = 256 * 1024 * 1024;

pub async fn run(command: DesignCommand, database: &Database, db: &Db) -> Result<()> {
    let out = &mut stdout();
    match command {
        DesignCommand::List { site } => {
            let headings = [
                "SITE", "DESIGN", "UUID", "PRODUCT", "NAME", "OF", "STATUS", "REVISION", "CHANGED",
            ];
            listing::write(&headings, staff::list(db, site).await?, out)
        }
        DesignCommand::Show { design, place } => {
            let found = find(db, design.site, &design.design).await?;
            show(db, found, &place.files(db, database).await?, out).await
        }
        DesignCommand::Import { site, file } => import(db, site, &file, Utc::now(), out).await,
        DesignCommand::Print {
            order,
            design,
            revision,
            site,
            to,
            accept_changed,
            fonts,
            place,
        } => {
            let files = place.files(db, database).await?;
            let drawings = serve::drawings(fonts.as_deref())?;
            let drawings = drawings.with_timeouts(PRINT_TIMEOUT, PRINT_TIMEOUT);
            let studio = serve::studio(db, &files, &Pictures::new(), drawings)?;
            let if_changed = if accept_changed { IfChanged::Accept } else { IfChanged::Refuse };
            let prints = match (order, design) {
                (Some(number), _) => {
                    let found = find_order(db, site, &number).await?;
                    let FoundOrder { site_id, id, .. } = &found;
                    draw_order(&studio, *site_id, *id, if_changed, Utc::now()).await?;
                    prints_of_order(db, &found, &files).await?
                }
                (None, Some(name)) => {
                    let found = find(db, site, &name).await?;
                    let FoundDesign { site_id, id } = found;
                    draw_revision(&studio, site_id, id, revision, if_changed, Utc::now()).await?;
                    prints_of_design(db, found, &name, revision, &files).await?
                }
                (None, None) => bail!("name a design, or an order with --order"),
            };
            match to {
                Some(folder) => write(&files, &prints, &folder, out).await,
                None => name(prints, out),
            }
        }
    }
}

/// Finds a design by number or UUID. Without a site, searches all sites.
pub async fn find(db: &Db, site_id: Option<i64>, name: &str) -> Result<FoundDesign> {
    let found = staff::find(db, site_id, name.trim()).await?;
    only(found, &format!("design {name}"), "stoa design list")
}

pub async fn show(db: &Db, design: FoundDesign, files: &Files, out: &mut Output) -> Result<()> {
    let ShownDesign { fields, drawings } =
        staff::show(db, design, &files.prefix(design.site_id)).await?;
    listing::write_fields(18, fields, out)?;
    if !drawings.is_empty() {
        writeln!(out)?;
        let headings = ["REVISION", "FINALIZED", "SIDE", "MOCK-UP", "PRINT FILE"];
        listing::write(&headings, drawings, out)?;
    }
    Ok(())
}

/// Imports all legacy designs in a file, or none if one is faulty.
pub async fn import(
    db: &Db,
    site_id: i64,
    path: &Path,
    now: DateTime<Utc>,
    out: &mut Output,
) -> Result<()> {
    let shown = path.display();
    let read = fs::read(path).map_err(Error::from).and_then(text::decode);
    let json = read.with_context(|| format!("{shown} cannot be read"))?;
    let origin = Origin::of_command("stoa design import");
    match import_legacy(db, &origin, site_id, &json, now).await {
        Ok(count) => Ok(writeln!(out, "imported {count} designs into site {site_id}")?),
        Err(ImportRefusal::Faults(faults)) => {
            let plural = if faults.len() == 1 { "" } else { "s" };
            let count = faults.len();
            bail!("{shown}: {count} fault{plural}, nothing was imported\n{}", faults.join("\n"))
        }
        Err(ImportRefusal::Database(error)) => Err(error.into()),
    }
}

pub struct Print {
    site_id: i64,
    /// The file name under which the file is saved, without an extension.
    name: String,
    /// The product that the file is printed on. Known only for the print files of an order, as is `quantity`.
    item: Option<String>,
    quantity: Option<String>,
    side: String,
    url: String,
}

pub async fn prints_of_order(db: &Db, order: &FoundOrder, files: &Files) -> Result<Vec<Print>> {
    let FoundOrder { site_id, number, .. } = order;
    let rows = orders::print_files(db, order, &files.prefix(*site_id)).await?;
    ensure!(!rows.is_empty(), "order {number} has no print files: it contains no designs");
    let prints = rows.into_iter().filter_map(|row| {
        let [line, item, quantity, side, url] = <[Option<String>; 5]>::try_from(row).ok()?;
        let (line, side) = (line?, side?);
        let url = url.with_context(|| {
            format!("line {line} of order {number} has no print file of side {side}, and its design was deleted")
        });
        let name = format!("{number}-{line}-{side}");
        Some(url.map(|url| Print { site_id: *site_id, name, item, quantity, side, url }))
    });
    prints.collect()
}

pub async fn prints_of_design(
    db: &Db,
    design: FoundDesign,
    name: &str,
    revision: Option<i64>,
    files: &Files,
) -> Result<Vec<Print>> {
    let FoundDesign { site_id, id } = design;
    let found = staff::print_files(db, design, revision, &files.prefix(site_id)).await?;
    match revision {
        Some(revision) => ensure!(!found.is_empty(), "design {name} has no revision {revision}"),
        None => ensure!(!found.is_empty(), "design {name} was never finalized"),
    }
    let prints = found.into_iter().map(|staff::PrintFile { side, url }| {
        let name = format!("design-{id}-{side}");
        Print { site_id, name, item: None, quantity: None, side, url }
    });
    Ok(prints.collect())
}

pub fn name(prints: Vec<Print>, out: &mut Output) -> Result<()> {
    let cells = |print: Print| vec![print.item, print.quantity, Some(print.side), Some(print.url)];
    let headings = ["PRINTED ON", "QUANTITY", "SIDE", "PRINT FILE"];
    listing::write(&headings, prints.into_iter().map(cells), out)
}

/// Saves the print files in a folder, and writes the path of each.
pub async fn write(files: &Files, prints: &[Print], folder: &Path, out: &mut Output) -> Result<()> {
    let shown = folder.display();
    fs::create_dir_all(folder).with_context(|| format!("the folder {shown} cannot be created"))?;
    let mut paths = HashSet::new();
    for print in prints {
        let Print { site_id, name, url, .. } = print;
        let key = files
            .key_of(*site_id, url)
            .with_context(|| format!("{url} is not a file of this site"))?;
        let bytes = files.read(*site_id, key, MAX_IMAGE_FILE_BYTES).await?;
        let bytes = bytes.with_context(|| format!("{url} is missing from the file storage"))?;
        let extension = key.rsplit('.').next().unwrap_or_default();
        let mut path = folder.join(file_name(name, extension));
        // The names of two sides may differ only in characters that are not part of a file name.
        if !paths.insert(path.clone()) {
            let stem = key.split('.').next().unwrap_or_default();
            path = folder.join(file_name(&format!("{name}-{stem}"), extension));
        }
        fs::write(&path, bytes).with_context(|| format!("{} cannot be written", path.display()))?;
        writeln!(out, "{}", path.display())?;
    }
    Ok(())
}

/// Returns a file name with only letters, digits and hyphens before the extension. Otherwise the name of a side could
/// lead out of the folder.
fn file_name(name: &str, extension: &str) -> PathBuf {
    let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let name: String = name.chars().map(plain).collect();
    PathBuf::from(name).with_extension(extension)
}
