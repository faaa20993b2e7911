// What the browser keeps: settings of all tabs, the game of each tab, and the tickets of games.
//
// Tabs write to one storage at the same time, so nothing is written from a copy: settings are read again before each
// change, and each ticket has its own entry. The game under way belongs to its tab. A new tab begins with the last one.

const SETTINGS = "duiyi";
const GAME = "duiyi-game";
const TICKET = "duiyi-ticket-";
const MOST_TICKETS = 100;

// `shared` is the storage of all tabs, `own` that of this one (`localStorage`, `sessionStorage`). `failed` is called if
// something cannot be written: the storage may be full, or not allowed.
export function createKeeper(shared, own, failed = () => {}) {
  const read = (storage, name) => {
    try {
      const value = JSON.parse(storage.getItem(name));
      return value && typeof value === "object" ? value : null;
    } catch {
      return null;
    }
  };
  const write = (storage, name, value) => {
    try {
      storage.setItem(name, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  };
  // Without room for the game, an older one must not be resumed instead.
  const rewrite = (storage) => {
    try {
      storage.removeItem(GAME);
    } catch {
      return false;
    }
    return write(storage, GAME, game);
  };
  const settings = read(shared, SETTINGS) ?? {};
  // Earlier versions kept the game and the tickets with the settings.
  const { id, begun, text, flipped, tickets, ...rest } = settings;
  const usual = { id: id ?? null, begun: begun ?? null, text: text ?? null, flipped: flipped ?? false };
  const game = { ...usual, ...(read(own, GAME) ?? read(shared, GAME)) };

  const ticketNames = () => {
    try {
      return [...Array(shared.length).keys()].map((index) => shared.key(index)).filter((name) => name?.startsWith(TICKET));
    } catch {
      return [];
    }
  };
  const writeTicket = (name, ticket, time) => {
    const kept = write(shared, TICKET + name, { ticket, time });
    const known = ticketNames().map((each) => ({ each, time: read(shared, each)?.time ?? 0 }));
    known.sort((one, other) => other.time - one.time);
    for (const { each } of known.slice(MOST_TICKETS)) shared.removeItem(each);
    return kept;
  };

  if (tickets || id || begun || text) {
    Object.entries(tickets ?? {}).forEach(([name, ticket], index) => writeTicket(name, ticket, index));
    write(shared, GAME, game);
    if (write(shared, SETTINGS, rest)) for (const name of ["id", "begun", "text", "flipped", "tickets"]) delete settings[name];
  }

  return {
    settings,
    game,
    // Changes settings; `change` is an object, or a function from the settings to one.
    keep(change) {
      // Another tab may have changed them.
      Object.assign(settings, read(shared, SETTINGS) ?? {});
      Object.assign(settings, typeof change === "function" ? change(settings) : change);
      if (!write(shared, SETTINGS, settings)) failed();
    },
    // Takes over a change by another tab, from a `storage` event. Returns whether there is one.
    changed({ key, newValue }) {
      if (key !== SETTINGS || !newValue) return false;
      Object.assign(settings, read({ getItem: () => newValue }, SETTINGS) ?? {});
      return true;
    },
    // Changes what is kept of the game of this tab.
    keepGame(change) {
      Object.assign(game, change);
      const kept = [own, shared].map((storage) => write(storage, GAME, game) || rewrite(storage));
      if (!kept.includes(true)) failed();
    },
    // The ticket of a game, if this browser has one.
    ticket: (name) => read(shared, TICKET + name)?.ticket ?? null,
    keepTicket(name, ticket, time = Date.now()) {
      if (!writeTicket(name, ticket, time)) failed();
    },
  };
}
