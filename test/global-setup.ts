// One PostgreSQL for the whole run, without durability, with a template that each test file clones. Tests that start a server
// process copy its data folder: initialising a cluster takes longer than those tests.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { TestProject } from 'vitest/node'
import { hashPassword } from '#server/core/access/passwords.ts'
import { type Connection, startEmbedded } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedBase } from '#server/db/seed/seed.ts'
import { PASSWORD } from './constants.ts'
import { makeDataDir } from './processes.ts'
import { announceDays } from './workdays.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: {
      owner: Connection
      app: Connection
      passwordHash: string
      /** When the tests begin, ISO 8601. */
      began: string
      /** A data folder with the base rows, whose administrator has `PASSWORD`. Nothing runs on it. */
      seeded: string
    }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir: folder, remove } = makeDataDir()
  const [dataDir, seeded] = [join(folder, 'data'), join(folder, 'seeded')]
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '128MB' }
  const filled = await startEmbedded({ dataDir, settings })
  const passwordHash = await hashPassword(PASSWORD)
  await migrate(filled.owner, filled.app.user, (client) =>
    drizzle(client).transaction(async (tx) => {
      await seedBase(tx, { adminUserName: 'admin', passwordHash, mustChangePassword: false })
      await announceDays(tx)
    }),
  )
  await filled.stop()
  execFileSync('cp', ['-a', dataDir, seeded])
  const cluster = await startEmbedded({ dataDir, settings })
  project.provide('cluster', {
    owner: cluster.owner,
    app: cluster.app,
    passwordHash,
    began: new Date().toISOString(),
    seeded,
  })
  return async () => {
    await cluster.stop()
    remove()
  }
}
