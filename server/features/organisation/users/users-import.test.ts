// Staff accounts from a spreadsheet, over HTTP: template, dry run, corrections, failed rows, save.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, like, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { userImport } from '#contract/organisation/user-sheets.ts'
import { takeImportResult } from '#contract/sheets.ts'
import { cancelJob } from '#contract/system/jobs.ts'
import { verifyPassword } from '#server/core/access/passwords.ts'
import { jobRuns } from '#server/db/schema/core/jobs.ts'
import { roles, users } from '#server/db/schema/organisation.ts'
import { auditLog } from '#server/db/schema/system/system.ts'
import { makeDepartment, makeRole } from '#test/factories.ts'
import { type Person, testServer } from '#test/http.ts'
import { bring, cellsOf, download, endOf } from '#test/sheets.ts'

const server = testServer({ dataDir: mkdtempSync(join(tmpdir(), 'import-')) })
const header = '用户名,姓名,手机号码,邮箱,部门,角色,销售上级,有效期,备注'
let importer: Person
let roleName: string
let strongRole: string

beforeAll(async () => {
  const { database, as } = server()
  const own = await makeRole(database.db, 'userList.leadingIn', 'userList.view')
  importer = await as(own.code)
  const weak = await makeRole(database.db, 'userList.view')
  const strong = await makeRole(database.db, 'userList.view', 'userList.delete')
  const nameOf = async (id: string) => (await database.db.select().from(roles).where(eq(roles.id, id)))[0]?.name ?? ''
  roleName = await nameOf(weak.id)
  strongRole = await nameOf(strong.id)
  const sales = await makeDepartment(database.db, '销售部')
  await makeDepartment(database.db, '一组', sales)
  await makeDepartment(database.db, '一组', await makeDepartment(database.db, '客服部'))
})

type Cells = Partial<
  Record<'user' | 'name' | 'mobile' | 'mail' | 'dept' | 'role' | 'parent' | 'until' | 'remark', string>
>
let count = 0
function line(cells: Cells = {}): string {
  const n = String(++count)
  const {
    user = `imported${n}`,
    name = '程远',
    mobile = `177${n.padStart(8, '0')}`,
    mail = '',
    dept = '销售部',
  } = cells
  const { role = roleName, parent = '', until = '', remark = '' } = cells
  return [user, name, mobile, mail, dept, role, parent, until, remark].join(',')
}
const sheet = (...lines: string[]) => [header, ...lines].join('\n')

const open = async (content: string | Buffer, person = importer, hasHeader = true) =>
  person.call(userImport.open, { fileId: await bring(server(), person, content), hasHeader })

const problemsIn = ({ records }: { records: { number: number; problems: { key: string; message: string }[] }[] }) =>
  records.map(({ number, problems }) => [number, ...problems.map(({ key, message }) => `${key} ${message}`).sort()])

const find = (userName: string) =>
  server()
    .database.db.select()
    .from(users)
    .where(eq(users.userName, userName))
    .then(([row]) => row)

describe('the import of staff accounts', () => {
  it('§6 leadingIn: returns a template with the departments, and only the roles that the person may assign', async () => {
    const { data } = await importer.call(userImport.template, {})
    expect(data.name).toBe('员工账号导入模板.xlsx')
    const { sheets } = await readXlsx(Buffer.from(data.content, 'base64'))
    expect(sheets[0]?.rows[0]?.join(',')).toBe(header)
    const options = sheets[2]?.rows.flat() ?? []
    expect(options).toEqual(expect.arrayContaining(['总公司/销售部/一组', '总公司/客服部/一组', roleName]))
    expect(options).not.toContain(strongRole)
  })

  it('§6 leadingIn: offers the same values for corrections in the grid', async () => {
    const { data } = await importer.call(userImport.options, {})
    const valuesOf = (key: string) => data.columns.find((column) => column.key === key)?.values
    expect(data.columns.map(({ key }) => key)).toEqual(['dept', 'role'])
    expect(valuesOf('dept')).toEqual(expect.arrayContaining(['总公司/销售部/一组', '总公司/客服部/一组']))
    expect(valuesOf('role')).toContain(roleName)
    expect(valuesOf('role')).not.toContain(strongRole)
  })

  it('§6 refuses without the right, and imports or files of others', async () => {
    const { as, database } = server()
    const reader = await as((await makeRole(database.db, 'userList.view')).code)
    const other = await as((await makeRole(database.db, 'userList.leadingIn')).code)
    const fileId = await bring(server(), importer, sheet(line()))
    for (const call of [
      userImport.template,
      userImport.options,
      userImport.open,
      userImport.rows,
      userImport.fix,
      userImport.save,
    ]) {
      expect(await server().send('POST', call.path, {}, { token: reader.token })).toMatchObject({ status: 403 })
    }
    expect(await other.call(userImport.open, { fileId, hasHeader: true })).toMatchObject({ code: 400 })
    const { data } = await importer.call(userImport.open, { fileId, hasHeader: true })
    for (const reply of [
      await other.call(userImport.rows, { id: data.id, onlyWrong: false, current: 1 }),
      await other.call(userImport.fix, { id: data.id, version: 1, fixes: [], drop: [] }),
      await other.call(userImport.failed, { id: data.id }),
      await other.call(userImport.save, { id: data.id, version: 1, mode: 'all' }),
    ]) {
      expect(reply).toMatchObject({ status: 404, code: 20404 })
    }
  })

  it.each([
    ['用户名,姓名,电话\na,b,c', '表头有误，缺少列：“手机号码”、“部门”、“角色”；不认识的列：“电话”。请使用下载的模板'],
    [`${header},用户名\n`, '重复的列：“用户名”'],
    [header, '表格中没有数据'],
    [`${header}\na,b,c,d,e,f,g,h,i,j`, '第 2 行在表头之外还有内容'],
  ])('quality "bad input": a wrong header is explained: %j', async (content, why) => {
    const reply = await open(content)
    expect(reply).toMatchObject({ status: 400, code: 400 })
    expect(reply.msg).toContain(why)
  })

  it('imports.md "Cells" shows what is longer than any column takes at its cell', async () => {
    const { data } = await open(sheet(line({ remark: '长'.repeat(2_001) })))
    expect(problemsIn(data)).toEqual([[2, 'remark 备注最多500个字符']])
  })

  it('§5 reports problems by row and column, with the texts of the rules', async () => {
    const { data } = await open(
      sheet(
        line({ user: 'a b', name: '', mobile: '1381234' }),
        line({ user: 'twice.one', mobile: '17700009901', mail: 'nobody' }),
        line({ user: 'Twice.One', mobile: '17700009901', dept: '一组', role: strongRole }),
        line({ dept: '火星', role: '船长', parent: 'nobody.there', until: '2027年5月' }),
        line({ user: importer.userName }),
        line(),
      ),
    )
    expect(data).toMatchObject({ rows: 6, wrongRows: 5, total: 5, isSaved: false })
    expect(problemsIn(data)).toEqual([
      [2, 'mobile 手机号码长度不为11位', 'realName 请输入姓名', 'userName 用户名为2至32位字母、数字或 . _ -'],
      [3, 'email 邮箱格式不正确'],
      [
        4,
        'dept 有多个部门叫“一组”，请填写完整路径',
        'mobile 与第 3 行重复',
        'role 不能授予自己没有的权限',
        'userName 与第 3 行重复',
      ],
      [
        5,
        'dept 部门“火星”不存在',
        'expiresAt 有效期应为 YYYY-MM-DD',
        'role 角色“船长”不存在',
        'saleParent 销售上级“nobody.there”不存在，须是已有账号的用户名',
      ],
      [6, 'userName 用户名已存在'],
    ])
  })

  it('contract "Versions": corrects cells, drops rows, checks again, and refuses an older version', async () => {
    const { data } = await open(sheet(line({ mobile: '1' }), line({ dept: '火星' }), line()))
    const { data: fixed } = await importer.call(userImport.fix, {
      id: data.id,
      version: data.version,
      fixes: [{ row: 0, key: 'mobile', value: ' 17700008801 ' }],
      drop: [1],
    })
    expect(fixed).toMatchObject({ rows: 2, wrongRows: 0, version: data.version + 1 })
    const again = await importer.call(userImport.fix, { id: data.id, version: data.version, fixes: [], drop: [] })
    expect(again).toMatchObject({ status: 409, msg: '内容已在别处更正，请重新打开' })
    const { data: all } = await importer.call(userImport.rows, { id: data.id, onlyWrong: false, current: 1 })
    expect(all.records.map(({ cells }) => cells[2])).toEqual(['17700008801', expect.stringMatching(/^177/)])
  })

  it('returns the failed rows as a workbook that can be imported again', async () => {
    const { data } = await open(sheet(line({ mobile: '1', remark: '=1+1' }), line()))
    const { data: failed } = await importer.call(userImport.failed, { id: data.id })
    const bytes = Buffer.from(failed.content, 'base64')
    const rows = await cellsOf(bytes)
    expect(rows).toHaveLength(2)
    expect(rows[1]?.slice(-2)).toEqual(['=1+1', '手机号码长度不为11位'])
    expect((await open(bytes)).data).toMatchObject({ rows: 1, wrongRows: 1 })
  })

  it('saves all or nothing, once, audited; passwords are shown once and must be changed', async () => {
    const { data } = await open(
      sheet(
        line({ user: 'all.one', dept: '总公司/客服部/一组', parent: importer.userName, until: '2030-01-01' }),
        line({ user: 'all.two' }),
      ),
    )
    const { data: started } = await importer.call(userImport.save, { id: data.id, version: data.version, mode: 'all' })
    const job = await endOf(importer, started.jobId)
    expect(job).toMatchObject({ state: 'done', done: 2, failed: 0 })
    expect(await find('all.one')).toMatchObject({
      mustChangePassword: true,
      saleParentId: importer.id,
      expiresAt: '2030-01-01',
    })
    const again = await importer.call(userImport.save, { id: data.id, version: data.version + 1, mode: 'all' })
    expect(again).toMatchObject({ status: 409, msg: '已经导入，请勿重复操作' })

    const other = await server().as('administrator')
    const taking = { jobId: started.jobId }
    expect(await other.call(takeImportResult, taking)).toMatchObject({ status: 404, code: 20404 })
    const { data: taken } = await importer.call(takeImportResult, taking)
    const [, first] = await cellsOf(await download(server(), taken.url))
    expect(first?.slice(0, 2)).toEqual(['2', 'all.one'])
    const { passwordHash = '' } = (await find('all.one')) ?? {}
    expect(await verifyPassword(passwordHash, first?.[4] ?? '')).toBe(true)
    expect(await verifyPassword(passwordHash, 'another')).toBe(false)
    expect(await importer.call(takeImportResult, taking)).toMatchObject({ status: 409 })

    const [act] = await server()
      .database.db.select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'user.import'), eq(auditLog.targetId, data.id)))
    expect(act).toMatchObject({ actorId: importer.id, after: { mode: 'all', rows: 2 } })
    expect(JSON.stringify(act)).not.toContain(first?.[4])
  })

  it('saves only the valid rows where that is chosen', async () => {
    const { data } = await open(sheet(line({ user: 'some.one' }), line({ user: 'some.two', mobile: '1' })))
    const { id, version } = data
    expect(await importer.call(userImport.save, { id, version, mode: 'all' })).toMatchObject({ status: 409 })
    const { data: started } = await importer.call(userImport.save, { id, version, mode: 'correct' })
    expect(await endOf(importer, started.jobId)).toMatchObject({ state: 'partly', done: 2, failed: 1 })
    expect(await find('some.one')).toBeDefined()
    expect(await find('some.two')).toBeUndefined()
  })

  it('checks again on saving: nothing is saved where a number was taken meanwhile', async () => {
    const { data } = await open(sheet(line({ user: 'late.one' }), line({ user: 'late.two', mobile: '17700007701' })))
    await server().as('reviewer', { mobile: '17700007701' })
    const { data: started } = await importer.call(userImport.save, { id: data.id, version: data.version, mode: 'all' })
    const job = await endOf(importer, started.jobId)
    expect(job.state).toBe('failed')
    expect(job.message).toContain('没有导入任何行')
    const left = await server().database.db.select().from(users).where(like(users.userName, 'late.%'))
    expect(left).toEqual([])
    const { data: seen } = await importer.call(userImport.rows, { id: data.id, onlyWrong: false, current: 1 })
    const { data: fixed } = await importer.call(userImport.fix, {
      id: data.id,
      version: seen.version,
      fixes: [{ row: 1, key: 'mobile', value: '17700007702' }],
      drop: [],
    })
    const { data: second } = await importer.call(userImport.save, { id: data.id, version: fixed.version, mode: 'all' })
    expect(await endOf(importer, second.jobId)).toMatchObject({ state: 'done', done: 2 })
  })

  it('saves nothing where it is cancelled while it runs, and can be started again', async () => {
    const { database } = server()
    const { data } = await open(sheet(line({ user: 'stop.one' }), line({ user: 'stop.two' })))
    const saved = () => database.db.select().from(users).where(like(users.userName, 'stop.%'))
    const begin = async (version: number) =>
      (await importer.call(userImport.save, { id: data.id, version, mode: 'all' })).data.jobId
    let jobId = ''
    await database.db.transaction(async (tx) => {
      // the job reaches the writing, and no further
      await tx.execute(sql`lock table ${users} in share mode`)
      jobId = await begin(data.version)
      const runOf = async () => (await database.db.select().from(jobRuns).where(eq(jobRuns.id, jobId)))[0]
      await expect.poll(async () => (await runOf())?.note).toBe('正在检查')
      expect((await importer.call(cancelJob, { id: jobId })).data).toBeDefined()
      // its process has received it
      const isHeard = async () => {
        const run = await runOf()
        return Boolean(run?.aliveAt && run.cancelAskedAt && run.aliveAt > run.cancelAskedAt)
      }
      await expect.poll(isHeard).toBe(true)
    })
    expect(await endOf(importer, jobId)).toMatchObject({ state: 'cancelled' })
    expect(await saved()).toEqual([])
    const { data: seen } = await importer.call(userImport.rows, { id: data.id, onlyWrong: false, current: 1 })
    expect(await endOf(importer, await begin(seen.version))).toMatchObject({ state: 'done', done: 2 })
    expect(await saved()).toHaveLength(2)
  })

  it('§9 accepts a pasted block without a header', async () => {
    const { data } = await open(line().replaceAll(',', '\t'), importer, false)
    expect(data).toMatchObject({ rows: 1, wrongRows: 0 })
  })

  it.each([
    ['open', { fileId: 'x', hasHeader: true }],
    ['open', { fileId: '1' }],
    ['rows', { id: '1', onlyWrong: true, current: 0 }],
    ['fix', { id: '1', version: 1, fixes: [{ row: 0, key: 'passwordHash', value: 'x' }], drop: [] }],
    ['save', { id: '1', version: 1, mode: 'some' }],
  ] as const)('§9 refuses %s %j', async (name, input) => {
    const reply = await server().send('POST', userImport[name].path, input, { token: importer.token })
    expect(reply).toMatchObject({ status: 400, code: 400 })
  })
})
