//! Authentication of storefront callers. A caller is anyone, a customer with a session token, or a designer with a
//! session cookie. The site must have a store.

use std::{net::IpAddr, sync::Arc};

use stoa_credentials::{TokenDigest, digest};
use stoa_customers::SessionCustomer;
use stoa_db::DbError;
use stoa_designs::{Owner, SessionDigest};
use stoa_runtime::{ApiKey, Bearer, Credential, Error, Method, Operation, Refuses, RequestContext};
use stoa_storefront_reasons as reasons;
use stoa_storefront_server::{
    Authenticate, CustomerCredentials, CustomerOrDesignSessionCredentials, RateLimited, RateLimits,
};
use stoa_stores::Store;

use crate::Storefront;

/// A caller of an operation that anyone may call. The caller's credentials are not read.
#[derive(Debug, Clone)]
pub struct Visitor {
    pub(crate) store: Arc<Store>,
    /// The client's address or IPv6 network, by which rate limits count.
    pub(crate) client: IpAddr,
    /// Whether the request is a `HEAD` or a browser's prefetch. Such a request must not use up a link's token.
    pub(crate) looks_ahead: bool,
}

#[derive(Debug, Clone, Copy)]
pub struct Customer {
    pub(crate) id: i64,
    pub(crate) session: TokenDigest,
    /// Whether the customer has proved that the e-mail address is theirs.
    pub(crate) is_verified: bool,
}

/// A caller who may be a logged-in customer.
#[derive(Debug, Clone)]
pub struct Shopper {
    pub(crate) store: Arc<Store>,
    pub(crate) client: IpAddr,
    pub(crate) customer: Option<Customer>,
}

/// A caller with a customer, a designer session, or both. In operations that anyone may call, the caller may have
/// neither.
#[derive(Debug, Clone)]
pub struct Designer {
    pub(crate) store: Arc<Store>,
    pub(crate) client: IpAddr,
    pub(crate) customer: Option<Customer>,
    pub(crate) session: Option<DesignSession>,
}

/// A designer session that has not expired.
#[derive(Debug, Clone)]
pub struct DesignSession {
    pub(crate) token: String,
    pub(crate) digest: SessionDigest,
}

impl From<Shopper> for Designer {
    fn from(Shopper { store, client, customer }: Shopper) -> Self {
        Self { store, client, customer, session: None }
    }
}

impl Designer {
    /// The owners whose designs this caller may use: the customer, the designer session, or both.
    pub(crate) fn owner(&self) -> Owner {
        Owner {
            customer_id: self.customer.map(|customer| customer.id),
            session: self.session.as_ref().map(|session| session.digest),
        }
    }

    /// The id of the customer if their address is verified.
    pub(crate) fn verified_customer(&self) -> Option<i64> {
        self.customer.filter(|customer| customer.is_verified).map(|customer| customer.id)
    }
}

struct Login {
    customer: Option<Customer>,
    /// Whether the header is malformed or repeated, or no session of the site has its token.
    is_invalid: bool,
}

pub(crate) const DESIGN_SESSION_COOKIE: &str = "svc_design_session";

/// Length of a customer's session token, in characters.
const TOKEN_LENGTH: usize = 43;

impl Authenticate for Storefront {
    type Anyone = Visitor;
    type Customer = Customer;
    type CustomerOrAnyone = Shopper;
    type CustomerOrDesignSession = Designer;
    type CustomerOrDesignSessionOrAnyone = Designer;

    async fn anyone<Op: Operation + Refuses<reasons::StoreNotFound>>(
        &self,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Visitor, Error<Op>> {
        let store = self.store_of_request(context, site_id).await?;
        let looks_ahead = context.method() == Method::HEAD || context.is_prefetch();
        Ok(Visitor { store, client: context.client(), looks_ahead })
    }

    async fn customer<
        Op: Operation + Refuses<reasons::Unauthorized> + Refuses<reasons::StoreNotFound>,
    >(
        &self,
        credentials: CustomerCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Customer, Error<Op>> {
        self.store_of_request(context, site_id).await?;
        let login = self.login(credentials.customer, site_id).await?;
        Ok(login.customer.ok_or(reasons::Unauthorized)?)
    }

    async fn customer_or_anyone_leniently<Op: Operation + Refuses<reasons::StoreNotFound>>(
        &self,
        credentials: CustomerCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Shopper, Error<Op>> {
        let store = self.store_of_request(context, site_id).await?;
        let customer = self.login(credentials.customer, site_id).await?.customer;
        Ok(Shopper { store, client: context.client(), customer })
    }

    async fn customer_or_design_session<
        Op: Operation + Refuses<reasons::Unauthorized> + Refuses<reasons::StoreNotFound>,
    >(
        &self,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Designer, Error<Op>> {
        let designer = self.designer_with_valid_token(credentials, context, site_id).await?;
        if designer.owner().is_nobody() {
            return Err(reasons::Unauthorized)?;
        }
        Ok(designer)
    }

    async fn customer_or_design_session_or_anyone<
        Op: Operation + Refuses<reasons::Unauthorized> + Refuses<reasons::StoreNotFound>,
    >(
        &self,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Designer, Error<Op>> {
        self.designer_with_valid_token(credentials, context, site_id).await
    }

    async fn customer_or_design_session_or_anyone_leniently<
        Op: Operation + Refuses<reasons::StoreNotFound>,
    >(
        &self,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Designer, Error<Op>> {
        let store = self.store_of_request(context, site_id).await?;
        let login = self.login(credentials.customer, site_id).await?;
        Ok(self.designer(store, login.customer, credentials, context).await?)
    }
}

impl RateLimited for Storefront {
    fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }
}

impl Storefront {
    /// Returns the store of the request's site, or 404 if the site has none.
    async fn store_of_request<Op: Refuses<reasons::StoreNotFound>>(
        &self,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Arc<Store>, Error<Op>> {
        let store = match *context.method() {
            // Reads may use a stale store, so that cached catalog responses are served while the database is down.
            Method::GET | Method::HEAD => self.orders.stores.served_or_stale(site_id).await?,
            _ => self.orders.stores.served(site_id).await?,
        };
        let store = store.ok_or(reasons::StoreNotFound)?;
        stoa_fair_queue::set_tenant(site_id.unsigned_abs());
        Ok(store)
    }

    /// Fails with 401 if the token is invalid.
    async fn designer_with_valid_token<
        Op: Refuses<reasons::Unauthorized> + Refuses<reasons::StoreNotFound>,
    >(
        &self,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> Result<Designer, Error<Op>> {
        let store = self.store_of_request(context, site_id).await?;
        let login = self.login(credentials.customer, site_id).await?;
        if login.is_invalid {
            return Err(reasons::Unauthorized)?;
        }
        Ok(self.designer(store, login.customer, credentials, context).await?)
    }

    /// Returns the caller as a designer, who may have neither a customer nor a session. Ignores a cookie without a
    /// valid session. If the cookie alone authenticates a page of another origin, the body must name its type.
    async fn designer(
        &self,
        store: Arc<Store>,
        customer: Option<Customer>,
        credentials: CustomerOrDesignSessionCredentials<'_>,
        context: RequestContext<'_>,
    ) -> Result<Designer, DbError> {
        let session = match credentials.design_session {
            Credential::Given(ApiKey(token)) => self.design_session(store.site_id, token).await?,
            Credential::Absent | Credential::Malformed => None,
        };
        if session.is_some()
            && customer.is_none()
            && let Some(origin) = context.origin()
            && !store.has_pages_at(origin)
        {
            context.require_json_type();
        }
        Ok(Designer { store, client: context.client(), customer, session })
    }

    /// Returns the designer session with this token, unless the session has expired. Imported sessions may have tokens
    /// of any form, so the form is not checked.
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

    /// Returns the designer of an operation that also accepts a `sessionId`. A valid `sessionId` takes precedence over
    /// the cookie. Fails with 401 if the designer has neither a customer nor a session.
    pub(crate) async fn designer_of_session<Op: Refuses<reasons::Unauthorized>>(
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
            return Err(reasons::Unauthorized)?;
        }
        Ok(designer)
    }

    /// Returns whether the caller is logged in. Queries the database on every call, so that the end of a session takes effect
    /// at once.
    async fn login(
        &self,
        credential: Credential<Bearer<'_>>,
        site_id: i64,
    ) -> Result<Login, DbError> {
        let token = match credential {
            Credential::Absent => return Ok(Login { customer: None, is_invalid: false }),
            Credential::Given(Bearer(token)) if is_token(token) => token,
            _ => return Ok(Login { customer: None, is_invalid: true }),
        };
        let session = digest(token);
        let found = stoa_customers::find_session(&self.db, site_id, &session, self.now()).await?;
        let customer = found.map(|SessionCustomer { id, is_verified, .. }| Customer {
            id,
            session,
            is_verified,
        });
        Ok(Login { customer, is_invalid: customer.is_none() })
    }
}

fn is_token(token: &str) -> bool {
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    token.len() == TOKEN_LENGTH && token.bytes().all(is_of_token)
}
