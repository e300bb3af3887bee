//! Paginated lists, from correct servers and incorrect ones.

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use serde::Deserialize;
use stoa_client_core::{Builder, Error, Items, Method};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::stand_in::{answer, scripted, sent};

#[derive(Deserialize)]
pub struct ByNumber {
    data: Vec<u64>,
    pagination: Numbered,
}

#[derive(Deserialize)]
pub struct Numbered {
    page: i64,
    total_pages: i64,
}

#[derive(Deserialize)]
pub struct ByOffset {
    things: Vec<u64>,
    at: Behind,
}

#[derive(Deserialize)]
pub struct Behind {
    limit: i64,
    offset: i64,
    total: i64,
}

#[derive(Deserialize)]
pub struct ByCursor {
    notes: Vec<u64>,
    next: Option<String>,
}

stoa_client_core::calls! {
    list_by_cursor: ListByCursor "listByCursor" -> Cursor<ByCursor, u64>(notes, next, "after");
    list_by_number: ListByNumber "listByNumber" -> Pages<ByNumber, u64>(data, pagination.page), ETag;
    list_by_offset: ListByOffset "listByOffset" -> Pages<ByOffset, u64>(things, at.offset);
}

fn list_by_cursor(builder: Builder) -> ListByCursor {
    ListByCursor(builder.build().unwrap().call("listByCursor", Method::GET, "/notes"))
}

fn list_by_number(builder: Builder) -> ListByNumber {
    ListByNumber(builder.build().unwrap().call("listByNumber", Method::GET, "/things"))
}

fn list_by_offset(builder: Builder) -> ListByOffset {
    ListByOffset(builder.build().unwrap().call("listByOffset", Method::GET, "/things"))
}

fn numbered(data: &[u64], page: i64, total_pages: i64) -> String {
    let pagination = format!("{{\"page\":{page},\"total_pages\":{total_pages}}}");
    answer("200 OK", "", &format!("{{\"data\":{data:?},\"pagination\":{pagination}}}"))
}

fn behind(things: &[u64], offset: i64, limit: i64, total: i64) -> String {
    let at = format!("{{\"offset\":{offset},\"limit\":{limit},\"total\":{total}}}");
    answer("200 OK", "", &format!("{{\"things\":{things:?},\"at\":{at}}}"))
}

/// Starts a server with these answers. Returns the items of its list, and the requests that the server receives.
async fn items(answers: &[String]) -> (Items<u64>, UnboundedReceiver<String>) {
    let (builder, requests) = scripted(answers).await;
    (list_by_number(builder).all(), requests)
}

/// Returns all remaining items. An error is returned as its text.
async fn rest(items: &mut Items<u64>) -> Vec<String> {
    let mut rest = Vec::new();
    while let Some(item) = items.next().await {
        rest.push(item.map_or_else(|error| error.to_string(), |item| item.to_string()));
    }
    assert!(items.next().await.is_none(), "it has ended");
    rest
}

/// Returns the value of the query parameter `name` in each request, or `-` for a request without this parameter.
fn asked(requests: UnboundedReceiver<String>, name: &str) -> Vec<String> {
    let value = |request: String| {
        let query = request.split_whitespace().nth(1)?.split_once('?')?.1.to_owned();
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        Some(pairs.find(|(other, _)| *other == name)?.1.to_owned())
    };
    sent(requests).into_iter().map(|request| value(request).unwrap_or("-".into())).collect()
}

#[tokio::test]
async fn each_item_once() {
    let (mut items, requests) =
        items(&[numbered(&[1, 2], 1, 3), numbered(&[3, 4], 2, 3), numbered(&[5], 3, 3)]).await;
    assert_eq!(rest(&mut items).await, ["1", "2", "3", "4", "5"]);
    assert_eq!(asked(requests, "page"), ["-", "2", "3"]);
}

#[tokio::test]
async fn an_empty_list_is_one_page() {
    for page in [numbered(&[], 1, 0), numbered(&[], 1, 1)] {
        let (mut items, requests) = items(&[page]).await;
        assert!(rest(&mut items).await.is_empty());
        assert_eq!(sent(requests).len(), 1);
    }
}

#[tokio::test]
async fn from_the_page_that_is_given() {
    let answers = [numbered(&[5, 6], 3, 4), numbered(&[7], 4, 4)];
    let (builder, requests) = scripted(&answers).await;
    let ListByNumber(call) = list_by_number(builder);
    let mut items = ListByNumber(call.query("page", 3).query("limit", 2)).all();
    assert_eq!(rest(&mut items).await, ["5", "6", "7"]);
    let requests = sent(requests);
    let targets = requests.iter().map(|request| request.split_whitespace().nth(1).unwrap());
    assert!(targets.eq(["/api/things?page=3&limit=2", "/api/things?limit=2&page=4"]));
}

#[tokio::test]
async fn by_the_limit_in_effect() {
    let answers = [behind(&[1, 2], 0, 2, 5), behind(&[3, 4], 2, 2, 5), behind(&[5], 4, 2, 5)];
    let (builder, requests) = scripted(&answers).await;
    let ListByOffset(call) = list_by_offset(builder);
    let mut items = ListByOffset(call.query("limit", 1_000)).all();
    assert_eq!(rest(&mut items).await, ["1", "2", "3", "4", "5"]);
    assert_eq!(asked(requests, "offset"), ["-", "2", "4"]);
    // A limit of 0 would request the same page again.
    let answers = [behind(&[1], 0, 0, 2), behind(&[2], 1, -5, 2)];
    let (builder, requests) = scripted(&answers).await;
    assert_eq!(rest(&mut list_by_offset(builder).all()).await, ["1", "2"]);
    assert_eq!(asked(requests, "offset"), ["-", "1"]);
}

#[tokio::test]
async fn an_empty_page_is_skipped() {
    let (mut items, requests) =
        items(&[numbered(&[1], 1, 3), numbered(&[], 2, 3), numbered(&[3], 3, 3)]).await;
    assert_eq!(rest(&mut items).await, ["1", "3"]);
    assert_eq!(sent(requests).len(), 3);
}

#[tokio::test]
async fn the_newest_page_determines_the_end() {
    let (mut shorter, requests) = items(&[numbered(&[1], 1, 9), numbered(&[2], 2, 2)]).await;
    assert_eq!(rest(&mut shorter).await, ["1", "2"]);
    assert_eq!(sent(requests).len(), 2);
    let (mut longer, requests) =
        items(&[numbered(&[1], 1, 2), numbered(&[2], 2, 3), numbered(&[3], 3, 3)]).await;
    assert_eq!(rest(&mut longer).await, ["1", "2", "3"]);
    assert_eq!(sent(requests).len(), 3);
}

#[tokio::test]
async fn empty_pages_do_not_extend_the_list() {
    let (mut items, requests) =
        items(&[numbered(&[1], 1, 3), numbered(&[], 2, 4), numbered(&[], 3, 5)]).await;
    assert_eq!(rest(&mut items).await, ["1"]);
    assert_eq!(asked(requests, "page"), ["-", "2", "3"]);
}

#[tokio::test]
async fn an_unrequested_page_ends_the_list() {
    // In the first case, the list became shorter, and the server repeats its last page. In the second case, the server
    // always answers with the first page.
    for last in [numbered(&[1], 1, 1), numbered(&[1], 1, 3)] {
        let (mut items, requests) = items(&[numbered(&[1], 1, 3), last]).await;
        assert_eq!(rest(&mut items).await, ["1"]);
        assert_eq!(sent(requests).len(), 2);
    }
    let (mut last, _requests) = items(&[numbered(&[1], i64::MAX, i64::MAX)]).await;
    assert_eq!(rest(&mut last).await, ["1"]);
}

#[tokio::test]
async fn an_error_is_returned_once() {
    let [first, second, third] = [1, 2, 3].map(|page| numbered(&[page], page as i64, 3));
    let forbidden = answer("403 Forbidden", "", "");
    let (mut items, requests) = items(&[first, second, forbidden.clone(), forbidden, third]).await;
    assert_eq!(
        rest(&mut items).await,
        ["1", "2", "listByNumber GET /things: 403 Forbidden (attempt 1)"]
    );
    items.resume();
    assert_eq!(rest(&mut items).await, ["listByNumber GET /things: 403 Forbidden (attempt 1)"]);
    items.resume();
    assert_eq!(rest(&mut items).await, ["3"]);
    items.resume();
    assert_eq!(rest(&mut items).await, [""; 0]);
    assert_eq!(asked(requests, "page"), ["-", "2", "3", "3", "3"]);
}

#[tokio::test]
async fn a_page_is_requested_with_its_items() {
    let (mut items, mut requests) = items(&[numbered(&[1, 2], 1, 2), numbered(&[3], 2, 2)]).await;
    assert!(requests.try_recv().is_err());
    // Dropping the future loses no item.
    let mut first = Box::pin(items.next());
    let is_there = poll_fn(|context| Poll::Ready(first.as_mut().poll(context).is_ready())).await;
    drop(first);
    assert!(!is_there);
    assert_eq!(items.next().await.unwrap().unwrap(), 1);
    assert_eq!(items.next().await.unwrap().unwrap(), 2);
    assert_eq!(sent_so_far(&mut requests), 1);
    assert_eq!(rest(&mut items).await, ["3"]);
    assert_eq!(sent_so_far(&mut requests), 1);
}

fn sent_so_far(requests: &mut UnboundedReceiver<String>) -> usize {
    std::iter::from_fn(|| requests.try_recv().ok()).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn items_go_to_another_thread() {
    let (mut items, _requests) = items(&[numbered(&[1], 1, 1)]).await;
    is_stream(&items);
    assert!(format!("{items:?}").starts_with("Items { call: Call { operation: \"listByNumber\""));
    let read = tokio::spawn(async move { pin!(items.next()).await });
    assert_eq!(read.await.unwrap().unwrap().unwrap(), 1);
}

fn is_stream(_: &(impl futures_core::Stream<Item = Result<u64, Error>> + Send + 'static)) {}

/// Lists and streams are `Sync`. Async methods with `&self` on a struct that contains one can therefore run on any
/// thread.
#[test]
fn lists_and_streams_can_be_shared() {
    fn shared<T: Send + Sync>() {}
    shared::<Items<String>>();
    #[cfg(feature = "events")]
    shared::<stoa_client_core::EventStream<String>>();
}

fn before(notes: &[u64], next: Option<&str>) -> String {
    answer("200 OK", "", &format!("{{\"notes\":{notes:?},\"next\":{}}}", serde_json::json!(next)))
}

/// A page may be empty without being the last one, for example because a filter fits none of its items.
#[tokio::test]
async fn by_cursor_until_there_is_none() {
    let answers = [before(&[1, 2], Some("b&c")), before(&[], Some("d")), before(&[3], None)];
    let (builder, requests) = scripted(&answers).await;
    assert_eq!(rest(&mut list_by_cursor(builder).all()).await, ["1", "2", "3"]);
    assert_eq!(asked(requests, "after"), ["-", "b%26c", "d"]);
}

#[tokio::test]
async fn a_cursor_that_leads_to_itself_ends_the_list() {
    let answers = [before(&[1], Some("b")), before(&[2], Some("b"))];
    let (builder, requests) = scripted(&answers).await;
    assert_eq!(rest(&mut list_by_cursor(builder).all()).await, ["1", "2"]);
    assert_eq!(sent(requests).len(), 2);
}
