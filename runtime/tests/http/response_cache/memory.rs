//! How much is remembered, and what gives way.

use super::{
    SECOND,
    shelf::{Shelf, answered},
};

const MIB: usize = 1024 * 1024;

#[tokio::test]
async fn what_is_asked_for_once_does_not_push_out_what_is_asked_for_often() {
    let shelf = Shelf::remembering(4 * MIB);
    *shelf.stock.filling.lock().unwrap() = "x".repeat(2_000);
    let hot: Vec<String> = (0..100).map(|id| format!("/sites/1/items/hot-{id}")).collect();
    // Asked for among some others, of which there are more than find room.
    for round in 0..50 {
        for path in &hot {
            shelf.get(path).await;
        }
        for other in 0..100 {
            shelf.get(&format!("/sites/1/items/other-{round}-{other}")).await;
        }
    }
    for strange in 0..100_000 {
        shelf.get(&format!("/sites/1/items/hat?search={strange}")).await;
    }
    let before = shelf.reads();
    for path in &hot {
        shelf.get(path).await;
    }
    assert_eq!(shelf.reads() - before, 0, "of {}", hot.len());
    assert!(shelf.cache.unwrap().bytes() <= 4 * MIB as u64);
}

#[tokio::test]
async fn its_bytes_are_bounded_with_bodies_encodings_and_keys() {
    let shelf = Shelf::remembering(MIB);
    let bytes = || shelf.cache.as_ref().unwrap().bytes();
    // What a compressor makes little of.
    let noise = |seed: u64| {
        let next = |it: &u64| Some(it.wrapping_mul(6364136223846793005).wrapping_add(1));
        let numbers = std::iter::successors(Some(seed), next).map(|it| it >> 33);
        numbers.take(1_000).map(|it| format!("{it:08x}")).collect::<String>()
    };
    for id in 0..500 {
        *shelf.stock.filling.lock().unwrap() = noise(id);
        let path = format!("/sites/1/items/hat?search={id}");
        let before = bytes();
        shelf.get(&path).await;
        let after_first = bytes();
        for encoding in ["gzip", "br", "gzip"] {
            let answer = shelf.get_with(&path, &[("accept-encoding", encoding)]).await;
            assert_eq!(answer.headers()["content-encoding"], encoding);
        }
        assert!(bytes() <= MIB as u64, "{}", bytes());
        if id < 3 {
            assert!((8_000..10_000).contains(&(after_first - before)), "{after_first} {before}");
            assert!(
                (8_000..14_000).contains(&(bytes() - after_first)),
                "{}",
                bytes() - after_first
            );
        }
    }
    assert_eq!(shelf.reads(), 500);
}

#[tokio::test]
async fn an_answer_that_is_too_large_is_not_kept() {
    let shelf = Shelf::remembering(MIB);
    shelf.get("/sites/1/items/hat").await;
    *shelf.stock.filling.lock().unwrap() = "x".repeat(MIB / 64);
    shelf.pass(SECOND);
    for read in 2..=4 {
        let (status, text) = answered(shelf.get("/sites/1/items/hat").await).await;
        assert_eq!((status, &text[..16]), (200, format!("hat of 1, read {read}").as_str()));
    }
    assert_eq!(shelf.cache.as_ref().unwrap().bytes(), 0);
}
