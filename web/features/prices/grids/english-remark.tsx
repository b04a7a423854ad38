// Remarks of a day side by side, Chinese and English.
import { Alert, Button, Skeleton } from 'antd'
import { useMemo, useState } from 'react'
import { listTerms, type Term, termsIn } from '#contract/articles/terms.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { listRemarks, type RemarkRow, saveRemarks } from '#contract/prices/price-grids.ts'
import { priceStatusLabels } from '#contract/prices/price-labels.ts'
import { listPrices } from '#contract/prices/prices.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { DayInput } from '#web/kit/form/day-input.tsx'
import { SaveKey } from '#web/kit/form/save-key.tsx'
import type { GridColumn } from '#web/kit/grid/grid-column.ts'
import { PriceGrid } from '#web/kit/grid/price-grid.tsx'
import { formatFigure } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import '../prices.css'
import { serverToday } from '#web/lib/server-clock.ts'

type Row = RemarkRow & { typed: string; terms: readonly (Term & { isUsed: boolean })[] }
const REMARK_MAX = 500

const columns: readonly GridColumn<Row>[] = [
  { key: 'item', label: '报价项', width: 210, isPinned: true, textOf: ({ itemName }) => itemName },
  { key: 'english', label: '英文名称', width: 200, textOf: ({ itemEnglishName }) => itemEnglishName },
  { key: 'average', label: '均价', width: 100, align: 'right', textOf: ({ average }) => formatFigure(average) },
  { key: 'status', label: '状态', width: 80, textOf: ({ status }) => priceStatusLabels[status] },
  { key: 'remark', label: '备注', width: 320, textOf: ({ remark }) => remark },
  {
    key: 'terms',
    label: '术语',
    width: 200,
    textOf: ({ terms }) => terms.map(({ chinese, english }) => `${chinese} ${english}`).join('；'),
  },
  {
    key: 'typed',
    label: '英文备注',
    width: 420,
    textOf: ({ typed }) => typed,
    isEditable: () => true,
    markOf: ({ typed, englishRemark, remark, terms }) => {
      if (typed.length > REMARK_MAX) return { kind: 'bad', why: `最多 ${REMARK_MAX} 个字符` }
      const unused = terms.filter(({ isUsed }) => !isUsed).map(({ english }) => english)
      if (typed !== '' && unused.length > 0) return { kind: 'unusual', why: `译文没有用术语：${unused.join('、')}` }
      if (typed !== englishRemark) return { kind: 'changed' }
      return remark !== '' && typed === '' ? { kind: 'unusual', why: '还没有英文备注' } : undefined
    },
  },
]

const keyOf = ({ id }: Row) => id
const nameOf = ({ itemName }: Row) => itemName
const isChanged = ({ typed, englishRemark }: Row) => typed !== englishRemark

function Remarks({ day }: { day: string }) {
  const { data, error, refetch } = useCall(listRemarks, { day }, { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const { data: terms } = useCall(listTerms, {})
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map())
  const rows = useMemo(
    () =>
      data?.map((row): Row => {
        const typed = texts.get(row.id) ?? row.englishRemark
        return { ...row, typed, terms: termsIn(row.remark, typed, terms ?? []) }
      }) ?? [],
    [data, texts, terms],
  )
  const saving = useConfirmed(saveRemarks, {
    title: '保存英文备注',
    verb: '保存',
    isDanger: false,
    success: '保存成功',
    invalidates: [listPrices],
    guardMs: DIALOG_GUARD_MS,
  })
  useUnsaved(() => rows.some(isChanged))
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />
  if (data.length === 0) return <Alert type="info" title="这一天没有填写备注的价格。" />
  const changed = rows.filter(isChanged)
  const isTooLong = changed.some(({ typed }) => typed.length > REMARK_MAX)
  const save = async () => {
    if (changed.length === 0 || isTooLong) return
    const sent = changed.map(({ id, version, typed }) => ({ id, version, englishRemark: typed }))
    if ((await saving.run({ rows: sent })) === undefined) return
    await refetch()
    setTexts(new Map())
  }
  return (
    <>
      <div className="price-bar">
        <Button
          type="primary"
          disabled={changed.length === 0 || isTooLong}
          loading={saving.pending}
          onClick={() => void save()}
        >
          保存（{changed.length}）
        </Button>
        <span role="status">
          共 {rows.length} 条，未译 {rows.filter(({ remark, typed }) => remark !== '' && typed === '').length} 条
        </span>
      </div>
      <PriceGrid<Row>
        label={`${day} 备注中英文对照`}
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        height="calc(100vh - 300px)"
        onChange={(changes) => setTexts(new Map([...texts, ...changes.map(({ row, text }) => [row, text] as const)]))}
      />
      <SaveKey onPress={() => void save()} />
      {saving.dialogs}
    </>
  )
}

export default function EnglishRemarkPage() {
  const [day, setDay] = useState(serverToday())
  return (
    <div className="price-page">
      <div className="price-bar">
        <DayInput aria-label="日期" allowClear={false} value={day} onChange={(next) => next && setDay(next)} />
      </div>
      <Remarks key={day} day={day} />
    </div>
  )
}
