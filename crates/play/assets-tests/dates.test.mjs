// Tests of days and times: node --test crates/play/assets-tests/
import assert from "node:assert";
import { test } from "node:test";
import { beginOf, dayOf, localTime } from "../assets/dates.js";

test("days and times are those of the place", () => {
  for (const [place, day, time, begin] of [
    ["Asia/Shanghai", "2026-11-24", "2026-11-24 06:30", "2026-11-23 16:00"],
    ["UTC", "2026-11-23", "2026-11-23 22:30", "2026-11-24 00:00"],
    ["America/New_York", "2026-11-23", "2026-11-23 17:30", "2026-11-24 05:00"],
  ]) {
    process.env.TZ = place;
    assert.equal(dayOf(new Date("2026-11-23T22:30:00Z")), day, place);
    assert.equal(localTime("2026-11-23 22:30:00"), time, place);
    assert.equal(beginOf("2026-11-24"), begin, place);
  }
  assert.deepEqual([beginOf(""), localTime("soon")], ["", "soon"]);
});
