/**
 * The postmaster of one cluster: whether it is alive, starting and stopping it, and its log where it did not start.
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import type { Account, Home } from './embedded-home.ts'

export type Settings = Record<string, string | number>

/** Where a postmaster listens; `host` is a folder when it is a Unix socket. */
export type Address = { host: string; port: number }

const startSeconds = 300 // recovery after a crash may have much to replay
const stopSeconds = 60
const vanishedSeconds = 5 // it has nothing to write to any more

/** The postmaster that holds this cluster; undefined when none is alive, whatever its file says. */
export function livePostmaster(place: string): { pid: number; address: Address } | undefined {
  let lines: string[]
  try {
    lines = readFileSync(pidFile(place), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isPostgresOf(pid, place)) return undefined
  // Lines of postmaster.pid: process, data folder, start, port, socket folder, first listen address, …
  return { pid, address: { port: Number(lines[3]), host: lines[4]?.trim() || '127.0.0.1' } }
}

export async function start(home: Home, settings: Settings): Promise<void> {
  const { place, account } = home
  // A process id in the file that now belongs to somebody else would make PostgreSQL refuse to start. Where no such
  // process is, the file stays: PostgreSQL reads more in it than the id.
  if (existsSync(pidFile(place)) && exists(readFileSync(pidFile(place), 'utf8'))) rmSync(pidFile(place))
  rmSync(join(place, 'console.conf'), { force: true })
  writeFileSync(join(place, 'console.conf'), configuration(settings), { flag: 'wx', mode: 0o600 })
  rmSync(startLog(place), { force: true })
  mkdirSync(join(place, 'log'), { recursive: true })
  giveTo(account, place)

  const deadline = Date.now() + 10_000
  for (;;) {
    const args = ['start', '-D', place, '-w', '-t', String(startSeconds), '-l', startLog(place)]
    const { code, output } = await control(home, args)
    if (code === 0) return
    const reason = lastWords(place) || output
    // After a kill -9 of the postmaster alone, its children need a moment to notice.
    if (!/shared memory block|lock file .* already exists/.test(reason) || Date.now() > deadline) {
      throw new StartError(`内置数据库未能启动（${place}）：\n${reason}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Fast: open transactions are rolled back, everything committed is written, then it ends.
 * @param pid the postmaster as it was last seen: where its folder has vanished, nothing else names it
 */
export async function stop(home: Home, pid?: number): Promise<void> {
  for (const mode of ['fast', 'immediate'] as const) {
    if (livePostmaster(home.place)) {
      await control(home, ['stop', '-D', home.place, '-m', mode, '-w', '-t', String(stopSeconds)])
    } else if (signalPostmaster(pid, home.place, mode)) {
      await hasEnded(pid, home.place)
    }
  }
  if (livePostmaster(home.place)) throw new StartError(`内置数据库未能停止（${home.place}）。`)
}

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const

/** Without waiting. @returns whether that process was this cluster's postmaster */
export function signalPostmaster(pid: number | undefined, place: string, mode: keyof typeof signals): boolean {
  if (pid === undefined || !isPostgresOf(pid, place)) return false
  try {
    return process.kill(pid, signals[mode])
  } catch {
    return false // it ended while we looked
  }
}

async function hasEnded(pid: number | undefined, place: string): Promise<void> {
  const deadline = performance.now() + vanishedSeconds * 1_000
  while (pid !== undefined && isPostgresOf(pid, place) && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** What libfaketime asks for: under `npm run test:days` the database lives on the same day as we do. */
const clockOf = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')))

/** Runs one of PostgreSQL's programs under the account and collects its output. */
export function run(home: Home, program: string, args: string[], options: SpawnOptions = {}) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    // A bare environment: PG… variables would change what the programs do, and the server's secrets are not theirs.
    const env = { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, LC_ALL: 'C', ...clockOf(process.env) }
    const file = join(home.programs, 'bin', program)
    const child = spawn(file, args, { ...home.account, cwd: '/', env, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output: output.trim() }))
  })
}

/** Files that root wrote or copied go back to the account; PostgreSQL also insists on a private folder. */
export function giveTo(account: Account, place: string): void {
  if (process.platform === 'win32') return
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, place])
  spawnSync('chmod', ['700', place])
}

/** `pg_ctl` in a session of its own: Ctrl+C at the terminal is for the server, which stops the database when it is done. */
function control(home: Home, args: string[]) {
  return run(home, 'pg_ctl', args, { detached: true, windowsHide: true })
}

function pidFile(place: string): string {
  return join(place, 'postmaster.pid')
}

function startLog(place: string): string {
  return join(place, 'log', 'start.log')
}

function exists(pid: string): boolean {
  try {
    return process.kill(Number.parseInt(pid, 10), 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The id alone proves nothing (after a restart of the machine it may be anybody's); the command line names the cluster. */
export function isPostgresOf(pid: number, place: string): boolean {
  if (!exists(String(pid))) return false
  if (process.platform === 'win32') return true
  try {
    const command =
      process.platform === 'linux'
        ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        : spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    return `${command.trim()} `.includes(` -D ${place} `)
  } catch {
    return false // it ended while we looked
  }
}

/** PostgreSQL's configuration syntax: quotes and backslashes are doubled. */
function configuration(settings: Settings): string {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  )
  return `# Written at every start. Your own settings: ALTER SYSTEM, which comes after this file.\n${lines.join('\n')}\n`
}

/** The end of the newest log: what a person needs to see when the start failed. */
function lastWords(place: string): string {
  const folder = join(place, 'log')
  const logs = readdirSync(folder).map((name) => join(folder, name))
  const newest = logs.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0]
  return newest ? readFileSync(newest, 'utf8').trim().split('\n').slice(-5).join('\n') : ''
}
