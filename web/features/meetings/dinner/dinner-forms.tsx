// Forms of a dinner: tables, guests without a sign-up, wishes, and whom seating by rule places.
import { Input, InputNumber, Radio, Select } from 'antd'
import {
  addDinnerTables,
  type DinnerGuest,
  type DinnerTable,
  type DinnerView,
  editDinnerTable,
  fillDinner,
  getDinner,
  saveDinnerGuest,
  saveDinnerWishes,
} from '#contract/meetings/dinner.ts'
import { type FillMode, fillModeLabels, fillModes, TABLE_SEATS_MAX } from '#contract/meetings/dinner-labels.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { hasTyped } from '#web/lib/has-typed.ts'
import { notify } from '#web/lib/notify.ts'

export const invalidates = [getDinner]

type Props = { meetingId: string; onClosed: () => void }
type TableProps = Props & { quotas: DinnerView['quotas'] }

const quotaOptions = (quotas: DinnerView['quotas']) => quotas.map(({ id, name }) => ({ value: id, label: name }))
const QUOTA_HINT = '自动安排时只安排此类名额的来宾；不选则不限来宾。'

export function AddTables({ meetingId, quotas, onClosed }: TableProps) {
  return (
    <FormDialog
      title="新增桌"
      endpoint={addDinnerTables}
      initial={{ count: 1, seats: 10, zone: '', quotaId: null as string | null }}
      input={(form) => ({ ...form, quotaId: form.quotaId ?? null, meetingId })}
      success="已新增"
      invalidates={invalidates}
      verb="新增"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={addDinnerTables} name="count" hint="按顺序编号：1 桌、2 桌，之后可以改名。">
        <InputNumber min={1} max={50} precision={0} />
      </Field>
      <Field of={addDinnerTables} name="seats" hint={`每桌 1 至 ${TABLE_SEATS_MAX} 座。`}>
        <InputNumber min={1} max={TABLE_SEATS_MAX} precision={0} />
      </Field>
      <Field of={addDinnerTables} name="zone" isRequired={false} hint="如贵宾区、A 区" />
      <Field of={addDinnerTables} name="quotaId" isRequired={false} hint={QUOTA_HINT}>
        <Select options={quotaOptions(quotas)} allowClear placeholder="所有来宾" />
      </Field>
    </FormDialog>
  )
}

export function EditTable({ meetingId, quotas, table, onClosed }: TableProps & { table: DinnerTable }) {
  const { id, version, ...stored } = table
  return (
    <FormDialog
      title={`编辑${table.name}`}
      endpoint={editDinnerTable}
      initial={stored}
      input={(form) => ({ ...form, quotaId: form.quotaId ?? null, meetingId, id, version })}
      success="已保存"
      invalidates={invalidates}
      verb="保存"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={editDinnerTable} name="name" />
      <Field of={editDinnerTable} name="seats" hint={`1 至 ${TABLE_SEATS_MAX} 座。`}>
        <InputNumber min={1} max={TABLE_SEATS_MAX} precision={0} />
      </Field>
      <Field of={editDinnerTable} name="zone" isRequired={false} hint="如贵宾区、A 区" />
      <Field of={editDinnerTable} name="quotaId" isRequired={false} hint={QUOTA_HINT}>
        <Select options={quotaOptions(quotas)} allowClear placeholder="所有来宾" />
      </Field>
    </FormDialog>
  )
}

export function GuestForm({ meetingId, guest, onClosed }: Props & { guest: DinnerGuest | undefined }) {
  const { name = '', company = '', mobile = '' } = guest ?? {}
  return (
    <FormDialog
      title={guest ? `编辑来宾：${guest.name}` : '登记来宾'}
      endpoint={saveDinnerGuest}
      initial={{ name, company, mobile }}
      input={(form) => ({ ...form, meetingId, guestKey: guest?.key ?? null, version: guest?.version ?? 0 })}
      success="已登记"
      invalidates={invalidates}
      verb="保存"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={saveDinnerGuest} name="name" hint="没有报名的来宾，如主讲人、工作人员；报名的已在名单中。" />
      <Field of={saveDinnerGuest} name="company" isRequired={false} />
      <Field of={saveDinnerGuest} name="mobile" isRequired={false}>
        <Input maxLength={20} inputMode="numeric" autoComplete="off" />
      </Field>
    </FormDialog>
  )
}

type WishesProps = Props & { guest: DinnerGuest; guests: readonly DinnerGuest[] }

export function Wishes({ meetingId, guest, guests, onClosed }: WishesProps) {
  const { key, version, diet, beside, apart } = guest
  const others = guests
    .filter((other) => other.key !== key)
    .map((other) => ({ value: other.key, label: [other.name, other.company].filter(Boolean).join(' · ') }))
  return (
    <FormDialog
      title={`${guest.name}的要求`}
      endpoint={saveDinnerWishes}
      initial={{ diet, beside, apart }}
      input={(form) => ({ ...form, meetingId, guestKey: key, version })}
      success="已保存"
      invalidates={invalidates}
      verb="保存"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={saveDinnerWishes} name="diet" isRequired={false} hint="如素食、清真、忌口" />
      <Field of={saveDinnerWishes} name="beside" isRequired={false} hint="自动安排时坐在一起。">
        <Select mode="multiple" options={others} filterOption={hasGuest} />
      </Field>
      <Field of={saveDinnerWishes} name="apart" isRequired={false} hint="自动安排时不坐同一桌。">
        <Select mode="multiple" options={others} filterOption={hasGuest} />
      </Field>
    </FormDialog>
  )
}

const hasGuest = (typed: string, option?: { label: string }) => hasTyped(option?.label ?? '', typed)

const modes = optionsOf(fillModeLabels, fillModes)

export function FillForm({ meetingId, onUndo, onClosed }: Props & { onUndo: () => void }) {
  return (
    <FormDialog<typeof fillDinner, { mode: FillMode }>
      title="自动安排座位"
      endpoint={fillDinner}
      initial={{ mode: 'rest' }}
      input={({ mode }) => ({ meetingId, mode })}
      invalidates={invalidates}
      verb="预览"
      confirmVerb="安排"
      isDanger={false}
      onDone={({ placed }) => notify.undoable(`已安排 ${placed} 人`, onUndo)}
      onClosed={onClosed}
    >
      <Field
        of={fillDinner}
        name="mode"
        hint="要求相邻的和同一报名的坐在一起，要求不同桌的分开，同单位的尽量同桌；指定了名额类型的桌只给这类来宾。"
      >
        <Radio.Group options={modes} />
      </Field>
    </FormDialog>
  )
}
