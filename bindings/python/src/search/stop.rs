//! Ends one search.

use duiyi_search::StopHandle;
use pyo3::prelude::*;

/// Ends the search to which it was passed: for `search_async`.
#[pyclass(frozen, module = "duiyi")]
pub(crate) struct Stop(StopHandle);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Stop {
        Stop(StopHandle::new())
    }

    /// Ends the search.
    fn stop(&self) {
        self.0.stop();
    }
}

impl Stop {
    /// The handle for a search: that of the object, if there is one.
    pub(crate) fn handle(stop: Option<&Bound<'_, Stop>>) -> StopHandle {
        stop.map_or_else(StopHandle::new, |stop| stop.get().0.clone())
    }
}

/// The coroutine of a search: `search_async` of an engine with its arguments.
///
/// # Errors
/// If the module cannot be imported.
pub(crate) fn coroutine<'py>(
    engine: &Bound<'py, PyAny>,
    arguments: SearchArguments<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (board, limits, moves, on_report, parts) = arguments;
    let module = engine.py().import("duiyi._asynchronous")?;
    module.call_method1("search", (engine.getattr("_search")?, board, limits, moves, on_report, parts))
}

/// The board, limits, moves, function of reports, and parts of the limits.
pub(crate) type SearchArguments<'py> = (
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, PyAny>>,
    Option<Bound<'py, pyo3::types::PyDict>>,
);
