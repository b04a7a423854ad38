// Concurrent identical reads share one run: a count over a hundred thousand rows runs once, not 32 times. A caller never gets
// a run that started before its call, so that the result contains everything stored until then.

type Work<On, Input, T> = (on: On, input: Input) => Promise<T>
type Turn<T> = { running: Promise<T>; next?: Promise<T> }

/**
 * @returns the same function, with one run at a time for each key on the same object `on`, such as a database: calls during a
 *   run share the next one. Results are read-only.
 */
export function oneAtOnce<On extends object, Input, T>(work: Work<On, Input, T>): Work<On, Input, T> {
  const turnsOf = new WeakMap<On, Map<string, Turn<T>>>()

  function begin(turns: Map<string, Turn<T>>, key: string, run: () => Promise<T>): Promise<T> {
    const turn: Turn<T> = { running: run() }
    turns.set(key, turn)
    const end = () => {
      if (!turn.next) turns.delete(key)
    }
    turn.running.then(end, end)
    return turn.running
  }

  return (on, input) => {
    const turns = turnsOf.get(on) ?? new Map<string, Turn<T>>()
    turnsOf.set(on, turns)
    const key = JSON.stringify(input)
    const run = () => work(on, input)
    const turn = turns.get(key)
    if (!turn) return begin(turns, key, run)
    const follow = () => begin(turns, key, run)
    turn.next ??= turn.running.then(follow, follow)
    return turn.next
  }
}
