// Import of quote items, over HTTP: added with what names mean, updated by code or by product and name.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { exportQuoteItems, quoteItemImport } from '#contract/prices/quote-item-sheets.ts'
import { quoteItemCalls } from '#contract/prices/quote-items.ts'
import type { ImportMethod, ImportView } from '#contract/sheets.ts'
import { users } from '#server/db/schema/organisation.ts'
import { quoteItems } from '#server/db/schema/prices/prices.ts'
import { makeRole, makeUser } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, makeQuoteItem } from '#test/price-factories.ts'
import { bring, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'quote-items-')) })
const db = () => server().database.db
let keeper: Person
let productId: string

beforeAll(async () => {
  const rights = ['view', 'add', 'edit', 'details', 'leadingIn', 'exportBtn'].map((alias) => `quoteItem.${alias}`)
  keeper = await server().as((await makeRole(db(), ...rights)).code)
  const item = await makeQuoteItem(db(), { productName: '螺纹钢', name: '螺纹钢 上海', decimals: 0 })
  productId = item.productId
  await giveProduct(db(), [keeper], productId)
  await makeQuoteItem(db(), { productName: '甲醇', name: '甲醇 华东' })
})

const open = async (method: ImportMethod, person: Person, ...lines: string[]) =>
  person.call(quoteItemImport.open, {
    fileId: await bring(server(), person, lines.join('\n')),
    hasHeader: true,
    method,
  })
const saved = async ({ id, version }: ImportView) => {
  const { data } = await keeper.call(quoteItemImport.save, { id, version, mode: 'all' })
  return endOf(keeper, data.jobId)
}
/** In the order of the rows and of the columns' keys. */
const problemsIn = ({ records }: ImportView) =>
  records.flatMap(({ number, problems }) =>
    problems.map(({ key, message }) => [number, key, message] as const).toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
  )
const stored = async (name: string) => (await db().select().from(quoteItems).where(eq(quoteItems.name, name)))[0]

describe('imports.md "Mode": quote items', () => {
  it('are added in the order of the sheet, with what its names mean', async () => {
    const analyst = await makeUser(db(), { realName: '独名分析师' })
    const { data } = await open(
      'add',
      keeper,
      '产品,报价项名称,市场,规格,单位,含税,报价方式,小数位数,地区,更新频率,更新星期,应更新时间,分析师,最低限',
      '螺纹钢,螺纹钢 天津,天津,Φ20,元/吨,不含税,单一价,0,浙江省 > 杭州市,指定星期,周三、一,16:30,独名分析师,"1,000"',
      '螺纹钢,螺纹钢 武汉,武汉,,元/吨,,,,,,,,,',
    )
    expect(problemsIn(data)).toEqual([])
    expect(await saved(data)).toMatchObject({ state: 'done', done: 2 })
    expect(await stored('螺纹钢 天津')).toMatchObject({
      productId,
      market: '天津',
      isTaxIncluded: false,
      kind: 'single',
      decimals: 0,
      frequency: 'weekdays',
      weekdays: [1, 3],
      dueTime: '16:30',
      analystId: analyst.id,
      lowest: '1000',
      source: 'inquiry',
    })
    expect((await stored('螺纹钢 天津'))?.regionId).not.toBeNull()
    expect(await stored('螺纹钢 武汉')).toMatchObject({ kind: 'range', decimals: 2, dueTime: '17:00', currency: 'CNY' })
    const { records } = (await keeper.call(quoteItemCalls.list, { productId, ascs: ['sort'] })).data
    expect(records.map(({ name }) => name)).toEqual(['螺纹钢 上海', '螺纹钢 天津', '螺纹钢 武汉'])
  })

  it('report each problem at its cell', async () => {
    const header =
      '编码,产品,报价项名称,市场,规格,单位,小数位数,地区,更新频率,更新星期,日历,应更新时间,分析师,最低限,最高限'
    const { data } = await open(
      'add',
      keeper,
      header,
      ',甲醇,甲醇 华南,广州,,元/吨,,,,,,,,,',
      ',螺纹钢,螺纹钢 ＳＨ,上海,HRB400E Φ20,元/吨,7,火星,指定星期,,没有,25:00,没有的人,9,8',
      ',螺纹钢,螺 纹 钢 上 海,上海,HRB400E Φ20,元/吨,,,,周八,,,,-1,',
      'X9,螺纹钢,同名,上海,,元/吨,,,,,,,,,',
      ',螺纹钢,同名,上海,,元/吨,,,,,,,,,',
    )
    expect(problemsIn(data)).toEqual([
      [2, 'product', '产品不存在、不唯一，或不在您的编辑范围内'],
      [3, 'analyst', '没有这名在职人员，或姓名不唯一，请填写用户名'],
      [3, 'calendar', '日历不存在'],
      [3, 'decimals', '应为0到6的整数'],
      [3, 'dueTime', '应更新时间应为 HH:MM'],
      [3, 'highest', '最高限应大于最低限'],
      [3, 'region', '地区不存在，请填写完整路径'],
      [3, 'weekdays', '请选择更新星期'],
      [4, 'lowest', '此报价项不允许负值'],
      [4, 'name', '该产品下已有同名同规格的报价项'],
      [4, 'weekdays', '应为周一、周二、周三、周四、周五、周六、周日，用顿号隔开'],
      [5, 'code', '编码由系统给出，新增时请留空'],
      [6, 'name', '与第 5 行重复'],
    ])
  })

  it('come back as our own export, changed in two cells, as an update of exactly these', async () => {
    const { data: asked } = await keeper.call(exportQuoteItems, {
      query: { productId },
      columns: exportQuoteItems.columns.map(({ key }) => key),
      format: 'xlsx',
      reason: '核对',
    })
    const { fileUrl } = await endOf(keeper, asked.jobId)
    const file = await download(server(), fileUrl)
    const before = (
      await keeper.call(quoteItemImport.open, {
        fileId: await bring(server(), keeper, file),
        hasHeader: true,
        method: 'update',
      })
    ).data
    expect(before).toMatchObject({ rows: 3, wrongRows: 0, updated: 0, same: 3 })

    const { data } = await open(
      'update',
      keeper,
      '编码,产品,报价项名称,应更新时间,数据来源',
      `${(await stored('螺纹钢 上海'))?.code},,螺纹钢 沪,15:30,询价`,
      ',螺纹钢,螺纹钢 武汉,17:00,成交',
    )
    expect(data.records.map(({ was }) => was)).toEqual([
      [
        { key: 'name', value: '螺纹钢 上海' },
        { key: 'dueTime', value: '17:00' },
      ],
      [{ key: 'source', value: '询价' }],
    ])
    expect(await saved(data)).toMatchObject({ state: 'done', message: '新增 0 行，更新 2 行，0 行没有变化' })
    expect(await stored('螺纹钢 沪')).toMatchObject({
      dueTime: '15:30',
      formerNames: ['螺纹钢 上海'],
      unit: '元/吨',
      decimals: 0,
    })
    expect(await stored('螺纹钢 武汉')).toMatchObject({ source: 'deal', dueTime: '17:00' })
  })

  it('come back with people who share a name, or have left, as they are', async () => {
    const [one, left] = [await makeUser(db(), { realName: '重名员' }), await makeUser(db(), { realName: '离职员' })]
    await makeUser(db(), { realName: '重名员' })
    await db()
      .update(quoteItems)
      .set({ analystId: one.id, deputyId: left.id })
      .where(eq(quoteItems.name, '螺纹钢 武汉'))
    await db().update(users).set({ status: 'disabled' }).where(eq(users.id, left.id))
    const file = ['产品,报价项名称,应更新时间,分析师,替补分析师', '螺纹钢,螺纹钢 武汉,16:45,重名员,离职员']
    const { data } = await open('update', keeper, ...file)
    expect(problemsIn(data)).toEqual([])
    expect(data.records.map(({ was }) => was)).toEqual([[{ key: 'dueTime', value: '17:00' }]])
    expect(await saved(data)).toMatchObject({ state: 'done' })
    expect(await stored('螺纹钢 武汉')).toMatchObject({ dueTime: '16:45', analystId: one.id, deputyId: left.id })
    // whom an update names anew must be known and at work
    const other = await open('update', keeper, '产品,报价项名称,分析师', '螺纹钢,螺纹钢 沪,重名员')
    expect(problemsIn(other.data)).toEqual([[2, 'analyst', '没有这名在职人员，或姓名不唯一，请填写用户名']])
  })

  it('keep what their figures mean: that changes from a day on, in the item’s form', async () => {
    const { data } = await open('update', keeper, '产品,报价项名称,单位', '螺纹钢,螺纹钢 武汉,美元/吨')
    expect(problemsIn(data)).toEqual([[2, 'unit', '现为“元/吨”：改变须指定生效日期，请在报价项中修改']])
  })

  it('are updated by who may edit, within the editorial scope', async () => {
    const importer = await server().as((await makeRole(db(), 'quoteItem.view', 'quoteItem.leadingIn')).code)
    await giveProduct(db(), [importer], productId)
    const line = ['产品,报价项名称,数据来源', '螺纹钢,螺纹钢 武汉,挂牌'] as const
    expect(await open('update', importer, ...line)).toMatchObject({ code: 403 })
    const outsider = await server().as((await makeRole(db(), 'quoteItem.edit', 'quoteItem.leadingIn')).code)
    expect(problemsIn((await open('update', outsider, ...line)).data)).toEqual([
      [2, 'name', '没有找到要更新的报价项'],
      [2, 'product', '产品不存在、不唯一，或不在您的编辑范围内'],
    ])
    await db().execute(sql`delete from user_products where user_id = ${importer.id}::bigint`)
  })
})
