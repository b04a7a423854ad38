// The forms of manual entry: a new account, and the few fields that can be edited afterwards.
import { Input } from 'antd'
import { addEntry, type EntryRow, editEntry, queryEntries } from '#contract/members/manual-entry.ts'
import { type GrantKind, grantKindLabels } from '#contract/members/members.ts'
import { type SubProductKey, subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { checkMobile } from '#contract/validation.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { SoldProductsPicker } from '../grants/sold-products-picker.tsx'

type Granted = { kind: GrantKind; endsOn: string | null }
type Values = Granted & {
  enterprise: string
  realName: string
  mobile: string
  loginName: string
  productIds: string[]
}

const fresh: Values = {
  enterprise: '',
  realName: '',
  mobile: '',
  loginName: '',
  productIds: [],
  kind: 'trial',
  endsOn: null,
}

export function NewEntry({ subProduct, onClosed }: { subProduct: SubProductKey; onClosed: () => void }) {
  const isWhole = subProductOf(subProduct).grantsBy === 'whole'
  return (
    <FormDialog<typeof addEntry, Values>
      title="录入账号"
      endpoint={addEntry}
      initial={fresh}
      input={(values) => ({
        subProduct,
        ...values,
        productIds: values.productIds ?? [],
        endsOn: values.endsOn ?? '',
      })}
      success="录入成功"
      invalidates={[queryEntries]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={addEntry} name="enterprise" hint="没有同名企业时自动新增，归属于您。" />
      <Field of={addEntry} name="realName" />
      <Field of={addEntry} name="mobile" check={checkMobile}>
        <Input maxLength={20} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field of={addEntry} name="loginName">
        <Input maxLength={64} autoComplete="off" />
      </Field>
      {!isWhole && (
        <Field of={addEntry} name="productIds" isRequired={false} hint="不选则授权全部产品。">
          <SoldProductsPicker menu={subProductMenu(subProduct, 'manualEntry')} />
        </Field>
      )}
      <ChoiceField of={addEntry} name="kind" />
      <DayField of={addEntry} name="endsOn" hint="当天结束后失效。" />
    </FormDialog>
  )
}

type EditValues = Granted & { realName: string }

const valuesOf = ({ realName, kind, endsOn }: EntryRow): EditValues => ({ realName, kind: kind ?? 'trial', endsOn })

const words: Labels<EditValues> = {
  realName: ['姓名', textOrDash],
  kind: ['授权类型', (kind) => grantKindLabels[kind]],
  endsOn: ['截止日期', textOrDash],
}

export function EditEntry({ entry, onClosed }: { entry: EntryRow; onClosed: () => void }) {
  const { id, version, loginName } = entry
  return (
    <FormDialog<typeof editEntry, EditValues, EntryRow>
      title={`编辑 ${loginName}`}
      endpoint={editEntry}
      initial={valuesOf(entry)}
      stored={{ row: entry, valuesOf, labels: words }}
      input={(values) => ({ id, version, ...values, endsOn: values.endsOn ?? '' })}
      success={actText('edit')}
      invalidates={[queryEntries]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={editEntry} name="realName" />
      <ChoiceField of={editEntry} name="kind" />
      <DayField of={editEntry} name="endsOn" hint="手工录入的授权都改为这一天。" />
    </FormDialog>
  )
}
