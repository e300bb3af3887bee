//! Arguments of `stoa customer`.

use clap::{Args, Subcommand};

use super::FilePlace;

#[derive(Debug, Subcommand)]
pub enum CustomerCommand {
    /// List customers, the newest first, 500 at most
    List {
        /// List only the customers of this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Show a customer's profile
    Show {
        #[command(flatten)]
        customer: CustomerName,
    },
    /// List a customer's sessions that have not ended
    Sessions {
        #[command(flatten)]
        customer: CustomerName,
    },
    /// Write all personal data of a customer as JSON
    Export {
        #[command(flatten)]
        customer: CustomerName,
        #[command(flatten)]
        place: Box<FilePlace>,
    },
    /// Erase a customer, with designs and images. Orders remain with their print files, but without name, addresses,
    /// phone, note and e-mail
    Erase {
        #[command(flatten)]
        customer: CustomerName,
    },
}

/// The customer that a command acts on.
#[derive(Debug, Clone, Args)]
pub struct CustomerName {
    /// The customer's id, or e-mail address in any case
    #[arg(value_name = "CUSTOMER")]
    pub customer: String,
    /// The customer's site; looked up if absent
    #[arg(long, value_name = "ID")]
    pub site: Option<i64>,
}
