// Keeps the files of the page, so that it works without a network.

const NAME = "duiyi-page";
const FILES = "files.json"; // The list of all files, written by `export`.

self.addEventListener("install", (event) => event.waitUntil(keepAll()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keepAll() {
  const cache = await caches.open(NAME);
  const files = await (await fetch(FILES, { cache: "no-cache" })).json();
  await cache.addAll(files.map((file) => new Request(file, { cache: "no-cache" })));
  await self.skipWaiting();
}

// The newest file if there is a network, otherwise the kept one.
async function answer(request) {
  const cache = await caches.open(NAME);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
