//! Routes: the operations by method and path.

use std::{fmt, pin::Pin, sync::Arc};

use http::{HeaderValue, Method};

use crate::{
    Call, Error, ErrorBody, ErrorCode, Operation, Reply, Schemas,
    access_log::private_names::is_private_name, counts::Counts, operation::error::UntypedError,
};

/// The boxed future of an endpoint.
pub type EndpointFuture<'a, Op> =
    Pin<Box<dyn Future<Output = Result<Reply, Error<Op>>> + Send + 'a>>;

/// A finished call and its result.
pub(crate) type Finished = (Call, Result<Reply, UntypedError>);

/// The routes of a tag or of an API.
#[derive(Default)]
pub struct Routes {
    pub(crate) routes: Vec<Route>,
    /// The schemas of the request bodies of these routes.
    pub(crate) schemas: Vec<&'static Schemas>,
    pub(crate) error_body: Option<&'static ErrorBody>,
}

/// An operation with its method and path.
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) template: String,
    pub(crate) operation_id: &'static str,
    pub(crate) grows_storage: bool,
    pub(crate) is_essential: bool,
    pub(crate) error_body: &'static ErrorBody,
    /// Headers of every response.
    pub(crate) headers: &'static [(&'static str, &'static str)],
    pub(crate) error_codes: &'static [ErrorCode],
    /// The value of the header `Link` of failures.
    pub(crate) described_by: Option<HeaderValue>,
    /// `None` for a route that is not an operation of an API.
    pub(crate) counts: Option<Counts>,
    pub(crate) endpoint: Endpoint,
}

/// Why routes cannot be served, in one line: two of them conflict, a path is invalid, or a schema does not compile.
#[derive(Debug)]
pub struct RouteError(pub(crate) String);

/// An operation with its types erased.
pub(crate) type Endpoint =
    Box<dyn Fn(Call) -> Pin<Box<dyn Future<Output = Finished> + Send>> + Send + Sync>;

macro_rules! methods {
    ($($name:ident $method:ident;)*) => {$(
        #[doc = concat!("Adds the operation that answers `", stringify!($method), "` of this path.")]
        pub fn $name<A, Op, F>(self, path: &str, api: &Arc<A>, endpoint: F) -> Self
        where
            A: Send + Sync + 'static,
            Op: Operation,
            F: for<'a> Fn(&'a A, &'a mut Call) -> EndpointFuture<'a, Op> + Send + Sync + 'static,
        {
            self.route(Method::$method, path, api, endpoint)
        }
    )*};
}

impl Routes {
    pub fn new() -> Self {
        Self::default()
    }

    methods! {
        get GET;
        post POST;
        put PUT;
        patch PATCH;
        delete DELETE;
    }

    pub fn route<A, Op, F>(mut self, method: Method, path: &str, api: &Arc<A>, endpoint: F) -> Self
    where
        A: Send + Sync + 'static,
        Op: Operation,
        F: for<'a> Fn(&'a A, &'a mut Call) -> EndpointFuture<'a, Op> + Send + Sync + 'static,
    {
        let shared = Arc::new((api.clone(), endpoint));
        let endpoint = move |mut call| -> Pin<Box<dyn Future<Output = Finished> + Send>> {
            let shared = shared.clone();
            Box::pin(async move {
                let (api, endpoint) = &*shared;
                let result = endpoint(api, &mut call).await;
                (call, result.map_err(|error| error.failure))
            })
        };
        self.routes.push(Route {
            method,
            template: path.to_owned(),
            operation_id: Op::ID,
            grows_storage: Op::GROWS_STORAGE,
            is_essential: Op::IS_ESSENTIAL,
            error_body: &ErrorBody::DEFAULT,
            headers: Op::HEADERS,
            error_codes: Op::ERROR_CODES,
            described_by: None,
            counts: None,
            endpoint: Box::new(endpoint),
        });
        self
    }

    pub fn merge(mut self, other: Self) -> Self {
        self.routes.extend(other.routes);
        self.schemas.extend(other.schemas);
        self.error_body = self.error_body.or(other.error_body);
        self
    }

    /// Adds the schemas of request bodies, so that the router compiles them before the first request.
    pub fn holding_bodies_against(mut self, schemas: &'static Schemas) -> Self {
        self.schemas.push(schemas);
        self
    }

    /// Sets the error body of all routes.
    pub fn with_error_body(mut self, body: &'static ErrorBody) -> Self {
        for route in &mut self.routes {
            route.error_body = body;
        }
        self.error_body = Some(body);
        self
    }

    /// Puts all routes under a base path, which may have parameters too: `/api/storefront/{siteId}`.
    pub fn nest(mut self, base: &str) -> Self {
        for route in &mut self.routes {
            route.template.insert_str(0, base);
        }
        self
    }

    /// Marks all routes as operations of this API. Their requests are then counted under the API's name, and may be
    /// traced.
    pub fn of_api(mut self, api: &'static str) -> Self {
        for route in &mut self.routes {
            route.counts = Some(Counts::new(api, route.operation_id));
        }
        self
    }

    /// Sets the page that describes all of these operations, each under its id. Their failures link to it (`Link:
    /// </docs#listTags>; rel="describedby"`).
    pub fn described_at(mut self, page: &str) -> Self {
        for route in &mut self.routes {
            let link = format!("<{page}#{}>; rel=\"describedby\"", route.operation_id);
            route.described_by = HeaderValue::try_from(link).ok();
        }
        self
    }
}

impl Route {
    /// Returns the index of the path segment that holds this parameter.
    pub(crate) fn segment(&self, name: &str) -> Option<usize> {
        self.template.split('/').position(|segment| parameter(segment) == Some(name))
    }

    /// Whether the value of this path segment is never logged.
    pub(crate) fn is_private(&self, segment: usize) -> bool {
        self.template.split('/').nth(segment).and_then(parameter).is_some_and(is_private_name)
    }
}

/// Returns the name of the parameter if the segment is one.
pub(crate) fn parameter(segment: &str) -> Option<&str> {
    segment.strip_prefix('{')?.strip_suffix('}').filter(|name| !name.is_empty())
}

impl fmt::Display for RouteError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for RouteError {}
