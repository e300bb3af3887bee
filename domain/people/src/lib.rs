//! The staff of sites: people, their accounts with TOTP, roles, sessions and invitations, and server keys. HTTP handlers
//! and commands share these rules.

mod account;
mod api_keys;
mod callers;
mod invitations;
mod login;
mod members;
mod networks;
mod owners;
mod people;
mod requirement;
mod reset;
mod roles;
mod server_keys;
pub mod staff;
mod totp;

use stoa_credentials::Passwords;
use stoa_db::Db;
use stoa_outbox::Outbox;
use stoa_values::Clock;

pub use account::{
    Account, ChangePasswordRefusal, change_password, find_account, password_refusal,
};
pub use api_keys::{ApiKeyRefusal, create_api_key};
pub use callers::{Caller, find_caller, find_caller_again};
pub use invitations::{AcceptRefusal, accept_invitation};
pub use login::{Login, LoginRefusal, end_session, find_login, log_in};
pub use members::{InviteRefusal, MemberRefusal, invite_person, remove_person, update_person};
pub use people::{
    find_agent, get_me, get_me_of_server_key, get_person, has_people, list_people, list_sites,
};
pub use requirement::set_totp_requirement;
pub use reset::{ResetRefusal, forget_password, give_reset_token, reset_password};
pub use server_keys::{
    SERVER_KEY_MAX_TTL, ServerKeyRefusal, create_server_key, list_server_keys, revoke_server_key,
};
pub use totp::{
    ConfirmTotpRefusal, RemoveTotpRefusal, Resealed, SetUpTotpRefusal, confirm_totp, remove_totp,
    reseal_totp, set_up_totp,
};

/// The services that operations on people need. Clones share the same services.
#[derive(Clone)]
pub struct PeopleContext {
    pub db: Db,
    pub clock: Clock,
    pub passwords: Passwords,
    /// None if the server has no page for invitations.
    pub invitation_mails: Option<LinkMails>,
    /// None if the server has no page for password resets.
    pub reset_mails: Option<LinkMails>,
}

/// The dependencies of mails with a link to a page of a portal.
#[derive(Clone)]
pub struct LinkMails {
    pub outbox: Outbox,
    /// The URL of the page, to which the token is appended.
    pub page: String,
}
