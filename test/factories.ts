// Makes rows for tests, with their parent rows.
import { desc, eq, inArray } from 'drizzle-orm'
import { inject } from 'vitest'
import type { SubProductKey } from '#contract/sub-products.ts'
import type { Db } from '#server/db/connection.ts'
import { aiAssistants, aiPrompts } from '#server/db/schema/ai.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { accountLogs } from '#server/db/schema/members/account-logs.ts'
import { enterprises, memberAccounts, members } from '#server/db/schema/members/members.ts'
import { registrationTouches } from '#server/db/schema/members/registration-touches.ts'
import { registrations } from '#server/db/schema/members/registrations.ts'
import {
  departments,
  menus,
  roleMenus,
  roles,
  userCustomerParents,
  userDeputyRoles,
  users,
} from '#server/db/schema/organisation.ts'
import { beginSession } from '#server/features/identity/sessions.queries.ts'

let count = 100_000
/** A number unique to this worker, of fixed length so that names sort as their numbers do. */
const next = () => ++count

export type UserOverrides = Partial<Omit<typeof users.$inferInsert, 'roleId'>> & {
  roleCode?: string
  deputyRoleCodes?: string[]
  customerParentIds?: string[]
}

async function roleIds(db: Db, codes: string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const found = await db.select({ id: roles.id }).from(roles).where(inArray(roles.code, codes))
  if (found.length !== codes.length) throw new Error(`not all of these roles are there: ${codes.join(', ')}`)
  return found.map(({ id }) => id)
}

export async function rootDepartment(db: Db): Promise<string> {
  const [root] = await db.select({ id: departments.id }).from(departments).orderBy(departments.id).limit(1)
  if (!root) throw new Error('no department')
  return root.id
}

export async function makeDepartment(db: Db, name: string, parentId?: string): Promise<string> {
  const [made] = await db
    .insert(departments)
    .values({ name, parentId: parentId ?? (await rootDepartment(db)) })
    .returning()
  if (!made) throw new Error('no department was made')
  return made.id
}

/** A role that holds exactly these rights, each `menu.alias`. */
export async function makeRole(db: Db, ...buttonCodes: string[]): Promise<{ id: string; code: string }> {
  const code = `role${next()}`
  const [role] = await db
    .insert(roles)
    .values({ code, name: `角色${code}` })
    .returning()
  if (!role) throw new Error('no role was made')
  const buttons = await db
    .select({ id: menus.id })
    .from(menus)
    .where(inArray(menus.code, ['', ...buttonCodes]))
  if (buttons.length !== buttonCodes.length)
    throw new Error(`not all of these buttons are there: ${buttonCodes.join(', ')}`)
  if (buttons.length > 0) await db.insert(roleMenus).values(buttons.map(({ id }) => ({ roleId: role.id, menuId: id })))
  return { id: role.id, code }
}

export async function makeUser(db: Db, overrides: UserOverrides = {}): Promise<{ id: string; userName: string }> {
  const { roleCode = 'reviewer', deputyRoleCodes = [], customerParentIds = [], ...columns } = overrides
  const number = next()
  const [roleId] = await roleIds(db, [roleCode])
  const [user] = await db
    .insert(users)
    .values({
      userName: `person${number}`,
      realName: `员工${number}`,
      mobile: `1${String(number).padStart(10, '0')}`,
      passwordHash: inject('cluster').passwordHash,
      deptId: await rootDepartment(db),
      roleId: roleId ?? '',
      ...columns,
    })
    .returning()
  if (!user) throw new Error('no user was made')
  const deputies = await roleIds(db, deputyRoleCodes)
  if (deputies.length > 0)
    await db.insert(userDeputyRoles).values(deputies.map((id) => ({ userId: user.id, roleId: id })))
  if (customerParentIds.length > 0) {
    await db.insert(userCustomerParents).values(customerParentIds.map((parentId) => ({ userId: user.id, parentId })))
  }
  return { id: user.id, userName: user.userName }
}

export async function makeSession(
  db: Db,
  userId: string,
): Promise<{ token: string; refreshToken: string; sessionId: string }> {
  const granted = await db.transaction((tx) => beginSession(tx, { userId, address: '127.0.0.1', userAgent: 'test' }))
  const [session] = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.id))
    .limit(1)
  return { token: granted.accessToken, refreshToken: granted.refreshToken, sessionId: session?.id ?? '' }
}

const made = <T>(row: T | undefined, what: string): T => {
  if (!row) throw new Error(`no ${what} was made`)
  return row
}

export async function makeEnterprise(
  db: Db,
  overrides: Partial<typeof enterprises.$inferInsert> = {},
): Promise<{ id: string; name: string }> {
  const [row] = await db
    .insert(enterprises)
    .values({ name: `企业${next()}`, ...overrides })
    .returning({ id: enterprises.id, name: enterprises.name })
  return made(row, 'enterprise')
}

/** A member; by default in a new enterprise of the same owner. */
export async function makeMember(
  db: Db,
  overrides: Partial<typeof members.$inferInsert> = {},
): Promise<{ id: string; loginName: string; enterpriseId: string }> {
  const number = next()
  const enterpriseId = overrides.enterpriseId ?? (await makeEnterprise(db, { ownerId: overrides.ownerId ?? null })).id
  const [row] = await db
    .insert(members)
    .values({
      loginName: `member${number}`,
      realName: `会员${number}`,
      mobile: `15${String(number).padStart(9, '0')}`,
      ...overrides,
      enterpriseId,
    })
    .returning({ id: members.id, loginName: members.loginName, enterpriseId: members.enterpriseId })
  return made(row, 'member')
}

/** An account in a sub-product, without grants; by default of a new member of `ownerId`. */
export async function makeAccount(
  db: Db,
  subProduct: SubProductKey,
  { ownerId = null, ...overrides }: Partial<typeof memberAccounts.$inferInsert> & { ownerId?: string | null } = {},
): Promise<{ id: string; memberId: string }> {
  const memberId = overrides.memberId ?? (await makeMember(db, { ownerId })).id
  const [row] = await db
    .insert(memberAccounts)
    .values({ ...overrides, subProduct, memberId })
    .returning({ id: memberAccounts.id, memberId: memberAccounts.memberId })
  return made(row, 'account')
}

/** A product without a category. */
export async function makeProduct(
  db: Db,
  overrides: Partial<typeof products.$inferInsert> = {},
): Promise<{ id: string }> {
  const [row] = await db
    .insert(products)
    .values({ name: `产品${next()}`, ...overrides })
    .returning({ id: products.id })
  return made(row, 'product')
}

/** A registration without an owner, with a unique mobile number. */
export async function makeRegistration(
  db: Db,
  overrides: Partial<typeof registrations.$inferInsert> = {},
): Promise<{ id: string; company: string; mobile: string }> {
  const number = next()
  const [row] = await db
    .insert(registrations)
    .values({
      company: `注册公司${number}`,
      contact: `联系人${number}`,
      mobile: `17${String(number).padStart(9, '0')}`,
      subProduct: 'bigData',
      ...overrides,
    })
    .returning({
      id: registrations.id,
      company: registrations.company,
      mobile: registrations.mobile,
      createdAt: registrations.createdAt,
    })
  const { createdAt, ...registration } = made(row, 'registration')
  const touches = [overrides.firstTouch, overrides.lastTouch].flatMap((touch) => touch ?? [])
  for (const { referrer: _, ...touch } of touches)
    await db.insert(registrationTouches).values({ registrationId: registration.id, at: createdAt, ...touch })
  return registration
}

/** Log rows of an account; `at` defaults to now. */
export async function makeLogs(
  db: Db,
  account: { id: string; subProduct: SubProductKey },
  logs: readonly Partial<typeof accountLogs.$inferInsert>[],
): Promise<void> {
  await db.insert(accountLogs).values(
    logs.map((log) => ({
      at: new Date().toISOString(),
      kind: 'view' as const,
      ...log,
      accountId: account.id,
      subProduct: account.subProduct,
    })),
  )
}

/** An assistant for members whose first version is published. */
export async function makeAssistant(db: Db, code: string): Promise<{ id: string; promptId: string }> {
  const [assistant] = await db
    .insert(aiAssistants)
    .values({ code, name: '价格问答', purpose: 'chat' })
    .returning({ id: aiAssistants.id })
  const { id } = made(assistant, 'assistant')
  const { id: authorId } = await makeUser(db)
  const parts = { prompt: '你是价格助手。{{问题}}', temperature: '0.30', maxTokens: 500 }
  const [version] = await db
    .insert(aiPrompts)
    .values({ ...parts, assistantId: id, authorId, number: 1 })
    .returning({ id: aiPrompts.id })
  const { id: promptId } = made(version, 'version')
  await db.update(aiAssistants).set({ publishedId: promptId }).where(eq(aiAssistants.id, id))
  return { id, promptId }
}
