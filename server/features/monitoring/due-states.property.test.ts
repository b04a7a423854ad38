// The board's SQL against the rules of the contract: random publications, corrections and withdrawals of prices and
// series.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { doneAt, type Publishing, stateAt } from '#contract/monitoring/due-states.ts'
import { dueExcuses, dues } from '#server/db/schema/monitoring.ts'
import { pricePublications, priceRevisions } from '#server/db/schema/prices/prices.ts'
import { series, seriesValues } from '#server/db/schema/prices/series.ts'
import { testServer } from '#test/http.ts'
import { makeQuoteItem } from '#test/price-factories.ts'
import { standingOn } from './due-states.queries.ts'

const server = testServer()
const DAY = '2026-03-04'
const ITEMS = 40
const HOUR_MS = 3_600_000
const start = Date.parse(`${DAY}T00:00:00+08:00`)
/** Publications, an hour apart, each of some items. */
const PUBLICATIONS = 20
const publishedAt = (number: number) => start + number * HOUR_MS
const [warnAt, lateAt, excusedAt] = [start + 8 * HOUR_MS, start + 12 * HOUR_MS, start + 14 * HOUR_MS]
const iso = (ms: number) => new Date(ms).toISOString()

/** Hours of the day, between publications; a price is submitted, and perhaps taken back, once. */
type Drawn = {
  kind: 'price' | 'series'
  acts: Map<number, boolean>
  isExcused: boolean
  submitted: number | null
  takenBack: number | null
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom('price', 'series'),
  acts: fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: PUBLICATIONS }), fc.boolean()), {
      maxLength: 5,
      selector: ([number]) => number,
    })
    .map((acts) => new Map(acts.toSorted(([a], [b]) => a - b))),
  isExcused: fc.boolean(),
  submitted: fc.option(fc.integer({ min: 1, max: PUBLICATIONS })),
  takenBack: fc.option(fc.integer({ min: 1, max: PUBLICATIONS })),
})

const submittedAt = (hour: number) => start + (hour + 0.2) * HOUR_MS
const takenBackAt = (hour: number) => start + (hour + 0.3) * HOUR_MS

async function store(all: readonly Drawn[]): Promise<Map<string, Drawn>> {
  const { db } = server().database
  const stored = new Map<string, Drawn>()
  await db.insert(pricePublications).values(
    Array.from({ length: PUBLICATIONS }, (_, at) => ({
      number: String(at + 1),
      at: iso(publishedAt(at + 1)),
      byName: '审核',
      entries: 1,
    })),
  )
  for (const [at, each] of all.entries()) {
    const item = await makeQuoteItem(db)
    const [one] = await db
      .insert(series)
      .values({ productId: item.productId, name: `系列${at}`, unit: '吨' })
      .returning()
    const subjectId = each.kind === 'price' ? item.quoteItemId : (one?.id ?? '')
    for (const [number, isThere] of each.acts) {
      const publication = String(number)
      if (each.kind === 'price') {
        await db.insert(priceRevisions).values({
          priceId: '1',
          quoteItemId: subjectId,
          day: DAY,
          number,
          act: isThere ? 'verify' : 'cancelVerify',
          low: '1',
          high: '1',
          average: '1',
          origin: 'grid',
          publication,
          byName: '审核',
        })
      } else {
        const value = isThere ? { value: '1' } : { lack: { kind: 'missing' } as never }
        await db
          .insert(seriesValues)
          .values({ seriesId: subjectId, day: DAY, publication, superseded: String(number + 1), ...value })
      }
    }
    const own = {
      priceId: '1',
      quoteItemId: subjectId,
      day: DAY,
      number: 0,
      low: '1',
      high: '1',
      average: '1',
    } as const
    const by = { origin: 'grid', byName: '分析师' } as const
    if (each.kind === 'price' && each.submitted !== null)
      await db.insert(priceRevisions).values({ ...own, ...by, act: 'submit', at: iso(submittedAt(each.submitted)) })
    if (each.kind === 'price' && each.takenBack !== null)
      await db.insert(priceRevisions).values({ ...own, ...by, act: 'withdraw', at: iso(takenBackAt(each.takenBack)) })
    const [due] = await db
      .insert(dues)
      .values({
        kind: each.kind,
        subjectId,
        day: DAY,
        warnAt: iso(warnAt),
        dueAt: iso(lateAt),
        lateAt: iso(lateAt),
      })
      .returning()
    if (each.isExcused) {
      await db.insert(dueExcuses).values({ dueId: due?.id ?? '', reason: '停牌', byName: '员工', at: iso(excusedAt) })
    }
    stored.set(due?.id ?? '', each)
  }
  return stored
}

/** When it was submitted, as the rule says: before it was published, or not taken back since. */
function submittedBy(each: Drawn | undefined, since: number | null, moment: number): number | null {
  if (each?.kind !== 'price' || each.submitted === null) return null
  const at = submittedAt(each.submitted)
  if (at > moment) return null
  if (since !== null) return at <= since ? at : null
  const backs = [...each.acts].flatMap(([number, isThere]) => (isThere ? [] : [publishedAt(number)]))
  if (each.takenBack !== null) backs.push(takenBackAt(each.takenBack))
  return backs.some((back) => back <= moment && back >= at) ? null : at
}

it('monitoring.md “Status comes from the prices themselves”: the board has the states of the contract at any time', async () => {
  const { db } = server().database
  await db
    .insert(pricePublications)
    .values({ number: String(PUBLICATIONS + 1), at: iso(start + 30 * HOUR_MS), byName: '审核', entries: 1 })
  const stored = await store(fc.sample(drawn, ITEMS))
  for (let hour = 0.5; hour < 24; hour += 2) {
    const moment = start + hour * HOUR_MS
    const { rows } = await db.execute<{ id: string; state: string; done: string | null }>(sql`
      with ${standingOn(sql`${DAY}::date`, sql`${iso(moment)}::timestamptz`, sql`true`)}
      select id::text as id, state, to_char(done_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as done from standing`)
    expect(rows).toHaveLength(ITEMS)
    for (const { id, state, done } of rows) {
      const each = stored.get(id)
      const events = [...(each?.acts ?? [])].map(
        ([number, isPublished]): Publishing => ({ what: '', at: publishedAt(number), isPublished }),
      )
      const since = doneAt(events, 1, moment)
      const isExcused = (each?.isExcused ?? false) && excusedAt <= moment
      const context = { acts: [...(each?.acts ?? [])], hour }
      expect({ ...context, done, state }).toEqual({
        ...context,
        done: since === null ? null : iso(since),
        state: stateAt(
          { warnAt, lateAt },
          { doneAt: since, submittedAt: submittedBy(each, since, moment), isExcused },
          moment,
        ),
      })
    }
  }
})
