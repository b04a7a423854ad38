// Inputs that the forms of rules share.
import { Input, InputNumber, Select } from 'antd'
import type { RuleOption } from '#contract/monitoring/rules.ts'
import type { RowInputs } from '#web/kit/form/row-fields.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { VirtualSelect } from '#web/kit/picker/virtual-select.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { channelOptions, recurrenceOptions, weekdayOptions } from './monitoring-labels.tsx'

export const chosenFrom = (options: readonly RuleOption[] | undefined) =>
  (options ?? []).map(({ id, name }) => ({ value: id, label: name }))

type Named = { placeholder?: string; value?: string | null; onChange?: (value: string | null) => void; id?: string }

/** An optional time of day; empty is null. */
export function TimeInput({ value, onChange, placeholder = 'HH:MM', ...rest }: Named) {
  return (
    <Input
      {...rest}
      value={value ?? ''}
      placeholder={placeholder}
      maxLength={5}
      onChange={(event) => onChange?.(event.target.value.trim() || null)}
    />
  )
}

/** An optional select; no choice is null. */
export function OpenSelect({
  options,
  value,
  onChange,
  ...rest
}: Named & { options: { value: string; label: string }[] }) {
  return (
    <Select
      {...rest}
      allowClear
      showSearch={byLabel}
      value={value || null}
      options={options}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  )
}

const nothing: readonly RuleOption[] = []

/** Virtual select of derived series, of which there are thousands. */
export function SeriesSelect({
  series,
  ...rest
}: Omit<Named, 'placeholder'> & { series: readonly RuleOption[] | undefined }) {
  return (
    <VirtualSelect
      {...rest}
      placeholder="请选择衍生数据"
      options={series ?? nothing}
      labelKey="name"
      valueKey="id"
      {...(!series && { state: 'loading' as const })}
    />
  )
}

/** Less than a day. */
const minutes = <InputNumber min={0} max={1_439} precision={0} suffix="分钟" />

type CommonName =
  | 'calendarId'
  | 'frequency'
  | 'weekdays'
  | 'nth'
  | 'dueTime'
  | 'warnMinutes'
  | 'graceMinutes'
  | 'escalateMinutes'
  | 'ownerId'
  | 'deputyId'
  | 'channel'

type Hints = { isOpen: boolean; dueTime: string; owner: string }

export const commonInputs = (
  calendars: readonly RuleOption[] | undefined,
  { isOpen, dueTime, owner }: Hints,
): RowInputs<CommonName> => ({
  calendarId: {
    input: (
      <OpenSelect
        options={chosenFrom(calendars)}
        placeholder={isOpen ? '监控价格时可不选，以报价项为准' : '请选择日历'}
      />
    ),
    isRequired: !isOpen,
  },
  frequency: {
    input: (
      <OpenSelect
        options={recurrenceOptions}
        placeholder={isOpen ? '监控价格时可不选，以报价项为准' : '请选择更新频率'}
      />
    ),
    isRequired: !isOpen,
  },
  weekdays: { input: <Select mode="multiple" options={weekdayOptions} placeholder="请选择星期" />, isRequired: true },
  nth: { input: <InputNumber min={-23} max={23} precision={0} />, hint: '1 为第一个工作日，-1 为最后一个。' },
  dueTime: { input: <TimeInput placeholder={dueTime} />, isRequired: false },
  warnMinutes: { input: minutes, hint: '到期前多久提醒负责人。' },
  graceMinutes: { input: minutes, hint: '到期后多久才算逾期。' },
  escalateMinutes: { input: minutes, hint: '逾期后多久提醒负责人的编辑上级；留空则不上报。' },
  ownerId: { input: <UserPicker work="dues" placeholder={owner} />, isRequired: !isOpen },
  deputyId: <UserPicker work="dues" placeholder="请选择替补" />,
  channel: <Select options={channelOptions} />,
})

/** Fields of the pattern that its frequency needs. */
export const patternNames = (frequency: string | null) => [
  'calendarId' as const,
  'frequency' as const,
  ...(frequency === 'weekdays' ? (['weekdays'] as const) : []),
  ...(frequency === 'month' || frequency === 'tenDay' ? (['nth'] as const) : []),
]
