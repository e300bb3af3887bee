//! Channel binding ties the proof of a password to the TLS connection. The proof includes the digest of the server's
//! certificate (RFC 5929, `tls-server-end-point`).

use sha2::{Digest, Sha256, Sha384, Sha512};

/// Returns the digest of a certificate. The hash function is that of the certificate's signature. Returns `None` if the
/// signature has no known hash function.
pub(super) fn server_end_point(certificate: &[u8]) -> Option<Vec<u8>> {
    match signature_algorithm(certificate)? {
        // RFC 5929 replaces MD5 and SHA-1 with SHA-256.
        RSA_MD5 | RSA_SHA_1 | RSA_SHA_256 | ECDSA_SHA_1 | ECDSA_SHA_256 => {
            Some(Sha256::digest(certificate).to_vec())
        }
        RSA_SHA_384 | ECDSA_SHA_384 => Some(Sha384::digest(certificate).to_vec()),
        RSA_SHA_512 | ECDSA_SHA_512 => Some(Sha512::digest(certificate).to_vec()),
        // For example, Ed25519 has no separate hash function, and RFC 5929 defines none for it.
        _ => None,
    }
}

const RSA_MD5: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x04";
const RSA_SHA_1: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x05";
const RSA_SHA_256: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0b";
const RSA_SHA_384: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0c";
const RSA_SHA_512: &[u8] = b"\x2a\x86\x48\x86\xf7\x0d\x01\x01\x0d";
const ECDSA_SHA_1: &[u8] = b"\x2a\x86\x48\xce\x3d\x04\x01";
const ECDSA_SHA_256: &[u8] = b"\x2a\x86\x48\xce\x3d\x04\x03\x02";
const ECDSA_SHA_384: &[u8] = b"\x2a\x86\x48\xce\x3d\x04\x03\x03";
const ECDSA_SHA_512: &[u8] = b"\x2a\x86\x48\xce\x3d\x04\x03\x04";

/// Returns the identifier of the signature algorithm. A certificate is a sequence of three items: the signed part, the
/// algorithm and the signature. The algorithm is a sequence that begins with its identifier.
fn signature_algorithm(certificate: &[u8]) -> Option<&[u8]> {
    const SEQUENCE: u8 = 0x30;
    const IDENTIFIER: u8 = 0x06;
    let (certificate, _) = item(SEQUENCE, certificate)?;
    let (_, rest) = item(SEQUENCE, certificate)?;
    let (algorithm, _) = item(SEQUENCE, rest)?;
    let (identifier, _) = item(IDENTIFIER, algorithm)?;
    Some(identifier)
}

/// Returns the content of a DER item of this kind, and the bytes after the item.
fn item(kind: u8, der: &[u8]) -> Option<(&[u8], &[u8])> {
    let (&first, rest) = der.split_first()?;
    let (&length, rest) = rest.split_first()?;
    let (length, rest) = match length {
        0..0x80 => (usize::from(length), rest),
        // The low seven bits are the number of the following bytes that hold the length.
        _ => {
            let (bytes, rest) = rest.split_at_checked(usize::from(length & 0x7f))?;
            (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
        }
    };
    rest.split_at_checked(length).filter(|_| first == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_matches_the_signature() {
        let certificate = |algorithm: &[u8]| {
            let mut der = vec![0x30, 0x81, (algorithm.len() + 6 + 3) as u8, 0x30, 0x01, 0xff];
            der.extend([0x30, algorithm.len() as u8 + 2, 0x06, algorithm.len() as u8]);
            der.extend(algorithm);
            der.extend([0x03, 0x00]);
            der
        };
        for (algorithm, length) in [
            (RSA_SHA_1, Some(32)),
            (RSA_SHA_256, Some(32)),
            (ECDSA_SHA_256, Some(32)),
            (ECDSA_SHA_384, Some(48)),
            (RSA_SHA_512, Some(64)),
            (b"\x2b\x65\x70", None),
        ] {
            let digest = server_end_point(&certificate(algorithm));
            assert_eq!(digest.map(|digest| digest.len()), length, "{algorithm:x?}");
        }
        assert_eq!(server_end_point(b""), None);
        assert_eq!(server_end_point(&[0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), None);
    }
}
