// Each export holds the rows of its list, in the list's order, on the demo's data.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ExportCall } from '#contract/exports.ts'
import { refuseDoubled, routes } from '#server/app.ts'
import { cloneDatabase } from './database.ts'
import { openTestServer, type Person, type Reply, type TestServer } from './http.ts'
import { cellsOf, download, endOf } from './sheets.ts'

const ROWS = 100
const root = '/api/backend'

/** Lists that do not stand at `…/page` beside their export. */
const listOf: Record<string, string> = {
  [`${root}/organisation/user/export`]: '/api/admin/queryUserList',
  [`${root}/log/visitLog/export`]: `${root}/log/visitLog/getAdminLogByPage`,
}

/** Not one row for each of a paged list: trees, sums of a period, parts of what a row holds. Their areas test them. */
const others = new Set(
  [
    ...['catalogue/category', 'region/v2', 'prices/data', 'monitoring/reliability', 'operate/searchDetail'],
    'operations/registrationStatistics/figures',
    ...[
      'meetings/dinner',
      'share/sharers',
      'organisation/department',
      'organisation/subordinate',
      'prices/process',
      'prices/difference',
    ],
    'member/sub-account',
  ].map((path) => `${root}/${path}/export`),
)

const isExport = (endpoint: Endpoint): endpoint is ExportCall => 'columns' in endpoint && 'noun' in endpoint
const endpoints = routes.map(({ endpoint }) => endpoint as Endpoint)
const exports = endpoints.filter(isExport).filter(({ path }) => !others.has(path))
const listFor = ({ path }: Endpoint) =>
  endpoints.find((each) => each.path === (listOf[path] ?? path.replace(/export$/, 'page')))

/** Sub-products whose demo has rows of these lists. */
const subProductOf: Record<string, string> = {
  [`${root}/member/order/export`]: 'app',
  [`${root}/member/document/export`]: 'oilGas',
  [`${root}/member/manualEntry/export`]: 'zhouzeyanjiu',
}

/** Our own acts add to these lists. */
const growing = [`${root}/system/auditLog/export`, `${root}/log/visitLog/export`]

type Page = { records: Record<string, unknown>[]; total: number }

const one = async (query: string): Promise<string> =>
  Object.values((await server.database.db.execute<Record<string, string>>(sql.raw(query))).rows[0] ?? {})[0] ?? ''

let server: TestServer
let admin: Person
const ask = (endpoint: Endpoint, input: object) =>
  (admin.call as (endpoint: Endpoint, input: object) => Promise<Reply<unknown>>)(endpoint, input)

beforeAll(async () => {
  server = await openTestServer(await cloneDatabase('demo'))
  admin = await server.as('administrator')
})
afterAll(async () => {
  await server.server.close()
  await server.database.close()
})

/** What a list cannot be asked without, or would be too long without. */
async function queryFor({ path }: ExportCall, list: Endpoint): Promise<Record<string, string>> {
  if (path.startsWith(`${root}/meetings/signUp/`))
    return { meetingId: await one(`select meeting_id::text from meeting_sign_ups limit 1`) }
  if (path === `${root}/prices/price/export`) {
    const day = await one(`select max(day)::text from prices`)
    return { from: day, to: day }
  }
  if (growing.includes(path)) return { to: await one(`select (current_date - 1)::text`) }
  const { required } = list.body as { required?: string[] }
  return required?.includes('subProduct') ? { subProduct: subProductOf[path] ?? 'officialWebsite' } : {}
}

it('a start refuses two declarations of one name', () => {
  expect(() => refuseDoubled({ jobs: ['article.export', 'user.export'], menus: ['user.export'] })).not.toThrow()
  expect(() => refuseDoubled({ jobs: ['article.export', 'user.export', 'article.export'] })).toThrow(
    'two jobs are named article.export',
  )
})

describe('exports', () => {
  it('each have a list to compare them with', () => {
    expect(exports.filter((each) => !listFor(each)).map(({ path }) => path)).toEqual([])
    expect(exports.length).toBeGreaterThan(40)
  })

  it.each(exports.map((each) => [each.noun, each] as const))('of %s equal the list', async (_, endpoint) => {
    const list = listFor(endpoint) as Endpoint
    const query = await queryFor(endpoint, list)
    const { data: page } = (await ask(list, { ...query, current: 1, size: ROWS })) as Reply<Page>
    const columns = endpoint.columns.map(({ key }) => key)
    const { data: job } = (await ask(endpoint, {
      query,
      columns,
      format: 'csv',
      reason: '核对',
    })) as Reply<{ jobId: string }>
    const { fileUrl } = await endOf(admin, job.jobId)
    const cells = await cellsOf(await download(server, fileUrl))
    expect(cells[0]?.[0]).toBe(endpoint.columns[0]?.header)
    expect(cells.at(-1)?.[0]).toMatch(/^导出人：/)
    const rows = cells.slice(1, -1)
    expect(rows.length, `${endpoint.noun}: ${page.total} rows in the list`).toBe(page.total)
    // what is shown as it is stored; labels and moments are written otherwise in a sheet
    const texts = endpoint.columns.filter(({ key }) => {
      const values = page.records.map((record) => record[key])
      return values.every((value) => typeof value === 'string') && new Set(values).size > 1
    })
    const isSame = ({ key }: { key: string }) =>
      page.records.every((record, at) => record[key] === rows[at]?.[columns.indexOf(key)])
    if (page.total > 1) expect(texts.filter(isSame), 'columns with the same texts').not.toEqual([])
  })
})
