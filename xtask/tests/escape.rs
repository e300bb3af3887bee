//! What generated clients write into URLs.

#![cfg(test)]

#[path = "../templates/client/escape.rs"]
mod escape;

use escape::{list, segment};

#[test]
fn a_segment_is_one_segment() {
    assert_eq!(segment("a/b?c%2F ü"), "a%2Fb%3Fc%252F%20%C3%BC");
    assert_eq!(segment(-7), "-7");
}

/// A server takes the same texts apart again: see `parameters` in the runtime's tests.
#[test]
fn commas_of_items_are_not_those_between_them() {
    assert_eq!(list("ids", &[1, 2, -3]), "ids=1,2,-3");
    assert_eq!(list("labels", &["a,b", "c"]), "labels=a%2Cb,c");
    assert_eq!(list("labels", &["a +", "", "ü,"]), "labels=a%20%2B,,%C3%BC%2C");
    assert_eq!(list::<i64>("ids", &[]), "ids=");
}
