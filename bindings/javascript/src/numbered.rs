//! Things that JavaScript refers to by numbers.

use std::collections::HashMap;

/// Things by their numbers.
pub(crate) struct Numbered<T> {
    things: HashMap<u32, T>,
    newest: u32,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { things: HashMap::new(), newest: 0 }
    }
}

impl<T> Numbered<T> {
    /// Adds a thing; returns its number, which is not 0 before 2^32 others.
    pub(crate) fn add(&mut self, thing: T) -> u32 {
        // Numbers are reused only after 2^32 things.
        loop {
            self.newest = self.newest.wrapping_add(1);
            if !self.things.contains_key(&self.newest) {
                self.things.insert(self.newest, thing);
                return self.newest;
            }
        }
    }

    pub(crate) fn get(&mut self, number: u32) -> Option<&mut T> {
        self.things.get_mut(&number)
    }

    pub(crate) fn remove(&mut self, number: u32) {
        self.things.remove(&number);
    }
}
