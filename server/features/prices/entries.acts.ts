// Entering prices: drafts saved, submitted, withdrawn, deleted; corrections of published ones. Entry and revision
// change together; published figures do not change here.

import { sql } from 'drizzle-orm'
import type { Preview, RowOutcome } from '#contract/envelope.ts'
import { errors } from '#contract/errors.ts'
import { roundTo } from '#contract/prices/decimals.ts'
import { completed, movement, outsideUsual, verdictOnFigures } from '#contract/prices/entries.ts'
import type { CorrectionCause, PriceOrigin } from '#contract/prices/price-labels.ts'
import type { Correction, Entry, SaveOutcome, SeenEntry, SeenOutcome, ShownEntry } from '#contract/prices/prices.ts'
import type { Viewer } from '#server/core/access/scope.ts'
import { audit } from '#server/core/audit/audit.ts'
import { type Calendars, readCalendars } from '#server/core/calendars.ts'
import type { Author } from '#server/core/core.ts'
import type { Plan } from '#server/core/http/confirmations.ts'
import type { Tx } from '#server/db/connection.ts'
import { idArray } from '#server/db/ids.ts'
import { prices } from '#server/db/schema/prices/prices.ts'
import {
  type Entered,
  figuresAt,
  insertEntries,
  lockEntries,
  lockPlaces,
  type NewEntry,
  placeKey,
  record,
  type Standing,
  savedOnlyBy,
  shownAt,
  updateDrafts,
} from './entries.queries.ts'
import { isDraft, isOffDayWanted, verdictOnDay } from './entries.rules.ts'

type By = { actor: Viewer; by: Author }

const inOneBlock = '同一报价项在本次提交中重复'
const stale = '已被他人修改，请刷新后再保存'

const rangeOf = ({ low, high }: { low: string; high: string }) => (low === high ? low : `${low}–${high}`)

/** What has become of an entry since somebody saw it, with both values. */
function describeMove(now: ShownEntry | undefined, own: string): string {
  if (!now) return `已被他人删除，${own}`
  const by = now.byName || '他人'
  return now.status === 'submitted'
    ? `${by} 已按 ${rangeOf(now)} 提交审核，${own}`
    : `${by} 已改为 ${rangeOf(now)}，${own}`
}

/** Why a row cannot be saved, or null; and whether the reason is a change by somebody else. */
function verdictOn(
  calendars: Calendars,
  row: Entry,
  standing: Standing | undefined,
): { problem: string | null; isStale: boolean } {
  const refused = (problem: string, isStale = false) => ({ problem, isStale })
  if (!standing) return refused('报价项不存在，或不在您的编辑范围内')
  const { entry, item } = standing
  const problem = verdictOnFigures(row, item) ?? verdictOnDay(calendars, standing, row.isOffDay ?? false)
  if (problem) return refused(problem)
  const isStale = (entry?.version ?? null) !== row.version
  if (entry && entry.publication !== null) return refused('当日价格已发布，请用更正修改', isStale)
  if (entry && !isDraft(entry)) return refused('已提交审核，请先撤回', isStale)
  if (isStale) return refused(stale, true)
  return { problem: null, isStale: false }
}

const unsaved = { id: null, version: null, low: null, high: null, average: null, change: null, percent: null }

/** Stored values of a row: figures at the item's decimals, and the change against the last published price. */
function valuesOf(row: Entry, { item, last, quoteItemId, productId, day }: Standing, origin: PriceOrigin) {
  const before = last?.average ?? null
  const figures = completed(row, item)
  const usual = outsideUsual(figures.average, before, item)
  const own: NewEntry = {
    quoteItemId,
    productId,
    day,
    ...figures,
    ...movement(figures.average, before, item.decimals),
    remark: row.remark.trim(),
    englishRemark: row.englishRemark.trim(),
    reason: row.reason.trim(),
    origin,
    isOutlier: usual !== '',
  }
  return { own, usual }
}

const NAMED_OFF_DAYS = 20

/** What has to be confirmed (600) before rows are saved: new entries of days on which nothing is due. */
export async function offDaysIn(tx: Tx, actor: Viewer, rows: readonly Entry[]): Promise<Plan<Preview> | null> {
  const wanted = rows.filter(({ isOffDay, version }) => isOffDay && version === null)
  if (wanted.length === 0) return null
  const calendars = await readCalendars(tx)
  const asked = (await lockPlaces(tx, actor, wanted)).filter(
    (place) => place.entry === null && isOffDayWanted(calendars, place),
  )
  if (asked.length === 0) return null
  const names = asked.slice(0, NAMED_OFF_DAYS).map(nameOf)
  return {
    preview: {
      text: '以下报价项当日不是发布日（休市、节假日或不在更新周期内），确认后按所填日期保存为草稿。',
      groups: [{ title: '非发布日的价格', count: asked.length, names }],
    },
    versions: asked.map(placeKey),
  }
}

/** Saves each row on its own. @returns the outcomes, in the order of the rows */
export async function saveEntries(
  tx: Tx,
  { actor, by }: By,
  rows: readonly Entry[],
  origin: PriceOrigin,
  /** Origin of a row, such as its row in a file. */
  detailOf: (at: number) => string = () => '',
): Promise<SaveOutcome[]> {
  const standing = new Map((await lockPlaces(tx, actor, rows)).map((place) => [place.at, place]))
  const calendars = await readCalendars(tx)
  const seen = new Set<string>()
  const judged = rows.map((row, at) => {
    const place = standing.get(at)
    const isTwice = seen.has(placeKey(row))
    seen.add(placeKey(row))
    const verdict = isTwice ? { problem: inOneBlock, isStale: false } : verdictOn(calendars, row, place)
    const ready = place && verdict.problem === null ? { at, place, ...valuesOf(row, place, origin) } : undefined
    return { row, ready, ...verdict }
  })
  const ready = judged.flatMap((each) => each.ready ?? [])
  const fresh = ready.filter(({ place }) => place.entry === null)
  const added = new Map(
    (
      await insertEntries(
        tx,
        by,
        fresh.map(({ own }) => own),
      )
    ).map((row) => [placeKey(row), row.id]),
  )
  const idOf = ({ place }: (typeof ready)[number]) => place.entry?.id ?? added.get(placeKey(place))
  await updateDrafts(
    tx,
    by,
    ready.flatMap(({ place, own }) => {
      const { quoteItemId: _, productId: __, day: ___, ...values } = own
      return place.entry ? [{ id: place.entry.id, ...values }] : []
    }),
  )
  const saved = ready.flatMap((each) => {
    const id = idOf(each)
    return id ? [{ id, originDetail: detailOf(each.at) }] : []
  })
  await record(
    tx,
    by,
    saved.map((row) => ({ ...row, act: 'save' as const })),
  )
  if (saved.length > 0) {
    await audit(tx, by, {
      action: 'price.save',
      targetType: 'price',
      targetId: saved.length === 1 ? (saved[0]?.id ?? '') : '',
      after: { rows: saved.length, origin, days: new Set(ready.map(({ own }) => own.day)).size },
    })
  }
  // a ready row without an id: somebody else has filled its place meanwhile
  const isMoved = ({ ready: each, isStale }: (typeof judged)[number]) => isStale || (each !== undefined && !idOf(each))
  const found = await shownAt(
    tx,
    judged.filter(isMoved).map(({ row }) => row),
  )
  return judged.map((each): SaveOutcome => {
    const { row, ready: saving, problem } = each
    const { quoteItemId, day } = row
    const id = saving && idOf(saving)
    if (!saving || !id) {
      const isStale = isMoved(each)
      const now = isStale ? found.get(placeKey(row)) : undefined
      const why = problem === null || problem === stale ? describeMove(now, `您的 ${rangeOf(row)} 未保存`) : problem
      return { quoteItemId, day, ...unsaved, isOutlier: false, usual: '', problem: why, isStale, now: now ?? null }
    }
    const { low, high, average, change, percent, isOutlier } = saving.own
    const version = (saving.place.entry?.version ?? 0) + 1
    const values = { low, high, average, change, percent, isOutlier }
    return { quoteItemId, day, id, version, ...values, usual: saving.usual, problem: null, isStale: false, now: null }
  })
}

/** Name of an entry in an outcome. */
const nameOf = ({ name, day }: Pick<Entered, 'name' | 'day'>) => `${name} ${day}`

const missing = (ids: readonly string[], found: readonly Entered[]): RowOutcome[] => {
  const here = new Set(found.map(({ entry }) => entry.id))
  return ids
    .filter((id) => !here.has(id))
    .map((id) => ({ id, name: '', ok: false, msg: '数据不存在，或不在您的编辑范围内' }))
}

/** Splits locked entries into accepted ones and refused ones. */
export function judge(
  ids: readonly string[],
  found: readonly Entered[],
  verdict: (row: Entered) => string | null,
): { done: Entered[]; rows: RowOutcome[] } {
  const judged = found.map((row) => ({ row, msg: verdict(row) }))
  return {
    done: judged.flatMap(({ row, msg }) => (msg === null ? [row] : [])),
    rows: [
      ...judged.map(({ row, msg }) => ({ id: row.entry.id, name: nameOf(row), ok: msg === null, msg: msg ?? '' })),
      ...missing(ids, found),
    ],
  }
}

const idsOf = (rows: readonly Entered[]) => rows.map(({ entry }) => entry.id)
export const among = (ids: readonly string[]) => sql`id = any(${idArray(ids)})`

export const auditOf = (tx: Tx, by: Author, verb: string, rows: readonly Entered[], after: object = {}) =>
  rows.length === 0
    ? Promise.resolve()
    : audit(tx, by, {
        action: `price.${verb}`,
        targetType: 'price',
        targetId: rows.length === 1 ? (rows[0]?.entry.id ?? '') : '',
        after: { rows: rows.length, ...(rows.length <= 20 && { prices: rows.map(nameOf).join('、') }), ...after },
      })

/** Marks revisions as waiting for review. */
async function queue(tx: Tx, revisions: ReadonlyMap<string, string>): Promise<void> {
  const rows = [...revisions].map(([id, revision]) => ({ id, revision }))
  await tx.execute(sql`update ${prices} p set reviewing = r.revision
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, revision bigint) where p.id = r.id`)
}

/** Locks entries and refuses those that have changed since they were seen, with both values (601). */
async function judgeSeen(
  tx: Tx,
  actor: Viewer,
  seen: readonly SeenEntry[],
  verdict: (row: Entered) => string | null,
): Promise<{ done: Entered[]; rows: SeenOutcome[] }> {
  const versions = Map.groupBy(seen, ({ id }) => id)
  const ids = [...versions.keys()]
  const found = await lockEntries(tx, actor, ids)
  const isMoved = ({ entry }: Entered) => versions.get(entry.id)?.some(({ version }) => version !== entry.version)
  const moved = found.filter(isMoved)
  const movedIds = new Set(idsOf(moved))
  const { done, rows } = judge(
    ids.filter((id) => !movedIds.has(id)),
    found.filter((row) => !isMoved(row)),
    verdict,
  )
  const now = await shownAt(tx, moved)
  const before = await figuresAt(
    tx,
    moved.map(({ entry: { id }, quoteItemId, day }) => {
      return { id, version: versions.get(id)?.[0]?.version ?? 0, quoteItemId, day }
    }),
  )
  const refused = moved.map((row): SeenOutcome => {
    const { id } = row.entry
    const [shown, own] = [now.get(placeKey(row)), before.get(id)]
    const msg = describeMove(shown, own ? `您看到的是 ${rangeOf(own)}` : '您看到的已过时')
    return { id, name: nameOf(row), ok: false, msg, code: errors.stale.code, ...(shown && { now: shown }) }
  })
  return { done, rows: [...rows, ...refused] }
}

export async function submitEntries(tx: Tx, { actor, by }: By, seen: readonly SeenEntry[]): Promise<SeenOutcome[]> {
  const { done, rows } = await judgeSeen(tx, actor, seen, ({ entry, last, item, peers }) => {
    if (!isDraft(entry)) return '只有草稿和已驳回的价格可以提交'
    const isUnusual = entry.isOutlier && outsideUsual(entry.average, last?.average ?? null, item, peers) !== ''
    return isUnusual && entry.reason === '' ? '超出常规，请先填写原因' : null
  })
  if (done.length === 0) return rows
  await tx.execute(sql`update ${prices} set status = 'submitted', opinion = '', submitted_by_id = ${by.id}::bigint,
    submitted_at = now(), version = version + 1, updated_at = now() where ${among(idsOf(done))}`)
  await queue(
    tx,
    await record(
      tx,
      by,
      idsOf(done).map((id) => ({ id, act: 'submit' as const })),
    ),
  )
  await auditOf(tx, by, 'submit', done)
  return rows
}

/** A first submission becomes a draft again; a correction is discarded. */
export async function withdrawEntries(tx: Tx, { actor, by }: By, seen: readonly SeenEntry[]): Promise<SeenOutcome[]> {
  const { done, rows } = await judgeSeen(tx, actor, seen, ({ entry }) =>
    entry.reviewing === null ? '没有待审核的提交' : null,
  )
  if (done.length === 0) return rows
  await tx.execute(sql`update ${prices} set reviewing = null, version = version + 1, updated_at = now(),
    status = case when publication is null then 'draft' else status end where ${among(idsOf(done))}`)
  await record(
    tx,
    by,
    idsOf(done).map((id) => ({ id, act: 'withdraw' as const })),
  )
  await auditOf(tx, by, 'withdraw', done)
  return rows
}

async function removeJudged(
  tx: Tx,
  { actor, by }: By,
  seen: readonly SeenEntry[],
  verdict: (row: Entered) => string | null,
): Promise<SeenOutcome[]> {
  const { done, rows } = await judgeSeen(tx, actor, seen, verdict)
  if (done.length === 0) return rows
  await record(
    tx,
    by,
    idsOf(done).map((id) => ({ id, act: 'delete' as const })),
  )
  await tx.execute(sql`delete from ${prices} where ${among(idsOf(done))}`)
  await auditOf(tx, by, 'delete', done)
  return rows
}

const onlyDrafts = ({ entry }: Entered) => (isDraft(entry) ? null : '只能删除草稿')

export const removeEntries = (tx: Tx, people: By, seen: readonly SeenEntry[]): Promise<SeenOutcome[]> =>
  removeJudged(tx, people, seen, onlyDrafts)

/** Deletes drafts that nobody but the actor has had a hand in. */
export async function takeBackEntries(tx: Tx, people: By, seen: readonly SeenEntry[]): Promise<SeenOutcome[]> {
  const own = await savedOnlyBy(
    tx,
    people.by.id,
    seen.map(({ id }) => id),
  )
  return removeJudged(
    tx,
    people,
    seen,
    (row) => onlyDrafts(row) ?? (own.has(row.entry.id) ? null : '不是只由您录入的草稿，需要删除权限'),
  )
}

export async function correctEntries(
  tx: Tx,
  { actor, by }: By,
  corrections: readonly Correction[],
  why: { cause: CorrectionCause; reason: string },
): Promise<RowOutcome[]> {
  const byId = new Map(corrections.map((row) => [row.id, row]))
  const ids = [...byId.keys()]
  const { done, rows } = judge(ids, await lockEntries(tx, actor, ids), ({ entry, item }) => {
    const row = byId.get(entry.id)
    if (!row) return '数据不存在'
    if (entry.publication === null) return '尚未发布，请直接编辑'
    if (entry.reviewing !== null) return '已有更正待审核'
    if (entry.version !== row.version) return stale
    return verdictOnFigures(row, item) ?? (isSame(row, entry, item.decimals) ? '与已发布的价格相同' : null)
  })
  if (done.length === 0) return rows
  const reason = why.reason.trim()
  const notes = done.flatMap(({ entry, item, last }) => {
    const row = byId.get(entry.id)
    if (!row) return []
    const figures = completed(row, item)
    const isOutlier = outsideUsual(figures.average, last?.average ?? null, item) !== ''
    return [{ id: entry.id, act: 'correct' as const, ...figures, remark: row.remark.trim(), isOutlier, ...why, reason }]
  })
  await tx.execute(sql`update ${prices} set submitted_by_id = ${by.id}::bigint, submitted_at = now(), opinion = '',
    version = version + 1, updated_at = now() where ${among(idsOf(done))}`)
  await queue(tx, await record(tx, by, notes))
  await auditOf(tx, by, 'correct', done, { reason, cause: why.cause })
  return rows
}

function isSame(row: Correction, { low, high, average, remark }: Entered['entry'], decimals: number): boolean {
  const typed = completed(row, { decimals })
  const stored = { low: roundTo(low, decimals), high: roundTo(high, decimals), average: roundTo(average, decimals) }
  return JSON.stringify(typed) === JSON.stringify(stored) && row.remark.trim() === remark
}
