// Export of logs, and deletion of browser errors, over HTTP.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordVisits } from '#contract/organisation/visit-log.ts'
import { queryClientLog, removeClientErrors, sendClientLog } from '#contract/system/client-log.ts'
import { exportAudit, exportClientLog, exportFailures, exportVisits } from '#contract/system/log-sheets.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'logs-')) })
let keeper: Person
let viewer: Person

const lists = [
  { call: exportAudit, menu: 'auditLog', columns: ['actorName', 'action', 'changes'], found: '页面错误 · 删除' },
  { call: exportClientLog, menu: 'clientLog', columns: ['type', 'message'], found: '脚本错误' },
  { call: exportFailures, menu: 'loginFail', columns: ['userName', 'reason'], found: '用户名或密码错误' },
  { call: exportVisits, menu: 'visitLog', columns: ['action', 'title', 'target'], found: '打开页面' },
] as const

const report = (message: string) =>
  keeper.call(sendClientLog, {
    entries: [{ type: 'error', message, stack: '', info: '#a1', url: '/', time: '2026-11-20T08:00:00Z', count: 1 }],
  })
const errorsWith = async (text: string) => (await keeper.call(queryClientLog, { text })).data.records

beforeAll(async () => {
  const { database, as } = server()
  const rights = lists.flatMap(({ menu }) => [`${menu}.view`, `${menu}.exportBtn`])
  keeper = await as((await makeRole(database.db, ...rights, 'clientLog.delete')).code)
  viewer = await as((await makeRole(database.db, ...lists.map(({ menu }) => `${menu}.view`))).code)
  await keeper.call(recordVisits, { pages: [{ path: '/home', title: '首页' }] })
  await database.pool.query(
    "insert into sign_in_failures (user_name, address, user_agent, reason) values ('nobody', '10.0.0.1', 'test', 'wrongPassword')",
  )
  await report('第一个')
  await report('第二个')
})

describe('§2 logs', () => {
  it('deletes browser errors, all chosen or none, and audits it', async () => {
    const [gone] = await errorsWith('第二个')
    expect((await keeper.call(removeClientErrors, { ids: [gone?.id ?? '', '999999'] })).code).toBe(20404)
    expect(await errorsWith('第二个')).toHaveLength(1)
    expect((await keeper.call(removeClientErrors, { ids: [gone?.id ?? ''] })).code).toBe(200)
    expect(await errorsWith('第二个')).toEqual([])
    expect(await viewer.call(removeClientErrors, { ids: ['1'] })).toMatchObject({ status: 403 })
  })

  it.each(lists)('§6 exportBtn of $menu: what the list finds, as text; not without the right', async (each) => {
    const body = { query: {}, columns: [...each.columns], format: 'csv', reason: '核对' }
    const { path } = each.call
    expect(await server().send('POST', path, body, { token: viewer.token })).toMatchObject({ status: 403 })
    const { data } = await server().send('POST', path, body, { token: keeper.token })
    const { fileUrl, state } = await endOf(keeper, (data as { jobId: string }).jobId)
    expect(state).toBe('done')
    expect((await cellsOf(await download(server(), fileUrl))).flat()).toContain(each.found)
  })

  it('§2 exports changes as text, with names of people', async () => {
    const { database, as } = server()
    const { id } = await as((await makeRole(database.db)).code, { realName: '何俊霖' })
    await database.pool.query(
      `insert into audit_log (actor_name, address, request_id, action, target_type, target_id, before, after)
       values ('test', '10.0.0.1', 'says.audit', 'registration.assign', 'registration', '1', $1, $2)`,
      [
        { state: 'new', ownerId: null },
        { state: 'contacted', ownerId: id },
      ],
    )
    const query = { requestId: 'says.audit' }
    const body = { query, columns: ['changes'], format: 'csv', reason: '核对' }
    const { data } = await server().send('POST', exportAudit.path, body, { token: keeper.token })
    const { fileUrl } = await endOf(keeper, (data as { jobId: string }).jobId)
    const [, [text = ''] = []] = await cellsOf(await download(server(), fileUrl))
    expect(text.split('\n')).toEqual(['状态：待处理 → 已联系', `负责人：无 → 何俊霖（编号 ${id}）`])
  })
})
