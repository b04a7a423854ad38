// What a person who leaves looks after in search marketing.
import { asc, eq, sql } from 'drizzle-orm'
import { can } from '#contract/access.ts'
import type { HeldWork } from '#server/core/access/held-work.ts'
import { semAccounts, semNodes } from '#server/db/schema/operations.ts'

const common = { part: 'articles', page: '推广数据', rights: [can('semData', 'view')] } as const

export const ownSearchAccounts: HeldWork = {
  ...common,
  title: '推广账号',
  lock: (tx, personId) =>
    tx
      .select({ id: semAccounts.id, name: semAccounts.name })
      .from(semAccounts)
      .where(eq(semAccounts.ownerId, personId))
      .orderBy(asc(semAccounts.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(semAccounts)
      .set({ ownerId: to.id, version: sql`${semAccounts.version} + 1` })
      .where(eq(semAccounts.ownerId, from.id)),
}

export const ownSearchNodes: HeldWork = {
  ...common,
  title: '推广计划和关键词',
  lock: (tx, personId) =>
    tx
      .select({
        id: semNodes.id,
        name: sql<string>`concat_ws(' / ', ${semNodes.campaign}, nullif(${semNodes.group}, ''), nullif(${semNodes.keyword}, ''))`,
      })
      .from(semNodes)
      .where(eq(semNodes.ownerId, personId))
      .orderBy(asc(semNodes.id))
      .for('update'),
  move: (tx, { from, to }) =>
    tx
      .update(semNodes)
      .set({ ownerId: to.id, version: sql`${semNodes.version} + 1` })
      .where(eq(semNodes.ownerId, from.id)),
}
