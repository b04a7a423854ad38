// The rows of a day's grid: saved by themselves, kept live with what others save, submitted and deleted as they are seen.
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Input } from '#contract/endpoint.ts'
import type { RowOutcome } from '#contract/envelope.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { getSheet } from '#contract/prices/price-grids.ts'
import {
  listPrices,
  removePrices,
  type SeenOutcome,
  savePrices,
  submitPrices,
  takeBackPrices,
} from '#contract/prices/prices.ts'
import { listReviews } from '#contract/prices/reviews.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useActive } from '#web/lib/active.ts'
import type { Refusal } from '#web/lib/call.ts'
import { useShared } from '#web/lib/live/shared-changes.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import {
  afterRemoval,
  afterSave,
  afterSubmit,
  type EntryRow,
  isChanged,
  isHeld,
  isOpen,
  isReady,
  refreshed,
  toEntry,
  toRow,
} from './batch-add.rules.ts'

/** Debounce of saving, ms. */
const SAVE_AFTER_MS = 800
/** Debounce of reading again what others have saved, ms. */
const REFRESH_AFTER_MS = 400
/** How often a save is tried again while the line is down, ms. */
const RETRY_MS = 5_000

const NOTHING = '[]'
const reads = [listPrices, listReviews]

/** Why the last save failed: the line, which is tried again by itself, or a refusal, which is not. */
export type SaveFailure = { kind: 'line' } | { kind: 'refused'; msg: string }

export function useEntryRows(day: string, chosen: Omit<Input<typeof getSheet>, 'day'>) {
  const { data, error, refetch } = useCall(
    getSheet,
    { day, ...chosen },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
  const [rows, setRows] = useState<EntryRow[]>()
  const all = useMemo(() => rows ?? data?.map(toRow) ?? [], [rows, data])
  /** Changes the rows as they are by then: what was typed during a call stays. */
  const update = (apply: (now: readonly EntryRow[]) => EntryRow[]) => setRows((now) => apply(now ?? all))
  const [failure, setFailure] = useState<SaveFailure>()
  const [outcomes, setOutcomes] = useState<{ title: string; rows: readonly RowOutcome[] }>()
  const isPasted = useRef(false)
  /** Writes of this grid: how many run, and how many have begun. What is read meanwhile may be older than theirs. */
  const running = useRef(0)
  const begun = useRef(0)
  const refusal = useRef<Refusal | undefined>(undefined)
  const saving = useAct(savePrices, {
    guardMs: 0,
    call: { hideErrorMsg: true },
    onRefusal: (refused) => {
      refusal.current = refused
    },
  })

  async function write<T>(work: () => Promise<T>): Promise<T> {
    running.current += 1
    begun.current += 1
    return await work().finally(() => {
      running.current -= 1
    })
  }

  const timer = useRef<number | undefined>(undefined)
  const refresh = useEffectEvent(async () => {
    if (running.current > 0) return refreshSoon()
    const before = begun.current
    const { data: sheet } = await refetch()
    if (begun.current !== before) return refreshSoon()
    if (sheet) setRows((now) => now && refreshed(now, sheet))
  })
  const refreshSoon = () => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => void refresh(), REFRESH_AFTER_MS)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useShared('priceEntries', refreshSoon)
  useShared('priceReviews', refreshSoon)
  // a calendar may have changed
  useShared('dues', refreshSoon)
  // notices are for the page in front: it reads again when it comes back
  const isActive = useActive()
  const wasActive = useRef(isActive)
  const noteActive = useEffectEvent(() => {
    if (isActive && !wasActive.current) refreshSoon()
    wasActive.current = isActive
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page comes to the front
  useEffect(noteActive, [isActive])

  const save = useEffectEvent(async () => {
    const sent = all.filter(isReady).map((row) => toEntry(row, day))
    if (running.current > 0) return
    if (sent.length === 0) return setFailure(undefined)
    refusal.current = undefined
    const saved = await write(() => saving.run({ origin: isPasted.current ? 'paste' : 'grid', rows: sent }))
    if (saved) {
      isPasted.current = false
      setFailure(undefined)
      update((now) => afterSave(now, sent, saved))
    } else {
      const refused = refusal.current as Refusal | undefined
      setFailure(refused ? { kind: 'refused', msg: refused.msg } : { kind: 'line' })
    }
  })
  const wanted = useMemo(
    () => JSON.stringify(all.filter(isReady).map(({ quoteItemId, typed: own }) => [quoteItemId, own])),
    [all],
  )
  const hasFailed = failure !== undefined
  const isLineDown = failure?.kind === 'line'
  // input typed during a save is saved by the next one
  useEffect(() => {
    if (wanted === NOTHING || saving.pending || hasFailed) return
    const later = setTimeout(() => void save(), SAVE_AFTER_MS)
    return () => clearTimeout(later)
  }, [wanted, saving.pending, hasFailed])
  useEffect(() => {
    if (!isLineDown) return
    const retry = () => void save()
    const interval = window.setInterval(retry, RETRY_MS)
    window.addEventListener('online', retry)
    return () => {
      window.clearInterval(interval)
      window.removeEventListener('online', retry)
    }
  }, [isLineDown])

  /** Applies what became of each row, and shows it. */
  const outcomesOf =
    (title: string, apply: (rows: readonly SeenOutcome[]) => void) => (found: readonly RowOutcome[]) => {
      apply(found)
      setOutcomes({ title, rows: found })
    }
  const submitting = useAct(submitPrices, {
    guardMs: DIALOG_GUARD_MS,
    invalidates: reads,
    success: '已提交审核',
    onSuccess: (_, { rows: seen }) => update((now) => afterSubmit(now, seen.map(accepted))),
    onOutcomes: outcomesOf('提交审核', (found) => update((now) => afterSubmit(now, found))),
  })
  const mayRemove = useIsAllowed()(removePrices)
  const removing = useAct(mayRemove ? removePrices : takeBackPrices, {
    guardMs: DIALOG_GUARD_MS,
    invalidates: reads,
    success: '草稿已删除',
    onSuccess: (_, { rows: seen }) => update((now) => afterRemoval(now, seen.map(accepted))),
    onOutcomes: outcomesOf('删除草稿', (found) => update((now) => afterRemoval(now, found))),
  })
  const holding = useConfirmed(savePrices, {
    title: '保存非发布日的价格',
    verb: '保存',
    isDanger: false,
    onSuccess: (saved, { rows: sent }) => update((now) => afterSave(now, sent, saved)),
  })
  const held = all.filter(isHeld)
  const drafts = all.filter((row) => row.entry && isOpen(row) && !isChanged(row))

  const ready = all.filter(isReady).length
  // a submission waits for what is still to be saved, and is given up where that fails
  const [isSubmitWanted, setSubmitWanted] = useState(false)
  const submitSaved = useEffectEvent(() => {
    if (saving.pending) return
    if (ready > 0 && !hasFailed) return void save()
    setSubmitWanted(false)
    if (ready === 0 && drafts.length > 0) void write(() => submitting.run(seenOf(drafts)))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again when one of these has changed
  useEffect(() => {
    if (isSubmitWanted) submitSaved()
  }, [isSubmitWanted, ready, saving.pending, hasFailed])

  return {
    data,
    error,
    refetch,
    rows,
    all,
    drafts,
    held,
    ready,
    isSaving: saving.pending,
    isSubmitting: submitting.pending,
    failure,
    outcomes,
    closeOutcomes: () => setOutcomes(undefined),
    change: (next: EntryRow[], how: 'typed' | 'pasted') => {
      if (how === 'pasted') isPasted.current = true
      if (failure?.kind === 'refused') setFailure(undefined)
      setRows(next)
    },
    save: () => void save(),
    saveHeld: () => write(() => holding.run({ origin: 'grid', rows: held.map((row) => toEntry(row, day)) })),
    dialogs: holding.dialogs,
    submit: () => setSubmitWanted(true),
    remove: (emptied: readonly EntryRow[]) => write(() => removing.run(seenOf(emptied))),
  }
}

const accepted = ({ id }: { id: string }): SeenOutcome => ({ id, name: '', ok: true, msg: '' })

const seenOf = (rows: readonly EntryRow[]) => ({
  rows: rows.flatMap(({ entry }) => (entry ? [{ id: entry.id, version: entry.version }] : [])),
})
