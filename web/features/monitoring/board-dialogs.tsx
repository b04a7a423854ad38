// Dialogs of the board: excuse, hand over, absences.
import { Button, Table } from 'antd'
import { useState } from 'react'
import {
  type Absence,
  addAbsence,
  type DueRow,
  excuseDues,
  getBoard,
  getDue,
  handOverDues,
  listAbsences,
  listDues,
  removeAbsence,
} from '#contract/monitoring/board.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { useSession } from '#web/lib/session/session.ts'
import { UserPicker } from '#web/pickers/user-picker.tsx'

export const boardReads = [getBoard, listDues, getDue]

type ActProps = { rows: readonly DueRow[]; onDone: () => void; onClosed: () => void }

const whatOf = (rows: readonly DueRow[]) => (rows.length === 1 ? `“${rows[0]?.name}”` : ` ${rows.length} 项`)
const idsOf = (rows: readonly DueRow[]) => rows.map(({ id }) => id)

export function Excuse({ rows, onDone, onClosed }: ActProps) {
  return (
    <FormDialog<typeof excuseDues, { reason: string }>
      title={`说明赶不上：${whatOf(rows)}`}
      endpoint={excuseDues}
      initial={{ reason: rows.length === 1 ? (rows[0]?.excuse ?? '') : '' }}
      input={({ reason }) => ({ ids: idsOf(rows), reason })}
      success="已说明"
      invalidates={boardReads}
      verb="确定"
      isDanger={false}
      onDone={onDone}
      onClosed={onClosed}
    >
      <Field of={excuseDues} name="reason" hint="说明后不再提醒，也不计入逾期；看板会显示是谁说明的。" rows={3} />
    </FormDialog>
  )
}

export function HandOver({ rows, onDone, onClosed }: ActProps) {
  return (
    <FormDialog<typeof handOverDues, { toId: string; reason: string }>
      title={`转交：${whatOf(rows)}`}
      endpoint={handOverDues}
      initial={{ toId: '', reason: '' }}
      input={({ toId, reason }) => ({ ids: idsOf(rows), toId, reason })}
      success="已转交"
      invalidates={boardReads}
      verb="转交"
      isDanger={false}
      onDone={onDone}
      onClosed={onClosed}
    >
      <Field of={handOverDues} name="toId" hint="只在当天有效，接收人需负责这些产品。">
        <UserPicker work="dues" placeholder="请选择接收人" />
      </Field>
      <Field of={handOverDues} name="reason" isRequired={false} />
    </FormDialog>
  )
}

function AddAbsence({ onClosed }: { onClosed: () => void }) {
  const today = serverToday()
  const userId = useSession()?.user_id ?? ''
  return (
    <FormDialog<typeof addAbsence, { userId: string; fromDay: string; toDay: string; remark: string }>
      title="登记外出"
      endpoint={addAbsence}
      initial={{ userId, fromDay: today, toDay: today, remark: '' }}
      input={(values) => values}
      success="已登记"
      invalidates={[...boardReads, listAbsences]}
      verb="登记"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={addAbsence} name="userId" hint="外出期间由规则或报价项的替补负责。">
        <UserPicker placeholder="请选择外出人" />
      </Field>
      <DayField of={addAbsence} name="fromDay" isRequired allowClear={false} />
      <DayField of={addAbsence} name="toDay" isRequired allowClear={false} />
      <Field of={addAbsence} name="remark" isRequired={false} />
    </FormDialog>
  )
}

export function Absences({ onClosed }: { onClosed: () => void }) {
  const [isAdding, setAdding] = useState(false)
  const { data, isPending } = useCall(listAbsences, {})
  const removing = useAct(removeAbsence, { invalidates: [...boardReads, listAbsences], success: '已取消登记' })
  return (
    <>
      <DetailsDrawer
        title="外出登记"
        size={560}
        onClosed={onClosed}
        extra={() => (
          <Button type="primary" onClick={() => setAdding(true)}>
            登记外出
          </Button>
        )}
      >
        <Table<Absence>
          size="small"
          rowKey="id"
          loading={isPending}
          pagination={false}
          dataSource={data ?? []}
          locale={{ emptyText: '近期没有人外出' }}
          columns={[
            { title: '外出人', dataIndex: 'userName' },
            {
              title: '日期',
              render: (_, { fromDay, toDay }) => (fromDay === toDay ? fromDay : `${fromDay} 至 ${toDay}`),
            },
            { title: '说明', dataIndex: 'remark' },
            {
              title: '操作',
              render: (_, { id, userName }) => (
                <Button
                  type="link"
                  size="small"
                  aria-label={`取消${userName}的外出登记`}
                  onClick={() => void removing.run({ id })}
                >
                  取消
                </Button>
              ),
            },
          ]}
        />
      </DetailsDrawer>
      {isAdding && <AddAbsence onClosed={() => setAdding(false)} />}
    </>
  )
}
