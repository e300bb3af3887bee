//! The files of `fonts/`, compiled in, so that the server needs no folder of fonts. The fonts that have letters which
//! other fonts lack come first.

/// The name and the bytes of a file in a family's folder.
macro_rules! font {
    ($family:literal, $file:literal) => {
        ($file, include_bytes!(concat!("../../../../fonts/", $family, "/", $file)).as_slice())
    };
}

/// The files, each with the name under which the server serves it.
pub(super) const BUNDLED: [(&str, &[u8]); 40] = [
    font!("noto-sans", "NotoSans-Regular.ttf"),
    font!("noto-sans", "NotoSans-Bold.ttf"),
    font!("noto-sans-hebrew", "NotoSansHebrew-Regular.ttf"),
    font!("noto-sans-hebrew", "NotoSansHebrew-Bold.ttf"),
    font!("noto-sans-arabic", "NotoSansArabic-Regular.ttf"),
    font!("noto-sans-arabic", "NotoSansArabic-Bold.ttf"),
    font!("bebas-neue", "BebasNeue-Regular.otf"),
    font!("bebas-neue", "BebasNeue-Bold.otf"),
    font!("caladea", "Caladea-Regular.ttf"),
    font!("caladea", "Caladea-Italic.ttf"),
    font!("caladea", "Caladea-Bold.ttf"),
    font!("caladea", "Caladea-BoldItalic.ttf"),
    font!("comfortaa", "Comfortaa-Regular.ttf"),
    font!("comfortaa", "Comfortaa-Bold.ttf"),
    font!("comic-neue", "ComicNeue-Regular.otf"),
    font!("comic-neue", "ComicNeue-Italic.otf"),
    font!("comic-neue", "ComicNeue-Bold.otf"),
    font!("comic-neue", "ComicNeue-BoldItalic.otf"),
    font!("courier-prime", "CourierPrime-Regular.otf"),
    font!("courier-prime", "CourierPrime-Italic.otf"),
    font!("courier-prime", "CourierPrime-Bold.otf"),
    font!("courier-prime", "CourierPrime-BoldItalic.otf"),
    font!("dancing-script", "DancingScript-Regular.otf"),
    font!("dancing-script", "DancingScript-Bold.otf"),
    font!("eb-garamond", "EBGaramond-Regular.otf"),
    font!("eb-garamond", "EBGaramond-Italic.otf"),
    font!("inter", "Inter-Regular.otf"),
    font!("inter", "Inter-Italic.otf"),
    font!("inter", "Inter-Bold.otf"),
    font!("inter", "Inter-BoldItalic.otf"),
    font!("jetbrains-mono", "JetBrainsMono-Regular.ttf"),
    font!("jetbrains-mono", "JetBrainsMono-Bold.ttf"),
    font!("kaushan-script", "KaushanScript-Regular.otf"),
    font!("lato", "Lato-Regular.ttf"),
    font!("lato", "Lato-Bold.ttf"),
    font!("lobster-two", "LobsterTwo-Regular.otf"),
    font!("lobster-two", "LobsterTwo-Italic.otf"),
    font!("lobster-two", "LobsterTwo-Bold.otf"),
    font!("quicksand", "Quicksand-Regular.ttf"),
    font!("quicksand", "Quicksand-Bold.ttf"),
];
