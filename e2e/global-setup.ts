// One PostgreSQL without durability for the whole run; its demo database is cloned by each worker (world.ts).
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { makeDataDir, quickLoading, urlOf } from '#test/processes.ts'
import { CLUSTER, type Cluster, SECRET_KEY } from './world.ts'

export default async function setup(): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, '../dist/index.html'))) throw new Error('浏览器端尚未构建：npm run build')
  const { dataDir: folder, remove: removeFolder } = makeDataDir()
  const { owner, app, stop } = await startEmbedded({
    dataDir: folder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '128MB' },
  })
  const remove = async () => {
    await stop()
    removeFolder()
  }
  const fill = { DATABASE_URL: urlOf(app), MIGRATION_URL: urlOf(owner), DEMO_DATA: 'on', SECRET_KEY, DATA_DIR: folder }
  try {
    await promisify(execFile)(
      process.execPath,
      [...quickLoading, join(import.meta.dirname, '../server/db/migrate-command.ts')],
      {
        env: { ...process.env, ...fill },
      },
    )
  } catch (error) {
    await remove()
    throw error
  }
  process.env[CLUSTER] = JSON.stringify({ owner, app, folder } satisfies Cluster)
  return remove
}
