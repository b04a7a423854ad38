// A PostgreSQL of three on this machine, by the files of deploy/cluster: etcd, three Patronis and HAProxy, from Debian's packages.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { root, say } from './run.mjs'

const PACKAGES = 'postgresql patroni etcd-server haproxy python3-etcd python3-psycopg2'
const OLDEST = 15
const UP_WITHIN_MS = 300_000
const DOWN_WITHIN_MS = 60_000
const PASSWORD = 'cluster'
const names = ['one', 'two', 'three'] as const
type Name = (typeof names)[number]

export type Member = { name: string; role: string; state: string }
export type PostgresCluster = {
  /** Through HAProxy, as the role. */
  urlOf: (role: 'console_owner' | 'console_app') => string
  members: () => Promise<Member[]>
  /** Ends a machine's Patroni and its PostgreSQL by SIGKILL, at once. */
  killMachine: (name: string) => void
  down: () => Promise<void>
}

/** Thrown where Debian's packages are missing. */
export class Missing extends Error {}

const isThere = (program: string) =>
  (process.env.PATH ?? '')
    .split(':')
    .concat('/usr/sbin')
    .some((folder) => existsSync(join(folder, program)))

function findPrograms(): string {
  const folder = '/usr/lib/postgresql'
  const versions = existsSync(folder) ? readdirSync(folder).map(Number) : []
  const found = versions.filter((version) => version >= OLDEST && existsSync(join(folder, `${version}/bin/initdb`)))
  const lacking = ['patroni', 'etcd', 'haproxy'].filter((program) => !isThere(program))
  if (found.length === 0) lacking.push(`PostgreSQL ${OLDEST} 或更新的版本`)
  if (lacking.length > 0) {
    const command = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES}`
    throw new Missing(`缺少 ${lacking.join('、')}。在 Debian 上请先运行：\n  ${command}`)
  }
  return join(folder, `${Math.max(...found)}/bin`)
}

/** PostgreSQL refuses to run as root. */
const accountOf = (name: string) => {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
}

/** @param firstPort the first of ten in a row */
export async function startCluster(firstPort: number): Promise<PostgresCluster> {
  const bin = findPrograms()
  const account = accountOf('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'console-cluster-'))
  chmodSync(folder, 0o755)
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const at = (offset: number) => `127.0.0.1:${firstPort + offset}`
  const [client, peer, primary, replica] = [at(0), at(1), at(2), at(3)]
  const restOf = (name: Name) => at(4 + names.indexOf(name))
  const postgresOf = (name: Name) => at(7 + names.indexOf(name))
  const dataOf = (name: string) => join(folder, `data-${name}`)
  const running = new Map<string, ChildProcess>()

  function launch(name: string, command: string, args: string[], env: Record<string, string>): void {
    const output = openSync(join(folder, `${name}.log`), 'a')
    const path = `${process.env.PATH}:/usr/sbin`
    const child = spawn(command, args, {
      cwd: folder,
      env: { PATH: path, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
      // a signal from the keyboard must not end them before the test has
      detached: true,
      ...account,
    })
    child.on('error', (error) => say(`${name}：${error.message}`))
    running.set(name, child)
  }

  const killPostgres = (name: string, signal: NodeJS.Signals) => {
    const file = join(dataOf(name), 'postmaster.pid')
    if (!existsSync(file)) return
    try {
      process.kill(Number.parseInt(readFileSync(file, 'utf8'), 10), signal)
    } catch {
      // it is gone
    }
  }

  async function end(name: string): Promise<void> {
    const child = running.get(name)
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    for (const since = Date.now(); Date.now() - since < DOWN_WITHIN_MS; await setTimeout(100))
      if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
  }

  async function down(): Promise<void> {
    await end('haproxy')
    for (const name of names) await end(name)
    for (const name of names) killPostgres(name, 'SIGQUIT')
    await end('etcd')
    // programs that were ended may still write into it for a moment
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
  }

  launch('etcd', 'etcd', [], {
    ETCD_NAME: 'one',
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: `http://${client}`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${client}`,
    ETCD_LISTEN_PEER_URLS: `http://${peer}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${peer}`,
    ETCD_INITIAL_CLUSTER: `one=http://${peer}`,
  })
  for (const name of names)
    launch(name, 'patroni', [join(root, 'deploy/cluster/patroni.yml')], {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: restOf(name),
      PATRONI_RESTAPI_CONNECT_ADDRESS: restOf(name),
      PATRONI_ETCD3_HOSTS: `'${client}'`,
      PATRONI_POSTGRESQL_LISTEN: postgresOf(name),
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgresOf(name),
      PATRONI_POSTGRESQL_DATA_DIR: dataOf(name),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(folder, `pgpass-${name}`),
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_PASSWORD: PASSWORD,
    })
  launch('haproxy', 'haproxy', ['-f', join(root, 'deploy/cluster/haproxy.cfg')], {
    PRIMARY: primary,
    REPLICA: replica,
    PG_ONE: postgresOf('one'),
    PG_TWO: postgresOf('two'),
    PG_THREE: postgresOf('three'),
    PATRONI_PORT_ONE: restOf('one').split(':')[1] ?? '',
    PATRONI_PORT_TWO: restOf('two').split(':')[1] ?? '',
    PATRONI_PORT_THREE: restOf('three').split(':')[1] ?? '',
  })

  /** By any Patroni that answers. */
  async function members(): Promise<Member[]> {
    for (const name of names) {
      const reply = await fetch(`http://${restOf(name)}/cluster`).catch(() => null)
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members
    }
    return []
  }

  const urlOf = (role: string, database: string) => `postgres://${role}:${PASSWORD}@${primary}/${database}`

  async function prepare(): Promise<void> {
    const superuser = new pg.Client({ connectionString: urlOf('postgres', 'postgres') })
    await superuser.connect()
    try {
      for (const role of ['console_owner', 'console_app'])
        await superuser.query(`create role ${role} login password '${PASSWORD}'`)
      await superuser.query('create database console owner console_owner')
    } finally {
      await superuser.end()
    }
  }

  const ready = async () => {
    const all = await members()
    return all.filter(({ state }) => ['running', 'streaming'].includes(state)).length === names.length
  }
  try {
    for (const since = Date.now(); !(await ready()); await setTimeout(500))
      if (Date.now() - since > UP_WITHIN_MS) {
        const logs = ['etcd', ...names, 'haproxy'].map((name) =>
          readFileSync(join(folder, `${name}.log`), 'utf8').slice(-600),
        )
        throw new Error(`三个数据库没有在 ${UP_WITHIN_MS / 1_000} 秒内就绪：\n${logs.join('\n')}`)
      }
    // HAProxy has asked once more
    for (const since = Date.now(); ; await setTimeout(500)) {
      const failure = await prepare().then(
        () => null,
        (error: unknown) => error,
      )
      if (failure === null) break
      if (Date.now() - since > UP_WITHIN_MS) throw failure
    }
  } catch (error) {
    await down()
    throw error
  }
  return {
    urlOf: (role) => urlOf(role, 'console'),
    members,
    killMachine: (name) => {
      running.get(name)?.kill('SIGKILL')
      killPostgres(name, 'SIGKILL')
    },
    down,
  }
}
