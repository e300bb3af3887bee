//! Who calls: anyone, of a store that is there, a store's customer by the token of a session, and who designs by the
//! cookie of a designer session.

use std::net::IpAddr;

use stoa_customers::TokenDigest;
use stoa_db::DbError;
use stoa_designs::{Owner, SessionDigest};
use stoa_runtime::{Call, Documents, Error, HeaderMap, Method, NotFound, Operation, Unauthorized};
use stoa_storefront_server::{Authenticate, RateLimited, RateLimits};

use crate::Storefront;

/// Anyone, as far as handlers need to know them.
#[derive(Debug, Clone, Copy)]
pub struct Visitor {
    /// What limits count them by.
    pub(crate) client: IpAddr,
    /// The request only looks ahead: `HEAD`, or a browser's prefetch. It must not use anything up.
    pub(crate) looks_ahead: bool,
}

/// A customer who has logged in.
#[derive(Debug, Clone, Copy)]
pub struct Customer {
    pub(crate) id: i64,
    /// What finds the session by which they call.
    pub(crate) session: TokenDigest,
}

/// Who shops: a visitor, who may have logged in.
#[derive(Debug, Clone, Copy)]
pub struct Shopper {
    /// What limits count them by.
    pub(crate) client: IpAddr,
    pub(crate) customer: Option<Customer>,
}

impl Shopper {
    /// Somebody of this client.
    pub fn new(client: IpAddr, customer: Option<Customer>) -> Self {
        Self { client, customer }
    }
}

/// Who designs: a customer, a designer session, or both; nobody, where nobody may call.
#[derive(Debug, Clone)]
pub struct Designer {
    /// What limits count them by.
    pub(crate) client: IpAddr,
    pub(crate) customer: Option<Customer>,
    pub(crate) session: Option<DesignSession>,
}

/// A designer session that lasts.
#[derive(Debug, Clone)]
pub struct DesignSession {
    pub(crate) token: String,
    pub(crate) digest: SessionDigest,
}

impl Designer {
    /// A caller without a customer's token or a designer session.
    pub fn anyone(client: IpAddr) -> Self {
        Self { client, customer: None, session: None }
    }

    /// Who has what they call for.
    pub(crate) fn owner(&self) -> Owner {
        Owner {
            customer_id: self.customer.map(|customer| customer.id),
            session: self.session.as_ref().map(|session| session.digest),
        }
    }
}

/// What a request says of who calls.
enum Credential {
    None,
    /// It is no token, or no session of the site has it.
    Invalid,
    Customer(Customer),
}

/// What keeps a designer session in a browser.
pub(crate) const DESIGN_SESSION_COOKIE: &str = "svc_design_session";

/// Characters of a token.
const TOKEN_LENGTH: usize = 43;

/// Who has no token that is valid; also whose account was erased while it called.
pub(crate) const UNAUTHORIZED: Unauthorized = Unauthorized("Unauthorized");

impl Authenticate for Storefront {
    type Anyone = Visitor;
    type Customer = Customer;
    type CustomerOrAnyone = Shopper;
    type CustomerOrDesignSession = Designer;
    type CustomerOrDesignSessionOrAnyone = Designer;

    async fn anyone<Op: Operation + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<Visitor, Error<Op>> {
        self.has_store(call).await?;
        Ok(Visitor { client: call.client(), looks_ahead: looks_ahead(call) })
    }

    async fn customer<Op: Operation + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<Customer, Error<Op>> {
        let site_id = self.has_store(call).await?;
        match self.credential(call, site_id).await? {
            Credential::Customer(customer) => Ok(customer),
            Credential::None | Credential::Invalid => Err(UNAUTHORIZED)?,
        }
    }

    async fn customer_or_anyone<Op: Operation + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<Shopper, Error<Op>> {
        let site_id = self.has_store(call).await?;
        match self.credential(call, site_id).await? {
            Credential::Customer(customer) => Ok(Shopper::new(call.client(), Some(customer))),
            Credential::None => Ok(Shopper::new(call.client(), None)),
            Credential::Invalid => Err(UNAUTHORIZED)?,
        }
    }

    /// A token that is not valid is as none.
    async fn customer_or_anyone_leniently<Op: Operation + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<Shopper, Error<Op>> {
        let site_id = self.has_store(call).await?;
        let customer = match self.credential(call, site_id).await? {
            Credential::Customer(customer) => Some(customer),
            Credential::None | Credential::Invalid => None,
        };
        Ok(Shopper::new(call.client(), customer))
    }

    async fn customer_or_design_session<Op: Operation + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<Designer, Error<Op>> {
        let designer = self.designer(call).await?;
        if designer.owner().is_nobody() {
            return Err(UNAUTHORIZED)?;
        }
        Ok(designer)
    }

    async fn customer_or_design_session_or_anyone<
        Op: Operation + Documents<401> + Documents<404>,
    >(
        &self,
        call: &mut Call,
    ) -> Result<Designer, Error<Op>> {
        self.designer(call).await
    }
}

impl RateLimited for Storefront {
    fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }
}

impl Storefront {
    /// The site, which has a store. Validation comes first, so a path's site is a number by now.
    async fn has_store<Op: Documents<404>>(&self, call: &Call) -> Result<i64, Error<Op>> {
        const NO_STORE: NotFound = NotFound("Store not found");
        let site_id = call.raw_path("siteId").and_then(|text| text.parse().ok()).ok_or(NO_STORE)?;
        let store = match *call.method() {
            // Cached answers of the catalog are served while the database is down.
            Method::GET | Method::HEAD => self.stores.served_or_stale(site_id).await?,
            _ => self.stores.served(site_id).await?,
        };
        store.ok_or(NO_STORE)?;
        Ok(site_id)
    }

    /// Who designs, perhaps nobody. A cookie that names no session is as none.
    async fn designer<Op: Documents<401> + Documents<404>>(
        &self,
        call: &Call,
    ) -> Result<Designer, Error<Op>> {
        let site_id = self.has_store(call).await?;
        let customer = match self.credential(call, site_id).await? {
            Credential::Customer(customer) => Some(customer),
            Credential::None => None,
            Credential::Invalid => Err(UNAUTHORIZED)?,
        };
        let token = call.cookie(DESIGN_SESSION_COOKIE).lossy();
        let session = self.design_session(site_id, &token).await?;
        Ok(Designer { client: call.client(), customer, session })
    }

    /// The designer session with this token, if it lasts. One that was imported may have any, as it had elsewhere.
    pub(crate) async fn design_session(
        &self,
        site_id: i64,
        token: &str,
    ) -> Result<Option<DesignSession>, DbError> {
        if token.is_empty() {
            return Ok(None);
        }
        let digest = stoa_designs::find_session(&self.db, site_id, token, self.now()).await?;
        Ok(digest.map(|digest| DesignSession { token: token.to_owned(), digest }))
    }

    /// Who designs where a `sessionId` may stand in for the cookie; nobody is 401.
    pub(crate) async fn designer_of_session<Op: Documents<401>>(
        &self,
        site_id: i64,
        mut designer: Designer,
        session_id: Option<&str>,
    ) -> Result<Designer, Error<Op>> {
        if let Some(token) = session_id
            && let Some(session) = self.design_session(site_id, token).await?
        {
            designer.session = Some(session);
        }
        if designer.owner().is_nobody() {
            return Err(UNAUTHORIZED)?;
        }
        Ok(designer)
    }

    /// Asks the database each time: a session that has ended is over at once.
    async fn credential(&self, call: &Call, site_id: i64) -> Result<Credential, DbError> {
        if !call.headers().contains_key("authorization") {
            return Ok(Credential::None);
        }
        let Some(token) = token(call.headers()) else { return Ok(Credential::Invalid) };
        let session = stoa_customers::digest(token);
        let found = stoa_customers::find_session(&self.db, site_id, &session, self.now()).await?;
        let customer = found.map(|id| Credential::Customer(Customer { id, session }));
        Ok(customer.unwrap_or(Credential::Invalid))
    }
}

/// What looks like a token, in the only `Authorization` of a request.
fn token(headers: &HeaderMap) -> Option<&str> {
    let mut lines = headers.get_all("authorization").iter();
    let (Some(line), None) = (lines.next(), lines.next()) else { return None };
    let (scheme, token) = line.to_str().ok()?.split_once(' ')?;
    (scheme.eq_ignore_ascii_case("bearer") && is_token(token)).then_some(token)
}

/// Whether it can be a token of ours, of a customer's session or a designer's.
fn is_token(token: &str) -> bool {
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    token.len() == TOKEN_LENGTH && token.bytes().all(is_of_token)
}

fn looks_ahead(call: &Call) -> bool {
    let is_prefetch = |name| {
        let value = call.headers().get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.to_ascii_lowercase().contains("prefetch"))
    };
    call.method() == Method::HEAD || is_prefetch("sec-purpose") || is_prefetch("purpose")
}
