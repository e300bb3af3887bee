//! The memory of cached responses.

use super::shelf::Shelf;

const MIB: usize = 1024 * 1024;

#[tokio::test]
async fn its_bytes_are_bounded_with_bodies_encodings_and_keys() {
    let shelf = Shelf::with_bytes(MIB);
    let bytes = || shelf.cache.as_ref().unwrap().bytes();
    // Text that compresses badly.
    let noise = |seed: u64| {
        let next = |it: &u64| Some(it.wrapping_mul(6364136223846793005).wrapping_add(1));
        let numbers = std::iter::successors(Some(seed), next).map(|number| number >> 33);
        numbers.take(1_000).map(|number| format!("{number:08x}")).collect::<String>()
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
