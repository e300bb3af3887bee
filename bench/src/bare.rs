//! A bare hyper server that answers every request with the same bytes: what HTTP alone costs.

use std::convert::Infallible;
use std::path::Path;

use bytes::Bytes;
use http_body_util::Full;
use hyper::service::service_fn;
use hyper::{Request, Response, body::Incoming};
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;

/// Serves the file's bytes until killed; prints its address.
pub fn serve(file: &Path) -> anyhow::Result<()> {
    let body = Bytes::from(std::fs::read(file)?);
    tokio::runtime::Runtime::new()?.block_on(async move {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        println!("listens on http://{}", listener.local_addr()?);
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            let body = body.clone();
            let answer = service_fn(move |_: Request<Incoming>| {
                let mut response = Response::new(Full::new(body.clone()));
                let json = hyper::header::HeaderValue::from_static("application/json");
                response.headers_mut().insert(hyper::header::CONTENT_TYPE, json);
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
