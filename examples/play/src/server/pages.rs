//! The files of the page, which are part of the program.

use axum::{
    Router,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};

/// What a page may load: its own files and nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

fn file(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, text).into_response()
}

/// The page, its style and its program.
pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let html = || async { file("text/html; charset=utf-8", include_str!("../../assets/index.html")) };
    let style = || async { file("text/css; charset=utf-8", include_str!("../../assets/style.css")) };
    let program = || async { file("text/javascript; charset=utf-8", include_str!("../../assets/app.js")) };
    Router::new().route("/", get(html)).route("/style.css", get(style)).route("/app.js", get(program))
}
