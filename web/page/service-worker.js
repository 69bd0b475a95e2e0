// Keeps all files of the page, so that it works offline. files.js, written by the build, names them and their version:
// with any file changed it is another version, which the browser fetches in full before the old one goes.
importScripts("files.js");

const { version, files } = self.PAILI;
// Another copy of the page on the same server keeps its own.
const OWN = `paili-${self.registration.scope}-`;
const NAME = OWN + version;

self.addEventListener("install", (event) => {
  const fresh = files.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(OWN) && name !== NAME;
  const drop = (names) => Promise.all(names.filter(old).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(drop));
});

// A page that was opened before there was a service worker asks for it once it has loaded. Amid loading, what the page has
// preloaded would be fetched again.
self.addEventListener("message", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
