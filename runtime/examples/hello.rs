//! `curl localhost:8080/hello/Mara` answers `{"hello":"Mara"}`.
//!
//! Generated code contains what is written by hand here: the operation, its documented statuses and its route.

use std::sync::Arc;

use serde_json::json;
use stoa_runtime::{Call, Documents, Error, Limits, Operation, Reply, Router, Routes, Stop, serve};
use tokio::net::TcpListener;

struct Greeter;

/// The operation `sayHello`, which documents 400.
struct SayHello;

impl Operation for SayHello {
    const ID: &'static str = "sayHello";
}

impl Documents<400> for SayHello {}

async fn say_hello(_: &Greeter, call: &mut Call) -> Result<Reply, Error<SayHello>> {
    let name = call.path("name").text().max_length(40).required()?;
    Ok(Reply::json(200, &json!({ "hello": name })))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let routes = Routes::new()
        .get("/hello/{name}", &Arc::new(Greeter), |api, call| Box::pin(say_hello(api, call)));
    let listener = TcpListener::bind("127.0.0.1:8080").await?;
    serve(listener, Router::new(routes)?, Limits::default(), Stop::new()).await;
    Ok(())
}
