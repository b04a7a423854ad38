// Keeps the check-in page and its files for a door without a network. Its scope is that page alone.
const CACHE = 'check-in-1'
const PAGE = '/backend/checkin'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The page names itself and the files that it was loaded from, as this worker did not see it load the first time. */
self.addEventListener('message', (event) => {
  const { data } = event
  const keep = async () => {
    const cache = await caches.open(CACHE)
    const kept = new Set((await cache.keys()).map(({ url }) => url))
    await Promise.all(
      data.filter((url) => !kept.has(new URL(url, self.location.href).href)).map((url) => cache.add(url)),
    )
    // files of earlier releases
    const wanted = new Set(data.map((url) => new URL(url, self.location.href).href))
    await Promise.all([...kept].filter((url) => !wanted.has(url)).map((url) => cache.delete(url)))
  }
  event.waitUntil(keep())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    const load = async () => {
      try {
        const reply = await fetch(request)
        if (reply.ok) await (await caches.open(CACHE)).put(PAGE, reply.clone())
        return reply
      } catch {
        return (await caches.match(PAGE)) ?? Response.error()
      }
    }
    event.respondWith(load())
  } else if (pathname.startsWith('/backend/assets/')) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
  }
})
