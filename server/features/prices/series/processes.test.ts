// Processes over HTTP: versions valid from a day, their cost and profit as series, copies, sheets.
import { beforeAll, describe, expect, it } from 'vitest'
import { CONFIRM_HEADER } from '#contract/endpoint.ts'
import type { Confirmation } from '#contract/envelope.ts'
import { exportProcesses, processImport } from '#contract/prices/process-sheets.ts'
import { listProcessValues, type ProcessForm, processCalls, type Term } from '#contract/prices/processes.ts'
import { seriesCalls } from '#contract/prices/series-calls.ts'
import { confirm } from '#test/confirm.ts'
import { makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { giveProduct, type Item, makeQuoteItem } from '#test/price-factories.ts'
import { pricePeople } from '#test/price-people.ts'
import { bring, cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer()
const [MONDAY, TUESDAY] = ['2026-11-16', '2026-11-17'] as const
const people = pricePeople(server)
let keeper: Person
let other: Person

beforeAll(async () => {
  const { database, as } = server()
  const own = ['view', 'add', 'edit', 'delete', 'copy', 'leadingIn', 'exportBtn']
  const rights = [...own.map((right) => `goodsProcessVariable.${right}`), 'series.view', 'series.add', 'series.edit']
  const role = await makeRole(database.db, ...rights, 'series.details', 'series.delete')
  keeper = await as(role.code)
  other = await as(role.code)
})

type Named = Item & { code: string }
const query = async <R extends object>(text: string, values: unknown[]) =>
  (await server().database.pool.query<R>(text, values)).rows

/** Steel, ore and coke of one product. */
async function makeItems(): Promise<[Named, Named, Named]> {
  const { db } = server().database
  const first = await makeQuoteItem(db)
  await giveProduct(db, [keeper, ...people.all()], first.productId)
  const { productId } = first
  const items = [first, await makeQuoteItem(db, { productId }), await makeQuoteItem(db, { productId })]
  const codes = await query<{ code: string }>('select code from quote_items where product_id = $1 order by id', [
    productId,
  ])
  return items.map((item, at) => ({ ...item, code: codes[at]?.code ?? '' })) as [Named, Named, Named]
}

const input = (side: 'input' | 'output', code: string, coefficient: string, conversion = '1'): Term => ({
  side,
  code,
  coefficient,
  conversion,
  name: '',
  amount: null,
})
const fixed = (amount: string): Term => ({
  side: 'fixed',
  name: '加工费',
  amount,
  code: null,
  coefficient: null,
  conversion: null,
})

let count = 0
const formOf = (
  { productId }: Pick<Item, 'productId'>,
  terms: Term[],
  more: Partial<ProcessForm> = {},
): ProcessForm => {
  count += 1
  const own = { productId, name: `工序 ${count}`, englishName: 'Process', unit: '元/吨', remark: '', decimals: 1 }
  return { ...own, withinDays: 0, terms, validFrom: null, ...more }
}

async function add(form: ProcessForm) {
  const reply = await keeper.call(processCalls.add, form)
  if (reply.code !== 200) throw new Error(JSON.stringify(reply))
  return (await keeper.call(processCalls.get, { id: reply.data.id })).data
}

const valuesOf = async (id: string) =>
  (await keeper.call(listProcessValues, { id, from: MONDAY, to: TUESDAY })).data.map(({ cost, profit }) => [
    cost,
    profit,
  ])

async function makeSteel() {
  const [steel, ore, coke] = await makeItems()
  for (const day of [MONDAY, TUESDAY]) {
    await people.publish(steel, day, '3200')
    await people.publish(ore, day, '800')
    await people.publish(coke, day, '1500')
  }
  const terms = [
    input('output', steel.code, '1'),
    input('input', ore.code, '1.6'),
    input('input', coke.code, '0.5', '1.1'),
    fixed('700'),
  ]
  return { steel, ore, coke, terms, process: await add(formOf(steel, terms)) }
}

describe('POST /api/backend/prices/process/add', () => {
  it('§1 has cost and profit series, which follow publications', async () => {
    const { process, ore } = await makeSteel()
    expect(await valuesOf(process.id)).toEqual([
      ['2805.0', '395.0'],
      ['2805.0', '395.0'],
    ])
    const { data } = await keeper.call(seriesCalls.list, { code: process.profitCode })
    expect(data.records).toMatchObject([{ kind: 'profit', name: `${process.name} 利润`, processName: process.name }])
    expect(data.records[0]?.formula).toMatch(/^Q\d+ - 1\.6 \* Q\d+ - 0\.5 \* 1\.1 \* Q\d+ - 700$/)
    const wednesday = '2026-11-18'
    await people.publish(ore, wednesday, '810')
    const later = await keeper.call(listProcessValues, { id: process.id, from: wednesday, to: wednesday })
    expect(later.data).toMatchObject([{ profit: null, lack: expect.stringMatching(/^缺少：.*、/) }])
    const list = await keeper.call(processCalls.list, { productId: process.productId })
    expect(list.data.records).toMatchObject([{ validFrom: null, lastDay: wednesday, lastProfit: null }])
  })

  it('§5 names the invalid term', async () => {
    const [steel, ore] = await makeItems()
    const messageOf = async (terms: Term[]) => (await keeper.call(processCalls.add, formOf(steel, terms))).msg
    const output = input('output', steel.code, '1')
    expect(await messageOf([output])).toBe('至少需要一项投入和一项产出')
    expect(await messageOf([output, input('input', ore.code, '0')])).toBe('投入第 1 项：系数应为大于 0 的数字')
    expect(await messageOf([output, input('input', 'Q999999', '1')])).toBe(
      '投入第 1 项：没有编号为 Q999999 的报价项或系列',
    )
    expect(await messageOf([output, { ...fixed('1'), amount: null }])).toBe(
      '固定成本第 1 项：请填写金额，最多 6 位小数',
    )
  })

  it('§6 is limited to products in scope', async () => {
    const { process, terms, steel } = await makeSteel()
    expect(await other.call(processCalls.add, formOf(steel, terms))).toMatchObject({ status: 400 })
    expect(await other.call(processCalls.get, { id: process.id })).toMatchObject({ code: 20404 })
    expect(await other.call(listProcessValues, { id: process.id, from: MONDAY, to: TUESDAY })).toMatchObject({
      code: 20404,
    })
    expect(await other.call(processCalls.remove, { ids: [process.id] })).toMatchObject({ code: 20404 })
    expect(await other.call(processCalls.copy, { id: process.id, name: '别处' })).toMatchObject({ code: 20404 })
  })
})

describe('POST /api/backend/prices/process/edit', () => {
  it('§1 applies from its day on; earlier values stay', async () => {
    const { process, terms } = await makeSteel()
    const { id, version, name } = process
    const dearer = [...terms.slice(0, -1), fixed('900')]
    const form = { ...formOf(process, dearer, { name, validFrom: TUESDAY }), id, version }
    const { preview, done } = await confirm(server(), keeper, processCalls.edit, form)
    expect(preview).toMatchObject({ text: `自 ${TUESDAY} 起按这些投入产出计算。`, groups: [{ count: 1 }] })
    expect(done.data).toEqual({ id, version: 2 })
    expect(await valuesOf(id)).toEqual([
      ['2805.0', '395.0'],
      ['3005.0', '195.0'],
    ])
    const { data } = await keeper.call(processCalls.get, { id })
    expect(data.versions.map(({ validFrom, terms: of }) => [validFrom, of.at(-1)?.amount])).toEqual([
      [TUESDAY, '900'],
      [null, '700'],
    ])
    expect(await keeper.call(processCalls.edit, form)).toMatchObject({ code: 601, data: { validFrom: TUESDAY } })
  })

  it('prices.md "Derived": asks which later versions it replaces, keeps the others, and each can be mended', async () => {
    const { process, terms } = await makeSteel()
    const { id, name } = process
    const WEDNESDAY = '2026-11-18'
    const at = (amount: string) => [...terms.slice(0, -1), fixed(amount)]
    const edit = async (overrides: Partial<ProcessForm>, isConfirmed = true) => {
      const { version } = (await keeper.call(processCalls.get, { id })).data
      const input = { ...formOf(process, at('700'), { name, ...overrides }), id, version }
      const asked = await keeper.call(processCalls.edit, input)
      if (asked.code !== 600 || !isConfirmed) return asked
      const { confirmToken } = asked.data as unknown as Confirmation
      const sent = { token: keeper.token, headers: { [CONFIRM_HEADER]: confirmToken } }
      return server().send('POST', processCalls.edit.path, input, sent)
    }
    const versionsNow = async () =>
      (await keeper.call(processCalls.get, { id })).data.versions.map((each) => [
        each.validFrom,
        each.terms.at(-1)?.amount,
      ])
    const costs = async () => (await valuesOf(id)).map(([cost]) => cost)
    await edit({ terms: at('900'), validFrom: TUESDAY })
    await edit({ terms: at('950'), validFrom: WEDNESDAY })
    // what is asked, and nothing is changed before the answer
    const asked = await edit({ terms: at('600') }, false)
    expect(asked.data).toMatchObject({
      preview: {
        text: `从最早起按这些投入产出计算，到 ${TUESDAY} 前为止。`,
        groups: [
          { title: '保留的以后版本', names: [`${TUESDAY} 起的版本`, `${WEDNESDAY} 起的版本`] },
          { title: '重新计算的日期', count: 1 },
        ],
      },
    })
    expect(await costs()).toEqual(['2805.0', '3005.0'])
    // the first version is mended by itself
    expect((await edit({ terms: at('600') })).code).toBe(200)
    expect(await versionsNow()).toEqual([
      [WEDNESDAY, '950'],
      [TUESDAY, '900'],
      [null, '600'],
    ])
    expect(await costs()).toEqual(['2705.0', '3005.0'])
    // one of two later versions is replaced
    expect((await edit({ terms: at('500'), replaced: [TUESDAY] })).code).toBe(200)
    expect(await versionsNow()).toEqual([
      [WEDNESDAY, '950'],
      [null, '500'],
    ])
    expect(await costs()).toEqual(['2605.0', '2605.0'])
    expect(await edit({ terms: at('400'), replaced: [TUESDAY] })).toMatchObject({
      status: 400,
      msg: `${TUESDAY} 没有以后的版本，请刷新后重试`,
    })
    // other days show the same, whatever is renamed
    expect((await edit({ terms: at('500'), name: `${name} 新`, englishName: 'New' }, false)).code).toBe(200)
    expect(await costs()).toEqual(['2605.0', '2605.0'])
    expect((await edit({ terms: at('500'), decimals: 0 }, false)).data).toMatchObject({
      preview: { text: '小数位数有变化，全部日期的成本与利润随之改变。', groups: [{ count: 2 }] },
    })
    expect(await costs()).toEqual(['2605.0', '2605.0'])
  })

  it('§1 its series can be edited only here', async () => {
    const { process } = await makeSteel()
    const { data: found } = await keeper.call(seriesCalls.list, { code: process.costCode })
    const id = found.records[0]?.id ?? ''
    const { data } = await keeper.call(seriesCalls.get, { id })
    const { productId, name, englishName, unit, decimals, withinDays, formula, validFrom } = data
    const form = { id, version: 1, productId, name, englishName, unit, decimals, withinDays, formula, validFrom }
    expect((await keeper.call(seriesCalls.edit, { ...form, remark: '吨钢' })).code).toBe(200)
    const refused = await keeper.call(seriesCalls.edit, { ...form, version: 2, remark: '', formula: `${formula} + 1` })
    expect(refused.msg).toContain('请在“投入产出”中修改')
    expect(await keeper.call(seriesCalls.remove, { ids: [id] })).toMatchObject({ status: 409 })
    expect((await keeper.call(seriesCalls.get, { id })).data.kind).toBe('cost')
  })
})

describe('POST /api/backend/prices/process/copy and remove', () => {
  it('§7 a copy has series of its own; a process whose series others need is not deleted (603)', async () => {
    const { process, steel } = await makeSteel()
    const { data } = await keeper.call(processCalls.copy, { id: process.id, name: `${process.name} 二` })
    expect(await valuesOf(data.id)).toEqual(await valuesOf(process.id))
    const twice = formOf(steel, [input('output', process.profitCode, '1'), input('input', steel.code, '1')])
    const needing = await add(twice)
    expect(await keeper.call(processCalls.remove, { ids: [process.id] })).toMatchObject({ code: 603 })
    expect((await keeper.call(processCalls.remove, { ids: [needing.id, data.id] })).code).toBe(200)
    expect((await keeper.call(processCalls.remove, { ids: [process.id] })).code).toBe(200)
    expect(await query('select from series where product_id = $1', [steel.productId])).toHaveLength(0)
  })
})

describe('import and export of processes', () => {
  it('§7 an export can be imported, as a new version or a new process', async () => {
    const { process } = await makeSteel()
    const input = { columns: exportProcesses.columns.map(({ key }) => key), format: 'csv' as const, reason: '核对' }
    const { data } = await keeper.call(exportProcesses, { query: { productId: process.productId }, ...input })
    const done = await endOf(keeper, data.jobId)
    expect(done).toMatchObject({ state: 'done', done: 4 })
    const cells = await cellsOf(await download(server(), done.fileUrl))
    expect(cells[0]?.[0]).toBe('产品')
    const [body, [copy = '']] = [cells.slice(0, -1), cells.at(-1) ?? []]
    expect(copy).toMatch(/^导出人：/)
    const text = (day: string, name: string) =>
      // with its last line, which is no row
      [...body.map((row, at) => (at === 0 ? row : [row[0], name, row[2], day, ...row.slice(4)]).slice(0, 10)), [copy]]
        .map((row) => row.join(','))
        .join('\n')
        .replace('700', '720')
    const product = body[1]?.[0] ?? ''
    expect(product).toMatch(/^产品/)
    for (const [day, name] of [
      [TUESDAY, process.name],
      ['', `${process.name} 新`],
    ] as const) {
      const fileId = await bring(server(), keeper, text(day, name))
      const opened = await keeper.call(processImport.open, { fileId, hasHeader: true })
      expect(opened.data).toMatchObject({ rows: 4, wrongRows: 0 })
      const { id, version } = opened.data
      const { data: job } = await keeper.call(processImport.save, { id, version, mode: 'all' })
      expect(await endOf(keeper, job.jobId)).toMatchObject({ state: 'done' })
    }
    expect(await valuesOf(process.id)).toEqual([
      ['2805.0', '395.0'],
      ['2825.0', '375.0'],
    ])
    const { data: list } = await keeper.call(processCalls.list, { productId: process.productId })
    expect(Object.fromEntries(list.records.map(({ name, validFrom }) => [name, validFrom]))).toEqual({
      [process.name]: TUESDAY,
      [`${process.name} 新`]: null,
    })
  })

  it('§5 reports each problem at its cell', async () => {
    const { process, steel } = await makeSteel()
    const [product] = await query<{ name: string }>('select name from products where id = $1', [steel.productId])
    const head = '产品,工序名称,单位,生效日期,类别,报价项或系列,系数,折算系数,金额,说明'
    const row = (...cells: string[]) => [product?.name, process.name, ...cells].join(',')
    const fileId = await bring(
      server(),
      keeper,
      [head, row('元/吨', '', '投入', 'Q999999', '1', '', '', ''), row('元/千克', '', '副产', '', '', '', '', '')].join(
        '\n',
      ),
    )
    const { data } = await keeper.call(processImport.open, { fileId, hasHeader: true })
    expect(data.records.map(({ problems }) => problems.map(({ key }) => key))).toEqual([['code'], ['unit', 'side']])
  })
})
