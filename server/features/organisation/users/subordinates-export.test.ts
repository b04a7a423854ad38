// Export of subordinates, over HTTP.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportSubordinates } from '#contract/organisation/subordinate-sheets.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'export-')) })
let exporter: Person
let head: string

beforeAll(async () => {
  const { database, as } = server()
  const role = await makeRole(database.db, 'userSubsidiaryAccount.view', 'userSubsidiaryAccount.exportBtn')
  exporter = await as(role.code)
  const person = (realName: string, overrides: object = {}) =>
    makeUser(database.db, { roleCode: role.code, realName, ...overrides })
  head = (await person('总监')).id
  const middle = await person('经理', { saleParentId: head })
  await person('专员', { saleParentId: middle.id, editParentId: head })
  await person('旁人')
})

const input = {
  columns: ['depth', 'realName', 'parentName', 'status'],
  format: 'csv',
  reason: '核对',
} as const
const send = (change: object, by = exporter) => {
  const body = { ...input, query: { userId: head, type: 1 }, ...change }
  return server().send('POST', exportSubordinates.path, body, { token: by.token })
}
const endedOf = async (change: object) => {
  const { data } = (await send(change)) as unknown as { data: { jobId: string } }
  return endOf(exporter, data.jobId)
}

/** Without the last line, which says whose copy it is. */
const rowsOf = async (change: object) => {
  const { fileUrl } = await endedOf(change)
  return (await cellsOf(await download(server(), fileUrl))).slice(0, -1)
}

describe('POST /api/backend/organisation/subordinate/export', () => {
  it('§6 exportBtn: all subordinates of that kind, nearest first, and nobody else', async () => {
    expect(await rowsOf({})).toEqual([
      ['层级', '姓名', '上级', '状态'],
      ['1', '经理', '总监', '启用'],
      ['2', '专员', '经理', '启用'],
    ])
    expect(await rowsOf({ query: { userId: head, type: 2 }, columns: ['realName'] })).toEqual([['姓名'], ['专员']])
  })

  it('§6 refuses without the right, and an unknown person', async () => {
    const { as, database } = server()
    const reader = await as((await makeRole(database.db, 'userSubsidiaryAccount.view')).code)
    expect(await send({}, reader)).toMatchObject({ status: 403 })
    expect((await endedOf({ query: { userId: '999999', type: 1 } })).state).toBe('failed')
    expect(await send({ query: { userId: head, type: 4 } })).toMatchObject({ status: 400 })
    expect(await send({ columns: ['mobile'] })).toMatchObject({ status: 400, msg: '列不在可选范围内' })
  })
})
