//! Who calls: anyone, of a store that is there, and a store's customer by the token of a session.

use std::net::IpAddr;

use stoa_customers::TokenDigest;
use stoa_db::DbError;
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

/// What a request says of who calls.
enum Credential {
    None,
    /// It is no token, or no session of the site has it.
    Invalid,
    Customer(Customer),
}

/// Characters of a token.
const TOKEN_LENGTH: usize = 43;

/// Who has no token that is valid; also whose account was erased while it called.
pub(crate) const UNAUTHORIZED: Unauthorized = Unauthorized("Unauthorized");

impl Authenticate for Storefront {
    type Anyone = Visitor;
    type Customer = Customer;
    type CustomerOrAnyone = Shopper;

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
}

impl RateLimited for Storefront {
    fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }
}

impl Storefront {
    /// The site, which has a store. Validation comes first, so a path's site is a number by now.
    async fn has_store<Op: Documents<404>>(&self, call: &Call) -> Result<i64, Error<Op>> {
        let site_id = call.raw_path("siteId").and_then(|text| text.parse().ok());
        Ok(self.store(site_id.ok_or(NotFound("Store not found"))?).await?.site_id)
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
    let is_of_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let is_token = token.len() == TOKEN_LENGTH && token.bytes().all(is_of_token);
    (scheme.eq_ignore_ascii_case("bearer") && is_token).then_some(token)
}

fn looks_ahead(call: &Call) -> bool {
    let is_prefetch = |name| {
        let value = call.headers().get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.to_ascii_lowercase().contains("prefetch"))
    };
    call.method() == Method::HEAD || is_prefetch("sec-purpose") || is_prefetch("purpose")
}
