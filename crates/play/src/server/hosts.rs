//! Checks that requests come from pages of this server.
//!
//! Otherwise a page of another site could open a connection to the loopback address, also through its
//! own host name (DNS rebinding). So `Host` must be an address or name of this server, and `Origin`, if
//! a browser sends it, must match.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use std::{net::SocketAddr, sync::Arc};

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The request names another host.
    #[error("the host is '{0}', which is not this server")]
    Host(String),
    /// The request comes from the page of another server.
    #[error("the page comes from '{0}', which is not this server")]
    Origin(String),
}

/// The host names of a server.
#[derive(Clone, Debug)]
pub struct AllowedHosts {
    names: Vec<String>,
}

impl AllowedHosts {
    /// The names of a server at an address: the address, and `localhost` if it is a loopback address.
    pub fn at(address: SocketAddr) -> AllowedHosts {
        let mut names = vec![address.to_string()];
        if address.ip().is_loopback() {
            names.push(format!("localhost:{}", address.port()));
        }
        AllowedHosts { names }
    }

    /// Checks the host and origin of a request.
    ///
    /// # Errors
    /// If one of them does not name this server.
    pub fn check(&self, headers: &HeaderMap) -> Result<(), HostError> {
        let text = |name| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
        let host = text(header::HOST).unwrap_or_default();
        if !self.names.contains(&host) {
            return Err(HostError::Host(host));
        }
        match text(header::ORIGIN) {
            Some(origin) if origin.strip_prefix("http://") != Some(&host) => Err(HostError::Origin(origin)),
            _ => Ok(()),
        }
    }
}

/// Refuses requests for other hosts before they are routed.
pub(super) async fn check_host(State(hosts): State<Arc<AllowedHosts>>, request: Request, next: Next) -> Response {
    match hosts.check(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(reason) => (StatusCode::FORBIDDEN, reason.to_string()).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn checked(host: &'static str, origin: Option<&'static str>) -> Result<(), HostError> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        AllowedHosts::at("127.0.0.1:8000".parse().unwrap()).check(&headers)
    }

    #[test]
    fn only_pages_of_this_server_are_answered() {
        assert_eq!(checked("127.0.0.1:8000", None), Ok(()));
        assert_eq!(checked("localhost:8000", Some("http://localhost:8000")), Ok(()));
        assert_eq!(checked("evil.example:8000", None), Err(HostError::Host("evil.example:8000".into())));
        assert_eq!(checked("127.0.0.1:9000", None), Err(HostError::Host("127.0.0.1:9000".into())));
        let other = "http://evil.example";
        assert_eq!(checked("localhost:8000", Some(other)), Err(HostError::Origin(other.into())));
        let secure = "https://localhost:8000";
        assert_eq!(checked("localhost:8000", Some(secure)), Err(HostError::Origin(secure.into())));
        assert!(AllowedHosts::at("0.0.0.0:80".parse().unwrap()).check(&HeaderMap::new()).is_err());
    }
}
