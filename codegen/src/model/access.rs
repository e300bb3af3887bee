//! The callers of operations: security schemes, the callers that an operation accepts, and the roles that they need.

use heck::ToSnakeCase;

#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// The names of the principals that the operation accepts; empty for a public operation.
    pub principals: Vec<String>,
    pub optional: bool,
    /// Whether a call with an invalid credential reaches the handler (`x-credential: lenient`).
    pub lenient: bool,
}

/// The roles that a caller needs, and the response to a caller without them.
#[derive(Debug, Clone)]
pub struct Restriction {
    /// The caller needs every role of one of these lists. The lists are sorted, and so are the roles in each.
    pub alternatives: Vec<Vec<String>>,
    pub status: u16,
    pub message: String,
}

#[derive(Debug)]
pub struct Scheme {
    pub name: String,
    pub principal: String,
    pub doc: String,
    pub place: Credential,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Credential {
    Bearer,
    Header(String),
    Query(String),
    Cookie(String),
}

impl Scheme {
    /// The schemes with the names under which clients set their credentials ([`credential_names`]).
    pub fn with_credential_names<'a>(
        schemes: impl IntoIterator<Item = &'a Self>,
    ) -> Vec<(&'a str, &'a Self)> {
        let schemes: Vec<_> = schemes.into_iter().collect();
        let named: Vec<_> = schemes
            .iter()
            .map(|Self { name, principal, place, .. }| NamedScheme {
                name,
                principal,
                is_in_query: matches!(place, Credential::Query(_)),
            })
            .collect();
        credential_names(&named).into_iter().zip(schemes).collect()
    }
}

impl Credential {
    /// The credential's place in a request, in words.
    pub fn description(&self) -> String {
        match self {
            Self::Bearer => "`Authorization: Bearer`".to_owned(),
            Self::Header(name) => format!("Header `{name}`"),
            Self::Query(name) => format!("Query parameter `{name}`"),
            Self::Cookie(name) => format!("Cookie `{name}`"),
        }
    }
}

impl Access {
    /// The type of the credentials that the guard gets: `CustomerOrDesignSessionCredentials`. `None` for a public
    /// operation.
    pub fn credentials(&self) -> Option<String> {
        let principals = self.principals.join("Or");
        (!principals.is_empty()).then(|| format!("{principals}Credentials"))
    }

    /// The type of the caller: `ApiKey`, `CustomerOrDesignSession`, `CustomerOrAnyone`, `Anyone`.
    pub fn caller(&self) -> String {
        let mut names = self.principals.clone();
        if names.is_empty() || self.optional {
            names.push(Self::ANYONE.to_owned());
        }
        names.join("Or")
    }

    /// The name of a caller without a credential.
    pub const ANYONE: &str = "Anyone";

    /// The name of the guard's method: `customer_or_anyone`, `customer_or_anyone_leniently`.
    pub fn guard(&self) -> String {
        let caller = self.caller().to_snake_case();
        if self.lenient { format!("{caller}_leniently") } else { caller }
    }
}

impl Restriction {
    /// The restriction in words: ``Requires one of the roles `shop` and `support`.``
    pub fn description(&self) -> String {
        let listed = |roles: &[String]| {
            let roles: Vec<String> = roles.iter().map(|role| format!("`{role}`")).collect();
            match roles.split_last() {
                Some((last, [])) => last.clone(),
                Some((last, others)) => format!("{} and {last}", others.join(", ")),
                None => String::new(),
            }
        };
        if self.alternatives.len() > 1 && self.alternatives.iter().all(|roles| roles.len() == 1) {
            return format!("Requires one of the roles {}.", listed(&self.alternatives.concat()));
        }
        let alternatives = self.alternatives.iter().map(|roles| {
            let noun = if roles.len() == 1 { "role" } else { "roles" };
            format!("the {noun} {}", listed(roles))
        });
        format!("Requires {}.", alternatives.collect::<Vec<_>>().join(", or "))
    }
}

/// A security scheme, as far as its name in clients depends on it.
pub struct NamedScheme<'a> {
    pub name: &'a str,
    pub principal: &'a str,
    pub is_in_query: bool,
}

/// Returns the names under which clients set the credentials of these schemes. The first scheme of a principal that is
/// not in the query, or else the first, has the principal's name. Each other scheme has its own name.
pub fn credential_names<'a>(schemes: &[NamedScheme<'a>]) -> Vec<&'a str> {
    let first = |principal| {
        let own = schemes.iter().filter(|scheme| scheme.principal == principal);
        own.min_by_key(|scheme| scheme.is_in_query).map(|scheme| scheme.name)
    };
    let name = |scheme: &NamedScheme<'a>| match first(scheme.principal) == Some(scheme.name) {
        true => scheme.principal,
        false => scheme.name,
    };
    schemes.iter().map(name).collect()
}
