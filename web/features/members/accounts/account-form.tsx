// The form of an account: a new one, for a new or existing member, or a stored one.
import { Checkbox, Form, InputNumber } from 'antd'
import {
  type AccountRow,
  addAccount,
  getAccount,
  lookupMember,
  type NewAccount,
  queryAccounts,
  SUB_QUOTA_MAX,
  saveAccount,
} from '#contract/members/accounts.ts'
import type { AccountModule } from '#contract/members/members.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { labelModules, moduleOptions, personLabels } from '../form-labels.ts'
import { PersonFields } from '../person-fields.tsx'
import { pageOf } from './account-labels.tsx'
import { NewMember } from './account-new-member.tsx'

type NewValues = {
  /** An existing member; the person's fields are hidden then. */
  memberId?: string | null
  enterpriseId?: string | null
  enterpriseName?: string
  loginName?: string
  realName?: string
  mobile?: string
  email?: string
  password?: string
  ownerId?: string | null
  modules: AccountModule[]
  subQuota?: number
  remark?: string
}

/** Initial values of a new account. */
const newValues: NewValues = {
  memberId: null,
  enterpriseId: null,
  enterpriseName: '',
  loginName: '',
  realName: '',
  mobile: '',
  email: '',
  password: '',
  ownerId: null,
  modules: [],
  subQuota: 0,
  remark: '',
}

/** Hidden fields are not sent: an existing member has their own. */
function inputOf(subProduct: SubProductKey, values: NewValues): NewAccount {
  const { memberId, modules, subQuota = 0, enterpriseId, ...person } = values
  const account = { subProduct, modules, subQuota }
  if (memberId) return { ...account, memberId }
  return { ...account, ...person, ...(enterpriseId && { enterpriseId }) }
}

type EditValues = {
  loginName: string
  realName: string
  mobile: string
  email: string
  modules: AccountModule[]
  subQuota?: number
  remark: string
}

/** Fields of the account itself. The quota of sub-accounts exists only if the sub-product has a page for them. */
function AccountFields({
  of,
  subProduct,
  isSub,
}: {
  of: typeof addAccount | typeof saveAccount
  subProduct: SubProductKey
  isSub: boolean
}) {
  const hasSubs = pageOf(subProduct, 'subsidiaryAccount') !== undefined && !isSub
  return (
    <>
      <Field of={of as typeof saveAccount} name="modules" isRequired={false}>
        <Checkbox.Group options={moduleOptions} />
      </Field>
      {hasSubs && (
        <Field of={of as typeof saveAccount} name="subQuota" hint="可以开通的子账号个数，0 为没有。">
          <InputNumber min={0} max={SUB_QUOTA_MAX} precision={0} />
        </Field>
      )}
    </>
  )
}

function AddAccount({
  subProduct,
  onDone,
  onClosed,
}: Required<Pick<AccountFormProps, 'onDone'>> & Omit<AccountFormProps, 'stored'>) {
  return (
    <FormDialog<typeof addAccount, NewValues>
      title={`新增账号：${subProductOf(subProduct).title}`}
      endpoint={addAccount}
      initial={newValues}
      input={(values) => inputOf(subProduct, values)}
      success={actText('add')}
      invalidates={[queryAccounts, lookupMember]}
      verb="保存"
      onDone={onDone}
      onClosed={onClosed}
    >
      <NewMember subProduct={subProduct} />
      <AccountFields of={addAccount} subProduct={subProduct} isSub={false} />
    </FormDialog>
  )
}

function valuesOf({ loginName, realName, mobile, email, modules, subQuota, remark }: AccountRow): EditValues {
  return { loginName, realName, mobile, email, modules: modules as AccountModule[], subQuota, remark }
}

const words: Labels<Required<EditValues>> = {
  ...personLabels,
  modules: ['模块', labelModules],
  subQuota: ['子账号名额', String],
  remark: ['备注', textOrDash],
}

function EditAccount({ stored, onClosed }: { stored: AccountRow; onClosed: () => void }) {
  const { id, version, subProduct, realName, subQuota, mainName } = stored
  return (
    <FormDialog<typeof saveAccount, EditValues, AccountRow>
      title={`编辑账号：${realName}`}
      endpoint={saveAccount}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels: words as Labels<EditValues> }}
      input={(values) => ({ ...values, subQuota: values.subQuota ?? subQuota, id, version })}
      success={actText('edit')}
      invalidates={[queryAccounts, getAccount]}
      verb="保存"
      onClosed={onClosed}
    >
      <Form.Item label="企业">{stored.enterpriseName}</Form.Item>
      <PersonFields of={saveAccount} />
      <AccountFields of={saveAccount} subProduct={subProduct} isSub={mainName !== ''} />
      <Field of={saveAccount} name="remark" isRequired={false} rows={2} />
    </FormDialog>
  )
}

export type AccountFormProps = {
  subProduct: SubProductKey
  /** Undefined for a new account. */
  stored?: AccountRow
  /** Receives the password generated for a new member. */
  onDone?: (data: { password: string | null }) => void
  onClosed: () => void
}

export function AccountForm({ subProduct, stored, onDone = () => undefined, onClosed }: AccountFormProps) {
  if (stored) return <EditAccount stored={stored} onClosed={onClosed} />
  return <AddAccount subProduct={subProduct} onDone={onDone} onClosed={onClosed} />
}
