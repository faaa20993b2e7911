//! The threads of the engines: a fixed number, which jobs share by time slices.

use crate::{message::SearchInfo, session::Job};
use duiyi_search::StopHandle;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc::UnboundedSender},
    task::spawn_blocking,
    time::sleep,
};

/// A message of a worker to a room.
pub(super) enum WorkerMessage {
    /// The job has started after it had to wait.
    Started,
    /// A report of the job.
    Info(SearchInfo),
    /// The job has ended or failed.
    Finished,
}

/// The interval at which a waiting job is checked for cancellation.
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);

/// A limited number of workers.
pub(super) struct WorkerPool {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How long a job may run while another job waits.
    time_slice: Duration,
}

impl WorkerPool {
    pub(super) fn new(count: usize, time_slice: Duration) -> Arc<WorkerPool> {
        let free = Arc::new(Semaphore::new(count.max(1)));
        Arc::new(WorkerPool { free, waiting: AtomicUsize::new(0), time_slice })
    }

    /// Runs a job as soon as a worker is free. Returns whether it has to wait.
    pub(super) fn run(self: &Arc<Self>, job: Job, to_room: UnboundedSender<WorkerMessage>) -> bool {
        let permit = Arc::clone(&self.free).try_acquire_owned().ok();
        let (waits, pool) = (permit.is_none(), Arc::clone(self));
        tokio::spawn(async move {
            let permit = match permit {
                Some(permit) => permit,
                None => {
                    let Some(permit) = pool.wait(&job.stop).await else { return };
                    // A closed room receives nothing, here and below.
                    let _ = to_room.send(WorkerMessage::Started);
                    permit
                }
            };
            pool.work(job, permit, to_room).await;
        });
        waits
    }

    /// Waits for a worker; returns `None` if the job is cancelled meanwhile.
    async fn wait(&self, stop: &StopHandle) -> Option<OwnedSemaphorePermit> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let permit = async {
            let acquire = Arc::clone(&self.free).acquire_owned();
            tokio::pin!(acquire);
            loop {
                tokio::select! {
                    permit = &mut acquire => return permit.ok(),
                    () = sleep(CANCEL_INTERVAL) => if stop.is_stopped() { return None },
                }
            }
        }
        .await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        permit
    }

    async fn work(&self, job: Job, permit: OwnedSemaphorePermit, to_room: UnboundedSender<WorkerMessage>) {
        let (stop, infos) = (job.stop.clone(), to_room.clone());
        let mut work = spawn_blocking(move || {
            let _permit = permit;
            job.run(&mut |info| {
                let _ = infos.send(WorkerMessage::Info(info));
            });
        });
        loop {
            tokio::select! {
                // The session detects a failed job by itself.
                _ = &mut work => break,
                () = sleep(self.time_slice) => if self.waiting.load(Ordering::Relaxed) > 0 { stop.stop() },
            }
        }
        let _ = to_room.send(WorkerMessage::Finished);
    }
}
