//! Who calls: anyone, of a store that is there. Customers have no accounts yet, so no token is valid.

use std::net::IpAddr;

use stoa_runtime::{Call, Documents, Error, Method, NotFound, Operation, Unauthorized};
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

impl Authenticate for Storefront {
    type Anyone = Visitor;
    type CustomerOrAnyone = Shopper;

    async fn anyone<Op: Operation + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<Visitor, Error<Op>> {
        self.has_store(call).await?;
        Ok(Visitor { client: call.client(), looks_ahead: looks_ahead(call) })
    }

    async fn customer_or_anyone<Op: Operation + Documents<401> + Documents<404>>(
        &self,
        call: &mut Call,
    ) -> Result<Shopper, Error<Op>> {
        self.has_store(call).await?;
        if call.headers().contains_key("authorization") {
            Err(Unauthorized("Unauthorized"))?;
        }
        Ok(Shopper::new(call.client(), None))
    }
}

impl RateLimited for Storefront {
    fn rate_limits(&self) -> &RateLimits {
        &self.rate_limits
    }
}

impl Storefront {
    /// A path's site that is no number is left to validation, which comes first.
    async fn has_store<Op: Documents<404>>(&self, call: &Call) -> Result<(), Error<Op>> {
        let site_id = call.raw_path("siteId").and_then(|text| text.parse().ok());
        self.store(site_id.ok_or(NotFound("Store not found"))?).await?;
        Ok(())
    }
}

fn looks_ahead(call: &Call) -> bool {
    let is_prefetch = |name| {
        let value = call.headers().get(name).and_then(|value| value.to_str().ok());
        value.is_some_and(|value| value.to_ascii_lowercase().contains("prefetch"))
    };
    call.method() == Method::HEAD || is_prefetch("sec-purpose") || is_prefetch("purpose")
}
