// A process of its own that runs background jobs on the database of a test, to be killed meanwhile.
// Arguments as JSON: the connection, and the worker's options.
import { sql } from 'drizzle-orm'
import { Type } from 'typebox'
import { Fields } from '#contract/fields.ts'
import { readConfig } from '#server/config.ts'
import { createActors } from '#server/core/access/actors.ts'
import { type Core, transact } from '#server/core/core.ts'
import { createLog } from '#server/core/http/log.ts'
import { job } from '#server/core/jobs/jobs.ts'
import { startWorker } from '#server/core/jobs/jobs-worker.ts'
import { openBus } from '#server/core/live/bus.ts'
import { createLive } from '#server/core/live/live.ts'
import { type Connection, openPool } from '#server/db/connection.ts'

const STEP_MS = 20

/** Works in steps, then stores its effect and its end in one transaction. */
export const stepwise = job({
  name: 'test.stepwise',
  input: Fields({ steps: Type.Integer() }),
  title: () => '逐步执行',
  run: async ({ id, input, core, signal, progress, finish }) => {
    process.stdout.write(`begun ${id}\n`)
    for (let step = 1; step <= input.steps; step++) {
      signal.throwIfAborted()
      progress(step, input.steps)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
    return transact(core, async (tx) => {
      await tx.execute(sql`insert into job_effects (job_id, pid) values (${id}, ${process.pid})`)
      return finish(tx, { done: input.steps })
    })
  },
})

/** Kills its process. */
export const poison = job({
  name: 'test.poison',
  input: Fields({}),
  title: () => '毒任务',
  retries: 1,
  run: async () => {
    process.kill(process.pid, 'SIGKILL')
    return new Promise(() => {})
  },
})

async function main([connection = '', options = '']: string[]): Promise<void> {
  const config = readConfig({ NODE_ENV: 'test', SECRET_KEY: 'only of this test, 32 characters +' })
  const { log } = createLog('silent')
  const { db, pool } = openPool(JSON.parse(connection) as Connection, 5)
  const bus = await openBus(JSON.parse(connection) as Connection, log)
  const actors = createActors(db, bus)
  const core: Core = { config, db, reserved: db, bus, actors, live: createLive({ db, bus, actors, log }), log }
  const worker = startWorker(core, [stepwise, poison], JSON.parse(options))
  // A real server stays alive by its open port.
  const alive = setInterval(() => {}, 60_000)
  process.on('SIGTERM', () => {
    void worker.stop().then(async () => {
      clearInterval(alive)
      await core.live.close()
      await bus.close()
      await pool.end()
    })
  })
  process.stdout.write('ready\n')
}

if (import.meta.main) await main(process.argv.slice(2))
