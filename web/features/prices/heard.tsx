// What visitors heard of the products whose prices are entered here, beside the grid: taken up, or not, with a reason.
import './prices.css'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { daysBetween } from '#contract/days.ts'
import {
  declineHeard,
  getHeard,
  HEARD_MAX,
  HEARD_WORKDAYS,
  type Heard,
  heardFacts,
  heardPriceText,
  queryHeard,
  takeHeard,
} from '#contract/visits/heard.ts'
import { heardVerdictLabels } from '#contract/visits/visit-labels.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'

const ageText = (day: string) => {
  const days = daysBetween(day, serverToday())
  return days <= 0 ? '今天' : `${days} 天前`
}

const sourceText = ({ isConfidential, enterpriseName }: Heard) => (isConfidential ? '来源保密' : enterpriseName)

/** What was said, against the last published prices of the product. */
function HeardFacts({ of: heard }: { of: Heard }) {
  const { day, productName, regionPath, lasts } = heard
  return (
    <>
      <div className="price-heard-head">
        <strong>{productName}</strong>
        <span className="price-heard-figure">{heardPriceText(heard)}</span>
      </div>
      {lasts.length > 0 && (
        <p className="price-note">
          {`上次发布：${lasts.map(({ name, average, unit }) => `${name} ${formatFigure(average)} ${unit}`).join('；')}`}
        </p>
      )}
      {heardFacts(heard).length > 0 && <p>{heardFacts(heard).join(' · ')}</p>}
      <p className="price-note">
        {[`${day}（${ageText(day)}）`, regionPath, sourceText(heard)].filter(Boolean).join(' · ')}
      </p>
    </>
  )
}

/** A saved draft that may bear the reference. */
export type HeardTarget = { quoteItemId: string; productId: string; itemName: string }

type ActProps = { heard: Heard; onClosed: () => void }
const reads = [queryHeard]

function TakeDialog({ heard, day, targets, onClosed }: ActProps & { day: string; targets: readonly HeardTarget[] }) {
  return (
    <FormDialog<typeof takeHeard, { quoteItemId: string }>
      title={`采用：${heard.productName} ${heardPriceText(heard)}`}
      endpoint={takeHeard}
      initial={{ quoteItemId: targets[0]?.quoteItemId ?? '' }}
      input={({ quoteItemId }) => ({ id: heard.id, quoteItemId, day })}
      success="已采用，拜访人会收到提醒"
      invalidates={reads}
      verb="采用"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={takeHeard} name="quoteItemId" hint={`${day} 已保存的草稿；只加上引用，价格不变。`}>
        <Select options={targets.map(({ quoteItemId, itemName }) => ({ value: quoteItemId, label: itemName }))} />
      </Field>
    </FormDialog>
  )
}

function DeclineDialog({ heard, onClosed }: ActProps) {
  return (
    <FormDialog<typeof declineHeard, { reason: string }>
      title={`不采用：${heard.productName} ${heardPriceText(heard)}`}
      endpoint={declineHeard}
      initial={{ reason: '' }}
      input={({ reason }) => ({ id: heard.id, reason })}
      success="已标为未采用，拜访人会收到提醒"
      invalidates={reads}
      verb="不采用"
      onClosed={onClosed}
    >
      <Field of={declineHeard} name="reason" />
    </FormDialog>
  )
}

type RowProps = { heard: Heard; day: string; targets: readonly HeardTarget[] }

function HeardRow({ heard, day, targets }: RowProps) {
  const [shown, setShown] = useState<'take' | 'decline'>()
  const { productName, verdict, verdictReason, verdictByName } = heard
  const own = targets.filter(({ productId }) => productId === heard.productId)
  const close = () => setShown(undefined)
  return (
    <li>
      <HeardFacts of={heard} />
      {verdict === null ? (
        <div className="price-heard-acts">
          <Can call={takeHeard}>
            <Button
              size="small"
              aria-label={`采用 ${productName}`}
              disabled={own.length === 0}
              title={own.length === 0 ? '先录入并保存该产品的价格' : undefined}
              onClick={() => setShown('take')}
            >
              采用
            </Button>
          </Can>
          <Can call={declineHeard}>
            <Button size="small" aria-label={`不采用 ${productName}`} onClick={() => setShown('decline')}>
              不采用
            </Button>
          </Can>
        </div>
      ) : (
        <p>{[heardVerdictLabels[verdict], verdictByName, verdictReason].filter(Boolean).join(' · ')}</p>
      )}
      {shown === 'take' && <TakeDialog heard={heard} day={day} targets={own} onClosed={close} />}
      {shown === 'decline' && <DeclineDialog heard={heard} onClosed={close} />}
    </li>
  )
}

/** What was heard of these products. */
export function useHeard(productIds: readonly string[]): readonly Heard[] {
  const isAllowed = useIsAllowed()
  // the call takes so many at most
  const asked = [...new Set(productIds)].slice(0, 200)
  const { data = [] } = useCall(
    queryHeard,
    { productIds: asked },
    { enabled: asked.length > 0 && isAllowed(queryHeard), call: { hideErrorMsg: true } },
  )
  return data
}

/** Beside the grid, so that prices are typed with it in view. */
export function HeardPanel({ heard, day, targets }: Omit<RowProps, 'heard'> & { heard: readonly Heard[] }) {
  return (
    <aside className="price-heard-panel" aria-label="拜访中听到的价格">
      <h2>{`近 ${HEARD_WORKDAYS} 个工作日听到的价格`}</h2>
      <ul className="price-heard">
        {heard.map((each) => (
          <HeardRow key={each.id} heard={each} day={day} targets={targets} />
        ))}
      </ul>
      {heard.length === HEARD_MAX && <p className="price-note">{`只列出最近 ${HEARD_MAX} 条。`}</p>}
    </aside>
  )
}

/** Where a price refers to a visit: what was heard there, and the visit for who may read it. */
export function HeardSource({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button type="link" size="small" className="price-heard-source" onClick={() => setOpen(true)}>
        来自拜访
      </Button>
      {isOpen && <SourceDrawer id={id} onClosed={() => setOpen(false)} />}
    </>
  )
}

function SourceDrawer({ id, onClosed }: { id: string; onClosed: () => void }) {
  const read = useCall(getHeard, { id }, { call: { hideErrorMsg: true } })
  return (
    <DetailsDrawer title="拜访中听到的价格" size={480} onClosed={onClosed}>
      <Loaded read={read} rows={4}>
        {(heard) => (
          <>
            <HeardFacts of={heard} />
            {heard.visitId === null ? (
              <p className="price-note">这次拜访只有拜访人、其上级和同行人可以打开。</p>
            ) : (
              <Link
                to={`/application/visitingAssistants/visitRecord/detail?${new URLSearchParams({ id: heard.visitId })}`}
              >
                打开这次拜访
              </Link>
            )}
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
