// Notifies reviewers of submitted prices (spec §2) whose products are in their editorial scope.

import { inArray, sql } from 'drizzle-orm'
import type { RowOutcome } from '#contract/envelope.ts'
import type { Actor } from '#server/core/access/actors.ts'
import type { Change } from '#server/core/live/bus.ts'
import { noticeCause } from '#server/core/outbox/causes.ts'
import { noticeStaff } from '#server/core/outbox/queue.ts'
import { endNotices, refuseHandled, type StillWaiting } from '#server/core/outbox/waiting-notices.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import { reviewersOf } from './reviewers.queries.ts'

/** Products that the text names; entries that are checked to see whether anything of a submission still waits. */
const NAMED = 3
const REMEMBERED = 100

type Submitter = Pick<Actor, 'id' | 'realName'>

/** @param rows outcomes of the submission */
export async function notifyReviewers(tx: Tx, by: Submitter, rows: readonly RowOutcome[]): Promise<void> {
  const ids = rows.flatMap(({ id, ok }) => (ok ? [id] : []))
  if (ids.length === 0) return
  const { rows: found } = await tx.execute<{ productId: string; name: string; count: number; revision: string }>(sql`
    select p.product_id::text as "productId", max(c.name) as name, count(*)::int as count,
      max(p.reviewing)::text as revision
    from prices p join products c on c.id = p.product_id
    where p.id = any(${idArray(ids)}) and p.reviewing is not null
    group by p.product_id order by p.product_id`)
  const productIds = found.map(({ productId }) => productId)
  const reviewers = await reviewersOf(tx, productIds)
  const userIds = reviewers.flatMap(({ id }) => (id === by.id ? [] : [id]))
  const count = found.reduce((sum, each) => sum + each.count, 0)
  const names = found.slice(0, NAMED).map(({ name }) => name)
  const rest = found.length > NAMED ? `等 ${found.length} 个产品` : ''
  await noticeStaff(tx, {
    event: 'priceReview',
    key: found.map(({ revision }) => revision).reduce((a, b) => (BigInt(a) > BigInt(b) ? a : b), '0'),
    userIds,
    title: `${count} 条价格待审核`,
    text: `${by.realName} 提交了${names.join('、')}${rest}的价格`,
    link: `/data/priceService/priceReview/index${found.length === 1 ? `?productId=${productIds[0]}` : ''}`,
    about: ids.slice(0, REMEMBERED).join(','),
  })
}

/** The notice stays until all submitted prices have been passed, overruled or withdrawn. */
const stillWaiting: StillWaiting = async (tx, abouts) => {
  const idsOf = (about: string) => about.split(',').filter(Boolean)
  const waiting = await tx
    .select({ id: prices.id })
    .from(prices)
    .where(sql`${inArray(prices.id, abouts.flatMap(idsOf))} and ${prices.reviewing} is not null`)
  const open = new Set(waiting.map(({ id }) => id))
  return (about) => idsOf(about).some((each) => open.has(each))
}

export const priceReviewCause = noticeCause('priceReview', refuseHandled('已处理，不再提醒', stillWaiting))

/** After entries were reviewed or withdrawn. */
export const endReviewNotices = (tx: Tx, announce: (change: Change) => void): Promise<void> =>
  endNotices(tx, announce, priceReviewCause.name, stillWaiting)
