// A new account, for a new member or one who is found by login name or number; or a stored one, changed.
import { Checkbox, Form, Input, InputNumber } from 'antd'
import {
  type AccountRow,
  addAccount,
  getAccount,
  lookupMember,
  type NewAccount,
  queryAccounts,
  SUB_QUOTA_MAX,
  saveAccount,
} from '../../../../contract/members/accounts.ts'
import type { AccountModule } from '../../../../contract/members/members.ts'
import { type SubProductKey, subProductOf } from '../../../../contract/sub-products.ts'
import { type Labels, sayText } from '../../../kit/form/differences.ts'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { actText } from '../../../lib/act-toast.ts'
import { moduleOptions, personLabels, sayModules } from '../form-labels.ts'
import { PersonFields } from '../person-fields.tsx'
import { pageOf } from './account-labels.tsx'
import { NewMember } from './account-new-member.tsx'

type NewValues = {
  /** Somebody who is a member already; the person's own fields are out of sight then. */
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

/** What the form of a new account holds, and what its call takes of that. */
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

/** Fields that are out of sight are not sent: a member brings their own. */
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

/** What an account is, apart from who has it. Places only where the sub-product has a page for sub-accounts. */
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
  modules: ['模块', sayModules],
  subQuota: ['子账号名额', String],
  remark: ['备注', sayText],
}

function EditAccount({ stored, onClosed }: { stored: AccountRow; onClosed: () => void }) {
  const { id, version, subProduct, realName, subQuota, mainName } = stored
  return (
    <FormDialog<typeof saveAccount, EditValues, AccountRow>
      title={`编辑账号：${realName}`}
      endpoint={saveAccount}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, words: words as Labels<EditValues> }}
      input={(values) => ({ ...values, subQuota: values.subQuota ?? subQuota, id, version })}
      success={actText('edit')}
      invalidates={[queryAccounts, getAccount]}
      verb="保存"
      onClosed={onClosed}
    >
      <Form.Item label="企业">{stored.enterpriseName}</Form.Item>
      <PersonFields of={saveAccount} />
      <AccountFields of={saveAccount} subProduct={subProduct} isSub={mainName !== ''} />
      <Field of={saveAccount} name="remark" isRequired={false}>
        <Input.TextArea rows={2} maxLength={500} />
      </Field>
    </FormDialog>
  )
}

export type AccountFormProps = {
  subProduct: SubProductKey
  /** None: a new one. */
  stored?: AccountRow
  /** Told the password that was made for a new member. */
  onDone?: (data: { password: string | null }) => void
  onClosed: () => void
}

export function AccountForm({ subProduct, stored, onDone = () => undefined, onClosed }: AccountFormProps) {
  if (stored) return <EditAccount stored={stored} onClosed={onClosed} />
  return <AddAccount subProduct={subProduct} onDone={onDone} onClosed={onClosed} />
}
