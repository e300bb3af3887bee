//! One file for each tag: its trait, its operations and its routes.

use std::collections::{BTreeMap, BTreeSet};

use super::authenticate::Guard;
use super::decode::{self, Part};
use super::replies::{self, Reply};
use super::requests;
use crate::code::{Code, Name, code};
use crate::model::{
    Api, Body, Operation, Parameter, Place, RateLimit, Restriction, SuccessBody, Tag,
};
use crate::reasons;
use crate::rust::{doc, module_doc, pascal, snake, text, trait_name};

pub fn emit(api: &Api, tag: &Tag, guards: &BTreeMap<String, Guard<'_>>) -> Code {
    let endpoints: Vec<_> =
        tag.operations.iter().map(|operation| Endpoint::of(api, operation)).collect();
    let reasons = reasons::declare(api, tag.operations.iter());
    let about = module_doc(&[
        &format!("The operations tagged `{}`.", tag.name),
        &format!(
            "Handlers implement [`{}`]. Each operation is a struct that holds its request and implements `Documents` \
             for each failure that it documents. The route of the operation reads the path, finds the caller with [`Authenticate`], \
             reads the rest of the request, calls the handler and writes the response.",
            trait_name(&tag.name)
        ),
    ]);
    code!(
        "{about}{imports}{trait_of}{declarations}{reasons}{routes}{functions}",
        about,
        imports = imports(api, &endpoints, !reasons.is_empty()),
        trait_of = trait_of(api, tag, &endpoints),
        declarations = endpoints.iter().map(declarations).collect::<Code>(),
        reasons,
        routes = routes(tag, &endpoints),
        functions =
            endpoints.iter().map(|endpoint| serve(api, tag, endpoint, guards)).collect::<Code>()
    )
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

fn imports(api: &Api, endpoints: &[Endpoint<'_>], has_reasons: bool) -> Code {
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
    if endpoints.iter().any(|endpoint| endpoint.operation.restriction.is_some()) {
        own.insert("Role");
    }
    let has_map = |endpoint: &Endpoint<'_>| replies::has_map(api, endpoint.operation);
    let map = match endpoints.iter().any(has_map) {
        true => code!("use std::collections::BTreeMap;\n"),
        false => code!(""),
    };
    let reasons = match has_reasons {
        true => reasons::import(api),
        false => code!(""),
    };
    let types = match endpoints.iter().any(|endpoint| names_types(endpoint.operation)) {
        true => code!("use {module} as types;\n", module = Name::new(&api.package.module("types"))),
        false => code!(""),
    };
    let mut runtime = BTreeSet::from(["Call", "Error", "Reply", "Routes"]);
    runtime.extend(requests::imports(endpoints.iter().map(|endpoint| endpoint.operation)));
    let names = |names: BTreeSet<&str>| Code::join(names.into_iter().map(Name::new), ", ");
    code!(
        "\n{map}use std::sync::Arc;\n\n{reasons}{types}use stoa_runtime::{{{runtime}}};\n\nuse crate::{{{own}}};\n\n",
        map,
        reasons,
        types,
        runtime = names(runtime),
        own = names(own)
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
    let success = &operation.success;
    let answered =
        !success.raw && matches!(success.body, SuccessBody::Json(_) | SuccessBody::Events(_));
    asked || answered || operation.parameters.iter().any(is_named)
}

fn counts_calls(api: &Api, endpoints: &[Endpoint<'_>]) -> bool {
    endpoints.iter().any(|endpoint| api.counted_by_route(endpoint.operation).next().is_some())
}

fn trait_of(api: &Api, tag: &Tag, endpoints: &[Endpoint<'_>]) -> Code {
    code!(
        "{about}pub trait {name}: Authenticate{limited} {{\n{methods}}}\n\n",
        about = doc(&[&tag.doc]),
        name = trait_name(&tag.name),
        limited = match counts_calls(api, endpoints) {
            true => code!(" + RateLimited"),
            false => code!(""),
        },
        methods = Code::join(endpoints.iter().map(method), "\n")
    )
}

fn method(endpoint: &Endpoint<'_>) -> Code {
    let operation = endpoint.operation;
    let (caller, why) = match operation.cache_seconds {
        None => {
            let caller = Name::new(&operation.access.caller());
            (code!("caller: Self::{caller},\n", caller), String::new())
        }
        Some(seconds) => (
            code!(""),
            format!(
                "The response is cached for {seconds} s and served to every caller, so the handler does not get the caller."
            ),
        ),
    };
    let roles = operation.restriction.as_ref().map(Restriction::description).unwrap_or_default();
    let head =
        format!("{}: {}.", operation.method_and_path(), operation.summary.trim_end_matches('.'));
    code!(
        "{about}fn {function}(&self, {caller}request: {name})\n\
         -> impl Future<Output = Result<{reply}, Error<{name}>>> + Send;\n",
        about = doc(&[&head, &operation.description, &roles, &why]),
        function = snake(&operation.id),
        caller,
        name = pascal(&operation.id),
        reply = &endpoint.reply.ty
    )
}

/// Declares the request, and the reply if it has a type of its own.
fn declarations(endpoint: &Endpoint<'_>) -> Code {
    let request = requests::declare(endpoint.operation, &endpoint.parts);
    match &endpoint.reply.declaration {
        reply if reply.is_empty() => code!("{request}\n", request),
        reply => code!("{request}\n{reply}\n", request, reply),
    }
}

fn routes(tag: &Tag, endpoints: &[Endpoint<'_>]) -> Code {
    let route = |endpoint: &Endpoint<'_>| {
        code!(
            "\n.{method}({path}, api, |api, call| Box::pin({function}(api, call)))",
            method = Name::new(&endpoint.operation.method),
            path = text(&endpoint.operation.path),
            function = snake(&endpoint.operation.id)
        )
    };
    code!(
        "{about}pub fn routes<A: {name}>(api: &Arc<A>) -> Routes {{\n Routes::new(){routes}\n}}\n",
        about = doc(&[&format!("The routes of the operations tagged `{}`.", tag.name)]),
        name = trait_name(&tag.name),
        routes = endpoints.iter().map(route).collect::<Code>()
    )
}

/// The function that a route calls. It decodes the request, calls the guard and the handler, and writes the reply.
fn serve(
    api: &Api,
    tag: &Tag,
    endpoint: &Endpoint<'_>,
    guards: &BTreeMap<String, Guard<'_>>,
) -> Code {
    let operation = endpoint.operation;
    let (early, late): (Vec<&Part>, Vec<&Part>) =
        endpoint.parts.iter().partition(|part| part.early);
    let mut steps = code!("");
    if operation.success.no_store {
        // This comes before anything can fail, because a refusal must not be stored either.
        steps.push(code!("call.never_store();\n"));
    }
    for Part { name, decode, .. } in &early {
        steps.push(code!("let {name} = {decode};\n", name, decode));
    }
    let guard = operation.guard();
    let parameters = guards.get(&guard).map(|guard| guard.parameters.as_slice());
    let parameters = parameters.unwrap_or_default().iter().map(|name| code!(", {name}", name));
    let credentials = match operation.access.credentials() {
        Some(_) => code!("call.credentials(), "),
        None => code!(""),
    };
    let authenticate = code!(
        "api.{guard}({credentials}call.context(){parameters}).await?;\n",
        guard = snake(&guard),
        credentials,
        parameters = parameters.collect::<Code>()
    );
    steps.push(match (operation.cache_seconds, &operation.restriction) {
        (Some(_), _) => authenticate,
        (None, None) => code!("let caller = {authenticate}", authenticate),
        (None, Some(_)) => code!("let (caller, _) = {authenticate}", authenticate),
    });
    let (sometimes, always): (Vec<_>, Vec<_>) =
        api.counted_by_route(operation).partition(|(_, when)| when.is_some());
    let count = |limit: &RateLimit| {
        let limit = snake(&limit.name);
        code!("api.rate_limits().{limit}.count(call.client()).await?;\n", limit)
    };
    for (limit, _) in always {
        steps.push(count(limit));
    }
    if let Some(Body::Multipart { parts, .. }) = &operation.body {
        steps.push(decode::form(parts));
    }
    // The idempotency key is decoded together with the body. All fields are therefore decoded into variables before the
    // struct is built.
    let (bound, late) = if operation.idempotent { (late, Vec::new()) } else { (Vec::new(), late) };
    for Part { binding, decode, .. } in &bound {
        steps.push(code!("let {binding} = {decode};\n", binding, decode));
    }
    let given = early.iter().chain(&bound).map(|Part { name, .. }| code!("{name},\n", name));
    let decoded =
        late.iter().map(|Part { name, decode, .. }| code!("{name}: {decode},\n", name, decode));
    let name = pascal(&operation.id);
    let members: Code = given.chain(decoded).collect();
    steps.push(code!("let request = {name} {{\n{members}}};\n", name, members));
    for (limit, when) in sometimes {
        let (given, count) = (snake(when.unwrap_or_default()), count(limit));
        steps.push(code!("if request.{given}.is_some() {{\n{count}}}\n", given, count));
    }
    if operation.cache_seconds.is_some() {
        for secret in operation.parameters.iter().filter(|given| given.bypasses_cache()) {
            let secret = Name::new(&secret.member);
            steps.push(code!(
                "if request.{secret}.is_some() {{\ncall.bypass_cache();\n}}\n",
                secret
            ));
        }
    }
    code!(
        "\nasync fn {function}<A: {tag}>(api: &A, call: &mut Call) -> Result<Reply, Error<{name}>> {{\n{steps}{answer}}}\n",
        function = snake(&operation.id),
        tag = trait_name(&tag.name),
        name,
        steps,
        answer = answer(endpoint)
    )
}

/// The code that calls the handler, unless the response is cached, and writes the reply.
fn answer(endpoint: &Endpoint<'_>) -> Code {
    let Endpoint { operation, reply, .. } = endpoint;
    let (function, write) = (snake(&operation.id), &reply.write);
    let bind = if reply.is_empty() { code!("") } else { code!("let reply = ") };
    match operation.cache_seconds {
        None => code!(
            "{bind}api.{function}(caller, request).await?;\nOk({write})\n",
            bind,
            function,
            write
        ),
        Some(seconds) => code!(
            "call.cached({seconds}, site_id, request, |request| async move {{\n\
                 {bind}api.{function}(request).await?;\nOk({write})\n\
             }})\n.await\n",
            seconds,
            bind,
            function,
            write
        ),
    }
}
