// Watches the processes that serve the console: all must share the contents of files, and their clocks must agree.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Core } from './core.ts'
import { storageOf } from './files/storage.ts'
import { databaseMs, describeAlive, leave, livingServers, type ServerRow } from './servers.queries.ts'

const EVERY_MS = 15_000
const CLOCK_OFF_MS = 2_000

export type ServerState = Omit<ServerRow, 'storage'> & {
  /** Whether its files are those of the process that runs longest. */
  sharesFiles: boolean
  isClockOff: boolean
}

/** @param found the longest running first */
export const judgeServers = (found: readonly ServerRow[]): ServerState[] =>
  found.map(({ storage, ...row }) => ({
    ...row,
    sharesFiles: storage === found[0]?.storage,
    isClockOff: Math.abs(row.clockOffMs) > CLOCK_OFF_MS,
  }))

/** Half of the way there and back is not known; the database may be asked late on a busy machine. */
async function clockOff({ db }: Core): Promise<number> {
  const before = Date.now()
  const there = await databaseMs(db)
  const after = Date.now()
  if (there < before) return Math.round(before - there)
  if (there > after) return Math.round(after - there)
  return 0
}

/** Until stopped. */
export function keepServers(core: Core): () => Promise<void> {
  const { db, config, log } = core
  const id = randomUUID()
  const name = `${hostname()}:${process.pid}`
  let said = ''
  let running = Promise.resolve()
  const look = async () => {
    const storage = await storageOf(config).identity()
    await describeAlive(db, { id, name, storage, clockOffMs: await clockOff(core) })
    const wrong = judgeServers(await livingServers(db)).filter((each) => !each.sharesFiles || each.isClockOff)
    const now = wrong.map((each) => `${each.name} ${each.sharesFiles} ${each.isClockOff}`).join()
    if (now !== said) for (const each of wrong) log.warn(each, 'servers: files are not shared, or a clock is off')
    said = now
  }
  const run = () => {
    running = running.then(look).catch((error: unknown) => log.warn({ err: error }, 'servers: not written'))
  }
  const timer = setInterval(run, EVERY_MS)
  timer.unref()
  run()
  return async () => {
    clearInterval(timer)
    await running
    await leave(db, id).catch(() => undefined)
  }
}
