//! Authentication of staff by session token or server key, and the check of their roles for a site.

use std::net::IpAddr;

use stoa_audit::{Actor, Origin};
use stoa_conversations::Agent;
use stoa_credentials::{TokenDigest, digest};
use stoa_people::{Caller, find_caller};
use stoa_runtime::{
    Bearer, Credential, Error, Operation, Permitted, Refuses, RequestContext, Restricted,
};
use stoa_staff_reasons as reasons;
use stoa_staff_server::{Authenticate, Role, StaffCredentials};
use stoa_staff_types as types;

use crate::StaffHandlers;

/// A caller of an operation that anyone may call.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The client's address or IPv6 network, by which rate limits count.
    pub(crate) client: IpAddr,
    pub(crate) request_id: String,
}

/// A person who is logged in, or a server key. If the operation requires a role, the caller has it for the request's
/// site.
#[derive(Debug, Clone)]
pub struct Staff {
    pub(crate) actor: Actor,
    /// The sites of a server key. Empty for a person.
    pub(crate) key_site_ids: Vec<i64>,
    pub(crate) client: IpAddr,
    request_id: String,
    /// The digest that identifies the session or the key.
    pub(crate) credential: TokenDigest,
    pub(crate) roles: Vec<types::Role>,
    /// Whether the request's site requires TOTP and the person has none.
    lacks_totp: bool,
}

/// The caller of an operation that server keys may not call.
pub(crate) struct LoggedInPerson {
    pub id: i64,
    pub session: TokenDigest,
}

impl Staff {
    /// Whether the caller has the role for the request's site. An owner has every role.
    pub(crate) fn has_role(&self, role: Role) -> bool {
        self.roles.iter().any(|held| *held == types::Role::Owner || held.as_str() == role.as_str())
    }

    /// The caller as the agent of a conversation.
    pub(crate) fn agent(&self) -> Agent {
        let person_id = match self.actor {
            Actor::Person { id, .. } => Some(id),
            Actor::ServerKey { .. } | Actor::CommandLine => None,
        };
        Agent { name: self.actor.name().to_owned(), person_id }
    }

    /// The origin of the changes of a request, for the audit trail.
    pub(crate) fn origin<Op: Operation>(self) -> Origin {
        Origin { actor: self.actor, operation: Op::ID, request_id: Some(self.request_id) }
    }

    pub(crate) fn person(&self) -> Result<LoggedInPerson, reasons::OnlyAPerson> {
        match self.actor {
            Actor::Person { id, .. } => Ok(LoggedInPerson { id, session: self.credential }),
            Actor::ServerKey { .. } | Actor::CommandLine => Err(reasons::OnlyAPerson),
        }
    }

    /// The holder of the `Idempotency-Key`s that the caller sends.
    pub(crate) fn holder(&self) -> String {
        self.actor.unique()
    }
}

impl Authenticate for StaffHandlers {
    type Anyone = Visitor;
    type Staff = Staff;

    async fn anyone<Op: Operation>(
        &self,
        context: RequestContext<'_>,
    ) -> Result<Visitor, Error<Op>> {
        Ok(Visitor { client: context.client(), request_id: context.request_id().to_owned() })
    }

    async fn staff_with_role<
        Op: Restricted<Role = Role>
            + Refuses<reasons::Unauthorized>
            + Refuses<reasons::SiteNotFound>
            + Refuses<reasons::SiteRequiresTotp>,
    >(
        &self,
        credentials: StaffCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<(Staff, Permitted<Op>), Error<Op>> {
        let staff = self.find_staff(credentials, &context, Some(site_id)).await?;
        if staff.roles.is_empty() {
            return Err(reasons::SiteNotFound)?;
        }
        stoa_fair_queue::set_tenant(site_id.unsigned_abs());
        if staff.lacks_totp {
            return Err(reasons::SiteRequiresTotp)?;
        }
        let permitted = Op::check_roles(|role| staff.has_role(role))?;
        Ok((staff, permitted))
    }

    async fn staff<Op: Operation + Refuses<reasons::Unauthorized>>(
        &self,
        credentials: StaffCredentials<'_>,
        context: RequestContext<'_>,
    ) -> Result<Staff, Error<Op>> {
        self.find_staff(credentials, &context, None).await
    }
}

impl StaffHandlers {
    async fn find_staff<Op: Refuses<reasons::Unauthorized>>(
        &self,
        credentials: StaffCredentials<'_>,
        context: &RequestContext<'_>,
        site_id: Option<i64>,
    ) -> Result<Staff, Error<Op>> {
        let Credential::Given(Bearer(token)) = credentials.staff else {
            return Err(reasons::Unauthorized)?;
        };
        let found = find_caller(&self.db, token, site_id, self.people.clock.now()).await?;
        let Caller { actor, key_site_ids, roles, lacks_totp } =
            found.ok_or(reasons::Unauthorized)?;
        stoa_fair_queue::set_known();
        let (client, request_id) = (context.client(), context.request_id().to_owned());
        let credential = digest(token);
        Ok(Staff { actor, key_site_ids, client, request_id, credential, roles, lacks_totp })
    }
}
