// Acts on definitions of quote items: another one from a day on, or that of past days corrected.

import { addDays } from '#contract/days.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Preview } from '#contract/envelope.ts'
import type { correctDefinition } from '#contract/prices/definitions.ts'
import { type Definition, definitionKeys, isSameDefinition } from '#contract/prices/quote-items.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import type { Author } from '#server/core/core.ts'
import { allFound, checkFields, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import type { quoteItems } from '#server/db/schema/prices/prices.ts'
import {
  entriesWithin,
  entryIdsWithin,
  freeSince,
  nextDefinitionDay,
  periodsOf,
  readersOf,
  storePeriods,
} from './definitions.queries.ts'
import { definitionOn, type Period, redefine } from './definitions.rules.ts'
import { lockPublications, recalculateChanges } from './publications.queries.ts'
import { asForm, changeItems, lockQuoteItems } from './quote-items.queries.ts'

type Stored = typeof quoteItems.$inferSelect

/** @throws 400 where the day is missing or something is entered on it or later: that would mean something else then */
async function checkStart(tx: Tx, id: string, from: string | null): Promise<void> {
  const free = await freeSince(tx, id)
  if (free === null || (from !== null && from >= free)) return
  const until = addDays(free, -1)
  checkFields({
    definedFrom:
      from === null
        ? '单位、币种等定义有变化，请选择从哪一天起生效'
        : `${until} 及以前已有价格或更早的定义，请选择 ${free} 或之后的日期；改正已发布的日期请用“更正定义”`,
  })
}

/**
 * Another definition from a day on, of an item that is locked. Without entries it holds since ever.
 * @returns the columns of the item
 */
export async function redefineFrom(tx: Tx, stored: Stored, next: Definition, from: string | null): Promise<Definition> {
  if (isSameDefinition(stored, next)) return next
  await checkStart(tx, stored.id, from)
  const { isEntered } = await nextDefinitionDay(tx, stored.id)
  const periods = await periodsOf(tx, stored)
  const isFirst = !isEntered && periods.length === 1
  return storePeriods(tx, stored.id, redefine(periods, { from: isFirst ? null : from, until: null }, next))
}

/** Most of a kind that a preview names. */
const NAMED = 20

type Correction = Omit<BodyOf<typeof correctDefinition>, 'id' | 'version'>

const spanText = (from: string | null, to: string | null) =>
  from === null && to === null ? '全部日期' : `${from ?? '最早'} 至 ${to ?? '以后'}`

type Plan = { preview: Preview; versions: unknown }

/** Corrects what the figures of past days mean. `confirm` throws 600 with the preview first. */
export async function correct(
  tx: Tx,
  { actor, by }: { actor: Actor; by: Author },
  { id, version, from, to, reason, ...definition }: Correction & { id: string; version: number },
  confirm: (plan: Plan) => Promise<void>,
): Promise<void> {
  await lockPublications(tx)
  const [stored] = allFound(await lockQuoteItems(tx, actor, [id]), [id])
  if (!stored) throw refuse('notFound')
  if (stored.version !== version) throw refuse('stale', { data: await asForm(tx, stored) })
  const corrected = { ...definition, market: definition.market.trim(), unit: definition.unit.trim() }
  corrected.specification = definition.specification.trim()
  checkFields({ to: from !== null && to !== null && from > to ? '结束日期不能早于开始日期' : null })
  const span = { from, until: to === null ? null : addDays(to, 1) }
  const before = await periodsOf(tx, stored)
  const after = redefine(before, span, corrected)
  const { days: within, unpublished, tooFine, ranges } = await entriesWithin(tx, id, span, corrected)
  const days = within.filter((day) => {
    const old = definitionOn(before, day)
    return old !== undefined && !isSameDefinition(old, corrected)
  })
  checkFields({
    decimals: tooFine > 0 ? `有 ${tooFine} 天的价格多于 ${corrected.decimals} 位小数` : null,
    kind: ranges > 0 ? `有 ${ranges} 天的低价与高价不同，不能改为单一价` : null,
  })
  if (isSamePeriods(before, after)) throw refuse('invalid', { msg: '与现有定义相同，没有需要更正的' })
  const readers = await readersOf(tx, id, days)
  const preview = {
    text: `${spanText(from, to)}的价格将按更正后的定义显示，数值不变。`,
    groups: [
      { title: '已发布的日期', count: days.length, names: days.slice(-NAMED) },
      ...(unpublished > 0 ? [{ title: '草稿与待审核的价格', count: unpublished, names: [] }] : []),
      {
        title: '已使用这些价格的去向',
        count: readers.length,
        names: readers.slice(0, NAMED).map(({ title, byName }) => `${title}（${byName}）`),
      },
    ],
  }
  await confirm({ preview, versions: [version, days, unpublished, readers.length] })
  await changeItems(tx, [id], await storePeriods(tx, id, after))
  await recalculateChanges(tx, await entryIdsWithin(tx, id, span))
  await audit(tx, by, {
    action: 'quoteItem.correctDefinition',
    targetType: 'quoteItem',
    targetId: id,
    before: { name: stored.name, definitions: before.map(periodText) },
    after: { definitions: after.map(periodText), from, to, reason: reason.trim(), days: days.length },
  })
}

const isSamePeriods = (a: readonly Period[], b: readonly Period[]) =>
  a.length === b.length &&
  a.every((period, at) => period.until === b[at]?.until && isSameDefinition(period, b[at] as Period))

/** For the audit log. */
const periodText = (period: Period) =>
  [...definitionKeys.map((key) => String(period[key])), period.until === null ? '' : `至 ${period.until} 前`]
    .filter((text) => text !== '')
    .join(' ')
