// Details of one quote item: its facts, and the versions of how it is priced.
import { Button, Timeline } from 'antd'
import { useState } from 'react'
import { correctDefinition, type DatedDefinition, listDefinitions } from '#contract/prices/definitions.ts'
import { quoteFrequencyLabels, quoteKindLabels } from '#contract/prices/price-labels.ts'
import { listMethods, type QuoteItemRow, quoteItemCalls } from '#contract/prices/quote-items.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { ItemState } from './price-labels.tsx'
import { CorrectDefinition } from './quote-item-dialogs.tsx'

const spanOf = ({ from, until }: DatedDefinition) =>
  from === null && until === null
    ? '全部日期'
    : `${from === null ? '' : `${from} 起`}${until === null ? '' : ` ${until} 前`}`

const textOf = ({ market, specification, unit, currency, isTaxIncluded, kind, decimals }: DatedDefinition) =>
  [
    market,
    specification,
    unit,
    currency,
    isTaxIncluded ? '含税' : '不含税',
    quoteKindLabels[kind],
    `${decimals} 位小数`,
  ]
    .filter(Boolean)
    .join('，')

/** What the figures meant over time, the newest first. */
function Definitions({ item }: { item: QuoteItemRow }) {
  const read = useCall(listDefinitions, { id: item.id }, { staleTime: 0 })
  const [correcting, setCorrecting] = useState<DatedDefinition>()
  return (
    <>
      <h3 className="price-head">定义</h3>
      <Loaded read={read} rows={2}>
        {(definitions) => (
          <Timeline
            items={definitions.toReversed().map((definition) => ({
              key: definition.until ?? '',
              content: (
                <>
                  <div className="price-note">
                    {spanOf(definition)}，已发布 {definition.prices} 天
                    <Can call={correctDefinition}>
                      <Button type="link" size="small" onClick={() => setCorrecting(definition)}>
                        更正定义
                      </Button>
                    </Can>
                  </div>
                  {textOf(definition)}
                </>
              ),
            }))}
          />
        )}
      </Loaded>
      {correcting && (
        <CorrectDefinition item={item} definition={correcting} onClosed={() => setCorrecting(undefined)} />
      )}
    </>
  )
}

type Props = { item: QuoteItemRow; acts: readonly RowAction[]; onClosed: () => void }

export function QuoteItemDetails({ item, acts, onClosed }: Props) {
  const mayRead = useIsAllowed()(listMethods)
  const read = useCall(listMethods, { id: item.id }, { enabled: mayRead })
  return (
    <DetailsDrawer
      title={item.name}
      size={520}
      acts={acts}
      extra={(own) => own.length > 0 && <MoreActions name={item.name} actions={own} />}
      onClosed={onClosed}
    >
      <Facts
        items={factsOf(quoteItemCalls.list, item, {
          code: {},
          status: { render: ItemState },
          productName: {},
          market: {},
          specification: {},
          unit: {},
          kind: { render: ({ kind, decimals }) => `${quoteKindLabels[kind]}，${decimals} 位小数` },
          frequency: {
            label: '更新',
            render: ({ frequency, dueTime }) => `${quoteFrequencyLabels[frequency]} ${dueTime} 前`,
          },
          source: { label: '来源' },
          analystName: {},
          deputyName: {},
          lastDay: {},
          stopReason: {
            label: '停更',
            when: item.status === 'stopUpdate',
            render: ({ stoppedOn, stopReason }) => `${stoppedOn ?? ''} ${stopReason}`,
          },
        })}
      />
      {mayRead && <Definitions item={item} />}
      {mayRead && (
        <>
          <h3 className="price-head">采集方法</h3>
          <Loaded read={read} rows={3}>
            {(methods) =>
              methods.length === 0 ? (
                <p className="price-note">还没有填写</p>
              ) : (
                <Timeline
                  items={methods.map(({ id, method, byName, at }) => ({
                    key: id,
                    content: (
                      <>
                        <div className="price-note">
                          {formatMoment(at)} {byName}
                        </div>
                        {method || '（清空）'}
                      </>
                    ),
                  }))}
                />
              )
            }
          </Loaded>
        </>
      )}
    </DetailsDrawer>
  )
}
