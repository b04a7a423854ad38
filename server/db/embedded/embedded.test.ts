// On real processes: the embedded database is created, stopped, killed, adopted, locked and relocated.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copySeeded } from '#test/database.ts'
import { makeDataDir } from '#test/processes.ts'
import { type Connection, type Embedded, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0

let base: string
let dataDir: string
let running: Embedded[]
let children: ChildProcess[]
let remove: () => void

beforeEach(() => {
  ;({ dataDir: base, remove } = makeDataDir())
  dataDir = join(base, 'data')
  running = []
  children = []
})

afterEach(async () => {
  for (const child of children) await kill(child)
  for (const embedded of running) {
    await embedded.stop()
    if (!embedded.place.startsWith(base)) rmSync(dirname(embedded.place), { recursive: true, force: true })
  }
  remove()
})

async function begin(folder = dataDir, say?: (line: string) => void): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir: folder, ...(say && { say }) })
  running.push(embedded)
  return embedded
}

async function query(on: Connection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(on)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** A server in a process of its own, that can be killed: it prints a line once its database is there. */
async function serverProcess(then = ''): Promise<ChildProcess> {
  const module = pathToFileURL(join(import.meta.dirname, 'embedded.ts')).href
  const code = `import { startEmbedded } from ${JSON.stringify(module)}
    import pg from 'pg'
    const embedded = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    console.log('ready')
    setInterval(() => {}, 1000)
    ${then}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const died = once(child, 'exit').then(() => Promise.reject(new Error('the server died')))
  await Promise.race([once(child.stdout, 'data'), died])
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function postmaster(place = join(dataDir, 'postgres')): number {
  return Number.parseInt(readFileSync(join(place, 'postmaster.pid'), 'utf8'), 10)
}

describe('a new embedded database', { timeout: 60_000 }, () => {
  test('keeps its rows from one start to the next', async () => {
    const first = await begin()
    expect(first.state).toBe('created')
    await query(first.owner, "CREATE TABLE stored AS SELECT '钢铁' AS name")
    await first.stop()
    expect(existsSync(join(first.place, 'postmaster.pid'))).toBe(false)

    const second = await begin()
    expect(second.state).toBe('started')
    expect(await query(second.owner, 'SELECT name FROM stored')).toEqual([{ name: '钢铁' }])
  })

  test('creates two roles, neither of them a superuser, and lets the application only connect', async () => {
    const { app, owner } = await begin()
    const who = 'SELECT current_user AS name, rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user'
    expect(await query(app, who)).toEqual([{ name: 'console_app', rolsuper: false, rolcreatedb: false }])
    expect(await query(owner, who)).toEqual([{ name: 'console_owner', rolsuper: false, rolcreatedb: true }])
    await expect(query(app, 'CREATE TABLE mine (id int)')).rejects.toThrow('permission denied')
    await expect(query(app, 'CREATE TEMPORARY TABLE mine (id int)')).rejects.toThrow('permission denied')
  })

  test('leaves the data of another major version, and any other folder, alone', async () => {
    const place = join(dataDir, 'postgres')
    mkdirSync(place, { recursive: true })
    writeFileSync(join(place, 'PG_VERSION'), '17\n')
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/PostgreSQL 17 的数据.*pg_dump/s)
    expect(readFileSync(join(place, 'PG_VERSION'), 'utf8')).toBe('17\n')
    rmSync(join(place, 'PG_VERSION'))
    writeFileSync(join(place, 'letter.txt'), 'dear')
    await expect(startEmbedded({ dataDir })).rejects.toThrow('不是空目录')
    expect(readFileSync(join(place, 'letter.txt'), 'utf8')).toBe('dear')
  })

  test('works below a folder that only its owner may enter', async () => {
    chmodSync(base, 0o700)
    const lines: string[] = []
    const first = await begin(dataDir, (line) => lines.push(line))
    await query(first.owner, 'CREATE TABLE stored AS SELECT 1 AS one')
    await first.stop()
    if (isRoot) {
      expect(first.place).not.toContain(base)
      expect(lines.join()).toContain(first.place)
      expect(statSync(first.place).uid).not.toBe(0)
    } else {
      expect(first.place).toBe(join(dataDir, 'postgres'))
      expect(statSync(first.place).uid).toBe(process.getuid?.())
    }
    const second = await begin()
    expect(second.place).toBe(first.place)
    expect(await query(second.owner, 'SELECT one FROM stored')).toEqual([{ one: 1 }])
  })

  test('reports when the recorded place holds no database', async () => {
    mkdirSync(dataDir)
    writeFileSync(join(dataDir, 'postgres.place'), join(base, 'gone'))
    await expect(startEmbedded({ dataDir })).rejects.toThrow('那里没有数据库')
  })
})

// shared by the tests, as initialising a cluster takes longer than they do
describe('an existing embedded database', { timeout: 60_000 }, () => {
  beforeEach(() => copySeeded(dataDir))

  test('is durable, private, and understands Chinese', async () => {
    const { owner, place } = await begin()
    expect(await query(owner, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(owner, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(statSync(place).mode & 0o777).toBe(0o700)
    expect(statSync(owner.host).mode & 0o777).toBe(0o700)
    await query(owner, 'CREATE EXTENSION IF NOT EXISTS pg_trgm')
    expect(await query(owner, "SELECT similarity('钢铁价格', '钢铁') > 0.3 AS near")).toEqual([{ near: true }])
    const sorted = `SELECT string_agg(x, '' ORDER BY x COLLATE "zh-x-icu") AS list FROM unnest(ARRAY['铜', '钢', '铝']) AS x`
    expect(await query(owner, sorted)).toEqual([{ list: '钢铝铜' }])
  })

  test('loses no acknowledged row when server and database are killed under writes', async () => {
    const child = await serverProcess(`
      const client = new pg.Client(embedded.owner)
      client.on('error', () => {})
      await client.connect()
      await client.query('CREATE TABLE written (n int)')
      for (let n = 1; ; n++) {
        await client.query('INSERT INTO written VALUES ($1)', [n])
        console.log('acknowledged ' + n)
      }`)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    while (!output.includes('acknowledged 200\n')) await setTimeout(10)
    process.kill(postmaster(), 'SIGKILL')
    await kill(child)

    const { owner, state } = await begin()
    expect(state).toBe('started')
    const acknowledged = Math.max(...[...output.matchAll(/acknowledged (\d+)\n/g)].map((match) => Number(match[1])))
    const [found] = await query(owner, 'SELECT max(n) AS last, count(*)::int AS count FROM written')
    const { last, count } = found as { last: number; count: number }
    expect(count).toBe(last)
    expect(last).toBeGreaterThanOrEqual(acknowledged)
  })

  test('starts a postmaster again that was killed under a living server', async () => {
    const { app } = await begin()
    await query(app, 'SELECT 1')
    const killed = postmaster()
    process.kill(killed, 'SIGKILL')
    await expect.poll(() => query(app, 'SELECT 1').catch(() => []), { interval: 100 }).toHaveLength(1)
    expect(postmaster()).not.toBe(killed)
  })

  test('adopts the cluster that a killed server left running', async () => {
    const child = await serverProcess()
    const before = postmaster()
    await kill(child)
    const { state, owner } = await begin()
    expect(state).toBe('adopted')
    expect(postmaster()).toBe(before)
    expect(await query(owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('restarts a cluster whose socket was deleted', async () => {
    const child = await serverProcess()
    const before = postmaster()
    await kill(child)
    const socketFolder = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4] ?? ''
    rmSync(socketFolder, { recursive: true })
    const { state, owner } = await begin()
    expect(state).toBe('started')
    expect(postmaster()).not.toBe(before)
    expect(await query(owner, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('is not fooled by a process id that now belongs to somebody else', async () => {
    const { place } = await begin()
    const file = readFileSync(join(place, 'postmaster.pid'), 'utf8')
    await running[0]?.stop()
    writeFileSync(join(place, 'postmaster.pid'), file.replace(/^\d+/, String(process.pid)))
    expect((await begin()).state).toBe('started')
  })

  test('refuses a second server while the first lives, and not after it was killed', async () => {
    const child = await serverProcess()
    await expect(startEmbedded({ dataDir })).rejects.toThrow(`正由另一个服务进程使用（进程号 ${child.pid}）`)
    await kill(child)
    expect((await begin()).state).toBe('adopted')
    await expect(startEmbedded({ dataDir })).rejects.toThrow('正由另一个服务进程使用')
  })
})
