// Writes the demo company into a database that has the base rows, or makes it larger where it is there already.
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Config } from '#server/config.ts'
import { batches } from '#server/db/batches.ts'
import type { Executor, Tx } from '../connection.ts'
import { departments, roles, userCustomerParents, userDeputyRoles, users } from '../schema/organisation.ts'
import { addAnsweredSessions } from './ai/answered-sessions.ts'
import { addAssistants } from './ai/assistants.ts'
import { addEvaluation } from './ai/evaluation.ts'
import { addAiSessions } from './ai/sessions.ts'
import { addArticles } from './articles/articles.ts'
import { addAuthorisation } from './authorisation.ts'
import { addCatalogue } from './catalogue/catalogue.ts'
import { addHomes } from './home.ts'
import { addMeetingContents } from './meetings/contents.ts'
import { addDinner } from './meetings/dinner.ts'
import { addMeetings } from './meetings/meetings.ts'
import { addSignUps } from './meetings/sign-ups.ts'
import { addCustomers } from './members/customers.ts'
import { addMonitoring } from './monitoring/monitoring.ts'
import { addRegistrationHistory } from './operations/registration-history.ts'
import { addRegistrationTouches } from './operations/registration-touches.ts'
import { addSearchMarketing } from './operations/search-marketing.ts'
import { departmentSeeds } from './organisation/departments.ts'
import { addDemoRoles } from './organisation/roles.ts'
import { demoEmail, generateStaff, knownUserNames, type StaffSeed, superiorKinds } from './organisation/staff.ts'
import { addDifferences } from './prices/differences.ts'
import { addPrices } from './prices/prices.ts'
import { addSeries } from './prices/series.ts'
import { addPriceUses } from './prices/uses.ts'
import { addPushes } from './push.ts'
import { addReportIssues } from './report-issues.ts'
import { addSent } from './sent.ts'
import { addComplaints } from './service/complaints.ts'
import { addFollowUps } from './service/follow-ups.ts'
import { addShares } from './sharing/shares.ts'
import { addAnnouncements } from './system/announcements.ts'
import { addAuditLog } from './system/audit.ts'
import { addJobs } from './system/jobs.ts'
import { addVisits } from './visits/visits.ts'

export type DemoOptions = {
  /** Of the password that all accounts share. */
  passwordHash: string
  /** Multiple of the staff, besides the known accounts. */
  scale: number
  today: Date
  /** Where files of the demo are stored; without it neither files nor rows with files are added. */
  config?: Config
}

type Ids = ReadonlyMap<string, string>

/** Whether a database may take demo data: only the seed's administrator, the demo company, or somebody's real staff. */
export async function demoState(db: Executor): Promise<'new' | 'demo' | 'other'> {
  const known = inArray(users.email, knownUserNames.map(demoEmail))
  if ((await db.select({ id: users.id }).from(users).where(known).limit(1)).length > 0) return 'demo'
  const live = await db.select({ id: users.id }).from(users).where(isNull(users.deletedAt)).limit(2)
  return live.length <= 1 ? 'new' : 'other'
}

/** Adds only what is missing, so that a second run with a larger scale adds the rest. */
export async function loadDemo(tx: Tx, options: DemoOptions): Promise<{ added: number }> {
  const { scale, today, config } = options
  const added = await addStaff(tx, options)
  await addCatalogue(tx, scale)
  await addAuthorisation(tx, today)
  await addJobs(tx, today)
  await addAnnouncements(tx, today)
  await addHomes(tx)
  await addCustomers(tx, options)
  await addFollowUps(tx, today)
  await addComplaints(tx, today)
  await addAssistants(tx, today)
  await addMeetings(tx, today)
  await addRegistrationHistory(tx, today)
  await addAiSessions(tx, today)
  await addSearchMarketing(tx, { today, scale: options.scale })
  await addRegistrationTouches(tx)
  await addPrices(tx, options)
  await addEvaluation(tx, today)
  await addVisits(tx, today)
  await addMeetingContents(tx, config)
  await addSignUps(tx, today)
  await addDinner(tx, today)
  await addSeries(tx, today)
  await addPriceUses(tx)
  await addAnsweredSessions(tx, today)
  await addArticles(tx, options)
  await addShares(tx, today)
  await addDifferences(tx)
  await addPushes(tx, today)
  await addSent(tx, today)
  if (config) await addReportIssues(tx, today, config)
  await addMonitoring(tx, options)
  await addAuditLog(tx, today)
  // Until autovacuum analyzes, within a minute or so, a list of customers takes a minute instead of 20 ms.
  await tx.execute(sql`analyze`)
  return { added }
}

/** Departments, roles and people. @returns how many people were missing */
export async function addStaff(tx: Tx, { passwordHash, scale, today }: DemoOptions): Promise<number> {
  const departmentIds = await addDepartments(tx)
  await addDemoRoles(tx)
  const roleIds = await readRoles(tx)
  const staff = generateStaff({ scale, today })
  const standing = new Map(
    (await tx.select({ id: users.id, userName: users.userName, email: users.email }).from(users)).map((user) => [
      user.userName.toLowerCase(),
      user,
    ]),
  )
  const ids = new Map([...standing].map(([name, user]) => [name, user.id]))

  const toUser = (person: StaffSeed) => {
    const { department, role, deputyRoles: _, superiors: __, ...own } = person
    return { ...own, passwordHash, deptId: need(departmentIds, department), roleId: need(roleIds, role) }
  }
  // The seed's administrator becomes one of the company, but keeps their password.
  const [head] = staff
  const seeded = head && standing.get(head.userName)
  if (head && seeded?.email === '') {
    const { passwordHash: _, userName: __, ...row } = toUser(head)
    await tx.update(users).set(row).where(eq(users.id, seeded.id))
  }

  const missing = staff.filter((person) => !ids.has(person.userName))
  for (const batch of batches(missing)) {
    const inserted = await tx
      .insert(users)
      .values(batch.map(toUser))
      .returning({ id: users.id, userName: users.userName })
    for (const { id, userName } of inserted) ids.set(userName, id)
  }
  await addRoles(tx, missing, ids, roleIds)
  await addSuperiors(tx, missing, ids)
  return missing.length
}

function need(ids: Ids, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`the demo data needs ${key}, which this database does not have`)
  return id
}

async function readRoles(tx: Tx): Promise<Ids> {
  return new Map((await tx.select({ id: roles.id, code: roles.code }).from(roles)).map(({ code, id }) => [code, id]))
}

async function addDepartments(tx: Tx): Promise<Ids> {
  const found = await tx.select().from(departments).orderBy(departments.id)
  const root = found.find((row) => row.parentId === null)
  if (!root) throw new Error('the demo data needs a root department, which this database does not have')
  const ids = new Map<string, string>()
  for (const [index, { key, name, parent }] of departmentSeeds.entries()) {
    const parentId = parent === null ? root.id : need(ids, parent)
    const row =
      found.find((each) => each.name === name && each.parentId === parentId) ??
      (
        await tx
          .insert(departments)
          .values({ name, parentId, sort: (index + 1) * 10 })
          .returning()
      )[0]
    if (row) ids.set(key, row.id)
  }
  return ids
}

async function addRoles(tx: Tx, people: readonly StaffSeed[], ids: Ids, roleIds: Ids): Promise<void> {
  const rows = people.flatMap((person) =>
    person.deputyRoles.map((code) => ({ userId: need(ids, person.userName), roleId: need(roleIds, code) })),
  )
  for (const batch of batches(rows)) await tx.insert(userDeputyRoles).values(batch)
}

async function addSuperiors(tx: Tx, people: readonly StaffSeed[], ids: Ids): Promise<void> {
  const links = people.flatMap((person) =>
    person.superiors.map((name) => ({
      kind: superiorKinds[person.role],
      userId: need(ids, person.userName),
      parentId: need(ids, name),
    })),
  )
  const of = (kind: 'sale' | 'edit' | 'customer') => links.filter((link) => link.kind === kind)
  for (const batch of batches(of('customer'))) {
    await tx.insert(userCustomerParents).values(batch.map(({ userId, parentId }) => ({ userId, parentId })))
  }
  // Operations push to every customer, so that they are superiors of everybody who owns some.
  const operator = ids.get('operator')
  const owners = people.filter(({ role }) => role === 'sales' || role === 'customerService')
  for (const batch of batches(operator === undefined ? [] : owners)) {
    const rows = batch.map(({ userName }) => ({ userId: need(ids, userName), parentId: operator ?? '' }))
    await tx.insert(userCustomerParents).values(rows).onConflictDoNothing()
  }
  for (const [kind, column] of [
    ['sale', users.saleParentId],
    ['edit', users.editParentId],
  ] as const) {
    const userIds = sql.param(of(kind).map((link) => link.userId))
    const parentIds = sql.param(of(kind).map((link) => link.parentId))
    await tx.execute(sql`update ${users} set ${sql.identifier(column.name)} = link.parent
      from unnest(${userIds}::bigint[], ${parentIds}::bigint[]) as link(person, parent)
      where ${users.id} = link.person`)
  }
}
