// A script of a page that did not arrive: it is asked for again when the console is reached.
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { repeatable } from '#web/lib/load-again.ts'
import { BASE } from '#web/lib/site.ts'

/** Between two looks whether the console is reached, ms. */
const LOOK_MS = 3_000

const store = createStore<{ isAway: boolean }>(() => ({ isAway: false }))

/** Whether a page waits for its script, as the console is not reached. */
export const useAway = (): boolean => useStore(store, ({ isAway }) => isAway)

let lookNow = () => {}
export const lookAgain = () => lookNow()

/** Whether a chunk did not arrive: no network, or a new release that has others. */
export const isGone = (error: unknown) =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Importing a module|preload CSS/i.test(error.message)

async function isReached(): Promise<boolean> {
  try {
    // not HEAD: Chromium reports the reply as aborted
    const reply = await fetch(`${BASE}/`, { cache: 'no-store' })
    await reply.text()
    return reply.ok
  } catch {
    return false
  }
}

/** Until a time has passed, the browser is online again, or somebody asks. */
const pause = () =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, LOOK_MS)
    window.addEventListener('online', end)
    lookNow = end
  })

async function reached(): Promise<void> {
  while (!(await isReached())) {
    store.setState({ isAway: true })
    await pause()
  }
  store.setState({ isAway: false })
}

/** Addresses of stylesheets that did not arrive: Vite asks for each once. */
const missingStyles = new Set<string>()

const loadStyle = (address: string) =>
  new Promise<void>((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.onload = () => {
      missingStyles.delete(address)
      resolve()
    }
    link.onerror = () => {
      link.remove()
      reject(new Error(`Unable to preload CSS for ${address}`))
    }
    document.head.append(link)
  })

/** @param earlier those of pages that were asked for before: one that is still missing is no fault of this page */
async function loadMissingStyles(earlier: ReadonlySet<string>): Promise<void> {
  if (missingStyles.size === 0) return
  await reached()
  const loadOf = (address: string) =>
    earlier.has(address) ? loadStyle(address).catch(() => undefined) : loadStyle(address)
  await Promise.all([...missingStyles].map(loadOf))
}

window.addEventListener('vite:preloadError', (event) => {
  const [, address] = /Unable to preload CSS for (\S+)/.exec(event.payload.message) ?? []
  if (!address) return
  // otherwise Vite names only the first of several
  event.preventDefault()
  missingStyles.add(address)
})

/** Loads once more where a script or stylesheet did not arrive: what is missing then is not there. */
export async function loadWhenReached<T extends object>(load: () => Promise<T>): Promise<T> {
  const earlier = new Set(missingStyles)
  const loadScript = repeatable(load)
  const loadWhole = async () => {
    const loaded = await loadScript()
    await loadMissingStyles(earlier)
    return loaded
  }
  try {
    return await loadWhole()
  } catch (error) {
    if (!isGone(error)) throw error
    await reached()
    return await loadWhole()
  }
}
