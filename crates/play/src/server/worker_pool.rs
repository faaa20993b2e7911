//! The threads of the engines: a fixed number, which jobs share by time slices. The threads remain, because
//! the memory that a search has freed is used again by the next search on the same thread.

use crate::{message::SearchInfo, session::Job};
use duiyi_search::StopHandle;
use std::{
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore, mpsc::UnboundedSender, oneshot},
    time::sleep,
};

/// A message of a worker to a room.
pub(super) struct WorkerMessage {
    /// The number that the room has given to the job.
    pub(super) job: u64,
    pub(super) event: JobEvent,
}

/// What happens to a job.
pub(super) enum JobEvent {
    /// The job has started after it had to wait.
    Started,
    /// A report of the job.
    Info(SearchInfo),
    /// The job has ended or failed.
    Finished,
}

/// The interval at which a waiting job is checked for cancellation.
const CANCEL_INTERVAL: Duration = Duration::from_millis(50);

/// The work of a thread.
type Work = Box<dyn FnOnce() + Send>;

/// A limited number of workers.
pub(super) struct WorkerPool {
    threads: mpsc::Sender<Work>,
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How long a job may run while another job waits.
    time_slice: Duration,
}

impl WorkerPool {
    /// Starts the threads, which end when the pool is dropped.
    ///
    /// # Errors
    /// If the system cannot start them.
    pub(super) fn new(count: usize, time_slice: Duration) -> io::Result<Arc<WorkerPool>> {
        let (threads, work) = mpsc::channel::<Work>();
        let work = Arc::new(Mutex::new(work));
        for _ in 0..count.max(1) {
            let work = Arc::clone(&work);
            thread::Builder::new().name("engine".to_owned()).spawn(move || {
                while let Some(next) = next_work(&work) {
                    // The session detects a failed job by itself.
                    let _ = catch_unwind(AssertUnwindSafe(next));
                }
            })?;
        }
        let free = Arc::new(Semaphore::new(count.max(1)));
        Ok(Arc::new(WorkerPool { threads, free, waiting: AtomicUsize::new(0), time_slice }))
    }

    /// Runs a job as soon as a worker is free; `number` marks its messages. Returns whether it has to wait.
    pub(super) fn run(self: &Arc<Self>, job: Job, number: u64, to_room: UnboundedSender<WorkerMessage>) -> bool {
        let permit = Arc::clone(&self.free).try_acquire_owned().ok();
        let (waits, pool) = (permit.is_none(), Arc::clone(self));
        tokio::spawn(async move {
            let permit = match permit {
                Some(permit) => permit,
                None => {
                    let Some(permit) = pool.wait(&job.stop).await else { return };
                    // A closed room receives nothing, here and below.
                    let _ = to_room.send(WorkerMessage { job: number, event: JobEvent::Started });
                    permit
                }
            };
            pool.work(job, number, permit, to_room).await;
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

    async fn work(&self, job: Job, number: u64, permit: OwnedSemaphorePermit, to_room: UnboundedSender<WorkerMessage>) {
        let (stop, infos) = (job.stop.clone(), to_room.clone());
        let (ends, mut ended) = oneshot::channel::<()>();
        let _ = self.threads.send(Box::new(move || {
            // Both are dropped at the end of the job, also if it panics.
            let _held = (permit, ends);
            job.run(&mut |info| {
                let _ = infos.send(WorkerMessage { job: number, event: JobEvent::Info(info) });
            });
        }));
        loop {
            tokio::select! {
                _ = &mut ended => break,
                () = sleep(self.time_slice) => if self.waiting.load(Ordering::Relaxed) > 0 { stop.stop() },
            }
        }
        let _ = to_room.send(WorkerMessage { job: number, event: JobEvent::Finished });
    }
}

/// Waits for the next work; `None` after the pool was dropped.
fn next_work(work: &Mutex<mpsc::Receiver<Work>>) -> Option<Work> {
    work.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Priority;
    use std::time::Instant;
    use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

    const SLICE: Duration = Duration::from_millis(20);

    /// Works until it is stopped or the time is over, and reports whether it was stopped.
    fn job(time: Duration, stopped: &Arc<Mutex<Vec<bool>>>) -> Job {
        let (stop, stopped) = (StopHandle::new(), Arc::clone(stopped));
        Job::new(stop.clone(), Priority::Turn, move |_| {
            let begin = Instant::now();
            while !stop.is_stopped() && begin.elapsed() < time {
                thread::sleep(Duration::from_millis(1));
            }
            stopped.lock().unwrap().push(stop.is_stopped());
        })
    }

    async fn finished(messages: &mut UnboundedReceiver<WorkerMessage>, jobs: usize) {
        let mut left = jobs;
        while left > 0 {
            let message = messages.recv().await.unwrap();
            left -= usize::from(matches!(message.event, JobEvent::Finished));
        }
    }

    /// A job that waits takes the worker from the one that runs, and no later job has to stop for it.
    #[test]
    fn a_job_is_stopped_only_while_another_one_waits() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        runtime.block_on(async {
            let pool = WorkerPool::new(1, SLICE).unwrap();
            let stopped = Arc::new(Mutex::new(Vec::new()));
            let (to_room, mut messages) = unbounded_channel();
            let long = || job(Duration::from_secs(60), &stopped);
            let short = |slices: u32| job(SLICE * slices, &stopped);
            assert!(!pool.run(long(), 1, to_room.clone()));
            assert!(pool.run(short(0), 2, to_room.clone()), "it has to wait");
            finished(&mut messages, 2).await;
            assert!(!pool.run(short(10), 3, to_room));
            finished(&mut messages, 1).await;
            assert_eq!(*stopped.lock().unwrap(), [true, false, false]);
        });
    }
}
