// Lets the page open without a network: a service worker of this path keeps it with the files that it was loaded from, and the
// decoder of codes, which is loaded with the camera only.
import decoder from './decode.worker.ts?worker&url'

const SCOPE = '/backend/checkin'

export async function keepForOffline(): Promise<void> {
  // browsers have it on pages over HTTPS, and on this computer itself
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/backend/checkin-worker.js', { scope: SCOPE })
    const worker = registration.active ?? (await navigator.serviceWorker.ready).active
    const files = performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.startsWith('/backend/assets/'))
    const kept = [SCOPE, decoder].map((path) => new URL(path, location.href).href)
    worker?.postMessage([...new Set([...kept, ...files])])
  } catch {
    // works online then
  }
}
