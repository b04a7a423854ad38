// Work of one key, one after the other, in this process.

/** @returns runs the work when all that was given before under the key has ended, whether it succeeded or not */
export function inTurn(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    const ended = mine.then(
      () => undefined,
      () => undefined,
    )
    last.set(key, ended)
    void ended.then(() => last.get(key) === ended && last.delete(key))
    return mine
  }
}
