// Uses of a price (files, articles, messages), and the correction notice recorded for each.
import { Button, Checkbox, Tag } from 'antd'
import { useState } from 'react'
import { listPriceUses, noteCorrection, type PriceUse } from '#contract/prices/price-uses.ts'
import { type NoticeOutcome, noticeOutcomeLabels, useChannelLabels } from '#contract/prices/use-labels.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'

export type UsedPrice = { id: string; itemName: string; day: string; average: string; unit: string }

/** Default text of the correction notice. */
const draftOf = ({ itemName, day, average, unit }: UsedPrice, old: string) =>
  `更正说明：${itemName} ${day} 均价由 ${formatFigure(old)} 更正为 ${formatFigure(average)} ${unit}，请以更正后的数据为准。`

type Values = { useIds: string[]; outcome: NoticeOutcome; text: string }
type NoticeProps = { price: UsedPrice; uses: readonly PriceUse[]; onClosed: () => void }

function NoticeDialog({ price, uses, onClosed }: NoticeProps) {
  return (
    <FormDialog<typeof noteCorrection, Values>
      title="登记更正说明"
      endpoint={noteCorrection}
      initial={{ useIds: uses.map(({ id }) => id), outcome: 'told', text: draftOf(price, uses[0]?.average ?? '') }}
      input={(values) => ({ id: price.id, ...values })}
      success="已登记"
      invalidates={[listPriceUses]}
      verb="登记"
      onClosed={onClosed}
    >
      <Field of={noteCorrection} name="useIds">
        <Checkbox.Group
          className="price-use-choice"
          options={uses.map((use) => ({ value: use.id, label: `${useChannelLabels[use.channel]}：${use.title}` }))}
        />
      </Field>
      <ChoiceField of={noteCorrection} name="outcome" />
      <Field of={noteCorrection} name="text" hint="可复制后发给对方；这里只作登记，不会自动发送。" rows={3} />
    </FormDialog>
  )
}

function UseState({ isOld, hasNewer, notice }: PriceUse) {
  if (!isOld) return null
  if (notice) return <Tag color="success">{noticeOutcomeLabels[notice.outcome]}</Tag>
  return hasNewer ? <Tag>已取得更正后的值</Tag> : <Tag color="warning">更正前的值</Tag>
}

function UseLine({ use }: { use: PriceUse }) {
  const { channel, title, byName, at, average, isOld, notice } = use
  return (
    <li>
      <div>
        {useChannelLabels[channel]}：{title} <UseState {...use} />
      </div>
      <div className="price-note">
        {formatMoment(at)} {byName} · 均价 {isOld ? <del>{formatFigure(average)}</del> : formatFigure(average)}
      </div>
      {notice && (
        <div className="price-note">
          {formatMoment(notice.at)} {notice.byName} {noticeOutcomeLabels[notice.outcome]}
          {notice.text && `：${notice.text}`}
        </div>
      )}
    </li>
  )
}

export function PriceUses({ price }: { price: UsedPrice }) {
  const isAllowed = useIsAllowed()
  const uses = useCall(listPriceUses, { id: price.id }, { staleTime: 0 })
  const [noted, setNoted] = useState<readonly PriceUse[]>()
  return (
    <Loaded read={uses} rows={2}>
      {(all) => {
        const open = all.filter(({ isOld, hasNewer, notice }) => isOld && !hasNewer && !notice)
        if (all.length === 0) return <p className="price-note">还没有导出、被接口读取或用于资讯和推送。</p>
        return (
          <>
            {open.length > 0 && isAllowed(noteCorrection) && (
              <Button size="small" onClick={() => setNoted(open)}>
                登记更正说明（{open.length}）
              </Button>
            )}
            <ul className="price-uses" aria-label={`${price.itemName} ${price.day} 的去向`}>
              {all.map((use) => (
                <UseLine key={use.id} use={use} />
              ))}
            </ul>
            {noted && <NoticeDialog price={price} uses={noted} onClosed={() => setNoted(undefined)} />}
          </>
        )
      }}
    </Loaded>
  )
}
