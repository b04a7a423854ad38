// Scripts that did not arrive, and are asked for again.

let asked = 0

/**
 * Loads a module whose load ended in `error`. A browser may remember for the life of a document that a script did not
 * arrive (Chromium does), so it is asked for under another address; what it imports keeps its own.
 * @param load a module with a default export; for errors that name no script
 */
async function loadAgain<T extends object>(error: Error, load: () => Promise<T>): Promise<T> {
  const [address] = /https?:\/\/\S+\.js/.exec(error.message) ?? []
  if (!address) return load()
  const loaded = await import(/* @vite-ignore */ `${address}?again=${++asked}`)
  // a script of several modules has other exports than the one of them that was asked for
  return 'default' in loaded ? loaded : load()
}

/** @returns `load`, which may be called again once it has failed; what it loaded is kept */
export function repeatable<T extends object>(load: () => Promise<T>): () => Promise<T> {
  let failure: Error | undefined
  let loading: Promise<T> | undefined
  return () => {
    loading ??= failure ? loadAgain(failure, load) : load()
    loading.catch((error: Error) => {
      failure = error
      loading = undefined
    })
    return loading
  }
}
