//! The address of a server.

use std::str::FromStr;

/// The port of a server whose address has none.
const PORT: u16 = 80;

/// The address of a server: `http://127.0.0.1:8080`, as the program `play` prints it; `ws://` and no
/// scheme mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The host and the port as written, for the `Host` of a request.
    pub(super) host: String,
    /// The host and the port to connect to.
    pub(super) target: String,
}

/// The text is not the address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not the address of a server; expected http://HOST:PORT")]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Address, AddressError> {
        let error = || AddressError(duiyi_game::shortened(text));
        let plain = ["http://", "ws://"].iter().find_map(|scheme| text.strip_prefix(scheme)).unwrap_or(text);
        let host = plain.strip_suffix("/socket").unwrap_or(plain).trim_end_matches('/');
        let is_wrong = |c: char| c.is_whitespace() || c.is_control() || "/?#@".contains(c);
        if host.is_empty() || host.contains(is_wrong) {
            return Err(error());
        }
        let target = match host.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((name, port)) if !name.is_empty() && port.parse::<u16>().is_ok() => host.to_owned(),
            Some(_) => return Err(error()),
            None => format!("{host}:{PORT}"),
        };
        Ok(Address { host: host.to_owned(), target })
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
        for text in ["", "http://", "https://localhost", "localhost:", "localhost:x", ":80", "a b", "a/b", "a\r\nb"] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.ends_with("expected http://HOST:PORT"), "{error}");
        }
    }
}
