//! Authentication: implemented once for the API, called before every handler.

use stoa_runtime::{
    Bearer, Credential, CredentialReader, Credentials, Documents, Error, Operation, Permitted,
    Refuses, RequestContext, Restricted,
};
use stoa_staff_reasons as reasons;

/// Finds the caller: one method for each way in which the document's operations are secured.
///
/// A method runs after the path's parameters are read and before query, headers and body are. It
/// gets the integers in the path that all of its operations have in common. A header that the
/// method sets in the [`RequestContext`] is part of every response to the call, including errors.
pub trait Authenticate: Send + Sync + 'static {
    /// The caller of an operation without credentials: the data that handlers need, such as the
    /// client's address.
    type Anyone: Send;
    /// The caller, by credential:
    /// - `Authorization: Bearer`: A person's session token, or a server key (`stk_…`): `Authorization:
    ///   Bearer <TOKEN>`. `invitePerson`, `updatePerson`, `createServerKey` and the command `stoa staff
    ///   create` give roles. A role allows:
    type Staff: Send;

    /// Returns the caller as [`Self::Anyone`].
    fn anyone<Op: Operation + Documents<429> + Refuses<reasons::TooManyAttempts>>(
        &self,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::Anyone, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Staff`].
    fn staff<
        Op: Operation
            + Documents<401>
            + Documents<429>
            + Refuses<reasons::TooManyRequests>
            + Refuses<reasons::Unauthorized>,
    >(
        &self,
        credentials: StaffCredentials<'_>,
        context: RequestContext<'_>,
    ) -> impl Future<Output = Result<Self::Staff, Error<Op>>> + Send;

    /// Returns the caller as [`Self::Staff`].
    ///
    /// For operations that require roles. The method checks them with [`Restricted::check_roles`].
    fn staff_with_role<
        Op: Restricted<Role = Role>
            + Documents<401>
            + Documents<403>
            + Documents<404>
            + Documents<429>
            + Refuses<reasons::RoleRefused>
            + Refuses<reasons::SiteNotFound>
            + Refuses<reasons::SiteRequiresTotp>
            + Refuses<reasons::TooManyRequests>
            + Refuses<reasons::Unauthorized>,
    >(
        &self,
        credentials: StaffCredentials<'_>,
        context: RequestContext<'_>,
        site_id: i64,
    ) -> impl Future<Output = Result<(Self::Staff, Permitted<Op>), Error<Op>>> + Send;
}

/// The roles that operations of the document require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The role `content`.
    Content,
    /// The role `owner`.
    Owner,
    /// The role `shop`.
    Shop,
    /// The role `support`.
    Support,
}

impl Role {
    /// Every role, sorted by name.
    pub const ALL: [Self; 4] = [Self::Content, Self::Owner, Self::Shop, Self::Support];

    /// The role as the document writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Owner => "owner",
            Self::Shop => "shop",
            Self::Support => "support",
        }
    }
}

impl std::fmt::Display for Role {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.as_str())
    }
}

/// The credentials in a request that may identify `Staff`.
#[derive(Debug, Clone, Copy)]
pub struct StaffCredentials<'a> {
    /// `Authorization: Bearer`: A person's session token, or a server key (`stk_…`): `Authorization:
    /// Bearer <TOKEN>`. `invitePerson`, `updatePerson`, `createServerKey` and the command `stoa staff
    /// create` give roles. A role allows:
    ///
    /// - `owner`: everything of the site, including its people, its settings, its keys and the audit
    ///   trail
    /// - `shop`: products, orders, stock, customers, discount codes, gift certificates, shipping and
    ///   taxes; reads media and uploads pictures
    /// - `support`: conversations, messages and chat widgets; reads orders and customers
    /// - `content`: posts, the navigation, media, branding and design templates; reads products and
    ///   product categories
    pub staff: Credential<Bearer<'a>>,
}

impl<'a> Credentials<'a> for StaffCredentials<'a> {
    fn read(reader: CredentialReader<'a>) -> Self {
        Self { staff: reader.bearer() }
    }
}
