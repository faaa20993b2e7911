//! The address of a server.

use std::str::FromStr;

/// The port of a server whose address has none.
const PORT: u16 = 80;

/// The address of a server: `http://127.0.0.1:8080` or `http://HOST:PORT/?token=…`, as the program `play`
/// prints it; `ws://` and no scheme mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The host and the port as written, for the `Host` of a request.
    pub(crate) host: String,
    /// The host and the port to connect to.
    pub(crate) target: String,
    /// The path and the query of the WebSocket, with the token if there is one.
    pub(crate) path: String,
}

/// The path of the WebSocket.
const PATH: &str = "/socket";

/// The text is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not the address of a server; expected http://HOST:PORT")]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let error = || AddressError(duiyi_game::shortened(text));
        let plain = ["http://", "ws://"].iter().find_map(|scheme| text.strip_prefix(scheme)).unwrap_or(text);
        let (plain, token) = plain.split_once("?token=").map_or((plain, None), |(plain, token)| (plain, Some(token)));
        if token.is_some_and(|token| token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_alphanumeric())) {
            return Err(error());
        }
        let path = token.map_or_else(|| PATH.to_owned(), |token| format!("{PATH}?token={token}"));
        let host = plain.strip_suffix(PATH).unwrap_or(plain).trim_end_matches('/');
        let is_wrong = |c: char| c.is_whitespace() || c.is_control() || "/?#@".contains(c);
        if host.is_empty() || host.contains(is_wrong) {
            return Err(error());
        }
        let target = match host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((name, port)) if !name.is_empty() && port.parse::<u16>().is_ok() => host.to_owned(),
            Some(_) => return Err(error()),
            None => format!("{host}:{PORT}"),
        };
        Ok(Address { host: host.to_owned(), target, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_a_port() {
        for (text, host, target) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://127.0.0.1:8080/", "127.0.0.1:8080", "127.0.0.1:8080"),
            ("ws://localhost:80/socket", "localhost:80", "localhost:80"),
            ("localhost", "localhost", "localhost:80"),
            ("http://[::1]:8080", "[::1]:8080", "[::1]:8080"),
            ("[::1]", "[::1]", "[::1]:80"),
        ] {
            let address: Address = text.parse().unwrap();
            assert_eq!((address.host.as_str(), address.target.as_str()), (host, target), "{text}");
        }
        let address: Address = "http://board.lan:8080/?token=12ab".parse().unwrap();
        assert_eq!((address.host.as_str(), address.path.as_str()), ("board.lan:8080", "/socket?token=12ab"));
        assert_eq!("ws://board.lan/socket?token=1".parse::<Address>().unwrap().path, "/socket?token=1");
        assert_eq!("localhost".parse::<Address>().unwrap().path, "/socket");
        for text in [
            "a/?token=",
            "a/?token=b c",
            "a?key=1",
            "",
            "http://",
            "https://localhost",
            "localhost:",
            "localhost:x",
            ":80",
            "a b",
            "a/b",
            "a\r\nb",
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.ends_with("expected http://HOST:PORT"), "{error}");
        }
    }
}
