// Staff accounts from a spreadsheet: the checks of adding one (save-user.ts), for thousands at once.

import { type UserImportKey, userImport } from '#contract/organisation/user-sheets.ts'
import { textKey } from '#contract/text.ts'
import { checkMobile } from '#contract/validation.ts'
import { generatePassword, hashGenerated } from '#server/core/access/passwords.ts'
import { declareImport } from '#server/core/sheets/imports.ts'
import type { BatchContext, ImportRow } from '#server/core/sheets/imports-check.ts'
import type { Made } from '#server/core/sheets/imports-context.ts'
import { users } from '#server/db/schema/organisation.ts'
import { listDepartments, listRoles } from '../roles/roles.queries.ts'
import { findByName, findMobiles, insertUsers, type NewUser } from './users-import.queries.ts'

type Dept = { id: string; parentId: string | null; name: string }

/** Path of each department, such as `总部/销售部`. */
function pathsOf(depts: readonly Dept[]): Map<string, string> {
  const byId = new Map(depts.map((dept) => [dept.id, dept]))
  const pathOf = (dept: Dept): string => {
    const parent = dept.parentId === null ? undefined : byId.get(dept.parentId)
    return parent ? `${pathOf(parent)}/${dept.name}` : dept.name
  }
  return new Map(depts.map((dept) => [dept.id, pathOf(dept)]))
}

type Lookup = (text: string) => { id: string } | { problem: string }

const plain = (text: string) => text.replace(/\s*[/／>＞]\s*/g, '/').trim()

/** A department by path, or by name where that is unique. */
function departmentLookup(depts: readonly Dept[]): Lookup {
  const byPath = new Map([...pathsOf(depts)].map(([id, path]) => [path, id]))
  const byName = Map.groupBy(depts, ({ name }) => name)
  return (text) => {
    const path = plain(text)
    const id = byPath.get(path)
    if (id !== undefined) return { id }
    const [first, ...more] = byName.get(path) ?? []
    if (!first) return { problem: `部门“${text}”不存在` }
    if (more.length > 0) return { problem: `有多个部门叫“${text}”，请填写完整路径` }
    return { id: first.id }
  }
}

/** A role by name; `assignable`: those that the importer may assign. */
function roleLookup(roles: readonly { id: string; name: string; assignable: boolean }[]): Lookup {
  const byName = Map.groupBy(roles, ({ name }) => name)
  return (text) => {
    const [first, ...more] = byName.get(text) ?? []
    if (!first) return { problem: `角色“${text}”不存在` }
    if (more.length > 0) return { problem: `有多个角色叫“${text}”，请先改名` }
    return first.assignable ? { id: first.id } : { problem: '不能授予自己没有的权限' }
  }
}

type Ready = Omit<NewUser, 'passwordHash'>
type Checking = BatchContext<UserImportKey>
type Row = ImportRow<UserImportKey>

const ROWS_A_BATCH = 1_000

/** Names and numbers must be unique within the file. */
function reportingTwice(report: Checking['report']) {
  const firstWith = { userName: new Map<string, number>(), mobile: new Map<string, number>() }
  return (row: Row): void => {
    for (const key of ['userName', 'mobile'] as const) {
      const value = textKey(row.values[key])
      if (value === '') continue
      const first = firstWith[key].get(value)
      if (first === undefined) firstWith[key].set(value, row.number)
      else report(row, key, `与第 ${first} 行重复`)
    }
  }
}

async function check({ db, actor, batches, report, breathe }: Checking): Promise<(row: Row) => Ready> {
  const deptOf = departmentLookup(await listDepartments(db))
  const roleOf = roleLookup(await listRoles(db, actor))
  const reportTwice = reportingTwice(report)
  const ids = new Map<number, Pick<Ready, 'deptId' | 'roleId' | 'saleParentId'>>()
  for await (const rows of batches) {
    const byName = await findByName(
      db,
      rows.flatMap(({ values: { userName, saleParent } }) => [userName, saleParent]),
    )
    const mobiles = await findMobiles(
      db,
      rows.map(({ values }) => values.mobile),
    )
    for (const row of rows) {
      await breathe()
      const { userName, mobile, dept, role, saleParent } = row.values
      const wrongMobile = checkMobile(mobile)
      if (wrongMobile) report(row, 'mobile', wrongMobile)
      if (byName.has(textKey(userName))) report(row, 'userName', '用户名已存在')
      if (mobiles.has(mobile)) report(row, 'mobile', '手机号码已被其他账号使用')
      reportTwice(row)
      const foundDept = deptOf(dept)
      const foundRole = roleOf(role)
      const saleParentId = saleParent === '' ? null : byName.get(textKey(saleParent))
      if ('problem' in foundDept) report(row, 'dept', foundDept.problem)
      if ('problem' in foundRole) report(row, 'role', foundRole.problem)
      if (saleParentId === undefined) report(row, 'saleParent', `销售上级“${saleParent}”不存在，须是已有账号的用户名`)
      if ('id' in foundDept && 'id' in foundRole && saleParentId !== undefined) {
        ids.set(row.at, { deptId: foundDept.id, roleId: foundRole.id, saleParentId })
      }
    }
  }
  return ({ at, values: { userName, realName, mobile, email, expiresAt, remark } }) => {
    const found = ids.get(at)
    if (!found) throw new Error('a row that was looked up in vain is not saved')
    return { userName, realName, mobile, email, remark, expiresAt: expiresAt === '' ? null : expiresAt, ...found }
  }
}

const withPasswords = (rows: readonly { number: number; value: Ready }[]) =>
  Promise.all(
    rows.map(async ({ number, value }) => {
      const password = generatePassword()
      return { number, password, user: { ...value, passwordHash: await hashGenerated(password) } }
    }),
  )

const resultColumns = [
  { header: '行', width: 8, isNumber: true },
  { header: '用户名', width: 20 },
  { header: '姓名', width: 16 },
  { header: '手机号码', width: 16 },
  { header: '初始密码', width: 24 },
]

export const usersImport = declareImport<UserImportKey, Ready>(userImport, {
  target: 'user',
  undo: { table: users },
  options: async (db, actor) => ({
    dept: [...pathsOf(await listDepartments(db)).values()],
    role: (await listRoles(db, actor)).flatMap(({ name, assignable }) => (assignable ? [name] : [])),
  }),
  check,
  result: { columns: resultColumns, message: '初始密码在结果文件中，只能下载一次，首次登录须修改' },
  save: async ({ tx, rows, step, give }) => {
    const made: Made[] = []
    const batch = (from: number) => withPasswords(rows.slice(from, from + ROWS_A_BATCH))
    let ready = await batch(0)
    for (let from = 0; from < rows.length; from += ROWS_A_BATCH) {
      step(from)
      // hashes the next passwords while the database writes
      const [ids, next] = await Promise.all([
        insertUsers(
          tx,
          ready.map(({ user }) => user),
        ),
        batch(from + ROWS_A_BATCH),
      ])
      made.push(...ready.map(({ user }, place) => ({ id: ids[place] ?? '', name: user.userName })))
      give(ready.map(({ number, user, password }) => [number, user.userName, user.realName, user.mobile, password]))
      ready = next
    }
    return made
  },
})
