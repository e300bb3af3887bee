//! JPEGs of cameras and of other encoders.

use std::fs;
use std::path::Path;

use bytes::Bytes;

use super::files::{encoded, photo};
use super::pixels;
use crate::clean;

/// The files were written by libjpeg from the same coefficients, without restart markers and with one after each block,
/// after three blocks and after each row.
#[test]
fn restart_markers_do_not_change_pixels() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/restarts");
    let read = |name: String| clean(fs::read(folder.join(name)).unwrap().into()).unwrap();
    for name in ["progressive", "progressive-grey", "cmyk-progressive", "baseline-420", "cmyk"] {
        let expected = pixels(&read(format!("{name}.jpg")));
        for markers in ["each-block", "3-blocks", "each-row"] {
            let picture = read(format!("{name}-{markers}.jpg"));
            assert_eq!(pixels(&picture), expected, "{name} {markers}");
        }
    }
}

/// Panoramas of some cameras lack the end marker, and have other data in its place.
#[test]
fn a_jpeg_without_its_end_marker_is_whole() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/fixtures");
    let files = [
        "progressive.jpg",
        "progressive-grey.jpg",
        "cmyk-progressive.jpg",
        "baseline-420.jpg",
        "cmyk.jpg",
    ];
    let files = files.map(|name| Bytes::from(fs::read(folder.join(name)).unwrap()));
    let own = encoded(&photo(300, 200), image::ImageFormat::Jpeg);
    for file in files.into_iter().chain([own]) {
        let expected = pixels(&clean(file.clone()).unwrap());
        let (cut, end) = file.split_at(file.len() - 2);
        assert_eq!(end, b"\xff\xd9");
        for data in [&b""[..], b"\0", b"SEFH\x6a\0\0\0\x01\0\0\0\0\0\x01\x0aSEFT", &[0; 4_096]] {
            let picture = clean([cut, data].concat().into()).unwrap();
            assert_eq!(pixels(&picture), expected, "{} {data:.20?}", file.len());
        }
    }
}
