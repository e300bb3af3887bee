//! The check, before any measurement, that both servers give the same responses.

use std::net::SocketAddr;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::load::Connection;
use super::operations;
use super::site::variant_id;

const COMPARED_READS: [&str; 4] = [
    "/api/storefront/1/products",
    "/api/storefront/1/products?page=7&limit=24",
    "/api/storefront/1/products/product-1000",
    "/api/storefront/1/products/product-7",
];

/// Compares the responses to reads and to additions to a cart. Fails at the first difference.
pub async fn check(stoa: SocketAddr, peer: SocketAddr) -> anyhow::Result<()> {
    for path in COMPARED_READS {
        compare(path, get(stoa, path).await?, get(peer, path).await?)?;
    }
    let added = cart(stoa, stoa, "compared-1").await?;
    compare("additions to a cart, then the cart", added, cart(peer, stoa, "compared-2").await?)
}

fn compare(asked: &str, stoa: Value, peer: Value) -> anyhow::Result<()> {
    ensure!(stoa == peer, "{asked}: Stoa answers\n{stoa}\nand the peer\n{peer}");
    Ok(())
}

async fn get(address: SocketAddr, path: &str) -> anyhow::Result<Value> {
    exchange(address, &operations::get(path)).await.with_context(|| path.to_owned())
}

async fn exchange(address: SocketAddr, request: &str) -> anyhow::Result<Value> {
    let mut connection = Connection::open(address).await?;
    Ok(serde_json::from_slice(connection.exchange(request.as_bytes()).await?)?)
}

/// Adds lines to a new cart on `server`. Returns the responses, then the cart as Stoa returns it, both without the
/// values that always differ. The additions create lines, add to existing lines, and reach the bulk rules of a product
/// and of a variant.
async fn cart(server: SocketAddr, stoa: SocketAddr, session: &str) -> anyhow::Result<Value> {
    let mut answers = Vec::new();
    for (product, variant, quantity) in
        [(1000, 2, 1), (1000, 2, 9), (1000, 1, 24), (1000, 1, 1), (7, 6, 2)]
    {
        let body = json!({
            "sessionId": session,
            "productId": product,
            "variantId": variant_id(product, variant),
            "quantity": quantity,
        })
        .to_string();
        let request = operations::post("/api/storefront/1/cart", &body);
        answers.push(exchange(server, &request).await.with_context(|| body)?);
    }
    let path = format!("/api/storefront/1/cart?sessionId={session}");
    answers.push(get(stoa, &path).await?);
    let mut answers = Value::Array(answers);
    number_ids(&mut answers, &mut Vec::new());
    Ok(answers)
}

/// Replaces the ids of carts and lines with the order in which they first occur, and the digits of times with zeros.
fn number_ids(value: &mut Value, seen: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| number_ids(item, seen)),
        Value::Object(members) => {
            for (key, member) in members {
                match key.as_str() {
                    "id" | "cartId" if member.is_number() => {
                        if !seen.contains(member) {
                            seen.push(member.clone());
                        }
                        *member = seen.iter().position(|one| one == member).into();
                    }
                    "createdAt" | "updatedAt" => {
                        let text = member.as_str().unwrap_or_default();
                        *member = text.replace(|one: char| one.is_ascii_digit(), "0").into();
                    }
                    _ => number_ids(member, seen),
                }
            }
        }
        _ => {}
    }
}
