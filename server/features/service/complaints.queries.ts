// Complaints as they are stored, always within sales scope by the customer's owner.
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ComplaintStep } from '#contract/service/complaint-labels.ts'
import type { ComplaintQuery, ComplaintRow } from '#contract/service/complaints.ts'
import { salesList, salesScope, type Viewer } from '#server/core/access/scope.ts'
import { endOfDay, equals, list, nameHas, startOfDay } from '#server/core/lists/paging.ts'
import type { Executor, Tx } from '#server/db/connection.ts'
import { enterprises } from '#server/db/schema/members/members.ts'
import { users } from '#server/db/schema/organisation.ts'
import { complaintSteps, complaints } from '#server/db/schema/service.ts'

const author = alias(users, 'author')
const owner = alias(users, 'owner')

const row = {
  id: complaints.id,
  version: complaints.version,
  at: complaints.at,
  enterpriseId: complaints.enterpriseId,
  enterpriseName: enterprises.name,
  level: enterprises.level,
  contactId: complaints.contactId,
  contactName: complaints.contactName,
  way: complaints.way,
  content: complaints.content,
  state: complaints.state,
  ownerId: complaints.ownerId,
  ownerName: owner.realName,
  solveBy: complaints.solveBy,
  solution: complaints.solution,
  solvedAt: complaints.solvedAt,
  authorName: author.realName,
  updatedAt: complaints.updatedAt,
}

const rowsOf = (db: Executor) =>
  db
    .select(row)
    .from(complaints)
    .innerJoin(enterprises, eq(enterprises.id, complaints.enterpriseId))
    .innerJoin(owner, eq(owner.id, complaints.ownerId))
    .innerJoin(author, eq(author.id, complaints.authorId))

const isOverdue: SQL = sql`(${complaints.state} <> 'solved' and coalesce(${complaints.solveBy} < current_date, false))`

export const listComplaints = salesList((scope, suffix) =>
  list<ComplaintRow, ComplaintQuery>({
    name: `complaints${suffix}`,
    always: scope(enterprises.ownerId),
    filters: {
      enterpriseId: equals(complaints.enterpriseId, 'enterpriseId'),
      enterpriseName: nameHas(enterprises.name, 'enterpriseName', enterprises.spelling),
      content: nameHas(complaints.content, 'content'),
      state: equals(complaints.state, 'state'),
      way: equals(complaints.way, 'way'),
      ownerId: equals(complaints.ownerId, 'ownerId'),
      from: { where: sql`${complaints.at} >= ${startOfDay('from')}` },
      to: { where: sql`${complaints.at} < ${endOfDay('to')}` },
      isOverdue: { where: sql`${isOverdue} = ${sql.placeholder('isOverdue')}` },
    },
    sorts: {
      at: complaints.at,
      solveBy: complaints.solveBy,
      enterpriseName: sql`${enterprises.name} collate "zh-x-icu"`,
    },
    // what is not solved comes first
    usual: sql`(${complaints.state} = 'solved'), ${complaints.at} desc`,
    tie: complaints.id,
    fields: row,
    rows: (db) => rowsOf(db),
    matches: (db, where) =>
      db
        .select({ n: sql`1` })
        .from(complaints)
        .innerJoin(enterprises, eq(enterprises.id, complaints.enterpriseId))
        .where(where),
  }),
)

export async function findComplaint(db: Executor, viewer: Viewer, id: string): Promise<ComplaintRow | undefined> {
  const [found] = await rowsOf(db).where(and(eq(complaints.id, id), salesScope(viewer, enterprises.ownerId)))
  return found
}

/** Oldest first. */
export const stepsOf = (db: Executor, complaintId: string) =>
  db
    .select({
      id: complaintSteps.id,
      at: complaintSteps.at,
      step: complaintSteps.step,
      note: complaintSteps.note,
      actorName: users.realName,
    })
    .from(complaintSteps)
    .innerJoin(users, eq(users.id, complaintSteps.actorId))
    .where(eq(complaintSteps.complaintId, complaintId))
    .orderBy(asc(complaintSteps.id))

export const lockComplaint = (tx: Tx, id: string) =>
  tx.select({ authorId: complaints.authorId }).from(complaints).where(eq(complaints.id, id)).for('update')

type Step = { complaintId: string; step: ComplaintStep; note: string; actorId: string }

export const insertStep = (tx: Tx, step: Step) => tx.insert(complaintSteps).values(step)
