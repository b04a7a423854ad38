// Imports of files as people's programs write them, over HTTP; fixtures and how they are made: sheet-fixtures.ts.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { customerImport, exportCustomers } from '#contract/members/customer-sheets.ts'
import type { ImportMethod } from '#contract/sheets.ts'
import { wordImport } from '#contract/system/dictionary-sheets.ts'
import { regions } from '#server/db/schema/catalogue.ts'
import { imports } from '#server/db/schema/core/sheets.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeEnterprise, makeRole } from './factories.ts'
import { type Person, testServer } from './http.ts'
import { utf16, workbookOf } from './sheet-fixtures.ts'
import { bring, cellsOf, download, endOf } from './sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'import-files-')) })
const db = () => server().database.db
let admin: Person
let seller: Person
let colleague: Person

beforeAll(async () => {
  const rights = ['view', 'edit', 'leadingIn', 'exportBtn'].map((alias) => `customerList.${alias}`)
  const role = await makeRole(db(), ...rights)
  admin = await server().as('administrator')
  seller = await server().as(role.code)
  colleague = await server().as(role.code)
})

type Choice = {
  sheet?: string
  headerRow?: number
  takesHidden?: boolean
  method?: ImportMethod
  mapping?: { at: number; key: string }[]
}
const sourceOf = async (person: Person, content: string | Buffer, choice: Choice = {}) => ({
  fileId: await bring(server(), person, content),
  hasHeader: true,
  ...choice,
})
const outline = async (content: string | Buffer, choice?: Choice, person = admin) =>
  (await person.call(customerImport.outline, (await sourceOf(person, content, choice)) as never)).data
const open = async (content: string | Buffer, choice?: Choice, person = admin) =>
  (await person.call(customerImport.open, (await sourceOf(person, content, choice)) as never)).data
type Opened = Awaited<ReturnType<typeof open>>
const place = (key: string) => customerImport.columns.findIndex((column) => column.key === key)
const cells = ({ records }: Opened, key: string) => records.map((row) => row.cells[place(key)])
const problems = ({ records }: Opened) =>
  records.flatMap(({ number, problems: found }) => found.map(({ key, message }) => `${number} ${key} ${message}`))

const header = ['企业名称', '统一社会信用代码', '级别', '备注']

describe('imports.md "The steps" sheet and header row', () => {
  const fitting = {
    name: '客户',
    rows: [
      ['2026 年客户名单'],
      ['制表：销售部，仅供内部使用'],
      header,
      ['甲公司', '', 'A', ''],
      ['乙公司', '', 'B', ''],
    ],
    merges: [[0, 0, 0, 3] as [number, number, number, number]],
  }
  const other = {
    name: '统计',
    rows: [
      ['月份', '数量'],
      ['1月', 3],
    ],
  }

  it('leaves hidden sheets out and names them, offers the fitting one, and passes over title and notes', async () => {
    const book = await workbookOf([
      { name: '旧表', hidden: true, rows: [header, ['旧公司', '', '', '']] },
      other,
      fitting,
    ])
    expect(await outline(book)).toMatchObject({
      sheets: ['统计', '客户'],
      hiddenSheets: ['旧表'],
      sheet: '客户',
      headerRow: 3,
      missing: [],
      asks: true,
    })
    const opened = await open(book)
    expect(cells(opened, 'name')).toEqual(['甲公司', '乙公司'])
    expect(opened.notes).toEqual(['读取的是工作表“客户”，没有读取“统计”。', '隐藏的工作表没有读取：“旧表”。'])
  })

  it('reads another sheet and another header where a person says so, and refuses a hidden one', async () => {
    const second = { name: '新客户', rows: [header, ['客户名称', '税号', '等级', '附注'], ['丙公司', '', 'C', '']] }
    const book = await workbookOf([fitting, second, { name: '旧表', hidden: true, rows: [header] }], 'wps')
    expect(cells(await open(book, { sheet: '新客户' }), 'name')).toEqual(['客户名称'])
    const byHand = await open(book, { sheet: '新客户', headerRow: 2 })
    expect(cells(byHand, 'name')).toEqual(['丙公司'])
    const refused = await admin.call(customerImport.open, (await sourceOf(admin, book, { sheet: '旧表' })) as never)
    expect(refused).toMatchObject({ status: 400, msg: '没有名为“旧表”的可见工作表' })
  })

  it('joins headings of two lines', async () => {
    const rows = [
      ['企业名称', '联系', null, '备注'],
      [null, '联系人', '联系电话', null],
      ['丁公司', '李明', '13900001111', '新'],
    ]
    const merges: [number, number, number, number][] = [
      [0, 0, 1, 0],
      [0, 1, 0, 2],
      [0, 3, 1, 3],
    ]
    const opened = await open(await workbookOf([{ name: '客户', rows, merges }]))
    expect(opened).toMatchObject({ rows: 1, wrongRows: 0 })
    expect([cells(opened, 'contact'), cells(opened, 'contactMobile'), cells(opened, 'remark')]).toEqual([
      ['李明'],
      ['13900001111'],
      ['新'],
    ])
  })

  it('has nothing to ask of the filled template', async () => {
    const { content } = (await admin.call(customerImport.template, {})).data
    expect(await outline(Buffer.from(content, 'base64'))).toMatchObject({ asks: false, hiddenSheets: [] })
  })
})

describe('imports.md "The steps" too many rows', () => {
  it.each([50_001, 50_060])('%d are refused with the number that fits', async (rows) => {
    const text = `企业名称\n${Array.from({ length: rows }, (_, n) => `多行${n}`).join('\n')}`
    const refused = await admin.call(customerImport.open, (await sourceOf(admin, text)) as never)
    expect(refused).toMatchObject({ status: 400, msg: '数据超过 50000 行，请拆分后再导入' })
  })
})

describe('imports.md "The steps" columns', () => {
  it('knows other names, ignores numbering, and says what is not used', async () => {
    const opened = await open('序号,客户名称,税号,心情\n1,戊公司,,好')
    expect(cells(opened, 'name')).toEqual(['戊公司'])
    expect(opened.notes).toEqual(['没有使用的列：“序号”、“心情”。'])
  })

  it('remembers what was chosen for a heading, for the person and then for the others', async () => {
    const file = '买家,等第\n己公司,A'
    const unknown = await outline(file, {}, seller)
    expect(unknown).toMatchObject({ asks: true, missing: ['企业名称'] })
    expect(unknown.headings.map(({ text, by, samples }) => [text, by, samples])).toEqual([
      ['买家', 'none', ['己公司']],
      ['等第', 'none', ['A']],
    ])
    const mapping = [
      { at: 0, key: 'name' },
      { at: 1, key: 'level' },
    ]
    expect(cells(await open(file, { mapping }, seller), 'level')).toEqual(['A'])
    for (const person of [seller, colleague]) {
      const known = await outline(file, {}, person)
      expect(known).toMatchObject({ asks: false, missing: [] })
      expect(known.headings.map(({ key, by }) => [key, by])).toEqual([
        ['name', 'choice'],
        ['level', 'choice'],
      ])
    }
    // one's own choice goes first
    await open(
      file,
      {
        mapping: [
          { at: 0, key: 'name' },
          { at: 1, key: 'industry' },
        ],
      },
      colleague,
    )
    expect((await outline(file, {}, seller)).headings[1]?.key).toBe('level')
    expect((await outline(file, {}, colleague)).headings[1]?.key).toBe('industry')
  })

  it('refuses two headings for one column', async () => {
    const mapping = [
      { at: 0, key: 'name' },
      { at: 1, key: 'name' },
    ]
    const refused = await admin.call(
      customerImport.open,
      (await sourceOf(admin, '买家,等第\n己,A', { mapping })) as never,
    )
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('两列对应到了同一列') })
  })
})

describe('imports.md "The steps" rows', () => {
  const rows = [
    header,
    ['庚公司', '', 'A', ''],
    ['辛公司', '', 'A', ''],
    [null, null, null, null],
    ['壬公司', '', 'A', ''],
  ]

  it('counts rows that a filter has hidden, and takes them where wanted; blank ones never count', async () => {
    const book = await workbookOf([{ name: '客户', rows, hiddenRows: [2, 3] }])
    expect(await outline(book)).toMatchObject({ hiddenRows: 1, asks: true })
    const skipped = await open(book)
    expect(cells(skipped, 'name')).toEqual(['庚公司', '壬公司'])
    expect(skipped.notes).toEqual(['隐藏的 1 行没有读取。'])
    expect(cells(await open(book, { takesHidden: true }), 'name')).toEqual(['庚公司', '辛公司', '壬公司'])
  })

  it('gives a merged cell to all rows that it covers', async () => {
    const merged = [header, ['癸公司', '', 'A', '老客户'], ['子公司', '', null, null], ['丑公司', '', 'B', '']]
    const merges: [number, number, number, number][] = [
      [1, 2, 2, 2],
      [1, 3, 2, 3],
    ]
    const opened = await open(await workbookOf([{ name: '客户', rows: merged, merges }], 'wps'))
    expect([cells(opened, 'level'), cells(opened, 'remark')]).toEqual([
      ['A', 'A', 'B'],
      ['老客户', '老客户', ''],
    ])
  })
})

describe('imports.md "Cells"', () => {
  it('reads formulas by their last value, percentages and days as they are shown, from 1900 and from 1904', async () => {
    for (const how of ['excel', 'excel1904'] as const) {
      const book = await workbookOf(
        [
          {
            name: '客户',
            rows: [header, ['一公司', '', null, new Date('2026-11-27T00:00:00Z')], ['二公司', '', '', 0.015]],
            cells: {
              '1,2': { formula: 'CHAR(65)', formulaResult: 'A' },
              '1,3': { style: { numFmt: 'yyyy-mm-dd' } },
              '2,3': { style: { numFmt: '0.0%' } },
            },
          },
        ],
        how,
      )
      const opened = await open(book)
      expect([cells(opened, 'level'), cells(opened, 'remark')]).toEqual([
        ['A', ''],
        ['2026-11-27', '1.5%'],
      ])
    }
  })

  it.each([
    ['UTF-16, little endian', utf16('企业名称\t级别\n三公司\tA')],
    ['UTF-16, big endian', utf16('企业名称\t级别\n三公司\tA', 'be')],
    ['sep=;', '\ufeffsep=;\r\n企业名称;级别\r\n三公司;A'],
    // 企业名称,级别 / 三公司,A
    ['GBK', Buffer.from('c6f3d2b5c3fbb3c62cbcb6b1f00ac8fdb9abcbbe2c41', 'hex')],
  ])('reads %s', async (_, content) => {
    const opened = await open(content)
    expect([cells(opened, 'name'), cells(opened, 'level')]).toEqual([['三公司'], ['A']])
  })

  it('names what Excel has done to long numbers, and what is longer than any column', async () => {
    const digits = await workbookOf([{ name: '客户', rows: [header, ['四公司', 913501001234567000, '', '']] }])
    expect(problems(await open(digits))).toEqual([
      '2 creditCode Excel 把长数字改成了“9.13501001234567E+17”，原来的数字已丢失，请把这一列设为文本后重新填写',
    ])
    expect(problems(await open(`企业名称,备注\n五公司,${'长'.repeat(1_700_000)}`))).toEqual([
      '2 remark 备注最多500个字符',
    ])
  })
})

describe('imports.md "The steps" add, update by key, or both', () => {
  const make = (name: string, values: Parameters<typeof makeEnterprise>[1] = {}) =>
    makeEnterprise(db(), { name, ownerId: seller.id, ...values })
  const stored = async (name: string) => {
    const [row] = await db().select().from(enterprises).where(eq(enterprises.name, name))
    return row
  }
  const save = async ({ id, version }: Opened, person = seller) => {
    const { data } = await person.call(customerImport.save, { id, version, mode: 'all' })
    return endOf(person, data.jobId)
  }

  const place = sql`select r.id::text as id from ${regions} r join ${regions} c on c.id = r.parent_id
    where c.name = '杭州市' order by r.id limit 1`

  it('our own export changed in three cells comes back as an update of exactly these three', async () => {
    for (const name of ['回传甲公司', '回传乙公司', '回传丙公司', '回传丁公司'])
      await make(name, { level: 'B', remark: '原', regionId: (await db().execute<{ id: string }>(place)).rows[0]?.id })
    const columns = exportCustomers.columns.map(({ key }) => key)
    const query = { name: '回传' }
    const { data } = await seller.call(exportCustomers, { query, columns, format: 'xlsx', reason: '核对' } as never)
    const { fileUrl } = await endOf(seller, data.jobId)
    const exported = await cellsOf(await download(server(), fileUrl))
    const rows = exported.map((row) => columns.map((_, place) => row[place] ?? ''))
    const at = (title: string) => rows[1]?.indexOf(title) ?? -1
    const rowOf = (name: string) => rows.find((row) => row.includes(name)) ?? []
    rowOf('回传甲公司')[at('级别')] = 'A'
    rowOf('回传乙公司')[at('备注')] = '新备注'
    rowOf('回传丁公司')[at('级别')] = 'C'
    const book = await workbookOf([{ name: '客户', rows }])
    expect(await outline(book, { method: 'update' }, seller)).toMatchObject({ headerRow: 2, asks: false })
    const opened = await open(book, { method: 'update' }, seller)
    expect(problems(opened)).toEqual([])
    expect(opened).toMatchObject({ rows: 4, wrongRows: 0, updated: 3, same: 1 })
    const changes = opened.records.map(({ change, was, cells: own }) => [own[0], change, was])
    expect(changes.toSorted()).toEqual(
      [
        ['回传甲公司', 'update', [{ key: 'level', value: 'B' }]],
        ['回传乙公司', 'update', [{ key: 'remark', value: '原' }]],
        ['回传丙公司', 'same', []],
        ['回传丁公司', 'update', [{ key: 'level', value: 'B' }]],
      ].toSorted(),
    )
    expect(await save(opened)).toMatchObject({ state: 'done', message: '新增 0 行，更新 3 行，1 行没有变化' })
    expect(await stored('回传甲公司')).toMatchObject({ level: 'A', remark: '原', version: 2 })
    expect(await stored('回传乙公司')).toMatchObject({ level: 'B', remark: '新备注', version: 2 })
    expect(await stored('回传丙公司')).toMatchObject({ level: 'B', version: 1 })
    const [act] = await db()
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(sql`${auditLog.action} = 'enterprise.edit' and ${auditLog.targetId} = ${(await stored('回传甲公司'))?.id}`)
    expect(act).toEqual({ before: { level: 'B' }, after: { level: 'A' } })
  })

  it('both: adds what is new, and empty cells leave what is there', async () => {
    await make('并存甲公司', { level: 'A', remark: '保留' })
    const file = '企业名称,级别,备注\n并存甲公司,C,\n并存乙公司,,新的'
    const opened = await open(file, { method: 'both' }, seller)
    expect(opened).toMatchObject({ wrongRows: 0, updated: 1, same: 0 })
    expect(await save(opened)).toMatchObject({ message: '新增 1 行，更新 1 行，0 行没有变化' })
    expect(await stored('并存甲公司')).toMatchObject({ level: 'C', remark: '保留' })
    expect(await stored('并存乙公司')).toMatchObject({ level: 'C', remark: '新的', ownerId: seller.id })
  })

  it('refuses rows that are not there, out of scope, or two customers at once', async () => {
    await make('外人公司', { ownerId: colleague.id })
    const file = '企业名称,级别\n没有这家公司,A\n外人公司,A'
    const opened = await open(file, { method: 'update' }, seller)
    expect(problems(opened)).toEqual(['2 name 没有找到要更新的客户', '3 name 该客户不在您的权限范围内'])
    expect(opened.records.map(({ was }) => was.map(({ value }) => value))).not.toContainEqual(['C'])
  })

  it('needs the right to edit, and saves nothing where a row was changed after the check', async () => {
    const role = await makeRole(db(), 'customerList.view', 'customerList.leadingIn')
    const reader = await server().as(role.code)
    const source = await sourceOf(reader, '企业名称,级别\n甲,A', { method: 'update' })
    expect(await reader.call(customerImport.open, source as never)).toMatchObject({ status: 403 })
    await make('改动公司', { level: 'B' })
    const opened = await open('企业名称,级别\n改动公司,A', { method: 'update' }, seller)
    await db()
      .update(enterprises)
      .set({ version: sql`${enterprises.version} + 1`, remark: '别人改的' })
      .where(eq(enterprises.name, '改动公司'))
    const ended = await save(opened)
    expect(ended).toMatchObject({ state: 'failed' })
    expect(await stored('改动公司')).toMatchObject({ level: 'B', remark: '别人改的' })
  })

  it('words of the dictionary: the remark of one that is there', async () => {
    const source = (file: string, method: ImportMethod) => sourceOf(admin, file, { method })
    const first = (await admin.call(wordImport.open, (await source('字典,词条\n行业,回传行业', 'add')) as never)).data
    await endOf(admin, (await admin.call(wordImport.save, { id: first.id, version: 1, mode: 'all' })).data.jobId)
    const file = '字典,词条,备注\n行业,回传行业,说明'
    const again = (await admin.call(wordImport.open, (await source(file, 'update')) as never)).data
    expect(again).toMatchObject({ updated: 1, wrongRows: 0, records: [{ was: [{ key: 'remark', value: '' }] }] })
    const { data } = await admin.call(wordImport.save, { id: again.id, version: 1, mode: 'all' })
    expect(await endOf(admin, data.jobId)).toMatchObject({ message: '新增 0 行，更新 1 行，0 行没有变化' })
  })
})

describe('quality "faults"', () => {
  it('an import that is being saved says so at once, though its row is locked', async () => {
    const { id, version } = await open('企业名称\n锁住公司')
    await db().transaction(async (tx) => {
      await tx.select({ id: imports.id }).from(imports).where(eq(imports.id, id)).for('update')
      const refused = [
        await admin.call(customerImport.save, { id, version, mode: 'all' }),
        await admin.call(customerImport.fix, { id, version, fixes: [], drop: [] }),
      ]
      for (const reply of refused) expect(reply).toMatchObject({ status: 409, msg: '正在导入，请等待完成' })
    })
  })
})
