// The history of an order, newest first: values before and after, by whom and why.
import './order-changes.css'
import { type OrderChange, orderActionLabels } from '#contract/members/orders.ts'
import { formatMoment } from '#web/lib/format.ts'

export function OrderChanges({ changes }: { changes: readonly OrderChange[] }) {
  return (
    <section className="order-changes" aria-label="变更记录">
      <h2>变更记录</h2>
      {changes.length === 0 && <p className="order-faint">没有变更</p>}
      <ol>
        {changes.map(({ id, at, action, before, after, reason, actorName }) => (
          <li key={id}>
            <div className="order-change-head">
              <strong>{orderActionLabels[action]}</strong>
              <span>
                {before !== null && (
                  <>
                    <del>{before}</del>
                    {' → '}
                  </>
                )}
                {after}
              </span>
            </div>
            {reason && <p>{reason}</p>}
            <div className="order-faint">
              {formatMoment(at)}　{actorName}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
