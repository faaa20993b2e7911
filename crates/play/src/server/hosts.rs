//! Checks that requests come from pages of this server, and carry its token.
//!
//! Otherwise a page of another site could open a connection to the server, also through its own host name
//! (DNS rebinding). So `Host` must be the address by which the connection has reached the machine, or a
//! name of this server, and `Origin`, if a browser sends it, must match. A server that can be reached from
//! other machines also requires a token: in the address at first, then in a cookie.

use super::{listener::ConnectionInfo, secret::Secret};
use crate::message::{Invites, LinkCode};
use axum::{
    extract::{ConnectInfo, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header, uri::Authority},
    middleware::Next,
    response::{IntoResponse, Response},
};
use qrcode::{Color, QrCode};
use std::{
    borrow::Cow,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    sync::Arc,
};

/// The schemes of addresses, and the port of an address without one: also behind a proxy with TLS, whose pages come
/// from an origin with `https`.
const HTTP: (&str, u16) = ("http://", 80);
const HTTPS: (&str, u16) = ("https://", 443);

/// Why a request is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// The request names another host.
    #[error("the host is '{0}', which is not this server; the option --host adds a name")]
    Host(String),
    /// The request comes from the page of another server.
    #[error("the page comes from '{0}', which is not this server")]
    Origin(String),
    /// The request has no token, or another one.
    #[error("this server is open to those who have its token: use the address that it has printed, http://…/?token=…")]
    Token,
    /// An option is not the name of a host.
    #[error("'{0}' is not the name of a host; expected NAME, NAME:PORT or https://NAME")]
    Name(String),
}

/// The hosts and the token by which a server is reached.
#[derive(Clone, Debug)]
pub struct ServerAccess {
    /// The address at which it listens.
    address: SocketAddr,
    /// Further names with their ports, and whether they are those of a proxy with TLS.
    names: Vec<(bool, (String, u16))>,
    /// The token, if it listens beyond the loopback interface.
    token: Option<Secret>,
}

/// The host and the port of `Host` or of an origin without its scheme, in lower case; `usual` is the port of a text
/// without one.
fn host_and_port(text: &str, usual: u16) -> Option<(String, u16)> {
    let (name, port) = match text.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, port.parse().ok()?),
        Some(_) => return None,
        None => (text, usual),
    };
    let is_wrong = |c: char| c.is_whitespace() || c.is_control() || "/?#@,;".contains(c);
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    (!bare.is_empty() && !bare.contains(is_wrong)).then(|| (bare.to_ascii_lowercase(), port))
}

/// The origin of pages from a host, without the usual port.
fn origin((scheme, usual): (&str, u16), host: &str, port: u16) -> String {
    let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
    if port == usual { format!("{scheme}{host}") } else { format!("{scheme}{host}:{port}") }
}

impl ServerAccess {
    /// The access to a server that listens at an address: by the addresses of the machine, by `localhost`
    /// on the loopback interface, and by these further names, each `NAME`, `NAME:PORT`, or `https://NAME` of a proxy
    /// with TLS. A server that listens beyond the loopback interface gets a random token.
    ///
    /// # Errors
    /// If a name is not one, or the system has no random numbers.
    pub fn new(address: SocketAddr, names: &[String]) -> io::Result<ServerAccess> {
        let with_port = |name: &String| {
            let (is_secure, text, usual) = match name.strip_prefix(HTTPS.0) {
                Some(text) => (true, text, HTTPS.1),
                None => (false, name.as_str(), address.port()),
            };
            let named = host_and_port(text, usual);
            let named = named.ok_or_else(|| io::Error::other(HostError::Name(name.clone())))?;
            Ok::<_, io::Error>((is_secure, named))
        };
        let names = names.iter().map(with_port).collect::<io::Result<_>>()?;
        let token = if address.ip().is_loopback() { None } else { Some(Secret::random()?) };
        Ok(ServerAccess { address, names, token })
    }

    /// The addresses of the page, with the token.
    pub fn urls(&self) -> Vec<String> {
        let port = self.address.port();
        let ip = if self.address.ip().is_unspecified() { own_address() } else { self.address.ip() };
        let query = self.token.as_ref().map_or_else(String::new, |token| format!("/?token={}", token.text()));
        let own = [(false, (ip.to_string(), port))];
        let all = self.names.iter().chain(&own);
        all.map(|(is_secure, (host, port))| origin(if *is_secure { HTTPS } else { HTTP }, host, *port) + &query)
            .collect()
    }

    /// The links to a game for a spectator and for players, given their tickets, at the address of a page. A page on
    /// this machine links to an address that other machines reach, if there is one.
    pub(super) fn invites(&self, page: &str, watch: &str, sides: [Option<String>; 2]) -> Invites {
        let host = page.parse::<Uri>().ok().and_then(|page| page.host().map(str::to_owned));
        let is_local = |host: &str| {
            let ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
            host == "localhost" || ip.is_ok_and(|ip| ip.to_canonical().is_loopback())
        };
        let is_reachable = |page: &str| page.parse::<Uri>().is_ok_and(|page| !page.host().is_some_and(is_local));
        let reachable = self.urls().into_iter().find(|url| is_reachable(url));
        let (base, reachable) = match (host.as_deref().is_none_or(is_local), reachable) {
            (false, _) => (page.to_owned(), true),
            (true, Some(url)) => (url, true),
            (true, None) => (page.to_owned(), false),
        };
        let link = |ticket: &str| format!("{base}#room={ticket}");
        let sides = sides.map(|ticket| ticket.map(|ticket| link(&ticket)));
        let watch = link(watch);
        let code = link_code(sides.iter().flatten().next().unwrap_or(&watch));
        Invites { watch, sides, reachable, code }
    }

    /// Checks the target, the host and the origin of a request on a connection to the address `local`. A proxy may
    /// follow any of several hosts, so a request has one, and a target with a host has the same.
    ///
    /// # Errors
    /// If one of them does not name this server, or is repeated.
    pub fn check_host(&self, target: &Uri, headers: &HeaderMap, local: SocketAddr) -> Result<(), HostError> {
        let text = |name| {
            let values = headers.get_all(name).iter().map(|value| String::from_utf8_lossy(value.as_bytes()));
            values.map(Cow::into_owned).reduce(|all, value| format!("{all}, {value}"))
        };
        // Several hosts in one text are not the name of a host.
        let host = text(header::HOST).unwrap_or_default();
        // A proxy does not say whether a name is that of its pages with TLS.
        let ways = [(false, HTTP), (true, HTTPS)].into_iter().filter_map(|(is_secure, (scheme, usual))| {
            let named = host_and_port(&host, usual).filter(|named| self.is_own(is_secure, named, local))?;
            Some((scheme, usual, named))
        });
        let ways: Vec<(&str, u16, (String, u16))> = ways.collect();
        if ways.is_empty() {
            return Err(HostError::Host(host));
        }
        let is_same =
            |text: &str| ways.iter().any(|(_, usual, named)| host_and_port(text, *usual).as_ref() == Some(named));
        if let Some(other) = target.authority().map(Authority::as_str).filter(|other| !is_same(other)) {
            return Err(HostError::Host(other.to_owned()));
        }
        let is_origin = |text: &str| {
            ways.iter().any(|(scheme, usual, named)| {
                text.strip_prefix(scheme).and_then(|text| host_and_port(text, *usual)).as_ref() == Some(named)
            })
        };
        match text(header::ORIGIN) {
            Some(origin) if !is_origin(&origin) => Err(HostError::Origin(origin)),
            _ => Ok(()),
        }
    }

    fn is_own(&self, is_secure: bool, named: &(String, u16), local: SocketAddr) -> bool {
        let ip = local.ip().to_canonical();
        let (host, port) = named;
        let is_address = host.parse::<IpAddr>().is_ok_and(|host| host.to_canonical() == ip);
        let is_local = is_address || (host == "localhost" && ip.is_loopback());
        let is_machine = !is_secure && is_local && *port == self.address.port();
        is_machine || self.names.iter().any(|(secure, own)| *secure == is_secure && own == named)
    }

    /// The name of the cookie. Cookies are sent to all ports of a host.
    fn cookie(&self) -> String {
        format!("duiyi-{}", self.address.port())
    }

    /// Checks the token of a request, and returns the cookie to set if the token is in the address.
    ///
    /// # Errors
    /// If the server has a token, and the request has not.
    fn check_token(&self, query: &str, headers: &HeaderMap) -> Result<Option<HeaderValue>, HostError> {
        let Some(token) = &self.token else { return Ok(None) };
        let cookie = self.cookie();
        let mut given = query.split('&').filter_map(|pair| pair.strip_prefix("token="));
        if given.any(|given| token.matches(given)) {
            let value = format!("{cookie}={}; Path=/; HttpOnly; SameSite=Strict", token.text());
            return Ok(HeaderValue::from_str(&value).ok());
        }
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        if pairs.any(|(name, value)| name == cookie && token.matches(value)) { Ok(None) } else { Err(HostError::Token) }
    }
}

/// A link as a QR code; none if it is too long for one.
fn link_code(link: &str) -> Option<LinkCode> {
    let code = QrCode::new(link).ok()?;
    let size = code.width();
    let colors = code.to_colors();
    let mut path = String::new();
    for (row, modules) in colors.chunks(size).enumerate() {
        let mut column = 0;
        for run in modules.chunk_by(|one, other| one == other) {
            if run[0] == Color::Dark {
                path += &format!("M{column} {row}h{0}v1h-{0}z", run.len());
            }
            column += run.len();
        }
    }
    Some(LinkCode { size, path })
}

/// The address of this machine in its network, or the loopback address. A UDP socket that is connected
/// chooses its address, and sends nothing.
fn own_address() -> IpAddr {
    let chosen = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        // An address for documentation (RFC 5737).
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), HTTP.1))?;
        socket.local_addr()
    });
    chosen.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}

/// Refuses requests for other hosts, and requests without the token, before they are routed.
pub(super) async fn check_access(
    State(access): State<Arc<ServerAccess>>,
    ConnectInfo(connection): ConnectInfo<ConnectionInfo>,
    request: Request,
    next: Next,
) -> Response {
    let _busy = connection.phase.request();
    let headers = request.headers();
    let checked = access
        .check_host(request.uri(), headers, connection.local)
        .and_then(|()| access.check_token(request.uri().query().unwrap_or_default(), headers));
    match checked {
        Ok(cookie) => {
            let mut response = next.run(request).await;
            if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                connection.phase.upgrade();
            }
            if let Some(cookie) = cookie {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
            response
        }
        Err(reason) => (StatusCode::FORBIDDEN, reason.to_string()).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page on this machine links to a name that other machines reach, and any other page to itself.
    #[test]
    fn invitations_lead_where_others_reach_the_server() {
        let local: SocketAddr = "127.0.0.1:8080".parse().unwrap();
        let named = ServerAccess::new(local, &["https://board.example".to_owned()]).unwrap();
        let alone = ServerAccess::new(local, &[]).unwrap();
        for (access, page, base, reachable) in [
            (&named, "http://localhost:8080/", "https://board.example", true),
            (&named, "http://[::1]:8080/", "https://board.example", true),
            (&named, "https://other.example/board/", "https://other.example/board/", true),
            (&alone, "http://127.0.0.1:8080/", "http://127.0.0.1:8080/", false),
            (&alone, "no address", "no address", false),
        ] {
            let invites = access.invites(page, "ab", [None, Some("ab.cd".to_owned())]);
            assert_eq!((invites.watch, invites.reachable), (format!("{base}#room=ab"), reachable), "{page}");
            assert_eq!(invites.sides, [None, Some(format!("{base}#room=ab.cd"))], "{page}");
            assert!(invites.code.is_some_and(|code| code.size > 20), "{page}");
        }
    }

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    /// The check of a request to the server at `address` over a connection to `local`.
    fn checked(address: &str, local: &str, host: &str, origin: Option<&str>) -> Result<(), HostError> {
        let names = ["board.lan".to_owned(), "proxy.example:443".to_owned()];
        let access = ServerAccess::new(address.parse().unwrap(), &names).unwrap();
        let mut pairs = vec![(header::HOST, host)];
        pairs.extend(origin.map(|origin| (header::ORIGIN, origin)));
        access.check_host(&Uri::from_static("/"), &headers(&pairs), local.parse().unwrap())
    }

    #[test]
    fn only_pages_of_this_server_are_answered() {
        let checked = |host: &str, origin| checked("127.0.0.1:8000", "127.0.0.1:8000", host, origin);
        assert_eq!(checked("127.0.0.1:8000", None), Ok(()));
        assert_eq!(checked("LocalHost:8000", Some("http://localhost:8000")), Ok(()));
        for host in
            ["evil.example:8000", "127.0.0.1:9000", "127.0.0.1", "127.0.0.2:8000", "192.168.1.5:8000", "", ":8000"]
        {
            assert_eq!(checked(host, None), Err(HostError::Host(host.into())));
        }
        for origin in ["http://evil.example", "https://localhost:8000", "http://localhost", "null"] {
            assert_eq!(checked("localhost:8000", Some(origin)), Err(HostError::Origin(origin.into())));
        }
    }

    #[test]
    fn a_request_with_two_hosts_is_refused() {
        let access = ServerAccess::new("127.0.0.1:8000".parse().unwrap(), &[]).unwrap();
        let checked = |target: &'static str, pairs: &[(header::HeaderName, &str)]| {
            let mut map = HeaderMap::new();
            pairs.iter().for_each(|(name, value)| _ = map.append(name.clone(), HeaderValue::from_str(value).unwrap()));
            access.check_host(&Uri::from_static(target), &map, "127.0.0.1:8000".parse().unwrap())
        };
        let own = (header::HOST, "localhost:8000");
        for target in ["/", "*", "http://localhost:8000/", "http://LOCALHOST:8000/socket", "localhost:8000"] {
            assert_eq!(checked(target, std::slice::from_ref(&own)), Ok(()), "{target}");
        }
        for target in [
            "http://evil.example/",
            "http://127.0.0.1:8000/",
            "http://localhost/",
            "http://a@localhost:8000/",
            "evil.example:8000",
        ] {
            assert!(matches!(checked(target, std::slice::from_ref(&own)), Err(HostError::Host(_))), "{target}");
        }
        for other in ["evil.example", "localhost:8000", ""] {
            let other = (header::HOST, other);
            for pairs in [[own.clone(), other.clone()], [other, own.clone()]] {
                assert!(matches!(checked("/", &pairs), Err(HostError::Host(_))), "{pairs:?}");
            }
        }
        let [same, evil] = ["http://localhost:8000", "http://evil.example"].map(|text| (header::ORIGIN, text));
        for pairs in [[own.clone(), same.clone(), evil.clone()], [own.clone(), evil, same.clone()]] {
            assert!(matches!(checked("/", &pairs), Err(HostError::Origin(_))), "{pairs:?}");
        }
        assert_eq!(checked("/", &[own, same]), Ok(()));
    }

    #[test]
    fn the_addresses_and_names_of_the_machine_are_answered() {
        let any = |host| checked("0.0.0.0:8000", "192.168.1.5:8000", host, None);
        for host in ["192.168.1.5:8000", "board.lan:8000", "proxy.example:443"] {
            assert_eq!(any(host), Ok(()), "{host}");
        }
        // A name that an attacker has pointed at this machine (DNS rebinding), and other ports.
        for host in ["evil.example:8000", "0.0.0.0:8000", "10.0.0.1:8000", "192.168.1.5", "board.lan", "localhost:8000"]
        {
            assert_eq!(any(host), Err(HostError::Host(host.into())));
        }
        assert_eq!(checked("0.0.0.0:8000", "127.0.0.1:8000", "localhost:8000", None), Ok(()));
        assert_eq!(checked("[::]:8000", "[::ffff:192.168.1.5]:8000", "192.168.1.5:8000", None), Ok(()));
        assert_eq!(checked("[::]:8000", "[fe80::1]:8000", "[fe80::1]:8000", None), Ok(()));
    }

    /// The proxy has TLS, and passes on `Host` and `Origin`.
    #[test]
    fn pages_of_a_proxy_with_tls_are_answered() {
        let names = ["https://board.example".to_owned(), "https://other.example:8443".to_owned()];
        let access = ServerAccess::new("127.0.0.1:8000".parse().unwrap(), &names).unwrap();
        let checked = |host: &str, origin: &str| {
            let pairs = headers(&[(header::HOST, host), (header::ORIGIN, origin)]);
            access.check_host(&Uri::from_static("/socket"), &pairs, "127.0.0.1:8000".parse().unwrap())
        };
        for (host, origin) in [
            ("board.example", "https://board.example"),
            ("board.example:443", "https://board.example"),
            ("other.example:8443", "https://other.example:8443"),
            ("localhost:8000", "http://localhost:8000"),
        ] {
            assert_eq!(checked(host, origin), Ok(()), "{host} {origin}");
        }
        for origin in ["http://board.example", "https://evil.example", "https://board.example:8443", "null"] {
            assert_eq!(checked("board.example", origin), Err(HostError::Origin(origin.to_owned())));
        }
        for host in ["board.example:8000", "other.example", "board.example:80"] {
            assert_eq!(checked(host, "https://board.example"), Err(HostError::Host(host.to_owned())));
        }
        let urls = access.urls();
        assert_eq!(urls[..2], ["https://board.example", "https://other.example:8443"]);
    }

    #[test]
    fn port_80_may_be_left_out() {
        let origins = [None, Some("http://192.168.1.5"), Some("http://192.168.1.5:80")];
        for (host, origin) in
            ["192.168.1.5", "192.168.1.5:80"].into_iter().flat_map(|host| origins.map(|it| (host, it)))
        {
            assert_eq!(checked("0.0.0.0:80", "192.168.1.5:80", host, origin), Ok(()), "{host} {origin:?}");
        }
        assert_eq!(checked("0.0.0.0:80", "192.168.1.5:80", "board.lan", None), Ok(()));
        assert!(checked("0.0.0.0:80", "192.168.1.5:80", "evil.example", None).is_err());
    }

    #[test]
    fn a_token_is_required_beyond_the_loopback_interface() {
        let open = ServerAccess::new("127.0.0.1:8000".parse().unwrap(), &[]).unwrap();
        assert_eq!(open.check_token("", &HeaderMap::new()), Ok(None));
        assert_eq!(open.urls(), ["http://127.0.0.1:8000"]);
        let access = ServerAccess::new("192.168.1.5:80".parse().unwrap(), &["board.lan".into()]).unwrap();
        let token = access.token.clone().unwrap().text().to_owned();
        let queries = ["192.168.1.5", "board.lan"].map(|host| format!("http://{host}/?token={token}"));
        assert_eq!(access.urls().iter().rev().collect::<Vec<_>>(), queries.iter().collect::<Vec<_>>());
        let cookie = access.check_token(&format!("a=b&token={token}"), &HeaderMap::new()).unwrap().unwrap();
        let cookie = cookie.to_str().unwrap();
        assert_eq!(cookie, format!("duiyi-80={token}; Path=/; HttpOnly; SameSite=Strict"));
        let own = format!("other=1; duiyi-80={token}");
        assert_eq!(access.check_token("", &headers(&[(header::COOKIE, &own)])), Ok(None));
        let zeros = "0".repeat(32);
        let wrong = [format!("duiyi-80={zeros}"), format!("duiyi-81={token}"), format!("duiyi-80=x{token}")];
        for cookie in wrong.iter().map(String::as_str) {
            assert_eq!(access.check_token("token=", &headers(&[(header::COOKIE, cookie)])), Err(HostError::Token));
        }
        let other = ServerAccess::new("192.168.1.5:80".parse().unwrap(), &[]).unwrap();
        assert_eq!(other.check_token(&format!("token={token}"), &HeaderMap::new()), Err(HostError::Token));
    }

    #[test]
    fn an_invalid_host_name_is_an_error() {
        for name in ["", "a b", "http://a", "a/b", "a:x"] {
            let error = ServerAccess::new("127.0.0.1:1".parse().unwrap(), &[name.to_owned()]).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!("'{name}' is not the name of a host; expected NAME, NAME:PORT or https://NAME")
            );
        }
    }
}
