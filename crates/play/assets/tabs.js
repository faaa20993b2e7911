// The tabs of the panel.

import { by, explore, state } from "./page.js";

const tabs = [...by("tabs").children];

export function openTab(name) {
  for (const tab of tabs) {
    const isOpen = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    by(tab.getAttribute("aria-controls")).hidden = !isOpen;
  }
  // The openings of the position are looked up while their tab is open.
  if (name === "openings" && state.view && !state.explores) explore(true);
}

export const isOpen = (name) => !by(`panel-${name}`).hidden;

by("tabs").addEventListener("click", (event) => {
  const tab = event.target.closest("[role=tab]");
  if (tab) openTab(tab.id.slice(4));
});

by("tabs").addEventListener("keydown", (event) => {
  const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!way) return;
  const next = tabs[(tabs.indexOf(event.target) + way + tabs.length) % tabs.length];
  openTab(next.id.slice(4));
  next.focus();
  event.preventDefault();
});
