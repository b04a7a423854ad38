// Evaluation of one assistant: its sets, the cases of the chosen one, and the button that runs a version over it.
import { Alert, Button, Checkbox, Empty, Input, Select, Space } from 'antd'
import { useMemo, useState } from 'react'
import { AI_SETTINGS } from '#contract/ai/answers.ts'
import type { AssistantDetails } from '#contract/ai/assistants.ts'
import { type CaseRow, caseCalls, queryRuns, type SetRow, setCalls, startRun } from '#contract/ai/evaluation.ts'
import {
  figurePartLabels,
  figureParts,
  RUN_REPEATS,
  relativeDayLabels,
  relativeDays,
} from '#contract/ai/evaluation-labels.ts'
import { Can } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { RowFields } from '#web/kit/form/row-fields.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { textFilter } from '#web/kit/list/filters.tsx'
import { RowsPage } from '#web/kit/list/rows-page.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { QuoteItemPicker } from '#web/pickers/quote-item-picker.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'

const expectationsOf = (row: CaseRow): string =>
  [
    row.quoteItemId !== null &&
      `${row.itemName} ${row.relativeDay ? relativeDayLabels[row.relativeDay] : ''}的${row.part ? figurePartLabels[row.part] : ''}`,
    row.mustRefuse && '应当拒答',
    row.mustCite !== '' && `引用“${row.mustCite}”`,
    row.mustContain.length > 0 && `包含 ${row.mustContain.join('、')}`,
    row.mustNotContain.length > 0 && `不含 ${row.mustNotContain.join('、')}`,
  ]
    .filter(Boolean)
    .join('；') || '人工评分'

const filters = [textFilter('question', '问题', 100)]

const columns = columnsOf(caseCalls.list, {
  question: { width: 280 },
  quoteItemId: { label: '期望', width: 360, render: expectationsOf },
  loginName: { width: 130, render: ({ loginName, isForeign }) => (isForeign ? '范围外的会员' : loginName || '员工') },
  asKnownAt: {
    label: '价格截至',
    width: 120,
    render: ({ asKnownAt }) => (asKnownAt === null ? '运行时' : `发布序号 ${asKnownAt}`),
  },
  updatedAt: {},
})

type InputProps<T> = { id?: string; value?: T | null; onChange?: (value: T | null) => void }

/** A choice that may be taken back: null, not undefined, which would leave the field out. */
function Choice({ onChange, value, ...rest }: InputProps<string> & { options: { value: string; label: string }[] }) {
  return <Select {...rest} allowClear value={value ?? null} onChange={(next) => onChange?.(next ?? null)} />
}

/** Digits, or null. */
function NumberText({ onChange, value, ...rest }: InputProps<string>) {
  return (
    <Input
      {...rest}
      inputMode="numeric"
      maxLength={18}
      value={value ?? ''}
      onChange={({ target }) => onChange?.(target.value.trim() || null)}
    />
  )
}

const inputs = {
  question: <Input.TextArea rows={3} maxLength={2_000} showCount />,
  loginName: { hint: '会员的登录名；不填按运行评测的员工的权限提问。' },
  asKnownAt: { input: <NumberText />, hint: '价格的发布序号；不填按运行时已发布的价格。' },
  quoteItemId: { input: <QuoteItemPicker />, hint: '期望的价格在每次运行时向价格库查询，不用写数字。' },
  relativeDay: <Choice options={optionsOf(relativeDayLabels, relativeDays)} />,
  part: <Choice options={optionsOf(figurePartLabels, figureParts)} />,
  mustCite: { hint: '来源标题中的文字。' },
  mustRefuse: { hint: '看是否拒答，不看措辞。' },
  mustContain: <TextTags placeholder="输入后按回车" />,
  mustNotContain: <TextTags placeholder="输入后按回车" />,
}

const emptyCase = () => ({
  question: '',
  loginName: '',
  asKnownAt: null,
  quoteItemId: null,
  relativeDay: null,
  part: null,
  mustCite: '',
  mustRefuse: false,
  mustContain: [],
  mustNotContain: [],
})

type SetValues = Pick<SetRow, 'name' | 'isGate' | 'remark'>
const labels: Labels<SetValues> = {
  name: ['评测集名称', textOrDash],
  isGate: ['发布前必须通过', (isGate) => (isGate ? '是' : '否')],
  remark: ['备注', textOrDash],
}

function SetDialog({
  assistantId,
  set,
  onClosed,
}: {
  assistantId: string
  set: SetRow | undefined
  onClosed: () => void
}) {
  const names = Object.keys(setCalls.labels)
  const hint = { isGate: { hint: '开启后，版本须先通过该评测集才能发布。' } }
  const shared = { invalidates: [setCalls.list], verb: '保存', isDanger: false, onClosed }
  if (!set)
    return (
      <FormDialog
        title="新增评测集"
        endpoint={setCalls.add}
        initial={{ name: '', isGate: true, remark: '' }}
        input={(values) => ({ ...values, assistantId })}
        success="新增成功"
        {...shared}
      >
        <RowFields call={setCalls.add} names={names} inputs={hint} />
      </FormDialog>
    )
  const valuesOf = ({ name, isGate, remark }: SetRow) => ({ name, isGate, remark })
  return (
    <FormDialog
      title={`编辑评测集：${set.name}`}
      endpoint={setCalls.edit}
      initial={valuesOf(set)}
      stored={{ row: set, valuesOf, labels }}
      input={(values) => ({ ...values, id: set.id, version: set.version })}
      success="编辑成功"
      {...shared}
    >
      <RowFields call={setCalls.edit} names={names} inputs={hint} />
    </FormDialog>
  )
}

function Runner({ set, assistant }: { set: SetRow; assistant: AssistantDetails }) {
  const { prompts, isServiceSet } = assistant
  const [promptId, setPromptId] = useState(prompts[0]?.id)
  const [isJudged, setJudged] = useState(false)
  const start = useAct(startRun, { success: '已开始，在“评测记录”中查看', invalidates: [queryRuns] })
  return (
    <Can call={startRun}>
      <Space wrap>
        <Select
          aria-label="评测的版本"
          placeholder="选择版本"
          value={promptId ?? null}
          options={prompts.map(({ id, number, note }) => ({ value: id, label: `第 ${number} 版 ${note}` }))}
          onChange={(id) => setPromptId(id ?? undefined)}
        />
        <Checkbox checked={isJudged} onChange={({ target }) => setJudged(target.checked)}>
          由模型另行打分
        </Checkbox>
        <Button
          type="primary"
          loading={start.pending}
          disabled={!isServiceSet || promptId === undefined || set.cases === 0}
          onClick={() => promptId !== undefined && void start.run({ setId: set.id, promptId, isJudged })}
        >
          运行评测（每题 {RUN_REPEATS} 次）
        </Button>
      </Space>
    </Can>
  )
}

function Sets({ assistant, sets }: { assistant: AssistantDetails; sets: readonly SetRow[] }) {
  const [chosenId, setChosenId] = useState<string>()
  const [editing, setEditing] = useState<'new' | 'chosen'>()
  const [confirm, confirmation] = useConfirm()
  const removal = useRemoval(setCalls.remove, { invalidates: [setCalls.list, queryRuns] })
  const set = sets.find(({ id }) => id === chosenId) ?? sets[0]
  const setId = set?.id ?? ''
  const fixedFilters = useMemo(() => ({ setId }), [setId])
  const askRemoval = () =>
    set &&
    confirm({
      title: `删除评测集“${set.name}”？`,
      content: `其中的 ${set.cases} 道题和评测记录一起删除，不能恢复。`,
      verb: '删除',
      run: async () => {
        await removal.run({ ids: [set.id] })
      },
    })
  return (
    <>
      {!assistant.isServiceSet && (
        <Alert
          type="info"
          showIcon
          title={`没有启用的模型，服务器上也没有设置 ${AI_SETTINGS}，不能运行评测；题目可以照常维护`}
        />
      )}
      <div className="trial-bar">
        <Select
          aria-label="评测集"
          placeholder="还没有评测集"
          value={set?.id ?? null}
          options={sets.map(({ id, name, cases, isGate }) => ({
            value: id,
            label: `${name}（${cases} 题${isGate ? '，发布前必须通过' : ''}）`,
          }))}
          onChange={(id) => setChosenId(id ?? undefined)}
        />
        <Space wrap>
          <Can call={setCalls.add}>
            <Button onClick={() => setEditing('new')}>新增评测集</Button>
          </Can>
          <Can call={setCalls.edit}>
            <Button disabled={!set} onClick={() => setEditing('chosen')}>
              编辑评测集
            </Button>
          </Can>
          <Can call={setCalls.remove}>
            <Button danger disabled={!set} onClick={askRemoval}>
              删除评测集
            </Button>
          </Can>
        </Space>
        {set && <Runner key={set.id} set={set} assistant={assistant} />}
      </div>
      {set ? (
        <RowsPage
          key={set.id}
          calls={caseCalls}
          filters={filters}
          columns={columns}
          fixedFilters={fixedFilters}
          rowName={({ question }) => question}
          form={{
            empty: emptyCase,
            inputs,
            valuesOf: (row) => ({
              ...emptyCase(),
              ...Object.fromEntries(Object.keys(caseCalls.labels).map((key) => [key, row[key as never]])),
            }),
          }}
          removing={() => '评测记录里保留它的问题和回答。'}
          reads={[setCalls.list]}
        />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="新增一个评测集，再往里加题" />
      )}
      {editing && (
        <SetDialog
          assistantId={assistant.id}
          set={editing === 'chosen' ? set : undefined}
          onClosed={() => setEditing(undefined)}
        />
      )}
      {removal.dialogs}
      {confirmation}
    </>
  )
}

export function Evaluation({ assistant }: { assistant: AssistantDetails }) {
  const read = useCall(setCalls.list, { assistantId: assistant.id, size: 20 }, { call: { hideErrorMsg: true } })
  return <Loaded read={read}>{({ records }) => <Sets assistant={assistant} sets={records} />}</Loaded>
}
