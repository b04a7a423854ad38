// Questions that were not answered, as work: by product, with who handles each and what became of it.

import { Alert } from 'antd'
import { useState } from 'react'
import { refusalLabels } from '#contract/ai/answer-labels.ts'
import { getAiSession } from '#contract/ai/sessions.ts'
import {
  assignUnanswered,
  assignUnansweredRows,
  countUnanswered,
  finishUnanswered,
  finishUnansweredRows,
  queryUnanswered,
  reopenUnansweredRows,
  type UnansweredRow,
} from '#contract/ai/unanswered.ts'
import { unansweredRefusals, unansweredStateLabels, unansweredStates } from '#contract/ai/unanswered-labels.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import type { Column } from '#web/kit/table/columns.ts'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useCall } from '#web/lib/query.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { UserPicker, userFilter } from '#web/pickers/user-picker.tsx'
import { SESSION_DETAILS } from './session-labels.tsx'

const reads = [queryUnanswered, countUnanswered]
const tones = { open: 'warning', assigned: 'warning', done: 'good' } as const

const filters = [
  selectFilter(
    'state',
    '状态',
    unansweredStates.map((value) => ({ value, label: unansweredStateLabels[value] })),
  ),
  productFilter('productId', '产品'),
  userFilter('ownerId', '处理人'),
  selectFilter(
    'refusal',
    '原因',
    unansweredRefusals.map((value) => ({ value, label: refusalLabels[value] })),
  ),
]

const columns: readonly Column<UnansweredRow>[] = [
  { key: 'at', label: '提问时间', width: 140, render: ({ at }) => formatMoment(at) },
  { key: 'question', label: '问题', width: 300, opens: true },
  { key: 'productName', label: '产品', width: 120, render: ({ productName }) => productName ?? '—' },
  {
    key: 'refusal',
    label: '原因',
    width: 120,
    render: ({ refusal }) => (refusal === null ? '—' : refusalLabels[refusal]),
  },
  {
    key: 'state',
    label: '状态',
    width: 90,
    render: ({ state }) => <Status tone={tones[state]}>{unansweredStateLabels[state]}</Status>,
  },
  { key: 'ownerName', label: '处理人', width: 90, render: ({ ownerName }) => ownerName ?? '—' },
  { key: 'result', label: '处理结果', width: 220, render: ({ result }) => result || '—' },
  { key: 'doneAt', label: '处理时间', width: 140, render: ({ doneAt }) => formatMoment(doneAt) },
  { key: 'enterprise', label: '企业', width: 180, render: ({ enterprise }) => enterprise ?? '—' },
]

const doneText = (count: number) => (count > 1 ? `已处理 ${count} 个问题` : '已处理')

const isUnfinished = ({ state }: UnansweredRow) => state !== 'done'

type DialogProps = { row: UnansweredRow; onClosed: () => void }

function Assign({ row: { id, version, ownerId, question }, onClosed }: DialogProps) {
  return (
    <FormDialog<typeof assignUnanswered, { ownerId: string | null }>
      title="交给处理人"
      endpoint={assignUnanswered}
      initial={{ ownerId }}
      input={(values) => ({ id, version, ownerId: values.ownerId ?? '' })}
      success="已交给处理人"
      invalidates={reads}
      verb="保存"
      onClosed={onClosed}
    >
      <p>{question}</p>
      <Field of={assignUnanswered} name="ownerId" hint="会收到通知，能看到问题，看不到不归自己的会员。">
        <UserPicker work="aiUnanswered" placeholder="请选择处理人" />
      </Field>
    </FormDialog>
  )
}

/** As an act left it. */
type Chosen = BodyOf<typeof reopenUnansweredRows>['rows'][number]

function Finish({
  row: { id, version, question },
  onDone,
  onClosed,
}: DialogProps & { onDone: (done: readonly Chosen[]) => void }) {
  return (
    <FormDialog<typeof finishUnanswered, { result: string }>
      title="处理完毕"
      endpoint={finishUnanswered}
      initial={{ result: '' }}
      input={({ result }) => ({ id, version, result })}
      invalidates={reads}
      verb="保存"
      onDone={(done) => onDone([done])}
      draft={`ai-unanswered-${id}`}
      onClosed={onClosed}
    >
      <p>{question}</p>
      <Field of={finishUnanswered} name="result" hint="例如补录了价格、写了资讯、联系了会员。" rows={3} />
    </FormDialog>
  )
}

type BatchProps = { rows: readonly UnansweredRow[]; clear: () => void; onClosed: () => void }
const chosenOf = (rows: readonly UnansweredRow[]) => rows.map(({ id, version }) => ({ id, version }))

function AssignRows({ rows, clear, onClosed }: BatchProps) {
  return (
    <FormDialog<typeof assignUnansweredRows, { ownerId: string | null }>
      title={`${rows.length} 个问题交给处理人`}
      endpoint={assignUnansweredRows}
      initial={{ ownerId: null }}
      input={(values) => ({ rows: chosenOf(rows), ownerId: values.ownerId ?? '' })}
      success={`${rows.length} 个问题已交给处理人`}
      invalidates={reads}
      verb="保存"
      isDanger={false}
      onDone={clear}
      onClosed={onClosed}
    >
      <Field of={assignUnansweredRows} name="ownerId" hint="会收到通知，能看到问题，看不到不归自己的会员。">
        <UserPicker work="aiUnanswered" placeholder="请选择处理人" />
      </Field>
    </FormDialog>
  )
}

function FinishRows({ rows, clear, onClosed, onDone }: BatchProps & { onDone: (done: readonly Chosen[]) => void }) {
  return (
    <FormDialog<typeof finishUnansweredRows, { result: string }>
      title={`${rows.length} 个问题处理完毕`}
      endpoint={finishUnansweredRows}
      initial={{ result: '' }}
      input={({ result }) => ({ rows: chosenOf(rows), result })}
      invalidates={reads}
      verb="保存"
      isDanger={false}
      draft="ai-unanswered-rows"
      onDone={() => {
        clear()
        onDone(rows.map(({ id, version }) => ({ id, version: version + 1 })))
      }}
      onClosed={onClosed}
    >
      <Field of={finishUnansweredRows} name="result" hint="写入每个所选的问题。" rows={3} />
    </FormDialog>
  )
}

function OpenByProduct() {
  const { data = [] } = useCall(countUnanswered, {}, { staleTime: 0 })
  if (data.length === 0) return null
  const texts = data.slice(0, 10).map(({ name, open }) => `${name} ${open}`)
  return <Alert type="info" title={`未处理：${texts.join('、')}${data.length > 10 ? ' 等' : ''}`} />
}

export function UnansweredList() {
  const openPage = useOpenPage()
  const [dialog, setDialog] = useState<{ kind: 'assign' | 'finish'; row: UnansweredRow }>()
  const close = () => setDialog(undefined)
  const [batch, setBatch] = useState<{ kind: 'assign' | 'finish'; rows: readonly UnansweredRow[]; clear: () => void }>()
  const reopening = useConfirmed(reopenUnansweredRows, {
    title: '撤销处理',
    verb: '撤销',
    isDanger: false,
    success: '已撤销处理',
    invalidates: reads,
  })
  const offerReopening = (rows: readonly Chosen[]) =>
    notify.undoable(doneText(rows.length), () => void reopening.run({ rows: [...rows] }))
  const openBatch = (kind: 'assign' | 'finish') => (rows: readonly UnansweredRow[], clear: () => void) => {
    if (rows.length === 0) notify.info('所选问题均已处理完毕')
    else setBatch({ kind, rows, clear })
  }
  const open = ({ sessionId, question }: UnansweredRow) =>
    sessionId !== null && openPage(SESSION_DETAILS, { id: sessionId, tagName: question })
  const actionsOf = (row: UnansweredRow): RowAction[] => [
    ...(row.sessionId === null ? [] : [{ label: '会话', call: getAiSession, run: () => void open(row) }]),
    ...(isUnfinished(row)
      ? [
          { label: '交给处理人', call: assignUnanswered, run: () => setDialog({ kind: 'assign', row }) },
          { label: '处理完毕', call: finishUnanswered, run: () => setDialog({ kind: 'finish', row }) },
        ]
      : []),
  ]
  return (
    <>
      <OpenByProduct />
      <ListPage
        endpoint={queryUnanswered}
        emptyHint="会员的问题没有答上时列在这里；预测和敏感问题按规定不答，不在其中。"
        filters={filters}
        columns={columns}
        rowName={({ question }) => question}
        rowActions={actionsOf}
        onOpen={open}
        batchActs={[
          { label: '交给处理人', call: assignUnansweredRows, changes: isUnfinished, run: openBatch('assign') },
          { label: '处理完毕', call: finishUnansweredRows, changes: isUnfinished, run: openBatch('finish') },
        ]}
      />
      {dialog?.kind === 'assign' && <Assign row={dialog.row} onClosed={close} />}
      {dialog?.kind === 'finish' && <Finish row={dialog.row} onDone={offerReopening} onClosed={close} />}
      {batch?.kind === 'assign' && <AssignRows {...batch} onClosed={() => setBatch(undefined)} />}
      {batch?.kind === 'finish' && (
        <FinishRows {...batch} onDone={offerReopening} onClosed={() => setBatch(undefined)} />
      )}
      {reopening.dialogs}
    </>
  )
}
