/**
 * A PostgreSQL of our own, for development, tests and small offices: made on first use, started as a child process,
 * adopted when a killed server left it running, stopped with the server. Durable as any PostgreSQL (fsync stays on).
 */
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { type Account, canEnter, findHome, type Home, isCluster, pointer, shortHash } from './embedded-home.ts'
import { acquireLock } from './embedded-lock.ts'
import {
  type Address,
  giveTo,
  livePostmaster,
  run,
  type Settings,
  signalPostmaster,
  start,
  stop,
} from './embedded-process.ts'
import { watchPostmaster } from './embedded-watch.ts'

/** What `pg` takes; `host` may be the folder of a Unix socket. */
export type Connection = { host: string; port: number; user: string; password: string; database: string }

export type Embedded = {
  /** May connect; its rights are granted by the migrations. */
  app: Connection
  /** Owns the database, runs migrations, may create databases (tests clone them). Not a superuser. */
  owner: Connection
  /** The folder of the cluster. */
  place: string
  state: 'created' | 'started' | 'adopted'
  stop(): Promise<void>
}

const isWindows = process.platform === 'win32'
const roles = { app: 'console_app', owner: 'console_owner', superuser: 'postgres' }
const database = 'console'

const standardSettings: Settings = {
  max_connections: 200,
  shared_buffers: '128MB',
  random_page_cost: 1.1,
  jit: 'off', // costs more than it saves on short queries
  parallel_setup_cost: 10_000, // starting workers takes 20 ms: ten times what finding a hundred articles does
  log_checkpoints: 'off',
  // Values of rows and statements stay out of the log: they may be personal, or secret.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  // One file for each day of the week, overwritten a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgres-%u.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_rotation_size: 0,
}

/** Starts or adopts the cluster of this data folder. Throws StartError with a sentence for the person who started it. */
export async function startEmbedded(options: {
  dataDir: string
  say?: (line: string) => void
  settings?: Settings
}): Promise<Embedded> {
  const { say = () => {}, settings = {} } = options
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  refuseUnwritable(dataDir)
  const home = findHome(dataDir)
  const { place } = home
  if (dirname(place) !== dataDir) say(`运行 PostgreSQL 的账户进不了 ${dataDir}，数据库放在 ${place}`)

  const lock = acquireLock(dirname(place))
  if ('heldBy' in lock) {
    throw new StartError(
      `数据目录 ${dataDir} 正由另一个服务进程使用（进程号 ${lock.heldBy}）。` +
        '请先停止它，或用 DATA_DIR 指定另一个目录；多个进程共用数据库请设置 DATABASE_URL。',
    )
  }
  try {
    const isNew = prepareEmpty(place)
    if (isNew) {
      say('首次启动，正在建立数据库……')
      await createCluster(home, dataDir)
    }
    refuseOtherMajor(home)
    const adopted = isNew ? undefined : await adopt(home, dataDir)
    const address = adopted ?? (await newAddress(home))
    const wanted = { ...standardSettings, ...settings, ...listening(address) }
    if (!adopted) await start(home, wanted)
    const watch = watchPostmaster(home, wanted, say)
    // A process that ends without `stop`, or in the middle of it, does not leave its database behind. kill -9 does.
    let isStopping = false
    const onExit = () => void signalPostmaster(watch.pid(), place, isStopping ? 'immediate' : 'fast')
    process.on('exit', onExit)
    await ensureRoles(address, dataDir)
    const as = (user: string): Connection => ({ ...address, user, password: password(dataDir), database })
    return {
      app: as(roles.app),
      owner: as(roles.owner),
      place,
      state: isNew ? 'created' : adopted ? 'adopted' : 'started',
      async stop() {
        isStopping = true
        await watch.end()
        await stop(home, watch.pid())
        process.off('exit', onExit)
        if (address.host.startsWith('/')) rmSync(address.host, { recursive: true, force: true })
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function refuseUnwritable(dataDir: string): void {
  try {
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new StartError(`当前账户不能写数据目录 ${dataDir}。请改正它的权限，或用 DATA_DIR 指定另一个目录。`)
  }
}

/** True when there is nothing yet. Anything that is neither empty nor a cluster is left alone. */
function prepareEmpty(place: string): boolean {
  if (isCluster(place)) return false
  if (!existsSync(place)) return true
  if (readdirSync(place).length > 0) {
    throw new StartError(
      `${place} 不是空目录，也不是 PostgreSQL 的数据目录。请移走其中的文件，或用 DATA_DIR 指定另一个目录。`,
    )
  }
  rmdirSync(place)
  return true
}

async function createCluster(home: Home, dataDir: string): Promise<void> {
  const { place, account } = home
  for (const name of readdirSync(dirname(place))) {
    if (name.startsWith('postgres.new-')) rmSync(join(dirname(place), name), { recursive: true })
  }
  if (isWindows) writeFileSync(passwordFile(dataDir), randomBytes(24).toString('base64url'), { mode: 0o600 })

  // pg_trgm takes letters from LC_CTYPE, whatever the provider: under plain C it would drop every Chinese character.
  for (const letters of ['C.UTF-8', 'en_US.UTF-8', 'en-US', 'C']) {
    const half = mkdtempSync(`${place}.new-`) // renamed when whole: a killed initdb never looks like a cluster
    giveTo(account, half)
    const { code, output } = await run(home, 'initdb', [
      ...['-D', half, '-U', roles.superuser, '--encoding=UTF8', '--no-locale', `--lc-ctype=${letters}`],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      // On Unix the private folder of the socket protects it: anybody who can open it could read the files as well.
      ...(isWindows
        ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`]
        : ['--auth-local=trust', '--auth-host=reject']),
    ])
    if (code === 0) {
      writeFileSync(join(half, 'postgresql.conf'), "include = 'console.conf'\n", { flag: 'a' })
      renameSync(half, place)
      if (dirname(place) !== dataDir) {
        writeFileSync(pointer(dataDir), `${place}\n`)
        writeFileSync(join(dirname(place), 'belongs-to'), `${dataDir}\n`) // for the person who finds the folder
      }
      return
    }
    rmSync(half, { recursive: true, force: true })
    if (!/invalid locale name/.test(output)) throw new StartError(`无法建立数据库（${place}）：\n${output}`)
  }
}

function refuseOtherMajor({ place, version }: Home): void {
  const found = readFileSync(join(place, 'PG_VERSION'), 'utf8').trim()
  if (found === version) return
  throw new StartError(
    `${place} 里是 PostgreSQL ${found} 的数据，本版本内置的是 PostgreSQL ${version}，不能直接打开；数据没有被改动。升级办法：\n` +
      `  1. 用 PostgreSQL ${found} 启动它，导出：pg_dump -Fc -d ${database} -f console.dump\n` +
      `  2. 把 ${place} 改名保留，用 DEMO_DATA=off 启动本程序，让它建立新的数据库\n` +
      `  3. 导入：pg_restore --clean --if-exists -d ${database} console.dump，再重新启动`,
  )
}

/** The address of a postmaster that a killed server left behind; undefined when there is none, or it is of no use. */
async function adopt(home: Home, dataDir: string): Promise<Address | undefined> {
  const patience = Date.now() + 2_000
  for (;;) {
    const left = livePostmaster(home.place)
    if (!left) return undefined
    const answer = await ask(left.address, dataDir, 'postgres', 'SHOW data_directory').catch(
      (error: { code?: string }) => error,
    )
    if (Array.isArray(answer)) {
      if (realpathSync(String(answer[0]?.data_directory)) === realpathSync(home.place)) return left.address
    } else if (answer.code === '57P03') {
      await new Promise((resolve) => setTimeout(resolve, 100)) // starting up or shutting down: one of them ends
      continue
    }
    // Alive, but nobody can reach it (its socket was cleaned away, say): start it afresh.
    if (Date.now() > patience) await stop(home)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function newAddress(home: Home): Promise<Address> {
  return isWindows ? { host: '127.0.0.1', port: await freePort() } : { host: socketFolder(home), port: 5432 }
}

function listening({ host, port }: Address): Settings {
  if (isWindows) return { listen_addresses: host, port }
  return { listen_addresses: '', port, unix_socket_directories: host, unix_socket_permissions: '0700' }
}

/** A private, empty folder with a short path: a socket's path has room for 103 to 107 bytes. */
function socketFolder({ place, account }: Home): string {
  const name = `console-${shortHash(place)}`
  const fits = (folder: string) =>
    Buffer.byteLength(join(folder, name, '.s.PGSQL.5432')) <= 103 && canEnter(account, folder)
  const base = fits(tmpdir()) ? tmpdir() : '/tmp'
  let folder = join(base, name)
  if (isOwn(folder, account)) rmSync(folder, { recursive: true }) // nothing listens there: it is left from a crash
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch {
    folder = mkdtempSync(join(base, 'console-')) // somebody else took the name
  }
  giveTo(account, folder)
  return folder
}

function isOwn(folder: string, account: Account): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && (found.uid === process.getuid?.() || found.uid === account?.uid)
}

/** Idempotent, so that a start killed half-way is completed by the next one. */
async function ensureRoles(address: Address, dataDir: string): Promise<void> {
  const [found] = await ask(
    address,
    dataDir,
    'postgres',
    `SELECT to_regrole('${roles.owner}') IS NOT NULL AS owner, to_regrole('${roles.app}') IS NOT NULL AS app,
      (SELECT datacl IS NOT NULL FROM pg_database WHERE datname = '${database}') AS closed`,
  )
  const secret = password(dataDir)
  const login = secret ? `LOGIN PASSWORD '${secret}'` : 'LOGIN'
  const steps = [
    !found?.owner && `CREATE ROLE ${roles.owner} ${login} CREATEDB`,
    !found?.app && `CREATE ROLE ${roles.app} ${login}`,
    found?.closed === null && `CREATE DATABASE ${database} OWNER ${roles.owner}`,
    !found?.closed && `REVOKE ALL ON DATABASE ${database} FROM PUBLIC`,
    !found?.closed && `GRANT CONNECT ON DATABASE ${database} TO ${roles.app}`,
  ]
  for (const step of steps) if (step) await ask(address, dataDir, 'postgres', step)
}

/** One statement as the superuser, who does nothing else. */
async function ask(address: Address, dataDir: string, on: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ ...address, user: roles.superuser, password: password(dataDir), database: on })
  client.on('error', () => {}) // a cut connection also fails the query
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres.password')
}

/** Only Windows has one, where the database listens on the loopback address; empty elsewhere. */
function password(dataDir: string): string {
  return isWindows ? readFileSync(passwordFile(dataDir), 'utf8').trim() : ''
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as { port: number }
  await new Promise((resolve) => probe.close(resolve))
  return port
}
