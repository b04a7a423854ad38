// What visitors heard of the products whose prices are entered here: a button with the number, and a drawer.
import './prices.css'
import { Button } from 'antd'
import { useState } from 'react'
import { talkMoodLabels } from '../../../contract/visits/visit-labels.ts'
import { HEARD_DAYS, HEARD_MAX, type Heard, queryHeard } from '../../../contract/visits/visits.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { useCall } from '../../lib/query.ts'

function HeardRow({ of: { day, productName, enterpriseName, price, unit, stock, rate, mood, remark } }: { of: Heard }) {
  const facts = [
    stock && `库存 ${stock}`,
    rate !== null && `开工率 ${rate}%`,
    mood !== null && talkMoodLabels[mood],
    remark,
  ]
  return (
    <li>
      <div className="price-heard-head">
        <strong>{productName}</strong>
        <span className="price-heard-figure">{price === null ? '没有报价' : `${price} ${unit}`}</span>
      </div>
      <p>{facts.filter(Boolean).join(' · ') || '—'}</p>
      <p className="price-note">{`${day} ${enterpriseName}`}</p>
    </li>
  )
}

/** Shows nothing where nothing was heard. */
export function HeardButton({ productIds }: { productIds: readonly string[] }) {
  const isAllowed = useIsAllowed()
  const [isOpen, setOpen] = useState(false)
  // the call takes so many at most
  const asked = [...new Set(productIds)].slice(0, 200)
  const { data = [] } = useCall(
    queryHeard,
    { productIds: asked },
    { enabled: asked.length > 0 && isAllowed(queryHeard), call: { hideErrorMsg: true } },
  )
  if (data.length === 0) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{`拜访听闻（${data.length}）`}</Button>
      {isOpen && (
        <DetailsDrawer title={`近 ${HEARD_DAYS} 天拜访中听到的行情`} size={480} onClosed={() => setOpen(false)}>
          <ul className="price-heard" aria-label="拜访中听到的行情">
            {data.map((heard) => (
              <HeardRow key={heard.id} of={heard} />
            ))}
          </ul>
          {data.length === HEARD_MAX && <p className="price-note">{`只列出最近 ${HEARD_MAX} 条。`}</p>}
        </DetailsDrawer>
      )}
    </>
  )
}
