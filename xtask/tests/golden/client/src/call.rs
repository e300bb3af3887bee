//! One call: its parameters, its body, and how the answer is read.

use std::fmt::Display;
use std::ops::Deref;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::escape::list;
use crate::{Client, Error};

/// A success: its body, and beside it status and headers. Dereferences to the body.
#[derive(Debug, Clone)]
pub struct Response<T> {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: T,
}

impl<T> Response<T> {
    /// The body alone.
    pub fn into_body(self) -> T {
        self.body
    }
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}

/// The HTTP client of a new [`Client`]: rustls, no redirects, ten seconds to connect.
pub(crate) fn http() -> Result<reqwest::Client, Error> {
    // A process that has chosen its own provider keeps it.
    rustls::crypto::ring::default_provider().install_default().ok();
    let builder = reqwest::Client::builder()
        .connect_timeout(Duration::from_secs(10))
        .redirect(reqwest::redirect::Policy::none())
        .user_agent(concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")));
    Ok(builder.build()?)
}

/// A call that is being put together.
pub(crate) struct Call {
    pub(crate) request: RequestBuilder,
}

impl Client {
    pub(crate) fn call(&self, method: Method, path: String) -> Call {
        let url = format!("{}{path}", self.base_url);
        Call { request: self.http.request(method, url).headers(self.credential.clone()) }
    }
}

#[allow(dead_code, reason = "not every document has every kind of parameter, body and answer")]
impl Call {
    pub fn query<T: Display + ?Sized>(self, name: &str, value: &T) -> Self {
        Self { request: self.request.query(&[(name, value.to_string())]) }
    }

    pub fn query_list<T: Display>(self, name: &str, values: &[T]) -> Result<Self, Error> {
        let pair = list(name, values);
        let (http, request) = self.request.build_split();
        let mut request = request?;
        let query = match request.url().query() {
            Some(before) => format!("{before}&{pair}"),
            None => pair,
        };
        request.url_mut().set_query(Some(&query));
        Ok(Self { request: RequestBuilder::from_parts(http, request) })
    }

    pub fn query_json<T: Serialize>(self, name: &str, value: &T) -> Result<Self, Error> {
        let text = serde_json::to_string(value).map_err(Error::Encode)?;
        Ok(self.query(name, &text))
    }

    pub fn header<T: Display + ?Sized>(self, name: &'static str, value: &T) -> Result<Self, Error> {
        let text = HeaderValue::try_from(value.to_string()).map_err(|_| Error::Header(name))?;
        Ok(Self { request: self.request.header(HeaderName::from_static(name), text) })
    }

    pub fn json<T: Serialize>(self, body: &T) -> Result<Self, Error> {
        let body = serde_json::to_vec(body).map_err(Error::Encode)?;
        Ok(self.raw(body.into()))
    }

    pub fn raw(self, body: bytes::Bytes) -> Self {
        Self { request: self.request.header("content-type", "application/json").body(body) }
    }

    pub fn form(self, form: reqwest::multipart::Form) -> Self {
        Self { request: self.request.multipart(form) }
    }

    pub async fn send<T: DeserializeOwned>(self) -> Result<Response<T>, Error> {
        let answer = self.bytes().await?;
        let body = serde_json::from_slice(&answer.body).map_err(Error::Decode)?;
        Ok(Response { status: answer.status, headers: answer.headers, body })
    }

    pub async fn empty(self) -> Result<Response<()>, Error> {
        let answer = self.bytes().await?;
        Ok(Response { status: answer.status, headers: answer.headers, body: () })
    }

    pub async fn bytes(self) -> Result<Response<bytes::Bytes>, Error> {
        let answer = self.stream().await?;
        let body = answer.body.bytes().await?;
        Ok(Response { status: answer.status, headers: answer.headers, body })
    }

    pub async fn stream(self) -> Result<Response<reqwest::Response>, Error> {
        let response = self.request.send().await?;
        let (status, headers) = (response.status(), response.headers().clone());
        if status.is_client_error() || status.is_server_error() {
            return Err(Error::api(status, headers, &response.bytes().await?));
        }
        Ok(Response { status, headers, body: response })
    }
}
