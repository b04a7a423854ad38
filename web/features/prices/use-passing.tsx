// Passing prices from the review queue. Readers see them five seconds later: until then the reviewer can undo it, and
// nothing has been sent. A page that is closed before keeps them in review.
import { Button } from 'antd'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Page } from '#contract/envelope.ts'
import { listPriceUses } from '#contract/prices/price-uses.ts'
import { passPrices, type ReviewRow } from '#contract/prices/reviews.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useActive } from '#web/lib/active.ts'
import { formatFigure } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { useUndoKey } from '#web/lib/use-undo-key.ts'
import { PriceUses } from './price-uses.tsx'

/** Time to change one's mind, ms. */
const HOLD_MS = 5_000

type Rows = readonly ReviewRow[]
const none: Rows = []
const noActs: readonly never[] = []

/** What will be published: each price with its move. */
function Publishing({ rows }: { rows: Rows }) {
  return (
    <ul className="price-publishing">
      {rows.map(({ id, itemName, day, average, percent, isOutlier, isCorrection }) => (
        <li key={id}>
          <span>
            {itemName} <small className="price-note">{day}</small>
          </span>
          <span>
            {isOutlier && '超出常规 '}
            {isCorrection && '更正 '}
            {formatFigure(average)}
            {percent !== null && `（${percent}%）`}
          </span>
        </li>
      ))}
    </ul>
  )
}

export function usePassing({ invalidates }: { invalidates: readonly Endpoint[] }) {
  const isAllowed = useIsAllowed()
  const isActive = useActive()
  const [confirm, confirmation] = useConfirm()
  const [held, setHeld] = useState(none)
  /** Revisions that are held or sent: the queue no longer shows them, unless they are refused. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  /** Passed corrections whose previous figures were used somewhere. */
  const [corrected, setCorrected] = useState<Rows>()
  const waiting = useRef(none)
  const passing = useConfirmed(passPrices, {
    title: '审核通过',
    verb: '通过',
    isDanger: false,
    success: '审核通过，已发布',
    invalidates,
  })

  const hide = (rows: Rows) => setGone((before) => new Set([...before, ...rows.map(({ revisionId }) => revisionId)]))
  const show = (rows: Rows) => {
    const back = new Set(rows.map(({ revisionId }) => revisionId))
    setGone((before) => new Set([...before].filter((id) => !back.has(id))))
  }
  const keep = (rows: Rows) => {
    waiting.current = rows
    setHeld(rows)
  }
  const send = async () => {
    const rows = waiting.current
    if (rows.length === 0) return
    keep(none)
    const sent = await passing.run({ rows: rows.map(({ id, revisionId }) => ({ id, revisionId })) })
    if (sent === undefined) return show(rows)
    const used = rows.filter(({ uses }) => uses > 0)
    if (used.length > 0 && isAllowed(listPriceUses)) setCorrected(used)
  }
  /** One act can be undone: the next one sends it. */
  const hold = (rows: Rows, clear: () => void) => {
    void send()
    keep(rows)
    hide(rows)
    clear()
  }
  const undo = () => {
    show(waiting.current)
    keep(none)
  }

  const sendNow = useEffectEvent(() => void send())
  useUndoKey(held.length > 0 && isActive, undo)
  useEffect(() => {
    if (held.length === 0) return
    const timer = setTimeout(sendNow, HOLD_MS)
    return () => clearTimeout(timer)
  }, [held])
  useUnsaved(() => waiting.current.length > 0)

  const ask = (title: string, rows: Rows, clear: () => void) =>
    confirm({
      title,
      content: <Publishing rows={rows} />,
      verb: '通过',
      isDanger: false,
      run: async () => hold(rows, clear),
    })

  const pass = (rows: Rows, clear: () => void) => {
    if (rows.some(({ isOwn }) => isOwn)) return notify.warning('其中有您本人录入的价格，须由他人审核')
    const [first] = rows
    if (rows.length === 1 && first && !first.isOutlier) return hold(rows, clear)
    const outliers = rows.filter(({ isOutlier }) => isOutlier).length
    ask(`通过并发布 ${rows.length} 条价格？${outliers > 0 ? `其中 ${outliers} 条超出常规` : ''}`, rows, clear)
  }

  /** Of the page's new prices: neither corrections nor one's own, nor what the reviewer has skipped. */
  const passUsual = (page: Rows, skipped: ReadonlySet<string>) => {
    const rows = page.filter(
      ({ id, isOutlier, isOwn, isCorrection }) => !isOutlier && !isOwn && !isCorrection && !skipped.has(id),
    )
    if (rows.length === 0) return notify.info('本页没有可以直接通过的常规价格')
    ask(`通过并发布本页 ${rows.length} 条常规价格？`, rows, () => undefined)
  }

  const without = useCallback(
    (page: Page<ReviewRow> | undefined) => {
      const records = page?.records.filter(({ revisionId }) => !gone.has(revisionId)) ?? none
      return page && { ...page, records: [...records], total: page.total - page.records.length + records.length }
    },
    [gone],
  )

  return {
    pass,
    passUsual,
    without,
    /** Says what is about to be published; undefined while nothing is. */
    held:
      held.length === 0 ? undefined : (
        <span role="status">
          {held.length} 条价格将在 {HOLD_MS / 1_000} 秒内发布
          <Button type="link" size="small" title="Ctrl+Z" onClick={undo}>
            撤销
          </Button>
          <Button type="link" size="small" onClick={sendNow}>
            立即发布
          </Button>
        </span>
      ),
    dialogs: (
      <>
        {corrected && (
          <DetailsDrawer
            title="更正已发布：更正前价格的去向"
            size={560}
            acts={noActs}
            onClosed={() => setCorrected(undefined)}
          >
            {corrected.map((row) => (
              <section key={row.id}>
                <h3 className="price-head">
                  {row.itemName} {row.day}
                </h3>
                <PriceUses price={row} />
              </section>
            ))}
          </DetailsDrawer>
        )}
        {passing.dialogs}
        {confirmation}
      </>
    ),
  }
}
