//! A WebSocket connection to a server (RFC 6455), as far as a client needs it that sends short texts.

use crate::address::Address;
use std::{
    hash::{BuildHasher, RandomState},
    io::{self, BufRead, BufReader, Error, ErrorKind, Read, Write},
    net::{TcpStream, ToSocketAddrs},
    time::Duration,
};

/// How long a connection may take to be made, and a message to be sent.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum length of a message in bytes.
const MAX_MESSAGE: usize = 4 << 20;
/// The maximum number of header lines of the server's answer, and of bytes in one.
const MAX_HEADERS: usize = 100;
const MAX_HEADER: u64 = 8 << 10;

/// The types of frames.
const CONTINUATION: u8 = 0;
const TEXT: u8 = 1;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// A connection that sends and receives texts.
pub(crate) struct Socket<S> {
    stream: BufReader<S>,
}

impl Socket<TcpStream> {
    /// Connects to a server.
    ///
    /// # Errors
    /// If it cannot be reached, or does not answer as a WebSocket server.
    pub(crate) fn connect(address: &Address) -> io::Result<Socket<TcpStream>> {
        Socket::connect_within(address, TIMEOUT).map_err(named)
    }

    fn connect_within(address: &Address, timeout: Duration) -> io::Result<Socket<TcpStream>> {
        let mut last = Error::new(ErrorKind::NotFound, "the host has no address");
        for target in address.target.to_socket_addrs()? {
            match TcpStream::connect_timeout(&target, timeout) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    stream.set_write_timeout(Some(timeout))?;
                    stream.set_read_timeout(Some(timeout))?;
                    let socket = Socket::open(stream, address)?;
                    // A turn of the opponent may take any time.
                    socket.stream.get_ref().set_read_timeout(None)?;
                    return Ok(socket);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}

impl<S: Read + Write> Socket<S> {
    /// Changes a connection to WebSocket. The key of the answer is not compared: another server than
    /// `play` is recognised by its first message.
    fn open(stream: S, Address { host, path, .. }: &Address) -> io::Result<Socket<S>> {
        let mut stream = BufReader::new(stream);
        let key = request_key();
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        );
        stream.get_mut().write_all(request.as_bytes())?;
        let status = read_header(&mut stream)?;
        if status.split(' ').nth(1) != Some("101") {
            let reason = format!("expected a WebSocket server, but the answer was '{}'", status.trim_end());
            return Err(Error::new(ErrorKind::InvalidData, reason));
        }
        for _ in 0..MAX_HEADERS {
            if read_header(&mut stream)?.is_empty() {
                return Ok(Socket { stream });
            }
        }
        Err(Error::new(ErrorKind::InvalidData, format!("the answer has more than {MAX_HEADERS} headers")))
    }

    /// Sends a text.
    pub(crate) fn send(&mut self, text: &str) -> io::Result<()> {
        self.send_frame(TEXT, text.as_bytes())
    }

    /// Ends the conversation. The server may already have closed the connection.
    pub(crate) fn close(&mut self) {
        let _ = self.send_frame(CLOSE, &[]);
    }

    fn send_frame(&mut self, kind: u8, bytes: &[u8]) -> io::Result<()> {
        const MASKED: u8 = 0x80;
        let mut frame = vec![0x80 | kind];
        match bytes.len() {
            length @ ..126 => frame.push(MASKED | length as u8),
            length @ ..0x1_0000 => {
                frame.push(MASKED | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(MASKED | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        let mask = (random() as u32).to_be_bytes();
        frame.extend(mask);
        frame.extend(bytes.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.stream.get_mut().write_all(&frame).map_err(named)
    }

    /// Waits for the next text; `None` after the server has closed the connection.
    pub(crate) fn receive(&mut self) -> io::Result<Option<String>> {
        let mut message = Vec::new();
        loop {
            let mut head = [0; 2];
            match self.stream.read_exact(&mut head) {
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(None),
                read => read?,
            }
            let length = self.read_length(head[1] & 0x7f)?;
            if head[1] & 0x80 != 0 || length > MAX_MESSAGE - message.len() {
                let reason = format!("expected unmasked messages of at most {MAX_MESSAGE} bytes");
                return Err(Error::new(ErrorKind::InvalidData, reason));
            }
            let mut payload = vec![0; length];
            self.stream.read_exact(&mut payload)?;
            match head[0] & 0x0f {
                CLOSE => return Ok(None),
                PING => self.send_frame(PONG, &payload)?,
                PONG => {}
                TEXT | CONTINUATION => {
                    message.append(&mut payload);
                    if head[0] & 0x80 != 0 {
                        let text = String::from_utf8(message);
                        return text.map(Some).map_err(|error| Error::new(ErrorKind::InvalidData, error));
                    }
                }
                kind => {
                    let reason = format!("expected a text, but the frame has type {kind}");
                    return Err(Error::new(ErrorKind::InvalidData, reason));
                }
            }
        }
    }

    /// The length of a frame's content, from its short form.
    fn read_length(&mut self, short: u8) -> io::Result<usize> {
        match short {
            126 => {
                let mut bytes = [0; 2];
                self.stream.read_exact(&mut bytes)?;
                Ok(usize::from(u16::from_be_bytes(bytes)))
            }
            127 => {
                let mut bytes = [0; 8];
                self.stream.read_exact(&mut bytes)?;
                Ok(usize::try_from(u64::from_be_bytes(bytes)).unwrap_or(usize::MAX))
            }
            length => Ok(usize::from(length)),
        }
    }
}

/// The error of a stream, with the same text on each system if its time has ended.
fn named(error: Error) -> Error {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => Error::new(ErrorKind::TimedOut, "timed out"),
        _ => error,
    }
}

/// A header line of the server's answer, without its end.
fn read_header(stream: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    stream.take(MAX_HEADER).read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Err(Error::new(ErrorKind::UnexpectedEof, "expected a WebSocket server, but the answer is incomplete"));
    }
    Ok(String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned())
}

/// A random number. The keys of the standard library's hash maps are random.
fn random() -> u64 {
    RandomState::new().hash_one(0)
}

/// Sixteen random bytes in Base64, the key of a request.
fn request_key() -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digit = |place: usize| {
        // The last digit has two bits of the last byte.
        let bits = random() as usize & if place == 21 { 0x30 } else { 0x3f };
        char::from(ALPHABET[bits])
    };
    (0..22).map(digit).chain(['='; 2]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// A server whose whole output is given.
    struct Scripted {
        input: Cursor<Vec<u8>>,
        output: Vec<u8>,
    }

    impl Read for Scripted {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            self.input.read(bytes)
        }
    }

    impl Write for Scripted {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.output.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn socket(input: &[u8]) -> Socket<Scripted> {
        Socket { stream: BufReader::new(Scripted { input: Cursor::new(input.to_vec()), output: Vec::new() }) }
    }

    fn opened(answer: &str) -> Result<Socket<Scripted>, String> {
        let scripted = Scripted { input: Cursor::new(answer.as_bytes().to_vec()), output: Vec::new() };
        Socket::open(scripted, &"localhost:1".parse().unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_connection_is_opened_by_the_answer_101() {
        let socket = opened("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n").unwrap();
        let request = String::from_utf8(socket.stream.get_ref().output.clone()).unwrap();
        assert!(
            request.starts_with("GET /socket HTTP/1.1\r\nHost: localhost:1\r\n") && request.ends_with("==\r\n\r\n")
        );
        let refused = opened("HTTP/1.1 403 Forbidden\r\n\r\n").err().unwrap();
        assert_eq!(refused, "expected a WebSocket server, but the answer was 'HTTP/1.1 403 Forbidden'");
        for cut in ["", "HTTP/1.1 101 X\r\n", "HTTP/1.1 101 X\r\nUpgrade: web"] {
            assert!(opened(cut).err().unwrap().ends_with("the answer is incomplete"), "{cut}");
        }
        assert!(opened(&format!("HTTP/1.1 101 X\r\n{}", "a: b\r\n".repeat(200))).is_err());
    }

    #[test]
    fn a_server_that_does_not_answer_is_reported() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string().parse().unwrap();
        let late = Socket::connect_within(&address, Duration::from_millis(20)).err().expect("no answer");
        assert_eq!(named(late).to_string(), "timed out");
        struct Full;
        impl Read for Full {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Ok(0)
            }
        }
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::WouldBlock.into())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let late = Socket { stream: BufReader::new(Full) }.send("a").unwrap_err();
        assert_eq!(late.to_string(), "timed out");
    }

    #[test]
    fn texts_are_masked_and_have_lengths_of_three_forms() {
        for (length, head) in [(0, 6), (125, 6), (126, 8), (65_535, 8), (65_536, 14)] {
            let text = "x".repeat(length);
            let mut socket = socket(&[]);
            socket.send(&text).unwrap();
            let sent = &socket.stream.get_ref().output;
            assert_eq!((sent[0], sent[1] & 0x80, sent.len()), (0x81, 0x80, head + length));
            let mask = &sent[head - 4..head];
            let plain: Vec<u8> = sent[head..].iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
            assert_eq!(plain, text.as_bytes());
        }
    }

    #[test]
    fn texts_arrive_in_parts_and_pings_are_answered() {
        let long = "y".repeat(300);
        let mut input = vec![0x01, 2, b'a', b'b', 0x89, 1, b'!', 0x80, 1, b'c', 0x8a, 0, 0x81, 126, 1, 44];
        input.extend(long.as_bytes());
        input.extend([0x88, 0]);
        let mut socket = socket(&input);
        assert_eq!(socket.receive().unwrap().as_deref(), Some("abc"));
        let sent = &socket.stream.get_ref().output;
        assert_eq!((sent[0], sent.len(), sent[6] ^ sent[2]), (0x8a, 7, b'!'));
        assert_eq!(socket.receive().unwrap(), Some(long));
        assert_eq!(socket.receive().unwrap(), None, "closed");
    }

    #[test]
    fn frames_that_no_server_should_send_are_errors() {
        assert_eq!(socket(&[]).receive().unwrap(), None);
        for input in [&[0x82, 0][..], &[0x81, 0x80, 0, 0, 0, 0], &[0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255]] {
            assert_eq!(socket(input).receive().unwrap_err().kind(), ErrorKind::InvalidData);
        }
        assert_eq!(socket(&[0x81, 1, 0xff]).receive().unwrap_err().kind(), ErrorKind::InvalidData);
        assert_eq!(socket(&[0x81, 9, b'a']).receive().unwrap_err().kind(), ErrorKind::UnexpectedEof);
    }

    #[test]
    fn the_key_of_a_request_is_sixteen_bytes_in_base64() {
        let key = request_key();
        assert!(key.len() == 24 && key.ends_with("==") && "AQgw".contains(&key[21..22]), "{key}");
        assert_ne!(key, request_key());
    }
}
