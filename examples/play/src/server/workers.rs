//! Where engines think: so many at a time, and none for long while another one waits.

use crate::session::{Found, Task};
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

/// What an engine's thread sends.
pub(super) enum WorkerMessage {
    /// It has got its permit, for which it had to wait.
    Started,
    /// What it has found so far.
    Thought(crate::message::SearchInfo),
    /// What it has found, or that it has failed.
    Found(Found),
}

/// How often somebody who waits looks whether that is still wanted.
const GLANCE: Duration = Duration::from_millis(50);

/// Places for engines.
pub(super) struct WorkerPool {
    free: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How long an engine may stay while another one waits.
    patience: Duration,
}

impl WorkerPool {
    pub(super) fn new(count: usize, patience: Duration) -> Arc<WorkerPool> {
        let free = Arc::new(Semaphore::new(count.max(1)));
        Arc::new(WorkerPool { free, waiting: AtomicUsize::new(0), patience })
    }

    /// Runs a task as soon as there is a permit. Says whether it has to wait.
    pub(super) fn run(self: &Arc<Self>, task: Task, tell: UnboundedSender<WorkerMessage>) -> bool {
        let permit = Arc::clone(&self.free).try_acquire_owned().ok();
        let (waits, pool) = (permit.is_none(), Arc::clone(self));
        tokio::spawn(async move {
            let permit = match permit {
                Some(permit) => permit,
                None => {
                    let Some(permit) = pool.wait(&task.stop).await else { return };
                    // A page that has gone hears nothing more, here and below.
                    let _ = tell.send(WorkerMessage::Started);
                    permit
                }
            };
            pool.work(task, permit, tell).await;
        });
        waits
    }

    /// Waits for a permit; none if it is not wanted any more.
    async fn wait(&self, stop: &StopHandle) -> Option<OwnedSemaphorePermit> {
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let permit = async {
            let acquire = Arc::clone(&self.free).acquire_owned();
            tokio::pin!(acquire);
            loop {
                tokio::select! {
                    permit = &mut acquire => return permit.ok(),
                    () = sleep(GLANCE) => if stop.is_stopped() { return None },
                }
            }
        }
        .await;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        permit
    }

    async fn work(&self, task: Task, permit: OwnedSemaphorePermit, tell: UnboundedSender<WorkerMessage>) {
        let (stop, failure, thoughts) = (task.stop.clone(), task.failure(), tell.clone());
        let mut work = spawn_blocking(move || {
            let _place = permit;
            task.run(&mut |thought| {
                let _ = thoughts.send(WorkerMessage::Thought(thought));
            })
        });
        let found = loop {
            tokio::select! {
                found = &mut work => break found,
                () = sleep(self.patience) => if self.waiting.load(Ordering::Relaxed) > 0 { stop.stop() },
            }
        };
        let _ = tell.send(WorkerMessage::Found(found.unwrap_or(failure)));
    }
}
