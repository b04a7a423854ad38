// Export of staff accounts, over HTTP: exactly what the list finds, with reason, watermark and audit.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { grantRole } from '#contract/organisation/roles.ts'
import { exportUsers } from '#contract/organisation/user-sheets.ts'
import { getJob } from '#contract/system/jobs.ts'
import { roles } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'export-')) })
let exporter: Person

beforeAll(async () => {
  const { database, as } = server()
  exporter = await as((await makeRole(database.db, 'userList.exportBtn', 'userList.view')).code, { realName: '顾言' })
  for (const [n, remark] of ['=1+1', '好', '三'].entries()) {
    await as('reviewer', { userName: `out${n}`, realName: '出口', remark, mobile: `1660000000${n}` })
  }
  // more than one fetch of the cursor
  await database.db.execute(
    `insert into users (user_name, real_name, mobile, password_hash, dept_id, role_id)
     select 'many' || n, '众人', '165' || lpad(n::text, 8, '0'), 'none', dept_id, role_id
     from generate_series(1, 2500) n, (select dept_id, role_id from users limit 1) u`,
  )
})

const input = {
  query: { userName: 'out' },
  columns: ['userName', 'remark'],
  format: 'csv',
  reason: '月度核对',
} as const
const send = (change: object) =>
  server().send('POST', exportUsers.path, { ...input, ...change }, { token: exporter.token })

async function fileOf(change: object): Promise<Buffer> {
  const { data } = (await send(change)) as unknown as { data: { jobId: string } }
  const { state, fileUrl } = await endOf(exporter, data.jobId)
  expect(state).toBe('done')
  return download(server(), fileUrl)
}
const run = async (change: object) => cellsOf(await fileOf(change))

describe('POST /api/backend/organisation/user/export', () => {
  it.each(['csv', 'xlsx'])(
    '§6 exportBtn: exports the filter, sort and columns as %s, with who did it',
    async (format) => {
      const rows = await run({ format, query: { userName: 'out', descs: ['userName'], current: 7, size: 1 } })
      // above the header of a workbook, below the rows of a CSV
      const [copy] = (format === 'csv' ? rows.pop() : rows.shift()) ?? []
      expect(copy).toContain(`导出人：顾言（${exporter.userName}）`)
      expect(rows).toEqual([
        ['用户名', '备注'],
        ['out2', '三'],
        ['out1', '好'],
        ['out0', '=1+1'],
      ])
    },
  )

  it('has formulas in CSV as inert texts', async () => {
    expect((await fileOf({ format: 'csv', query: { userName: 'out0' } })).toString()).toContain("out0,'=1+1")
  })

  it('exports all rows, across pages', async () => {
    expect(await run({ query: { realName: '众人' }, format: 'csv' })).toHaveLength(2_502)
  })

  it('contract "Audit": records reason and filter, and gives the file only to its owner', async () => {
    const { data } = (await send({ reason: '审计抽查' })) as unknown as { data: { jobId: string } }
    const [act] = await server()
      .database.db.select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'user.export'), eq(auditLog.targetId, data.jobId)))
    expect(act).toMatchObject({ actorId: exporter.id, after: { reason: '审计抽查', query: { userName: 'out' } } })
    await endOf(exporter, data.jobId)
    const other = await server().as('administrator')
    expect(await other.call(getJob, { id: data.jobId })).toMatchObject({ status: 404, code: 20404 })
  })

  it('§6 the link to a file ends with the right of its export', async () => {
    const { database, as } = server()
    const { code } = await makeRole(database.db, 'userList.exportBtn', 'userList.view')
    const leaver = await as(code)
    const { jobId } = (await leaver.call(exportUsers, { ...input, columns: ['userName'] })).data
    const { fileUrl } = await endOf(leaver, jobId)
    expect(await cellsOf(await download(server(), fileUrl))).toContainEqual(['用户名'])
    const [role] = await database.db.select().from(roles).where(eq(roles.code, code))
    const nothing = { id: role?.id ?? '', version: role?.version ?? 0, menuIds: [] }
    const { done } = await confirm(server(), await as('administrator'), grantRole, nothing)
    expect(done.code).toBe(200)
    expect(await server().send('GET', fileUrl ?? '')).toMatchObject({ status: 403, msg: '您已没有导出这些数据的权限' })
  })

  it('§6 refuses without the right', async () => {
    const { as, database } = server()
    const reader = await as((await makeRole(database.db, 'userList.view')).code)
    expect(await server().send('POST', exportUsers.path, input, { token: reader.token })).toMatchObject({ status: 403 })
  })

  it.each([
    [{ reason: ' ' }, '请输入导出原因'],
    [{ columns: ['passwordHash'] }, '列不在可选范围内'],
    [{ columns: [] }, '列'],
    [{ query: { ascs: ['id'] } }, '排序不在可选范围内'],
    [{ query: { secret: 1 } }, '不支持的字段 secret'],
    [{ format: 'pdf' }, '格式不在可选范围内'],
  ])('§9 refuses %j', async (change, msg) => {
    const reply = await send(change)
    expect(reply).toMatchObject({ status: 400, code: 400 })
    expect(reply.msg).toContain(msg)
  })
})
