//! Pickled forms of results.

use pyo3::{PyTypeInfo, prelude::*};

/// The pickled form of a result: the function that restores it, and its fields.
pub(crate) type Pickled<'py, T> = (Bound<'py, PyAny>, T);

/// The function of a class that restores its pickled form, with the fields.
///
/// # Errors
/// If the class has no such function.
pub(crate) fn pickled<'py, C: PyTypeInfo, T>(py: Python<'py>, fields: T) -> PyResult<Pickled<'py, T>> {
    Ok((py.get_type::<C>().getattr("_restore")?, fields))
}
