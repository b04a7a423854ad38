// One PostgreSQL for the whole run, without durability, and in it the demo's data, which each worker clones (world.ts).
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbedded } from '../server/db/embedded.ts'
import { CLUSTER, type Cluster, SECRET_KEY, urlOf } from './world.ts'

export default async function setup(): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, '../dist/index.html'))) throw new Error('浏览器端尚未构建：npm run build')
  const folder = mkdtempSync(join(tmpdir(), 'console-e2e-'))
  // As root, PostgreSQL runs under another account, which has to pass through.
  chmodSync(folder, 0o711)
  const { owner, app, stop } = await startEmbedded({
    dataDir: folder,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const remove = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const fill = { DATABASE_URL: urlOf(app), MIGRATION_URL: urlOf(owner), DEMO_DATA: 'on', SECRET_KEY, DATA_DIR: folder }
  try {
    await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../server/db/migrate-command.ts')], {
      env: { ...process.env, ...fill },
    })
  } catch (error) {
    await remove()
    throw error
  }
  process.env[CLUSTER] = JSON.stringify({ owner, app, folder } satisfies Cluster)
  return remove
}
