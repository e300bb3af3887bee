//! Order numbers: the store's prefix and ten random characters.

/// Crockford's base32, without I, L, O and U, which are easily misread.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Ten characters contain 50 random bits, so that a client cannot guess order numbers.
const CHARACTERS: usize = 10;

pub(super) fn order_number(prefix: &str) -> String {
    let characters = (0..CHARACTERS).map(|_| ALPHABET[rand::random_range(0..ALPHABET.len())]);
    prefix.chars().chain(characters.map(char::from)).collect()
}

#[cfg(test)]
mod tests {
    use super::order_number;

    #[test]
    fn prefix_and_ten_characters() {
        let number = order_number("HG-");
        let random = number.strip_prefix("HG-").unwrap();
        assert_eq!(random.len(), 10);
        assert!(!random.contains(['I', 'L', 'O', 'U']), "{number}");
        assert_ne!(number, order_number("HG-"));
    }
}
