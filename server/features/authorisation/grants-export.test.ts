// Export of staff grants, over HTTP.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportCategoryGrants, exportProductGrants, exportStaff } from '#contract/authorisation/authorisation-sheets.ts'
import { makeRole } from '#test/factories.ts'
import { testServer } from '#test/http.ts'
import { cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'grants-')) })

describe('§6 exportBtn', () => {
  it.each([
    { call: exportProductGrants, menu: 'productAuthorisation', column: 'productCount', cell: '0' },
    { call: exportCategoryGrants, menu: 'categoryAuthorisation', column: 'categoryCount', cell: '0' },
    { call: exportStaff, menu: 'staff', column: 'isMain', cell: '主角色' },
  ])('of $menu: the people that the list finds; not without the right', async ({ call, menu, column, cell }) => {
    const { database, as } = server()
    const keeper = await as((await makeRole(database.db, `${menu}.view`, `${menu}.exportBtn`)).code, {
      realName: `导出${menu}`,
    })
    const viewer = await as((await makeRole(database.db, `${menu}.view`)).code)
    const body = {
      query: { realName: `导出${menu}` },
      columns: ['userName', column],
      format: 'csv',
      reason: '核对',
    }
    expect(await server().send('POST', call.path, body, { token: viewer.token })).toMatchObject({ status: 403 })
    const { data } = await server().send('POST', call.path, body, { token: keeper.token })
    const { fileUrl } = await endOf(keeper, (data as { jobId: string }).jobId)
    const rows = await cellsOf(await download(server(), fileUrl))
    expect(rows.slice(-2, -1)).toEqual([[keeper.userName, cell]])
  })
})
