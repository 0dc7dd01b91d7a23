// The service worker. If the network is available, the service worker serves the newest files; otherwise it serves the
// most recently loaded files.

const KEPT = "courser";

addEventListener("install", (event) => {
  const all = async () => {
    const files = await (await fetch("files.json")).json();
    await (await caches.open(KEPT)).addAll(["./", ...files]);
    await skipWaiting();
  };
  event.waitUntil(all());
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const newest = async () => {
    const kept = await caches.open(KEPT);
    try {
      const answer = await fetch(request);
      if (answer.ok) await kept.put(request, answer.clone());
      return answer;
    } catch {
      return (await kept.match(request, { ignoreSearch: true })) ?? Response.error();
    }
  };
  event.respondWith(newest());
});
