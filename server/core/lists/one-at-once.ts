// Concurrent identical reads share one run: a count over a hundred thousand rows runs once, not 32 times. A caller never gets
// a run that started before its call, so that the result contains everything stored until then.

type Work<On, Input, T> = (on: On, input: Input) => Promise<T>
/** `free`: the next run may begin. */
type Turn<T> = { free: Promise<unknown>; next?: Promise<T> }

/**
 * @returns the same function, with one run at a time for each key on the same object `on`, such as a database: calls during a
 *   run share the next one. Results are read-only.
 * @param pauseMs between two runs of a key: calls that come one after the other, however short a run is, share one after it
 */
export function oneAtOnce<On extends object, Input, T>(work: Work<On, Input, T>, pauseMs = 0): Work<On, Input, T> {
  const pause = () => (pauseMs === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, pauseMs)))
  const turnsOf = new WeakMap<On, Map<string, Turn<T>>>()

  function begin(turns: Map<string, Turn<T>>, key: string, run: () => Promise<T>): Promise<T> {
    const running = run()
    const turn: Turn<T> = { free: running.then(pause, pause) }
    turns.set(key, turn)
    void turn.free.then(() => {
      if (!turn.next) turns.delete(key)
    })
    return running
  }

  return (on, input) => {
    const turns = turnsOf.get(on) ?? new Map<string, Turn<T>>()
    turnsOf.set(on, turns)
    const key = JSON.stringify(input)
    const run = () => work(on, input)
    const turn = turns.get(key)
    if (!turn) return begin(turns, key, run)
    turn.next ??= turn.free.then(() => begin(turns, key, run))
    return turn.next
  }
}
