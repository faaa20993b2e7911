//! SVG plots.
use crate::Setting;
use std::error::Error;
use std::path::Path;
pub(crate) fn draw_all(_s: &Setting, _o: &Path) -> Result<(), Box<dyn Error>> {
    Ok(())
}
