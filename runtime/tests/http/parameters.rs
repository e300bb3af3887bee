//! Query and header parameters.

use http::Request;
use serde_json::{Value, json};

use crate::fixture::{call, data, failure, get};

#[tokio::test]
async fn values_are_accepted() {
    for (query, field, value) in [
        ("", "limit", json!(20)),
        ("limit=", "limit", json!(20)),
        ("limit=7", "limit", json!(7)),
        ("limit=500", "limit", json!(100)),
        ("limit=9223372036854775807", "limit", json!(100)),
        ("unknown=1&unknown=2&limit=7", "limit", json!(7)),
        ("limit=%31%30", "limit", json!(10)),
        ("lim%69t=3", "limit", json!(3)),
        ("search=", "search", Value::Null),
        ("search=a+b%2Bc", "search", json!("a b+c")),
        ("search=%C3%BC", "search", json!("ü")),
        ("search=+a++b+", "search", json!(" a  b ")),
        ("search=a=b", "search", json!("a=b")),
        ("search=üüüüüüüüüü", "search", json!("üüüüüüüüüü")),
        ("&&search=x&", "search", json!("x")),
        ("unknown=1", "search", Value::Null),
        ("sort=price_asc", "sort", json!("price_asc")),
        ("sort=", "sort", Value::Null),
        ("ids=1,2,3", "ids", json!([1, 2, 3])),
        ("ids=1%2C2,+3", "ids", json!([1, 2, 3])),
        ("labels=a,b", "labels", json!(["a", "b"])),
        ("labels=a%2Cb,c", "labels", json!(["a,b", "c"])),
        ("labels=a+%2B,,%C3%BC%2c", "labels", json!(["a +", "", "ü,"])),
        ("labels=", "labels", json!([])),
        ("price=2.5", "price", json!(2.5)),
        ("featured=true", "featured", json!(true)),
        ("filter=%7B%22color%22%3A%22red%22%7D", "filter", json!({ "color": "red" })),
        ("ids=1&ids=2,3", "ids", json!([1, 2, 3])),
        ("ids=&ids=1&i%64s=2&ids", "ids", json!([1, 2])),
        ("ids=&ids=", "ids", Value::Null),
        ("ids=,1,,+,2,", "ids", json!([1, 2])),
        ("ids=,&ids=,", "ids", Value::Null),
        ("labels=a&labels=b%2Cc,d", "labels", json!(["a", "b,c", "d"])),
        (
            "filter={%22size%22:%227%22,%22weight%22:%222.5%22,%22isNew%22:%22true%22,%22color%22:%227%22}",
            "filter",
            json!({ "size": 7, "weight": 2.5, "isNew": true, "color": "7" }),
        ),
        ("filter={%22size%22:%22%22,%22color%22:%22%22}", "filter", json!({ "color": "" })),
        ("filter[color]=red", "filter", json!({ "color": "red" })),
        ("filter%5Bcolor%5D=r%C3%B6d+7", "filter", json!({ "color": "röd 7" })),
        ("filter[color]=7", "filter", json!({ "color": "7" })),
        ("filter[color]=true", "filter", json!({ "color": "true" })),
        ("filter[size]=7&filter[weight]=2.5", "filter", json!({ "size": 7, "weight": 2.5 })),
        ("filter[weight]=1e1&filter[isNew]=true", "filter", json!({ "weight": 10, "isNew": true })),
        // An empty member counts as absent, and so does an object with only empty members.
        ("filter[color]=red&filter[size]=", "filter", json!({ "color": "red" })),
        ("filter[color]=&filter[size]=", "filter", Value::Null),
        // Unknown members are ignored, like unknown keys of JSON.
        (
            "filter[color]=red&filter[other]=1&filter[other]=%00",
            "filter",
            json!({ "color": "red" }),
        ),
        ("filter[other]=1", "filter", json!({})),
        ("filter[color][deep]=red&filter[]=1", "filter", json!({})),
        ("filter[color=red&filtercolor]=red&filter=", "filter", Value::Null),
        // A blank number or choice counts as absent.
        ("limit=+&sort=%E2%80%8B&featured=%09&price=+", "limit", json!(20)),
        // Only JSON parameters have members.
        ("limit[x]=1", "limit", json!(20)),
        ("ids[]=1", "ids", Value::Null),
    ] {
        let data = data(get(&format!("/sites/1/posts?{}", encode(query))).await).await;
        assert_eq!(data["request"][field], value, "{query}");
    }
}

#[tokio::test]
async fn invalid_values_are_400_with_name_and_rule() {
    for (query, message) in [
        ("limit=x", "limit must be an integer"),
        ("limit=1.5", "limit must be an integer"),
        ("limit=%2B5", "limit must be an integer"),
        ("limit=9223372036854775808", "limit must be an integer"),
        ("limit=0", "limit must be at least 1"),
        ("page=-1", "page must be at least 1"),
        ("search=12345678901", "search must be at most 10 characters"),
        ("search=%00", "search must be valid text without NUL"),
        ("search=%FF", "search must be valid text without NUL"),
        ("sort=oldest", "sort must be one of newest, price_asc"),
        ("ids=1,x", "ids must be a comma-separated list of integers"),
        ("ids=1,,x", "ids must be a comma-separated list of integers"),
        ("ids=1,2,3,4", "ids must have at most 3 items"),
        ("price=NaN", "price must be a number"),
        ("price=inf", "price must be a number"),
        ("price=0.4", "price must be at least 0.5"),
        ("featured=yes", "featured must be true or false"),
        ("filter=%7B", "filter must be valid JSON"),
        ("filter=%7B%22color%22%3A1%7D", "color must be a string"),
        ("limit=x&search=%00", "limit must be an integer"),
        ("labels=a,%00", "labels must be valid text without NUL"),
        ("labels=%C3,%A9", "labels must be valid text without NUL"),
        ("labels=a,b,c,d", "labels must have at most 3 items"),
        ("limit=1&limit=1", "limit is given twice"),
        ("limit=&limit", "limit is given twice"),
        ("limit=1&l%69mit=2&lim%69t=3", "limit is given twice"),
        ("search=a&search=%FF", "search is given twice"),
        ("sort=oldest&sort=newest", "sort is given twice"),
        ("ids=1&ids=x", "ids must be a comma-separated list of integers"),
        ("ids=1&ids=2,3&ids=4", "ids must have at most 3 items"),
        ("labels=a&labels=%00", "labels must be valid text without NUL"),
        ("labels=%C3&labels=%A9", "labels must be valid text without NUL"),
        ("filter=%7B%7D&filter=%7B%7D", "filter is given twice"),
        ("filter=%7B%7D&filter[color]=red", "filter is given twice"),
        ("filter[color]=red&filter=", "filter is given twice"),
        ("filter[color]=red&filter%5bcolor%5d=red", "filter is given twice"),
        ("filter[color]=&filter[color]=red", "filter is given twice"),
        ("filter[color]=%00", "filter must be valid text without NUL"),
        ("filter[color]=%FF", "filter must be valid text without NUL"),
        ("filter[size]=x", "size must be an integer"),
        ("filter=%7B%22size%22%3A%22x%22%7D", "size must be an integer"),
        ("filter=%7B%22weight%22%3A%221e400%22%7D", "weight must be a number"),
        ("filter[size]=1.5", "size must be an integer"),
        ("filter[size]=9223372036854775808", "size must be an integer"),
        ("filter[size]=0", "size must be at least 1"),
        ("filter[size]=null", "size must be an integer"),
        ("filter[weight]=1e400", "weight must be a number"),
        ("filter[weight]=NaN", "weight must be a number"),
        ("filter[weight]=101", "weight must be at most 100"),
        ("filter[isNew]=1", "isNew must be true or false"),
        ("page=1&page=2&limit=x", "limit must be an integer"),
    ] {
        let response = get(&format!("/sites/1/posts?{query}")).await;
        assert_eq!(failure(response).await, (400, message.to_owned()), "{query}");
    }
}

#[tokio::test]
async fn the_documents_message_replaces_the_default() {
    for path in [
        "/sites/x/posts",
        "/sites/1.0/posts",
        "/sites/%31%00/posts",
        "/sites/99999999999999999999/posts",
    ] {
        assert_eq!(failure(get(path).await).await, (400, "Invalid site ID".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn headers_are_parameters() {
    let list = async |values: &[&[u8]]| {
        let mut request = Request::get("/sites/1/posts");
        for value in values {
            request = request.header("x-slug", *value);
        }
        call(request.body(Default::default()).unwrap()).await
    };
    for (value, expected) in [(&b"a-b"[..], json!("a-b")), (b"", Value::Null)] {
        assert_eq!(data(list(&[value]).await).await["request"]["slug"], expected);
    }
    for (values, message) in [
        (&[&b"a"[..], b"a"][..], "X-Slug is given twice"),
        (&[b"\xff"], "X-Slug must be valid text without NUL"),
    ] {
        assert_eq!(failure(list(values).await).await, (400, message.to_owned()));
    }
}

/// Encodes letters that a URI cannot contain, as browsers do.
fn encode(query: &str) -> String {
    query.replace('ü', "%C3%BC")
}
