//! The files of the page, embedded in the program.

use axum::{
    Router,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};

/// The content security policy: a page may load its own files only.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; \
                      manifest-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page: its path, content type and text.
type File = (&'static str, &'static str, &'static str);

/// The scripts of the page.
macro_rules! programs {
    ($($name:literal),* $(,)?) => {
        &[$((concat!("/", $name), "text/javascript; charset=utf-8", include_str!(concat!("../../assets/", $name)))),*]
    };
}

const PROGRAMS: &[File] = programs![
    "actions.js",
    "analysis.js",
    "app.js",
    "begin.js",
    "board.js",
    "board-input.js",
    "board-logic.js",
    "board-picture.js",
    "board-view.js",
    "clocks.js",
    "connection.js",
    "dates.js",
    "explained.js",
    "game-setup.js",
    "gif.js",
    "kept.js",
    "learn.js",
    "local.js",
    "moves.js",
    "openings.js",
    "page.js",
    "pictures.js",
    "piece-sets.js",
    "play-logic.js",
    "records.js",
    "review.js",
    "settings.js",
    "setup.js",
    "share.js",
    "sounds.js",
    "storage.js",
    "studies.js",
    "study-list.js",
    "tabs.js",
    "tree.js",
    "words.js",
];

const PAGES: &[File] = &[
    ("/", "text/html; charset=utf-8", include_str!("../../assets/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("../../assets/style.css")),
    ("/board.css", "text/css; charset=utf-8", include_str!("../../assets/board.css")),
    ("/icon.svg", "image/svg+xml", include_str!("../../assets/icon.svg")),
    ("/manifest.webmanifest", "application/manifest+json", include_str!("../../assets/manifest.webmanifest")),
];

fn file(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}

/// Routes to the page, its style sheets, its scripts and its icon.
pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let files = PAGES.iter().chain(PROGRAMS).copied();
    files.fold(Router::new(), |router, (path, kind, text)| {
        router.route(path, get(move || async move { file(kind, text) }))
    })
}
