//! One file for each tag: its trait, its operations and its routes.

use std::collections::BTreeSet;

use super::decode::{self, Part};
use super::replies::{self, Reply};
use super::requests;
use crate::model::{Api, Body, Operation, Parameter, Place, RateLimit, SuccessBody, Tag};
use crate::rust::{doc, module_doc, pascal, snake, text, trait_name};

pub fn emit(api: &Api, tag: &Tag) -> String {
    let endpoints: Vec<_> =
        tag.operations.iter().map(|operation| Endpoint::of(api, operation)).collect();
    let mut out = module_doc(&[
        &format!("The operations tagged `{}`.", tag.name),
        &format!(
            "Handlers implement [`{}`]. Each operation is a struct that holds its request and implements `Documents` \
             for each failure that it documents. The route of the operation reads the path, finds the caller with [`Authenticate`], \
             reads the rest of the request, calls the handler and writes the response.",
            trait_name(&tag.name)
        ),
    ]);
    let body: String = [
        trait_of(api, tag, &endpoints),
        endpoints.iter().map(declarations).collect(),
        routes(tag, &endpoints),
        endpoints.iter().map(|endpoint| format!("\n{}", serve(api, tag, endpoint))).collect(),
    ]
    .concat();
    out.push_str(&imports(api, &endpoints));
    out.push_str(&body);
    out
}

/// An operation, with the fields of its request and its reply.
struct Endpoint<'a> {
    operation: &'a Operation,
    parts: Vec<Part>,
    reply: Reply,
}

impl<'a> Endpoint<'a> {
    fn of(api: &Api, operation: &'a Operation) -> Self {
        Self {
            operation,
            parts: decode::parts(api, operation),
            reply: replies::reply(api, operation),
        }
    }
}

fn imports(api: &Api, endpoints: &[Endpoint<'_>]) -> String {
    let mut own = BTreeSet::from(["Authenticate"]);
    if endpoints.iter().any(|endpoint| {
        let json = endpoint
            .operation
            .parameters
            .iter()
            .any(|parameter| parameter.place == Place::QueryJson);
        json || matches!(endpoint.operation.body, Some(Body::Json { .. }))
    }) {
        own.insert("SCHEMAS");
    }
    if counts_calls(api, endpoints) {
        own.insert("RateLimited");
    }
    let has_map = |endpoint: &Endpoint<'_>| replies::has_map(api, endpoint.operation);
    let map = match endpoints.iter().any(has_map) {
        true => "use std::collections::BTreeMap;\n",
        false => "",
    };
    let types = match endpoints.iter().any(|endpoint| names_types(endpoint.operation)) {
        true => format!("use {} as types;\n", api.package.module("types")),
        false => String::new(),
    };
    let mut runtime = BTreeSet::from(["Call", "Error", "Reply", "Routes"]);
    runtime.extend(requests::imports(endpoints.iter().map(|endpoint| endpoint.operation)));
    format!(
        "\n{map}use std::sync::Arc;\n\n{types}use stoa_runtime::{{{}}};\n\nuse crate::{{{}}};\n\n",
        Vec::from_iter(runtime).join(", "),
        Vec::from_iter(own).join(", ")
    )
}

/// Whether the operation's request or reply uses types of the document.
fn names_types(operation: &Operation) -> bool {
    let is_named = |parameter: &Parameter| parameter.ty.named().is_some();
    let asked = match &operation.body {
        Some(Body::Json { .. }) => true,
        Some(Body::Multipart { parts, .. }) => parts.iter().any(is_named),
        Some(Body::Raw { .. }) | None => false,
    };
    let answered = matches!(operation.success.body, SuccessBody::Json(_) | SuccessBody::Events(_));
    asked || answered || operation.parameters.iter().any(is_named)
}

/// Whether any of the routes counts calls.
fn counts_calls(api: &Api, endpoints: &[Endpoint<'_>]) -> bool {
    endpoints.iter().any(|endpoint| api.counted_by_route(endpoint.operation).next().is_some())
}

fn trait_of(api: &Api, tag: &Tag, endpoints: &[Endpoint<'_>]) -> String {
    let methods: Vec<String> = endpoints.iter().map(method).collect();
    let above = if counts_calls(api, endpoints) { " + RateLimited" } else { "" };
    format!(
        "{}pub trait {}: Authenticate{above} {{\n{}}}\n\n",
        doc(&[&tag.doc]),
        trait_name(&tag.name),
        methods.join("\n")
    )
}

fn method(endpoint: &Endpoint<'_>) -> String {
    let operation = endpoint.operation;
    let (caller, why) = match operation.cache_seconds {
        None => (format!("caller: Self::{},\n", operation.access.caller()), String::new()),
        Some(seconds) => (
            String::new(),
            format!(
                "The response is cached for {seconds} s and served to every caller, so the handler does not get the caller."
            ),
        ),
    };
    let name = pascal(&operation.id);
    let head =
        format!("{}: {}.", operation.method_and_path(), operation.summary.trim_end_matches('.'));
    format!(
        "{}fn {}(&self, {caller}request: {name}) -> impl Future<Output = Result<{}, Error<{name}>>> + Send;\n",
        doc(&[&head, &operation.description, &why]),
        snake(&operation.id),
        endpoint.reply.ty
    )
}

/// Declares the request, and the reply if it has a type of its own.
fn declarations(endpoint: &Endpoint<'_>) -> String {
    let mut out = requests::declare(endpoint.operation, &endpoint.parts) + "\n";
    if !endpoint.reply.declaration.is_empty() {
        out.push_str(&format!("{}\n", endpoint.reply.declaration));
    }
    out
}

fn routes(tag: &Tag, endpoints: &[Endpoint<'_>]) -> String {
    let routes = endpoints.iter().map(|endpoint| {
        let operation = endpoint.operation;
        let (method, path, name) = (&operation.method, text(&operation.path), snake(&operation.id));
        format!("\n.{method}({path}, api, |api, call| Box::pin({name}(api, call)))")
    });
    format!(
        "{}pub fn routes<A: {}>(api: &Arc<A>) -> Routes {{\n Routes::new(){}\n}}\n",
        doc(&[&format!("The routes of the operations tagged `{}`.", tag.name)]),
        trait_name(&tag.name),
        routes.collect::<String>()
    )
}

/// The function that a route calls. It decodes the request, calls the guard and the handler, and writes the reply.
fn serve(api: &Api, tag: &Tag, endpoint: &Endpoint<'_>) -> String {
    let operation = endpoint.operation;
    let (function, name) = (snake(&operation.id), pascal(&operation.id));
    let (early, late): (Vec<&Part>, Vec<&Part>) =
        endpoint.parts.iter().partition(|part| part.early);
    let mut steps = String::new();
    if operation.success.no_store {
        // This comes before anything can fail, because a refusal must not be stored either.
        steps.push_str("call.never_store();\n");
    }
    for part in &early {
        steps.push_str(&format!("let {} = {};\n", part.name, part.decode));
    }
    let guard = snake(&operation.access.guard());
    let bind = if operation.cache_seconds.is_some() { "" } else { "let caller = " };
    steps.push_str(&format!("{bind}api.{guard}(call).await?;\n"));
    let (sometimes, always): (Vec<_>, Vec<_>) =
        api.counted_by_route(operation).partition(|(_, when)| when.is_some());
    let count = |limit: &RateLimit| {
        format!("api.rate_limits().{}.count(call.client())?;\n", snake(&limit.name))
    };
    for (limit, _) in always {
        steps.push_str(&count(limit));
    }
    if matches!(operation.body, Some(Body::Multipart { .. })) {
        steps.push_str("let form = call.multipart(stoa_runtime::UPLOAD_LIMIT).await?;\n");
    }
    // The idempotency key is decoded together with the body. All fields are therefore decoded into variables before the
    // struct is built.
    let (bound, late) = if operation.idempotent { (late, Vec::new()) } else { (Vec::new(), late) };
    for part in &bound {
        steps.push_str(&format!("let {} = {};\n", part.binding, part.decode));
    }
    let members = early.iter().chain(&bound).map(|part| format!("{},\n", part.name));
    let members: String = members
        .chain(late.iter().map(|part| format!("{}: {},\n", part.name, part.decode)))
        .collect();
    steps.push_str(&format!("let request = {name} {{\n{members}}};\n"));
    for (limit, when) in sometimes {
        let given = snake(when.unwrap_or_default());
        steps.push_str(&format!("if request.{given}.is_some() {{\n{}}}\n", count(limit)));
    }
    format!(
        "async fn {function}<A: {}>(api: &A, call: &mut Call) -> Result<Reply, Error<{name}>> {{\n{steps}{}}}\n",
        trait_name(&tag.name),
        answer(endpoint)
    )
}

/// The code that calls the handler, unless the response is cached, and writes the reply.
fn answer(endpoint: &Endpoint<'_>) -> String {
    let Endpoint { operation, reply, .. } = endpoint;
    let (function, write) = (snake(&operation.id), &reply.write);
    let bind = if reply.ty == "()" { "" } else { "let reply = " };
    match operation.cache_seconds {
        None => format!("{bind}api.{function}(caller, request).await?;\nOk({write})\n"),
        Some(seconds) => format!(
            "call.cached({seconds}, site_id, request, |request| async move {{\n\
                 {bind}api.{function}(request).await?;\nOk({write})\n\
             }})\n.await\n"
        ),
    }
}
