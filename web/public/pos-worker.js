// Keeps the shell of the point of sale, so that it opens without a connection. The service writes
// the build and its files in front of this script. Calls of the API are never cached.
/* global build, shell */
const cacheName = `pos-${build}`

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(shell)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names
            .filter((name) => name.startsWith('pos-') && name !== cacheName)
            .map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})

// A page asks for the update only while nothing is being sold.
self.addEventListener('message', (event) => {
  if (event.data === 'apply-update') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  // Every register and every display has the same page. Its script reads the address.
  if (request.mode === 'navigate') {
    const [, , register, display] = pathname.split('/')
    if (!register) return
    event.respondWith(find(display === 'display' ? shell[1] : shell[0], request))
    return
  }
  if (shell.includes(pathname)) event.respondWith(find(pathname, request))
})

async function find(path, request) {
  const cache = await caches.open(cacheName)
  return (await cache.match(path)) ?? fetch(request)
}
