// The list of games that a person keeps by name in the storage of the browser.

const KEY = "duiyi-studies";
const MOST = 200;

// `storage` returns the storage. Each change reads the list again, because other tabs change it too, and finds its game
// by a number that stays the same when the game is renamed. Changes return whether they are kept.
export function studyList(storage) {
  const all = () => {
    try {
      const list = JSON.parse(storage().getItem(KEY));
      // Earlier versions stored no numbers.
      return (Array.isArray(list) ? list : []).map((study, index, { length }) => ({ id: length - index, ...study }));
    } catch {
      return [];
    }
  };
  const store = (list) => {
    try {
      storage().setItem(KEY, JSON.stringify(list));
      return true;
    } catch {
      return false;
    }
  };
  return {
    all,
    add(name, record) {
      // Not used again after a deletion by another tab.
      const id = `${Date.now()}-${Math.random()}`;
      return store([{ id, name, record }, ...all()].slice(0, MOST));
    },
    rename: (id, name) => store(all().map((study) => (study.id === id ? { ...study, name } : study))),
    remove: (id) => store(all().filter((study) => study.id !== id)),
  };
}
