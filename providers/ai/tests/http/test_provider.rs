//! The built-in provider: the same prompt gives the same pictures and texts.

use stoa_ai::{ImageRequest, Provider, TextRequest};

use crate::openai::{settings, whales, wish};

fn test_provider() -> Provider {
    stoa_ai::Ai::new(settings("http://127.0.0.1:1"))
        .unwrap()
        .provider(7, Some("test"), None)
        .unwrap()
}

async fn draws(request: &ImageRequest) -> Vec<image::RgbaImage> {
    let pictures = test_provider().pictures(request).await.unwrap();
    let read = |png: &bytes::Bytes| image::load_from_memory(png).unwrap().into_rgba8();
    pictures.pictures.iter().map(read).collect()
}

#[tokio::test]
async fn a_prompt_has_its_pictures() {
    let drawn = draws(&whales(true, 2)).await;
    assert_eq!(drawn, draws(&whales(true, 2)).await);
    assert_ne!(drawn[0], drawn[1]);
    let other = ImageRequest { prompt: "Two whales for Ines".to_owned(), ..whales(true, 2) };
    assert_ne!(drawn, draws(&other).await);
    for (size, expected) in [
        ("1024x1536", (1024, 1536)),
        ("1536x1024", (1536, 1024)),
        ("1024x1024", (1024, 1024)),
        ("auto", (1024, 1024)),
    ] {
        let request = ImageRequest { size: size.to_owned(), ..whales(true, 1) };
        assert_eq!(draws(&request).await[0].dimensions(), expected);
    }
}

#[tokio::test]
async fn the_background_is_drawn_as_requested() {
    let drawn = draws(&whales(true, 1)).await;
    let clear = drawn[0].pixels().filter(|pixel| pixel.0[3] == 0).count();
    let all = drawn[0].pixels().count();
    assert!((all / 10..all).contains(&clear), "{clear} of {all}");
    assert!(draws(&whales(false, 1)).await[0].pixels().all(|pixel| pixel.0[3] == 255));
}

#[tokio::test]
async fn a_prompt_has_its_texts() {
    let texts = test_provider().texts(&wish()).await.unwrap();
    assert_eq!(texts, test_provider().texts(&wish()).await.unwrap());
    assert_eq!(texts.len(), 3);
    let six = TextRequest { count: 6, product_name: None, ..wish() };
    let six = test_provider().texts(&six).await.unwrap();
    assert_eq!(six.iter().collect::<std::collections::BTreeSet<_>>().len(), 6, "{six:?}");
    assert!(six.iter().all(|text| (5..60).contains(&text.len())), "{six:?}");
}
