// Days and times as a person reads them: of the clock on the wall. The server counts in UTC.

const padded = (number) => String(number).padStart(2, "0");

// The local day, `2026-11-23`.
export const dayOf = (date) => `${date.getFullYear()}-${padded(date.getMonth() + 1)}-${padded(date.getDate())}`;
export const today = () => dayOf(new Date());

// The local time of one that the server has sent, `2026-11-23 22:30:00` in UTC.
export function localTime(text) {
  const date = new Date(`${text.replace(" ", "T")}Z`);
  return Number.isNaN(date.getTime()) ? text : `${dayOf(date)} ${padded(date.getHours())}:${padded(date.getMinutes())}`;
}

// The time in UTC at which a local day begins, for a filter; empty without a day.
export function beginOf(day) {
  const date = new Date(`${day}T00:00`);
  return Number.isNaN(date.getTime()) ? day : date.toISOString().slice(0, 16).replace("T", " ");
}
