//! Hostile queries for shipping rates.

use serde_json::json;

use super::{SHIPPING, ids};
use crate::harness::*;

#[tokio::test]
async fn list_shipping_rates__refused() {
    let server = served_read_only().await;
    let no_country = server.get(SHIPPING).await;
    assert_eq!(no_country.message(), "country is required");
    no_country.snapshot("list_shipping_rates__400");
    let parcel = server.get(&format!("{SHIPPING}?country=US")).query("parcel", "[]").await;
    assert_eq!(parcel.message(), "Invalid parcel");
    parcel.snapshot("list_shipping_rates__400_parcel");

    let long = "a".repeat(7_000);
    for country in
        ["", " ", "U", "Deutchland", "US CA", "12", "U$", "**", "*", "é", "\0\0", "🦀", &long]
    {
        let refused = server.get(SHIPPING).query("country", country).await;
        let told = refused.outcome();
        assert_eq!(told, (400, "country is required"), "{country}");
    }
    let long = "a".repeat(10_000);
    for (name, value) in [
        ("state", long.as_str()),
        ("state", "M\0E"),
        ("postalCode", &long),
        ("postalCode", "\0"),
        ("city", &long),
        ("recipientName", &long),
        ("email", &long),
    ] {
        let refused = server.get(&format!("{SHIPPING}?country=US")).query(name, value).await;
        assert_eq!(refused.status(), 400, "{name} {value:.20}");
    }
}

#[tokio::test]
async fn list_shipping_rates__parcels() {
    let server = served_read_only().await;
    let parcel = |name: &str, value: &str| {
        let mut parcel = json!({"lengthIn": 12, "widthIn": 9.5, "heightIn": 4, "weightOz": 22.5});
        parcel[name] = serde_json::from_str(value).unwrap();
        parcel.to_string()
    };
    let asked =
        |parcel: &str| server.get(&format!("{SHIPPING}?country=US")).query("parcel", parcel);
    for (name, most) in
        [("lengthIn", "1000"), ("widthIn", "1000"), ("heightIn", "1000"), ("weightOz", "100000")]
    {
        for value in ["-1", "1e300", &format!("{most}.001"), "\"\\u0000\"", "\"-1\"", "[]", "true"]
        {
            let refused = asked(&parcel(name, value)).await;
            assert_eq!(refused.outcome(), (400, "Invalid parcel"), "{name} {value}");
        }
        for value in [
            most,
            "1",
            "0.5",
            "1e0",
            "0",
            "1e-300",
            "null",
            "\"1.5\"",
            "\"\"",
            "\" \"",
            "\"x\"",
            "\"1e400\"",
        ] {
            assert_eq!(asked(&parcel(name, value)).await.status(), 200, "{name} {value}");
        }
    }
    let too_deep = "[".repeat(5_000);
    let infinite = r#"{"lengthIn":1e400,"widthIn":1,"heightIn":1,"weightOz":1}"#;
    for text in ["x", "null", "[]", "1", "{", "\0", "\"\"", infinite, &too_deep] {
        assert_eq!(asked(text).await.outcome(), (400, "Invalid parcel"), "{text:.60}");
    }
    for text in ["", "{}", r#"{"weightOz":12}"#, r#"{"weightOz":"12","lengthIn":"9"}"#] {
        assert_eq!(asked(text).await.status(), 200, "{text}");
    }
}

#[tokio::test]
async fn list_shipping_rates__parcels_by_members() {
    const FITS: &str =
        "parcel[lengthIn]=12&parcel[widthIn]=9.5&parcel[heightIn]=4&parcel[weightOz]=22.5";
    let server = served_read_only().await;
    let asked = |query: &str| server.get(&format!("{SHIPPING}?country=US&{query}"));
    for query in [
        FITS,
        &FITS.replace('[', "%5B").replace(']', "%5d"),
        &FITS.replace("22.5", "1e1"),
        &format!("{FITS}&parcel[color]=red&parcel[color]=%00&parcel[]=1"),
        "parcel[lengthIn]=&parcel[widthIn]=&parcel[heightIn]=&parcel[weightOz]=",
        "parcels[lengthIn]=x",
        "parcel[weightOz]=12",
        "parcel[color]=red",
        "parcel[size][lengthIn]=12",
        &FITS.replace("22.5", ""),
        &FITS.replace("22.5", "0"),
        &FITS.replace("22.5", "1e400"),
        &FITS.replace("22.5", "NaN"),
        &FITS.replace("22.5", "x"),
        &FITS.replace("22.5", "null"),
        &FITS.replace("22.5", "%2222.5%22"),
    ] {
        assert_eq!(asked(query).await.outcome(), (200, ""), "{query}");
    }
    let twice = "parcel is given twice";
    for (query, message) in [
        (FITS.replace("22.5", "100000.1").as_str(), "Invalid parcel"),
        (&FITS.replace("22.5", "%00"), "Invalid parcel"),
        (&FITS.replace("22.5", "%FF"), "Invalid parcel"),
        (&format!("{FITS}&parcel[weightOz]=22.5"), twice),
        (&format!("{FITS}&parcel%5BweightOz%5D="), twice),
        (&format!("{FITS}&parcel=%7B%7D"), twice),
        (&format!("parcel=&{FITS}"), twice),
        ("parcel=%7B%7D&parcel=%7B%7D", twice),
    ] {
        assert_eq!(asked(query).await.outcome(), (400, message), "{query}");
    }
}

#[tokio::test]
async fn list_shipping_rates__lists_of_ids() {
    let server = served_read_only().await;
    for name in ["variantIds", "productIds"] {
        let many = |count: usize| vec!["1"; count].join(",");
        for ids in
            ["x", "1,,x", "1.5", "9223372036854775808", "1;2", "\0", &many(201), &many(5_000)]
        {
            let refused = server.get(&format!("{SHIPPING}?country=US")).query(name, ids).await;
            let message = format!("{name} must be at most 200 integers");
            assert_eq!(refused.outcome(), (400, message.as_str()), "{ids:.40}");
        }
        for ids in [
            "",
            "1",
            " 1 , 2",
            "1,2,",
            ",1",
            "1,, ,2",
            ",",
            "-1",
            "0",
            "9223372036854775807",
            "1,1,1",
            &many(200),
        ] {
            let taken = server.get(&format!("{SHIPPING}?country=US")).query(name, ids).await;
            assert_eq!(taken.status(), 200, "{ids:.40}");
        }
        for (ids, status) in
            [("1&{}=2", 200), ("1,1&{}=&{}=2", 200), ("1&{}=x", 400), ("1&{}=%00", 400)]
        {
            let query = format!("country=US&{name}={}", ids.replace("{}", name));
            let answer = server.get(&format!("{SHIPPING}?{query}")).await;
            assert_eq!(answer.status(), status, "{query}");
        }
        let many = vec![format!("{name}=1"); 201].join("&");
        let refused = server.get(&format!("{SHIPPING}?country=US&{many}")).await;
        let message = format!("{name} must be at most 200 integers");
        assert_eq!(refused.outcome(), (400, message.as_str()));
    }
    assert_eq!(ids(&server, "country=US&variantIds[]=x&unknown=%00").await, json!([1, 2]));
}
