//! The table of all routes of a router, by path and method.

use std::{collections::BTreeMap, sync::Arc};

use http::{HeaderValue, Method};

use super::routes::{Route, parameter};
use crate::{RouteError, Routes};

/// The routes by path. A static segment takes precedence over a parameter.
pub(crate) struct RouteTable(matchit::Router<Methods>);

/// The operations of one path.
struct Methods {
    routes: Vec<Arc<Route>>,
    /// The value of `Allow`, including `HEAD` and `OPTIONS`, which the router answers without a separate operation.
    allow: HeaderValue,
}

pub(crate) enum Found<'a> {
    Route(&'a Arc<Route>),
    /// The path exists, but not with this method. Holds the value of `Allow`.
    OtherMethods(&'a HeaderValue),
    Nothing,
}

impl RouteTable {
    pub(crate) fn new(routes: Routes) -> Result<Self, RouteError> {
        let mut paths = BTreeMap::<String, Vec<Arc<Route>>>::new();
        for route in routes.routes {
            let same_path = paths.entry(shape(&route)?).or_default();
            if same_path.iter().any(|other| other.method == route.method) {
                return Err(conflict(
                    &route.template,
                    format!("{} is there already", route.method),
                ));
            }
            same_path.push(Arc::new(route));
        }
        let mut table = matchit::Router::new();
        for (path, routes) in paths {
            let methods = Methods { allow: allow(&routes), routes };
            table
                .insert(path.clone(), methods)
                .map_err(|error| conflict(&path, error.to_string()))?;
        }
        Ok(Self(table))
    }

    /// Looks up the path as the client sent it: an encoded slash remains part of its segment.
    pub(crate) fn find(&self, method: &Method, path: &str) -> Found<'_> {
        let Ok(found) = self.0.at(path) else {
            return Found::Nothing;
        };
        // The operation of GET also answers HEAD. The body is removed from the response.
        let method = if method == Method::HEAD { &Method::GET } else { method };
        let route = found.value.routes.iter().find(|route| route.method == *method);
        route.map_or(Found::OtherMethods(&found.value.allow), Found::Route)
    }
}

#[expect(clippy::expect_used, reason = "method names make a header value")]
fn allow(routes: &[Arc<Route>]) -> HeaderValue {
    let mut names: Vec<&str> = routes.iter().map(|route| route.method.as_str()).collect();
    if names.contains(&"GET") {
        names.push("HEAD");
    }
    names.push("OPTIONS");
    names.sort_unstable();
    HeaderValue::try_from(names.join(", ")).expect("method names")
}

/// Returns the path with numbers in place of its parameters' names, because the names may differ between operations.
fn shape(route: &Route) -> Result<String, RouteError> {
    let Some(path) = route.template.strip_prefix('/') else {
        return Err(conflict(&route.template, "a path starts with /".to_owned()));
    };
    let mut shape = String::new();
    for (number, segment) in path.split('/').enumerate() {
        if parameter(segment).is_some() {
            shape.push_str(&format!("/{{{number}}}"));
        } else if segment.contains(['{', '}', '*']) {
            return Err(conflict(
                &route.template,
                format!("{segment} is neither a name nor a {{parameter}}"),
            ));
        } else {
            shape.push('/');
            shape.push_str(segment);
        }
    }
    Ok(shape)
}

fn conflict(template: &str, reason: String) -> RouteError {
    RouteError(format!("route {template}: {reason}"))
}
