// Deadlines, people and days of many quote items at once, and undoing that.
import { isDeepStrictEqual } from 'node:util'
import { eq, inArray, sql } from 'drizzle-orm'
import { can, isAllowed } from '#contract/access.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Preview } from '#contract/envelope.ts'
import type { setItems } from '#contract/monitoring/batch-settings.ts'
import { timeProblems } from '#contract/monitoring/due-states.ts'
import { alertChannelLabels, recurrenceLabels } from '#contract/monitoring/monitoring-labels.ts'
import { weekdayLabels } from '#contract/prices/price-labels.ts'
import type { Actor } from '#server/core/access/actors.ts'
import { audit } from '#server/core/audit/audit.ts'
import { listCalendars } from '#server/core/calendars.ts'
import type { Author } from '#server/core/core.ts'
import { allFound, checkFields, orNotFound, refuse } from '#server/core/http/refusal.ts'
import type { Tx } from '#server/db/connection.ts'
import { monitoringRules } from '#server/db/schema/monitoring.ts'
import {
  type BatchChange,
  type Effective,
  itemsInScope,
  lockBatch,
  noteUndone,
  ownRules,
  readEffective,
  type StoredRule,
  storeBatch,
} from './batch-settings.queries.ts'
import { type Rule, settledBy } from './dues.rules.ts'
import { checkPeople } from './rules.acts.ts'

type Settings = Omit<Input<typeof setItems>, 'ids'>
type By = { actor: Actor; by: Author }
type Confirm = (preview: Preview, versions: unknown) => Promise<void>

const MENU = 'batchSettings'
const NAME_MAX = 100
/** Most items in a preview, each with settings before and after. */
const SHOWN_MAX = 50

const changesOf = (rows: readonly { name: string; change: string }[]): Preview['groups'] => [
  {
    title: '变化',
    count: rows.length,
    names: rows.slice(0, SHOWN_MAX).map(({ name, change }) => `${name}（${change}）`),
  },
]

const target = (targetId: string, verb: string) => ({
  action: `monitoringRule.${verb}`,
  targetType: 'monitoringRule',
  targetId,
})

type Columns = Omit<typeof monitoringRules.$inferInsert, 'id' | 'version' | 'updatedAt'>

/** A new rule for one item: copied from the rule in effect, or empty, so that the item's own values apply. */
const beginning = (rule: Rule | undefined): Omit<Columns, 'name'> => ({
  kind: 'price',
  level: 'item',
  calendarId: rule?.calendarId ?? null,
  frequency: rule?.frequency ?? null,
  weekdays: rule?.weekdays ?? [],
  nth: rule?.nth ?? -1,
  dueTime: rule?.dueTime ?? null,
  warnMinutes: rule?.warnMinutes ?? 30,
  graceMinutes: rule?.graceMinutes ?? 0,
  escalateMinutes: rule?.escalateMinutes ?? null,
  ownerId: rule?.ownerId ?? null,
  deputyId: rule?.deputyId ?? null,
  channel: rule?.channel ?? 'notice',
})

const columnsOf = ({ id: _, version: __, updatedAt: ___, ...columns }: StoredRule): Columns => columns

/** The requested settings over the previous ones; weekdays only for the weekly pattern. */
function merged(columns: Columns, settings: Settings): Columns {
  const changed = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  const next = { ...columns, ...changed, isEnabled: true } as Columns
  return { ...next, weekdays: next.frequency === 'weekdays' ? (next.weekdays ?? []) : [] }
}

type Names = { people: ReadonlyMap<string, string>; calendars: ReadonlyMap<string, string> }

const minutesText = (minutes: number | null) => (minutes === null ? '不上报' : `${minutes} 分钟`)

/** What holds for an item under its rule, by label: each column that an act on many items can change. */
function settingsOf(rule: Rule | undefined, { watched }: Effective, names: Names): Readonly<Record<string, string>> {
  if (!rule) return { 监控: '不监控' }
  const { calendarId, frequency, weekdays, dueTime, ownerId, deputyId } = settledBy(rule, watched)
  const person = (id: string | null) => (id === null ? '未指定' : (names.people.get(id) ?? ''))
  const isNth = rule.frequency === 'month' || rule.frequency === 'tenDay'
  return {
    监控: '监控',
    日历: names.calendars.get(calendarId ?? '') ?? '',
    更新频率: [
      frequency === null ? '' : recurrenceLabels[frequency],
      ...(frequency === 'weekdays' ? weekdays.toSorted().map((day) => weekdayLabels[day - 1]) : []),
      ...(isNth ? [`第 ${rule.nth} 个`] : []),
    ].join(' '),
    应更新时间: dueTime ?? '',
    提前提醒: minutesText(rule.warnMinutes),
    宽限: minutesText(rule.graceMinutes),
    逾期上报: minutesText(rule.escalateMinutes),
    负责人: person(ownerId),
    替补: person(deputyId),
    提醒方式: alertChannelLabels[rule.channel],
  }
}

/** `应更新时间 15:00 → 17:30；负责人 未指定 → 张三`: whatever differs, also what was not asked for. */
function changeText(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string {
  const changed = Object.entries(after).flatMap(([label, next]) => {
    const former = before[label]
    if (former === next) return []
    return [former === undefined ? `${label} ${next}` : `${label} ${former} → ${next}`]
  })
  return changed.join('；') || '没有变化'
}

async function namesOf(tx: Tx): Promise<Names> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`select id::text as id, real_name as name from users`,
  )
  return {
    people: new Map(rows.map(({ id, name }) => [id, name])),
    calendars: new Map((await listCalendars(tx)).map(({ id, name }) => [id, name])),
  }
}

async function readAll(tx: Tx, { actor }: By, ids: readonly string[]) {
  const items = allFound(await itemsInScope(tx, actor, ids), ids)
  const effective = await readEffective(tx)
  if (items.some(({ id }) => !effective.has(id))) throw refuse('notFound')
  return { items, effective, own: await ownRules(tx, ids), names: await namesOf(tx) }
}

/** Under `lockDues`. @returns the batch that undoes it */
export async function settleItems(
  tx: Tx,
  people: By,
  ids: readonly string[],
  settings: Settings,
  confirm: Confirm,
): Promise<string> {
  if (Object.values(settings).every((value) => value === undefined)) throw refuse('invalid', { msg: '请至少设置一项' })
  const { items, effective, own, names } = await readAll(tx, people, ids)
  const { actor, by } = people
  const missing = [
    ...(items.some(({ id }) => !own.has(id)) ? (['batchAdd'] as const) : []),
    ...(items.some(({ id }) => own.has(id)) ? (['batchEdit'] as const) : []),
  ].filter((alias) => !isAllowed(can(MENU, alias), actor))
  if (missing.length > 0)
    throw refuse('forbidden', {
      msg: missing[0] === 'batchAdd' ? '没有为报价项新增规则的权限' : '没有修改报价项规则的权限',
    })
  await checkPeople(tx, {
    ownerId: settings.ownerId ?? null,
    deputyId: settings.deputyId ?? null,
    calendarId: settings.calendarId ?? null,
  })

  const planned = items.map(({ id, name }) => {
    const now = effective.get(id) as Effective
    const stored = own.get(id)
    const base = stored ? columnsOf(stored) : { ...beginning(now.rule), name: name.slice(0, NAME_MAX), quoteItemId: id }
    const columns = merged(base, settings)
    checkFields({
      weekdays: columns.frequency === 'weekdays' && columns.weekdays?.length === 0 ? '请选择更新星期' : null,
      deputyId: columns.ownerId && columns.ownerId === columns.deputyId ? `“${name}”的替补就是负责人` : null,
      ...timeProblems({
        dueTime: columns.dueTime ?? now.watched.dueTime ?? '12:00',
        warnMinutes: columns.warnMinutes ?? 0,
        graceMinutes: columns.graceMinutes ?? 0,
        escalateMinutes: null,
      }),
    })
    const after = { ...(now.rule ?? {}), ...columns, productId: null, targetId: id } as unknown as Rule
    const change = changeText(settingsOf(now.rule, now, names), settingsOf(after, now, names))
    return { id, name, stored, columns, change }
  })
  const text = `批量设置 ${planned.length} 个报价项`
  const fresh = planned.filter(({ stored }) => !stored).length
  await confirm(
    {
      text: `${text}：${fresh} 个新增单独规则，${planned.length - fresh} 个修改已有规则`,
      groups: changesOf(planned),
    },
    planned.map(({ stored }) => stored?.version ?? 0),
  )

  const changes: BatchChange[] = []
  for (const { id, stored, columns } of planned) {
    const saved = stored
      ? await tx
          .update(monitoringRules)
          .set({ ...columns, version: sql`${monitoringRules.version} + 1`, updatedAt: sql`now()` })
          .where(eq(monitoringRules.id, stored.id))
          .returning({ id: monitoringRules.id, version: monitoringRules.version })
      : await tx
          .insert(monitoringRules)
          .values(columns)
          .returning({ id: monitoringRules.id, version: monitoringRules.version })
    changes.push({ quoteItemId: id, before: stored ?? null, after: saved[0] ?? null })
  }
  const batchId = await storeBatch(tx, text, changes, by)
  await audit(tx, by, { ...target(batchId, 'batchEdit'), after: { ...settings, quoteItemIds: ids } })
  return batchId
}

/** Deletes the rules of single items; items without one are skipped. Under `lockDues`. */
export async function resetToWider(tx: Tx, people: By, ids: readonly string[], confirm: Confirm) {
  const { items, effective, own, names } = await readAll(tx, people, ids)
  const rows = items.flatMap(({ id, name }) => {
    const stored = own.get(id)
    return stored ? [{ id, name, stored, now: effective.get(id) as Effective }] : []
  })
  if (rows.length === 0) throw refuse('conflict', { msg: '所选报价项没有单独的规则' })
  const text = `恢复 ${rows.length} 个报价项的上级规则`
  const wider = await readEffective(tx, new Set(rows.map(({ stored }) => stored.id)))
  await confirm(
    {
      text,
      groups: changesOf(
        rows.map(({ id, name, now }) => ({
          name,
          change: changeText(settingsOf(now.rule, now, names), settingsOf(wider.get(id)?.rule, now, names)),
        })),
      ),
    },
    rows.map(({ stored }) => stored.version),
  )
  await tx.delete(monitoringRules).where(
    inArray(
      monitoringRules.id,
      rows.map(({ stored }) => stored.id),
    ),
  )
  const changes = rows.map(({ id, stored }) => ({ quoteItemId: id, before: stored, after: null }))
  const batchId = await storeBatch(tx, text, changes, people.by)
  await audit(tx, people.by, { ...target(batchId, 'delete'), before: { quoteItemIds: rows.map(({ id }) => id) } })
  return { batchId, items: rows.length }
}

/** Under `lockDues`. Refused unless each rule is as the batch left it. */
export async function undo(tx: Tx, people: By, batchId: string): Promise<void> {
  const batch = orNotFound(await lockBatch(tx, batchId))
  if (batch.undoneAt !== null) throw refuse('conflict', { msg: '已经撤销过' })
  const before = batch.before as Pick<BatchChange, 'quoteItemId' | 'before'>[]
  const after = batch.after as Pick<BatchChange, 'quoteItemId' | 'after'>[]
  const ids = before.map(({ quoteItemId }) => quoteItemId)
  if ((await itemsInScope(tx, people.actor, ids)).length < ids.length) throw refuse('notFound')
  const own = await ownRules(tx, ids)
  const isAsLeft = after.every(({ quoteItemId, after: left }) => {
    const now = own.get(quoteItemId)
    return isDeepStrictEqual(now ? { id: now.id, version: now.version } : null, left)
  })
  if (!isAsLeft) throw refuse('conflict', { msg: '其中有规则后来又改过，不能整批撤销' })
  for (const { quoteItemId, before: stored } of before) {
    const now = own.get(quoteItemId)
    if (stored && now) {
      await tx
        .update(monitoringRules)
        .set({ ...columnsOf(stored), version: sql`${monitoringRules.version} + 1`, updatedAt: sql`now()` })
        .where(eq(monitoringRules.id, now.id))
    } else if (stored) await tx.insert(monitoringRules).values(columnsOf(stored))
    else if (now) await tx.delete(monitoringRules).where(eq(monitoringRules.id, now.id))
  }
  await noteUndone(tx, batchId)
  await audit(tx, people.by, { ...target(batchId, 'undo'), before: { quoteItemIds: ids } })
}
