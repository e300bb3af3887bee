//! Arguments of `stoa staff`.

use clap::{Args, Subcommand};
use url::Url;

use super::PublicUrl;

#[derive(Debug, Subcommand)]
pub enum PersonCommand {
    /// Give a person roles, and print how a new person sets a name and a password: a one-time link, or a command with a
    /// one-time token
    Create {
        /// The person's e-mail address
        #[arg(long)]
        email: String,
        /// A role. Repeat the option for several
        #[arg(long = "role", required = true, value_parser = ["owner", "shop", "support", "content"])]
        roles: Vec<String>,
        /// The site for which the person gets the roles; all sites if absent
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        #[command(flatten)]
        invitation_page: InvitationPage,
        #[command(flatten)]
        public_url: PublicUrl,
    },
    /// List people with their roles
    List {
        /// List only the people with roles for this site
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
    },
    /// Take away a person's roles. Sessions of a person without any role end
    Remove {
        /// The person's e-mail address
        #[arg(long)]
        email: String,
        /// The site; all sites if absent
        #[arg(long, value_name = "ID")]
        site: Option<i64>,
        /// Even if a site then has no owner who has accepted an invitation
        #[arg(long)]
        force: bool,
        /// A server key that the person created and that stays valid; repeat the option for several
        #[arg(long, value_name = "ID")]
        retain_server_key: Vec<i64>,
    },
    /// Turn off the TOTP of a person who has lost the authenticator app and the recovery codes
    RemoveTotp {
        /// The person's e-mail address
        #[arg(long)]
        email: String,
    },
}

/// The page of a portal on which an invited person sets a name and a password.
#[derive(Debug, Clone, Args)]
pub struct InvitationPage {
    /// URL of the page on which people accept invitations, to which the token is appended, such as
    /// https://portal.example.com/accept#token=. If absent, the server mails no invitations
    #[arg(
        help_heading = "Network",
        long,
        env = "STOA_INVITATION_URL",
        value_name = "URL",
        value_parser = parse_invitation_url
    )]
    pub invitation_url: Option<String>,
}

fn parse_invitation_url(text: &str) -> Result<String, &'static str> {
    let is_of_the_web = |url: &Url| matches!(url.scheme(), "http" | "https") && url.has_host();
    match Url::parse(text).is_ok_and(|url| is_of_the_web(&url)) {
        true => Ok(text.to_owned()),
        false => Err("it must begin with http:// or https:// and a host"),
    }
}
