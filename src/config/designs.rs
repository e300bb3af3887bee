//! Arguments of `stoa design`.

use std::path::PathBuf;

use clap::{ArgGroup, Args, Subcommand};

use super::FilePlace;

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
        #[arg(long, env = "STOA_FONTS", value_name = "FOLDER")]
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
