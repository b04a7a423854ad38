// The real server as a process: what happens when it or its database dies, and how it stops. Only tests that end it start it
// again: a start costs more than all these tests.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/envelope.ts'
import { getUserInfo } from '#contract/identity/own-account.ts'
import { addOrUpdateUser, getUserInfoById, queryUserList } from '#contract/organisation/users.ts'
import { PASSWORD } from './constants.ts'
import { cloneDataDir } from './database.ts'
import { kill, post, postmasterPid, type ServerProcess, signIn, startProcess } from './processes.ts'
import { connect, refusal } from './socket.ts'

/** Longer than the limit of startProcess. */
const START_WITHIN_MS = 130_000
const { dataDir, remove } = cloneDataDir()
let server: ServerProcess

const start = async () => {
  server = await startProcess({ DATA_DIR: dataDir, DEMO_DATA: 'off', LOG_LEVEL: 'debug' })
}

beforeAll(start, START_WITHIN_MS)
beforeEach(async () => {
  if (server.child.exitCode !== null || server.child.signalCode !== null) await start()
}, START_WITHIN_MS)
afterAll(async () => {
  try {
    await kill(server, 'SIGTERM')
  } finally {
    remove()
  }
})

let count = 0
/** Adds accounts one after the other until the server is gone, and collects the acknowledged ids. */
async function writeUntilFailure(token: string, acknowledged: string[]): Promise<void> {
  for (;;) {
    const number = String(++count).padStart(8, '0')
    const form = {
      userName: `written${number}`,
      realName: '写入者',
      mobile: `138${number}`,
      password: 'Given@1234',
      deptId: '1',
      roleId: '5',
    }
    const reply = await post<{ id: string }>(server.base, addOrUpdateUser.path, form, token).catch(() => null)
    if (!reply) return
    if (reply.code === 200) acknowledged.push(reply.data.id)
  }
}

async function lost(ids: string[], token: string): Promise<string[]> {
  const missing = []
  for (const id of ids) {
    const reply = await fetch(`${server.base}${getUserInfoById.path}?id=${id}`, { headers: { 'console-auth': token } })
    if (reply.status !== 200) missing.push(id)
  }
  return missing
}

describe('kill -9 under writes', () => {
  it.each([
    ['of the server alone', false],
    ['of server and database together', true],
  ])('%s loses nothing that was acknowledged, nor the session', async (_, withDatabase) => {
    const token = await signIn(server.base, 'admin', PASSWORD)
    const acknowledged: string[] = []
    const writers = Array.from({ length: 3 }, () => writeUntilFailure(token, acknowledged))
    await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(6)
    if (withDatabase) process.kill(postmasterPid(dataDir), 'SIGKILL')
    await kill(server)
    await Promise.all(writers)
    await start()
    expect(await lost(acknowledged, token)).toEqual([])
  })
})

describe('the embedded database', () => {
  it('killed alone: calls end in a prompt 503, and the server recovers without a restart', async () => {
    const token = await signIn(server.base, 'admin', PASSWORD)
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    const began = performance.now()
    const during = await post(server.base, queryUserList.path, {}, token)
    expect(performance.now() - began).toBeLessThan(30_000)
    expect([503, 200]).toContain(during.status)
    const list = () => post(server.base, queryUserList.path, {}, token).then(({ status }) => status)
    await expect.poll(list, { interval: 200 }).toBe(200)
  })

  it('refuses a second server with a clear message', async () => {
    const second = startProcess({ DATA_DIR: dataDir })
    await expect(second).rejects.toThrow(/正由另一个服务进程使用/)
  })
})

describe('a wrong setting', () => {
  it('stops the start with one line that names it', async () => {
    await expect(startProcess({ DATA_DIR: dataDir, PORT: 'http' })).rejects.toThrow(
      /^启动失败：环境变量 PORT 的值不正确：应为 0 到 65535 的整数\n$/,
    )
  })
})

describe('SIGTERM', () => {
  it('lets requests in flight finish, closes live connections with 1001, exits with 0; no token is in the log', async () => {
    // a server that has just lost its database may still be too busy for it
    const entered = () => signIn(server.base, 'admin', PASSWORD).catch(() => '')
    await expect.poll(entered, { interval: 200 }).not.toBe('')
    const token = await signIn(server.base, 'admin', PASSWORD)
    const reply = await fetch(`${server.base}${getUserInfo.path}`, { headers: { 'console-auth': token } })
    const { data } = (await reply.json()) as Envelope<{ user: { id: string } }>
    const holder = { id: data.user.id, token }
    const open = await Promise.all(Array.from({ length: 20 }, () => connect(server.base, holder)))
    expect(await refusal(server.base, { ...holder, id: '999' })).toBe(403)
    const broken = await connect(server.base, holder)
    broken.socket.send('x'.repeat(100_000))
    expect(await broken.closed).toBe(1009)

    const inFlight = Array.from({ length: 20 }, () => post(server.base, queryUserList.path, { size: 100 }, token))
    const ended = Promise.all(inFlight)
    await Promise.race(inFlight)
    const code = kill(server, 'SIGTERM')
    for (const { status } of await ended) expect([200, 503]).toContain(status)
    expect(await Promise.all(open.map(({ closed }) => closed))).toEqual(open.map(() => 1001))
    expect(await code).toBe(0)
    expect(server.output()).toContain('pushMessage')
    expect(server.output()).not.toContain(token)
  })
})
