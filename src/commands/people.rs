//! `stoa staff`: the people who may call the staff API.

use std::io::{Write, stderr, stdout};

use anyhow::{Result, bail, ensure};
use clap::Subcommand;
use stoa_audit::Origin;
use stoa_credentials::Passwords;
use stoa_db::Db;
use stoa_people::PeopleContext;
use stoa_people::staff::Invited;
use stoa_people::staff::{self, Removal};
use stoa_staff_types::NamedServerKey;
use stoa_values::Clock;

use crate::config::{InvitationPage, PublicUrl};
use crate::listing::{self, Output};

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

pub async fn run(command: PersonCommand, db: &Db) -> Result<()> {
    match command {
        PersonCommand::Create { email, roles, site, invitation_page, public_url } => {
            let invited = create(db, site, &email, &roles).await?;
            tell(&invited, &email, &invitation_page, &public_url, db).await
        }
        PersonCommand::List { site } => list(db, site, &mut stdout()).await,
        PersonCommand::Remove { email, site, force, retain_server_key } => {
            remove(db, site, &email, force, &retain_server_key).await
        }
        PersonCommand::RemoveTotp { email } => remove_totp(db, &email).await,
    }
}

pub async fn create(
    db: &Db,
    site_id: Option<i64>,
    email: &str,
    roles: &[String],
) -> Result<Invited> {
    ensure!(stoa_values::email::is_email(email), "--email must be an e-mail address");
    staff::create(&context(db), &Origin::of_command("stoa staff create"), site_id, email, roles)
        .await?
        .ok_or_else(|| no_site(site_id))
}

/// Prints the link of an invitation to standard output, and everything else to standard error.
async fn tell(
    invited: &Invited,
    email: &str,
    page: &InvitationPage,
    public_url: &PublicUrl,
    db: &Db,
) -> Result<()> {
    let Some(token) = &invited.token else {
        return Ok(writeln!(stderr(), "{email} has the roles, and logs in as before")?);
    };
    writeln!(
        stderr(),
        "{email} sets a name and a password within 7 days; this is not shown again:"
    )?;
    match &page.invitation_url {
        Some(url) => writeln!(stdout(), "{url}{token}")?,
        None => {
            let url = public_url.for_links(db).await?;
            let body = format!(r#"{{"token":"{token}","name":"…","password":"…"}}"#);
            writeln!(
                stdout(),
                "curl -H 'content-type: application/json' -d '{body}' {url}/api/staff/invitations/accept"
            )?;
        }
    }
    Ok(())
}

pub async fn list(db: &Db, site_id: Option<i64>, out: &mut Output) -> Result<()> {
    let headings = ["PERSON", "E-MAIL", "NAME", "ROLES", "CREATED", "LAST SEEN"];
    listing::write(&headings, staff::list(db, site_id).await?, out)
}

/// Prints to standard error which server keys were revoked.
pub async fn remove(
    db: &Db,
    site_id: Option<i64>,
    email: &str,
    is_forced: bool,
    retained_keys: &[i64],
) -> Result<()> {
    let origin = Origin::of_command("stoa staff remove");
    match staff::remove(&context(db), &origin, site_id, email, is_forced, retained_keys).await? {
        Removal::Done(keys) => {
            for NamedServerKey { id, name } in keys.revoked {
                writeln!(stderr(), "revoked the server key {id} ({name})")?;
            }
            Ok(())
        }
        Removal::NoSuchRoles => {
            bail!("{email} has no such roles: `stoa staff list` lists people and their roles")
        }
        Removal::OwnerIsNeeded(site_id) => bail!(
            "site {site_id} would have no owner who has accepted an invitation: `stoa staff create` invites one; --force removes {email} nevertheless"
        ),
    }
}

pub async fn remove_totp(db: &Db, email: &str) -> Result<()> {
    let origin = Origin::of_command("stoa staff remove-totp");
    let is_removed = staff::remove_totp(&context(db), &origin, email).await?;
    ensure!(is_removed, "{email} has no TOTP: `stoa staff list` lists people");
    Ok(())
}

fn context(db: &Db) -> PeopleContext {
    PeopleContext {
        db: db.clone(),
        clock: Clock::default(),
        passwords: Passwords::default(),
        invitation_mails: None,
        reset_mails: None,
    }
}

fn no_site(site_id: Option<i64>) -> anyhow::Error {
    let site_id = site_id.unwrap_or_default();
    anyhow::anyhow!("site {site_id} does not exist: `stoa site list` lists the sites")
}
