// The built application, served twice on one database: by the server that owns it, and by a second process beside it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openOauthServer } from '../test/oauth-server.ts'
import { kill, makeDataDir, startProcess } from '../test/processes.ts'
import { startSite } from './frame-site.ts'

export default async function setup(): Promise<() => Promise<void>> {
  if (!existsSync(join(import.meta.dirname, '../dist/index.html'))) throw new Error('浏览器端尚未构建：npm run build')
  const { dataDir, remove } = makeDataDir()
  const site = await startSite('外部报表')
  const FRAME_ALLOW = `report=${site.origin}/board`
  const provider = await openOauthServer()
  const own = { FRAME_ALLOW, ...provider.environment }
  const first = await startProcess({ DATA_DIR: dataDir, CAPTCHA: 'on', LOG_LEVEL: 'info', ...own })
  const secretKey = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim()
  const [, , , port, folder] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const host = encodeURIComponent(folder?.trim() || '127.0.0.1')
  const urlOf = (role: string) => `postgresql://${role}@localhost:${port}/console?host=${host}`
  const database = { DATABASE_URL: urlOf('console_app'), MIGRATION_URL: urlOf('console_owner') }
  const second = await startProcess({
    ...database,
    SECRET_KEY: secretKey,
    CAPTCHA: 'on',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
  })
  Object.assign(process.env, {
    E2E_FIRST: first.base,
    E2E_SECOND: second.base,
    E2E_SECRET_KEY: secretKey,
    E2E_DATABASE: database.DATABASE_URL,
    E2E_PROVIDER: provider.base,
    E2E_FRAME_SITE: site.origin,
  })
  return async () => {
    await kill(second, 'SIGTERM')
    await kill(first, 'SIGTERM')
    site.close()
    await provider.close()
    remove()
    const lines = `${first.output()}\n${second.output()}`.split('\n')
    // What is not JSON is said to the person who starts it, the demo's password among it.
    const logs = lines.filter((line) => line.startsWith('{')).join('\n')
    const secrets = ['Demo@2026', 'Given@1234', 'Newer#2027', secretKey, provider.environment.OAUTH_WECOM_CLIENT_SECRET]
    const leaked = [...secrets, ...provider.codes].filter((secret = '') => logs.includes(secret))
    const named = /(?:access_token|refresh_token|[tT]icket|state|verifier|secret)["=:]+[\w-]{20,}/g
    const tokens = logs.match(named) ?? []
    if (leaked.length + tokens.length > 0) throw new Error(`the logs hold secrets: ${leaked.concat(tokens).join(', ')}`)
  }
}
