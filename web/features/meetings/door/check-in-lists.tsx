// The dialog of a check-in list: what it counts, and on which day.
import { Select } from 'antd'
import { eachDay } from '#contract/days.ts'
import type { CheckInKind } from '#contract/meetings/check-in-labels.ts'
import { type CheckInList, getCheckIn, saveCheckInList } from '#contract/meetings/check-ins.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'

const invalidates = [getCheckIn]

type Values = { name: string; kind: CheckInKind; day: string | null }
type DialogProps = {
  meetingId: string
  startsOn: string
  endsOn: string
  list: CheckInList | undefined
  onClosed: () => void
}

export function CheckInListDialog({ meetingId, startsOn, endsOn, list, onClosed }: DialogProps) {
  const days = eachDay(startsOn, endsOn).map((value) => ({ value, label: value }))
  return (
    <FormDialog<typeof saveCheckInList, Values>
      title={list ? `编辑签到点：${list.name}` : '添加签到点'}
      endpoint={saveCheckInList}
      initial={{ name: list?.name ?? '', kind: list?.kind ?? 'entry', day: list?.day ?? null }}
      input={({ name, kind, day }) => ({ meetingId, id: list?.id ?? null, name, kind, day: day ?? null })}
      success={list ? '已保存' : '签到点已添加'}
      invalidates={invalidates}
      verb={list ? '保存' : '添加'}
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={saveCheckInList} name="name" hint="如 18 日入场、答谢晚宴、会议资料。" />
      <ChoiceField of={saveCheckInList} name="kind" hint="“已入场”按人统计所有入场签到点。" />
      <Field of={saveCheckInList} name="day" isRequired={false} hint="次日 4 点起不再签到；不选则到会议结束。">
        <Select allowClear options={days} placeholder="全部日期" />
      </Field>
    </FormDialog>
  )
}
