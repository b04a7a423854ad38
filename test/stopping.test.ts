// How the server process ends: with its launcher, without its data folder, and when something hangs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cloneDataDir } from './database.ts'
import { kill, postmasterPid, type ServerProcess, startProcess } from './processes.ts'

const ENDS_WITHIN_MS = 15_000
const environment = { DEMO_DATA: 'off' }
let home: ReturnType<typeof cloneDataDir>
const begun: ServerProcess[] = []

beforeAll(() => {
  home = cloneDataDir()
})
afterEach(async () => {
  for (const each of begun.splice(0)) await kill(each, 'SIGTERM')
})
afterAll(() => home.remove())

async function begin(): Promise<ServerProcess> {
  const server = await startProcess({ DATA_DIR: home.dataDir, ...environment })
  begun.push(server)
  return server
}

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const ended = (...pids: number[]) =>
  expect.poll(() => pids.filter(isThere), { timeout: ENDS_WITHIN_MS, interval: 100 }).toEqual([])

/** The server as the child of a launcher, `npm start` without npm. */
function launcherCode(): string {
  const { href } = pathToFileURL(join(import.meta.dirname, '../scripts/run.mjs'))
  return `import { endChildrenWithUs, runServer } from '${href}'; endChildrenWithUs(); await runServer()`
}

const settings = () => ({ PATH: process.env.PATH, DATA_DIR: home.dataDir, CAPTCHA: 'off', PORT: '0', ...environment })

/** @returns its own process id and the server's */
async function beginWith(args: string[], more: Record<string, string> = {}): Promise<{ top: number; server: number }> {
  const child = spawn(process.execPath, args, {
    env: { ...settings(), ...more },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 60_000, interval: 100 }).toContain('已就绪')
  return { top: child.pid ?? 0, server: Number(readFileSync(join(home.dataDir, 'server.pid'), 'utf8')) }
}

const beginWithLauncher = () => beginWith(['--input-type=module', '-e', launcherCode()])

/** As npm does it: with a shell between itself and the script, which waits for it. */
function beginWithNpm() {
  const code = `require('node:child_process').spawn('/bin/sh', ['-c', '"$NODE" --input-type=module -e "$LAUNCHER"; true'],
    { stdio: 'inherit' })`
  const more = { NODE: process.execPath, LAUNCHER: launcherCode(), npm_lifecycle_event: 'start' }
  return beginWith(['-e', code], more)
}

describe('a server whose launcher is killed with -9', () => {
  it('ends, its database with it, and the next start works', async () => {
    const { top: launcher, server } = await beginWithLauncher()
    const postmaster = postmasterPid(home.dataDir)
    process.kill(launcher, 'SIGKILL')
    await ended(server, postmaster)
    await begin()
  })
})

describe('a server whose npm is killed with -9', () => {
  it('ends with its launcher, though the shell between them stays, and the next start works', async () => {
    const { top, server } = await beginWithNpm()
    const postmaster = postmasterPid(home.dataDir)
    process.kill(top, 'SIGKILL')
    await ended(server, postmaster)
    await begin()
  })
})

describe('a server whose launcher receives SIGTERM', () => {
  it('ends, and its database with it', async () => {
    const { top: launcher, server } = await beginWithLauncher()
    const postmaster = postmasterPid(home.dataDir)
    process.kill(launcher, 'SIGTERM')
    await ended(launcher, server, postmaster)
  })
})

describe('a stop that hangs', () => {
  it('is cut short by a second signal, names what it waited for, and leaves no database running', async () => {
    const server = await begin()
    const postmaster = postmasterPid(home.dataDir)
    const half = connect(Number(new URL(server.base).port), '127.0.0.1')
    half.on('error', () => {})
    const head = [
      'POST /api/admin/queryUserList HTTP/1.1',
      'host: a',
      'content-type: application/json',
      'content-length: 9',
    ]
    half.write([...head, 'expect: 100-continue', '', ''].join('\r\n'))
    await once(half, 'data') // 100 Continue: the server has begun with it, and waits for the rest
    server.child.kill('SIGTERM')
    await expect.poll(server.output).toContain('正在停止')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(isThere(server.child.pid ?? 0)).toBe(true)
    server.child.kill('SIGTERM')
    await ended(server.child.pid ?? 0, postmaster)
    expect(server.output()).toContain('再次收到停止信号，不再等待进行中的请求和后台任务，强制结束')
    half.destroy()
  })
})

// last, as it takes the folder away
describe('a server whose data folder has vanished', () => {
  it('ends at SIGTERM, and its database with it', async () => {
    const server = await begin()
    const postmaster = postmasterPid(home.dataDir)
    rmSync(home.dataDir, { recursive: true })
    expect(existsSync(home.dataDir)).toBe(false)
    server.child.kill('SIGTERM')
    await ended(server.child.pid ?? 0, postmaster)
  })
})
