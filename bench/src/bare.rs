//! A bare hyper server that answers every request with the same head and bytes: what HTTP alone costs.

use std::convert::Infallible;
use std::path::PathBuf;

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode, body::Incoming};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// What it answers.
#[derive(clap::Args)]
pub struct Answer {
    /// Its body
    file: PathBuf,
    #[arg(long, default_value_t = 200)]
    status: u16,
    /// Beside its type, JSON, where it has a body
    #[arg(long, value_names = ["NAME", "VALUE"], num_args = 2)]
    header: Vec<String>,
}

/// Serves the answer until killed; prints its address.
pub fn serve(answer: &Answer) -> anyhow::Result<()> {
    let template = answer.response()?;
    tokio::runtime::Runtime::new()?.block_on(async move {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("listens on http://{}", listener.local_addr()?);
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let template = template.clone();
            let answer = service_fn(move |_: Request<Incoming>| {
                let response = template.clone();
                async { Ok::<_, Infallible>(response) }
            });
            tokio::spawn(async move {
                let connection = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), answer);
                // The load closes its connections without ceremony.
                connection.await.ok();
            });
        }
    })
}

impl Answer {
    fn response(&self) -> anyhow::Result<Response<Full<Bytes>>> {
        let body = Bytes::from(std::fs::read(&self.file)?);
        let has_body = !body.is_empty();
        let mut response = Response::new(Full::new(body));
        *response.status_mut() = StatusCode::from_u16(self.status)?;
        if has_body {
            response
                .headers_mut()
                .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        if let [name, value] = &self.header[..] {
            response
                .headers_mut()
                .insert(HeaderName::try_from(name)?, HeaderValue::try_from(value)?);
        }
        Ok(response)
    }
}
