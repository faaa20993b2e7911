//! Accepts connections within limits of their number and of the time that a request may take.

use super::limits::ServerLimits;
use axum::{
    extract::connect_info::Connected,
    serve::{IncomingStream, Listener},
};
use std::{
    collections::HashMap,
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf},
    net::{TcpListener, TcpStream},
    runtime::Handle,
    time::{Instant, Sleep, sleep, sleep_until, timeout},
};

/// How long a closed connection is still read, so that the other end receives the reason.
const LINGER_TIME: Duration = Duration::from_secs(2);
/// The number of connections above the limit that are answered with the reason at the same time; more are
/// closed without it.
const MAX_REFUSALS: usize = 64;
/// The wait after an error of the listener, for example if there are too many open files.
const RETRY_DELAY: Duration = Duration::from_millis(500);

/// A listener with limits.
pub(super) struct LimitedListener {
    listener: TcpListener,
    limits: ServerLimits,
    open: Arc<OpenConnections>,
}

/// The numbers of open connections.
#[derive(Default)]
struct OpenConnections {
    by_address: Mutex<HashMap<IpAddr, usize>>,
    all: AtomicUsize,
    refusals: AtomicUsize,
}

/// The place of an open connection, which is free again when it is dropped.
struct ConnectionSlot {
    open: Arc<OpenConnections>,
    address: IpAddr,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut by_address = self.open.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = by_address.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                by_address.remove(&self.address);
            }
        }
        self.open.all.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The address for which connections are counted: of IPv6 the network, within which one machine may choose
/// its address.
fn counted(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V6(ip) => IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & !u128::from(u64::MAX))),
        ip => ip,
    }
}

impl OpenConnections {
    /// A place for a connection, or the reason for refusing it.
    fn slot(self: &Arc<OpenConnections>, limits: &ServerLimits, ip: IpAddr) -> Result<ConnectionSlot, String> {
        let address = counted(ip);
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        let count = by_address.get(&address).copied().unwrap_or(0);
        if self.all.load(Ordering::Relaxed) >= limits.connections {
            return Err(format!("the server has {} connections, its limit; try again later", limits.connections));
        }
        if count >= limits.connections_per_address {
            let limit = limits.connections_per_address;
            return Err(format!("your address has {limit} connections, the limit for one; close some of them"));
        }
        by_address.insert(address, count + 1);
        self.all.fetch_add(1, Ordering::Relaxed);
        Ok(ConnectionSlot { open: Arc::clone(self), address })
    }

    /// Answers a connection with the reason for refusing it, and closes it.
    fn refuse(self: &Arc<OpenConnections>, mut stream: TcpStream, reason: &str) {
        if self.refusals.fetch_add(1, Ordering::Relaxed) >= MAX_REFUSALS {
            self.refusals.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        let (open, answer) = (Arc::clone(self), answer("503 Service Unavailable", reason));
        tokio::spawn(async move {
            let _ = timeout(LINGER_TIME, stream.write_all(answer.as_bytes())).await;
            linger(stream).await;
            open.refusals.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// An answer without a request that could be read.
fn answer(status: &str, reason: &str) -> String {
    let length = reason.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\n\
         Connection: close\r\n\r\n{reason}"
    )
}

/// Ends a connection, and drops what still arrives for a while: a connection that is closed with unread data
/// is reset, and the other end may not receive the reason.
async fn linger(mut stream: TcpStream) {
    let mut dropped = [0; 4096];
    let drain = async {
        let _ = stream.shutdown().await;
        while matches!(stream.read(&mut dropped).await, Ok(1..)) {}
    };
    let _ = timeout(LINGER_TIME, drain).await;
}

impl LimitedListener {
    pub(super) fn new(listener: TcpListener, limits: ServerLimits) -> LimitedListener {
        LimitedListener { listener, limits, open: Arc::default() }
    }
}

impl Listener for LimitedListener {
    type Io = LimitedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (LimitedStream, SocketAddr) {
        loop {
            let Ok((stream, address)) = self.listener.accept().await else {
                sleep(RETRY_DELAY).await;
                continue;
            };
            match self.open.slot(&self.limits, address.ip()) {
                Ok(slot) => return (LimitedStream::new(stream, self.limits.header_time, slot), address),
                Err(reason) => self.open.refuse(stream, &reason),
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The phase of a connection, shared by its stream and its requests.
#[derive(Debug, Default)]
pub(super) struct ConnectionPhase {
    /// Whether a request is being handled.
    busy: AtomicBool,
    /// The number of requests handled.
    handled: AtomicU64,
    /// Whether it is a WebSocket connection, which has its own time limits.
    upgraded: AtomicBool,
    /// Whether the stream is read for a while after its end.
    lingers: AtomicBool,
    /// The number of bytes read.
    read: AtomicU64,
}

/// A request that is being handled; while it exists, the connection has no time limit.
pub(super) struct BusyConnection<'a>(&'a ConnectionPhase);

impl Drop for BusyConnection<'_> {
    fn drop(&mut self) {
        self.0.handled.fetch_add(1, Ordering::Relaxed);
        self.0.busy.store(false, Ordering::Relaxed);
    }
}

impl ConnectionPhase {
    /// A request has arrived.
    pub(super) fn request(&self) -> BusyConnection<'_> {
        self.busy.store(true, Ordering::Relaxed);
        BusyConnection(self)
    }

    /// The connection changes to WebSocket.
    pub(super) fn upgrade(&self) {
        self.upgraded.store(true, Ordering::Relaxed);
    }

    /// The connection is about to be closed with a reason.
    pub(super) fn closes(&self) {
        self.lingers.store(true, Ordering::Relaxed);
    }

    /// The number of bytes read so far.
    pub(super) fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }
}

/// What requests can access of their connection.
#[derive(Clone, Debug)]
pub(super) struct ConnectionInfo {
    /// The address of this machine that the connection has reached.
    pub(super) local: SocketAddr,
    pub(super) phase: Arc<ConnectionPhase>,
}

impl Connected<IncomingStream<'_, LimitedListener>> for ConnectionInfo {
    fn connect_info(stream: IncomingStream<'_, LimitedListener>) -> ConnectionInfo {
        let stream = stream.io();
        let unknown = SocketAddr::from((Ipv4Addr::UNSPECIFIED, 0));
        let local = stream.stream.as_ref().and_then(|stream| stream.local_addr().ok()).unwrap_or(unknown);
        ConnectionInfo { local, phase: Arc::clone(&stream.phase) }
    }
}

/// A connection that is closed if the headers of a request do not arrive in time.
pub(super) struct LimitedStream {
    /// None after the end.
    stream: Option<TcpStream>,
    phase: Arc<ConnectionPhase>,
    header_time: Duration,
    /// When the headers must have arrived.
    deadline: Pin<Box<Sleep>>,
    /// The number of requests handled when the deadline was set.
    handled: u64,
    /// Whether something was read since the deadline was set.
    has_begun: bool,
    slot: Option<ConnectionSlot>,
}

impl LimitedStream {
    fn new(stream: TcpStream, header_time: Duration, slot: ConnectionSlot) -> LimitedStream {
        let deadline = Box::pin(sleep_until(Instant::now() + header_time));
        let (stream, slot, phase) = (Some(stream), Some(slot), Arc::default());
        LimitedStream { stream, phase, header_time, deadline, handled: 0, has_begun: false, slot }
    }

    /// The stream, unless a request is overdue.
    fn in_time(&mut self, context: &mut Context<'_>) -> io::Result<Pin<&mut TcpStream>> {
        let is_free = [&self.phase.upgraded, &self.phase.busy].iter().any(|free| free.load(Ordering::Relaxed));
        if !is_free {
            let handled = self.phase.handled.load(Ordering::Relaxed);
            if std::mem::replace(&mut self.handled, handled) != handled {
                self.has_begun = false;
                self.deadline.as_mut().reset(Instant::now() + self.header_time);
            }
            if self.deadline.as_mut().poll(context).is_ready() {
                return Err(self.overdue());
            }
        }
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }

    /// Answers half a request.
    fn overdue(&mut self) -> io::Error {
        let reason = format!("the headers of the request did not arrive in {} s", self.header_time.as_secs_f32());
        if let Some(stream) = self.stream.as_ref().filter(|_| self.has_begun) {
            // The other end may not read at all.
            let _ = stream.try_write(answer("408 Request Timeout", &reason).as_bytes());
            self.phase.closes();
        }
        io::Error::new(io::ErrorKind::TimedOut, reason)
    }
}

impl Drop for LimitedStream {
    fn drop(&mut self) {
        let lingers = self.phase.lingers.load(Ordering::Relaxed);
        if let (true, Some(stream), Ok(runtime)) = (lingers, self.stream.take(), Handle::try_current()) {
            let slot = self.slot.take();
            runtime.spawn(async move {
                linger(stream).await;
                drop(slot);
            });
        }
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = self.in_time(context)?.poll_read(context, buffer);
        let read = buffer.filled().len() - before;
        if read > 0 {
            self.has_begun = true;
            self.phase.read.fetch_add(read as u64, Ordering::Relaxed);
        }
        polled
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.in_time(context)?.poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.in_time(context)?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Some(stream) => Pin::new(stream).poll_shutdown(context),
            None => Poll::Ready(Ok(())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_counted_by_address() {
        let limits = ServerLimits { connections: 4, connections_per_address: 2, ..ServerLimits::default() };
        let open = Arc::new(OpenConnections::default());
        let slot = |ip: &str| open.slot(&limits, ip.parse().unwrap());
        let one = [slot("10.0.0.1").unwrap(), slot("::ffff:10.0.0.1").unwrap()];
        assert!(slot("10.0.0.1").err().unwrap().starts_with("your address has 2 connections"));
        // The addresses of one network of IPv6 count as one.
        let other = [slot("2001:db8::1").unwrap(), slot("2001:db8::2").unwrap()];
        assert!(slot("10.0.0.2").err().unwrap().starts_with("the server has 4 connections"));
        drop(one);
        assert!(slot("2001:db8::3").err().unwrap().starts_with("your address"));
        drop((slot("2001:db8:0:1::1").unwrap(), other));
        assert_eq!(open.all.load(Ordering::Relaxed), 0);
        assert!(open.by_address.lock().unwrap().is_empty());
    }
}
