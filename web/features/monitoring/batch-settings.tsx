// Deadlines, people and days of many quote items at once: preview of each change, undo of the whole batch.
import { Alert, Button, Form, InputNumber, Select, Table } from 'antd'
import { useState } from 'react'
import {
  type ItemRow,
  listBatches,
  listItemSettings,
  type RuleBatch,
  resetItems,
  setItems,
  undoBatch,
} from '#contract/monitoring/batch-settings.ts'
import { getBoard, listDues } from '#contract/monitoring/board.ts'
import type { Recurrence } from '#contract/monitoring/calendar-days.ts'
import { ruleLevelLabels } from '#contract/monitoring/monitoring-labels.ts'
import { Can } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { productFilter } from '#web/pickers/product-picker.tsx'
import { UserPicker, userFilter } from '#web/pickers/user-picker.tsx'
import { levelOptions, patternText, recurrenceOptions, weekdayOptions } from './monitoring-labels.tsx'
import { TimeInput } from './rule-inputs.tsx'

const filters = [
  textFilter('name', '报价项', 100),
  productFilter('productId', '产品'),
  selectFilter('level', '生效规则', [{ value: 'none', label: '没有规则' }, ...levelOptions]),
]
const advanced = [userFilter('ownerId', '负责人')]

const columns = columnsOf(listItemSettings, {
  name: { width: 240 },
  productName: { width: 150 },
  market: { width: 100 },
  level: {
    label: '生效范围',
    width: 100,
    render: ({ level }) =>
      level === null ? <Status tone="bad">没有规则</Status> : <Status tone="good">{ruleLevelLabels[level]}</Status>,
  },
  ruleName: { width: 200 },
  frequency: { label: '更新日', width: 160, render: patternText },
  dueTime: { width: 90 },
  ownerName: { width: 100 },
  deputyName: { width: 100 },
})

const reads = [listItemSettings, listBatches, getBoard, listDues]

type Chosen = { rows: readonly ItemRow[]; clear: () => void }
type Settings = {
  dueTime?: string | null
  frequency?: Recurrence
  weekdays?: number[]
  nth?: number
  ownerId?: string | null
  deputyId?: string | null
  warnMinutes?: number | null
  graceMinutes?: number | null
}

const filled = (settings: Settings) =>
  Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )

function Days() {
  const frequency = Form.useWatch<Recurrence | undefined>('frequency')
  return (
    <>
      <Field of={setItems} name="frequency" isRequired={false}>
        <Select allowClear options={recurrenceOptions} placeholder="不改" />
      </Field>
      {frequency === 'weekdays' && (
        <Field of={setItems} name="weekdays" isRequired>
          <Select mode="multiple" options={weekdayOptions} />
        </Field>
      )}
      {(frequency === 'month' || frequency === 'tenDay') && (
        <Field of={setItems} name="nth" isRequired hint="1 为第一个工作日，-1 为最后一个。">
          <InputNumber min={-23} max={23} precision={0} />
        </Field>
      )}
    </>
  )
}

function SetItems({
  rows,
  clear,
  onDone,
  onClosed,
}: Chosen & { onDone: (batchId: string) => void; onClosed: () => void }) {
  return (
    <FormDialog<typeof setItems, Settings>
      title={`批量设置 ${rows.length} 个报价项`}
      endpoint={setItems}
      initial={{}}
      input={(settings) => ({ ids: rows.map(({ id }) => id), ...filled(settings) })}
      invalidates={reads}
      verb="预览"
      confirmVerb="设置"
      isDanger={false}
      onDone={({ batchId }) => {
        clear()
        onDone(batchId)
      }}
      onClosed={onClosed}
    >
      <Alert type="info" title="只改填写的内容，留空的保持现在生效的设置；每个报价项会有一条单独的规则。" />
      <Field of={setItems} name="dueTime" isRequired={false}>
        <TimeInput placeholder="不改" />
      </Field>
      <Days />
      <Field of={setItems} name="warnMinutes" isRequired={false}>
        <InputNumber min={0} max={1_439} precision={0} placeholder="不改" suffix="分钟" />
      </Field>
      <Field of={setItems} name="graceMinutes" isRequired={false}>
        <InputNumber min={0} max={1_439} precision={0} placeholder="不改" suffix="分钟" />
      </Field>
      <Field of={setItems} name="ownerId" isRequired={false}>
        <UserPicker work="dues" placeholder="不改" />
      </Field>
      <Field of={setItems} name="deputyId" isRequired={false}>
        <UserPicker work="dues" placeholder="不改" />
      </Field>
    </FormDialog>
  )
}

function Batches({ onUndo, onClosed }: { onUndo: (batchId: string) => void; onClosed: () => void }) {
  const { data, isPending } = useCall(listBatches, {})
  return (
    <DetailsDrawer title="批量设置记录" size={640} onClosed={onClosed}>
      <Table<RuleBatch>
        size="small"
        rowKey="id"
        loading={isPending}
        pagination={false}
        dataSource={data ?? []}
        locale={{ emptyText: '还没有批量设置过' }}
        columns={[
          { title: '时间', width: 150, render: (_, { at }) => formatMoment(at) },
          { title: '内容', dataIndex: 'text' },
          { title: '操作人', dataIndex: 'byName', width: 100 },
          {
            title: '操作',
            width: 90,
            render: (_, { id, isUndone, text }) =>
              isUndone ? (
                '已撤销'
              ) : (
                <Can call={undoBatch}>
                  <Button type="link" size="small" aria-label={`撤销${text}`} onClick={() => onUndo(id)}>
                    撤销
                  </Button>
                </Can>
              ),
          },
        ]}
      />
    </DetailsDrawer>
  )
}

export default function BatchSettings() {
  const [chosen, setChosen] = useState<Chosen>()
  const [isListing, setListing] = useState(false)
  const undoing = useAct(undoBatch, { invalidates: reads, success: '已撤销' })
  const undo = (batchId: string) => void undoing.run({ batchId })
  const notifyDone = (batchId: string) => notify.undoable('批量设置成功', () => undo(batchId))
  const resetting = useConfirmed(resetItems, {
    title: '恢复上级规则',
    verb: '恢复',
    invalidates: reads,
    onSuccess: ({ batchId }) => void notify.undoable('已恢复上级规则', () => undo(batchId)),
  })
  return (
    <>
      <ListPage
        endpoint={listItemSettings}
        settings="batchSettings"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ name }) => name}
        emptyHint="没有正在更新的报价项。"
        batchActs={[
          { label: '批量设置', call: setItems, run: (rows, clear) => setChosen({ rows, clear }) },
          {
            label: '恢复上级规则',
            call: resetItems,
            run: async (rows, clear) => {
              if ((await resetting.run({ ids: rows.map(({ id }) => id) })) !== undefined) clear()
            },
          },
        ]}
        toolbar={<Button onClick={() => setListing(true)}>设置记录</Button>}
      />
      {chosen && <SetItems {...chosen} onDone={notifyDone} onClosed={() => setChosen(undefined)} />}
      {isListing && <Batches onUndo={undo} onClosed={() => setListing(false)} />}
      {resetting.dialogs}
    </>
  )
}
