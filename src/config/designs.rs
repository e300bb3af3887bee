//! Arguments of `stoa design`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use super::FilePlace;

#[derive(Debug, Subcommand)]
pub enum DesignCommand {
    /// List designs, the one changed last first, 500 at most
    List {
        /// Only those of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Show a design, and what was drawn of it
    Show {
        #[command(flatten)]
        design: DesignName,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
    /// Take over designs of the legacy designer, all of a file or none
    Import {
        /// The site's id
        #[arg(long, value_name = "ID")]
        site: i64,
        /// JSON, of one design or an array: {uuid, productId, name, layersBySurface, canvasSize, status, isPublic,
        /// customerEmail or sessionId}
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Name what is to be printed for an order, or of a design, by URLs; or write it into a folder
    #[command(group = ArgGroup::new("what").required(true).args(["order", "design"]))]
    Print {
        /// The order's number, in any case: what is printed is what was finalized when it was ordered
        #[arg(long, value_name = "ORDER")]
        order: Option<String>,
        /// The design's number or UUID
        #[arg(value_name = "DESIGN")]
        design: Option<String>,
        /// Which revision of the design; the last when absent
        #[arg(long, value_name = "N", conflicts_with = "order")]
        revision: Option<i64>,
        /// The site of either; looked up when absent
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Where the pictures are written, in place of their URLs
        #[arg(long, value_name = "FOLDER")]
        to: Option<PathBuf>,
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
    /// Its site; looked up when absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}
