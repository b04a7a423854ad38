// One table of price differences on a day: published values, values in review, and inputs for entered rows.
import { Button, Drawer, Input } from 'antd'
import { useState } from 'react'
import {
  type DifferenceTable,
  differenceCalls,
  getDifferences,
  type DifferenceSheet as Sheet,
  type ShownDifference,
  saveDifferences,
} from '#contract/prices/differences.ts'
import { listPrices } from '#contract/prices/prices.ts'
import { listReviews } from '#contract/prices/reviews.ts'
import { differenceKindLabels } from '#contract/prices/series-labels.ts'
import { Can } from '#web/kit/can.tsx'
import { useGiveUp } from '#web/kit/dialog/confirm-discard.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { FigureInput } from '#web/kit/form/figure-input.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { Move, PriceState } from './price-labels.tsx'
import './formulas.css'
import { serverToday } from '#web/lib/server-clock.ts'

type Typed = Readonly<Record<string, { value: string; reason: string }>>

const isOpen = ({ comparedName, status }: ShownDifference) =>
  comparedName === null && (status === null || status === 'draft' || status === 'overruled')

type CellProps = { row: ShownDifference; typed: Typed; onType: (typed: Typed) => void }

function Entered({ row, typed, onType }: CellProps) {
  const own = typed[row.id] ?? { value: row.entered ?? '', reason: '' }
  return (
    <div className="term-row">
      <span className="term-figure">
        <FigureInput
          aria-label={`${row.name} 价差`}
          value={own.value}
          onChange={(value) => onType({ ...typed, [row.id]: { ...own, value } })}
        />
      </span>
      <Input
        aria-label={`${row.name} 原因`}
        placeholder="超出常规时的原因"
        maxLength={500}
        value={own.reason}
        onChange={({ target }) => onType({ ...typed, [row.id]: { ...own, reason: target.value } })}
      />
    </div>
  )
}

function stateOf(row: ShownDifference) {
  if (row.comparedName !== null) return row.lack ?? (row.difference === null ? '暂无' : '已发布')
  if (row.status === null) return '待录入'
  const publication = row.difference === null ? null : '1'
  return (
    <>
      <PriceState status={row.status} reviewing={null} publication={publication} />
      {row.opinion && <div className="price-note">{row.opinion}</div>}
    </>
  )
}

function Rows({ sheet, typed, onType }: { sheet: Sheet; typed: Typed; onType: (typed: Typed) => void }) {
  return (
    <div className="difference-box">
      <table className="difference-table">
        <thead>
          <tr>
            <th>类别</th>
            <th>牌号或地区</th>
            <th>来源</th>
            <th className="term-number">上期</th>
            <th className="term-number">价差（{sheet.unit}）</th>
            <th className="term-number">折算价格</th>
            <th>状态</th>
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => (
            <tr key={row.id}>
              <td>{differenceKindLabels[row.kind]}</td>
              <th scope="row">{row.name}</th>
              <td>{row.comparedName ? <span title={row.code}>计算：{row.comparedName}</span> : '录入'}</td>
              <td className="term-number">
                {row.before === null ? '—' : <span title={row.beforeDay ?? ''}>{formatFigure(row.before)}</span>}
              </td>
              <td className="term-number">
                {isOpen(row) ? (
                  <Can call={saveDifferences} otherwise="hide">
                    <Entered row={row} typed={typed} onType={onType} />
                  </Can>
                ) : (
                  <Move of={row.difference ?? row.entered} />
                )}
              </td>
              <td className="term-number">{row.price === null ? '—' : formatFigure(row.price)}</td>
              <td>{stateOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Props = { table: DifferenceTable; onClosed: () => void }

export function DifferenceSheet({ table, onClosed }: Props) {
  const [day, setDay] = useState(serverToday())
  const [typed, setTyped] = useState<Typed>({})
  const { isOpen: isShown, close, frame } = useDialog(onClosed)
  const read = useCall(getDifferences, { id: table.id, day })
  const saving = useConfirmed(saveDifferences, {
    title: '录入价差',
    verb: '保存',
    invalidates: [getDifferences, differenceCalls.list, listPrices, listReviews],
    onSuccess: () => setTyped({}),
    // what was refused stays as it was typed
    onPartly: (rows) =>
      setTyped((now) => Object.fromEntries(rows.flatMap(({ id, ok }) => (!ok && now[id] ? [[id, now[id]]] : [])))),
    success: '保存成功',
  })
  const ready = (read.data?.rows ?? []).filter(isOpen).flatMap(({ id: rowId, version, entered }) => {
    const own = typed[rowId] ?? { value: entered ?? '', reason: '' }
    return own.value.trim() === '' ? [] : [{ rowId, version, value: own.value.trim(), reason: own.reason.trim() }]
  })
  const changed = ready.filter(({ rowId }) => typed[rowId])
  const leave = useGiveUp(() => isShown && Object.keys(typed).length > 0, '价差')
  const save = (isSubmitted: boolean) =>
    void saving.run({ id: table.id, day, isSubmitted, rows: isSubmitted ? ready : changed })
  return (
    <Drawer title={table.name} {...frame} size={980} className="details-drawer" onClose={() => leave(close)}>
      <div className="price-bar">
        <DayInput
          aria-label="日期"
          allowClear={false}
          value={day}
          onChange={(next) =>
            leave(() => {
              setTyped({})
              if (next) setDay(next)
            })
          }
        />
        <span>
          基准：{table.baseName}{' '}
          {read.data &&
            (read.data.basePrice === null ? '当日未发布' : `${formatFigure(read.data.basePrice)} ${read.data.unit}`)}
        </span>
        <Can call={saveDifferences}>
          <Button disabled={changed.length === 0} onClick={() => save(false)}>
            保存草稿
          </Button>
          <Button type="primary" disabled={ready.length === 0} onClick={() => save(true)}>
            提交审核（{ready.length}）
          </Button>
        </Can>
      </div>
      <Loaded read={read} rows={6}>
        {(sheet) => <Rows sheet={sheet} typed={typed} onType={setTyped} />}
      </Loaded>
      {saving.dialogs}
    </Drawer>
  )
}
