// One PostgreSQL for the whole run, without durability, and in it a template that each test file clones.
import { drizzle } from 'drizzle-orm/node-postgres'
import type { TestProject } from 'vitest/node'
import { hashPassword } from '../server/core/access/passwords.ts'
import { type Connection, startEmbedded } from '../server/db/embedded/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { seedBase } from '../server/db/seed/seed.ts'
import { PASSWORD } from './constants.ts'
import { makeDataDir } from './processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { owner: Connection; app: Connection; passwordHash: string }
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir, remove } = makeDataDir()
  const cluster = await startEmbedded({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '128MB' },
  })
  const passwordHash = await hashPassword(PASSWORD)
  await migrate(cluster.owner, cluster.app.user, (client) =>
    drizzle(client).transaction((tx) =>
      seedBase(tx, { adminUserName: 'admin', passwordHash, mustChangePassword: false }),
    ),
  )
  project.provide('cluster', { owner: cluster.owner, app: cluster.app, passwordHash })
  return async () => {
    await cluster.stop()
    remove()
  }
}
