// Form fields and saving of a staff account, new or stored.
import { Form, Input, Radio } from 'antd'
import {
  addOrUpdateUser,
  addUser,
  disableUser,
  getUserInfoById,
  openUser,
  queryUserList,
  type UserDetail,
} from '#contract/organisation/users.ts'
import { checkGivenPassword, checkMobile } from '#contract/validation.ts'
import { Can } from '#web/kit/can.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { copyText } from '#web/lib/copy.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { DeptPicker } from '#web/pickers/dept-picker.tsx'
import { RolePicker, RolesPicker } from '#web/pickers/role-picker.tsx'
import { UserPicker, UsersPicker } from '#web/pickers/user-picker.tsx'
import { type AccountValues, differencesOf, formOf, newAccount, valuesOf } from './account-values.ts'
import { PasswordInput } from './password-input.tsx'
import { useAccountNames } from './use-account-names.ts'
import { statusOptions } from './user-status.tsx'

export function AccountEditor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<UserDetail>) {
  const [form] = Form.useForm<AccountValues>()
  const names = useAccountNames()
  const roleId = Form.useWatch('roleId', form)
  const self = stored ? [stored.id] : []
  const versions = useVersions({
    form,
    stored,
    valuesOf,
    differencesOf: (mine, base, theirs) => differencesOf(mine, base, theirs, names),
    onTakeTheirs,
  })
  const act = useAct(addOrUpdateUser, {
    ...(stored && { success: actText('edit') }),
    onSuccess: (_, { userName, password }) => {
      if (stored) return
      const text = `用户名：${userName}\n初始密码：${password}`
      notify.offering(actText('add'), '复制用户名和密码', () => void copyText(text))
    },
    invalidates: [queryUserList, getUserInfoById],
    onRefusal: versions.handleRefusal,
  })
  const save = async (values: AccountValues) => (await act.run(formOf(values, versions.current()))) !== undefined

  return (
    <>
      <FormPage
        form={form}
        initial={stored ? valuesOf(stored) : newAccount}
        isSaving={act.pending}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `account-${stored.id}` : 'account-new'}
      >
        <FormSection title="账号">
          <Field of={addOrUpdateUser} name="userName">
            <Input maxLength={32} autoComplete="off" />
          </Field>
          {!stored && (
            <Field
              of={addOrUpdateUser}
              name="password"
              isRequired
              check={(password) => checkGivenPassword(password, form.getFieldValue('userName'))}
              hint="8至20位，须包含数字、字母和特殊字符 @ * & . + _ -。首次登录须修改密码。"
            >
              <PasswordInput />
            </Field>
          )}
          {/* Changing the status needs its own right; without it the field is shown disabled with a reason. */}
          <Can call={stored ? (stored.status === 'enabled' ? disableUser : openUser) : addUser} otherwise="disable">
            <Field of={addOrUpdateUser} name="status">
              <Radio.Group options={[...statusOptions]} />
            </Field>
          </Can>
          <DayField of={addOrUpdateUser} name="expiresAt" hint="当日结束后不能登录；不填则长期有效。" />
        </FormSection>
        <FormSection title="人员">
          <Field of={addOrUpdateUser} name="realName" />
          <Field of={addOrUpdateUser} name="mobile" check={checkMobile}>
            <Input maxLength={20} inputMode="numeric" autoComplete="off" />
          </Field>
          <Field of={addOrUpdateUser} name="email">
            <Input maxLength={128} inputMode="email" autoComplete="off" />
          </Field>
          <Field of={addOrUpdateUser} name="remark" rows={3} />
        </FormSection>
        <FormSection title="部门与角色">
          <Field of={addOrUpdateUser} name="deptId">
            <DeptPicker />
          </Field>
          <Field of={addOrUpdateUser} name="roleId">
            <RolePicker isGiving />
          </Field>
          <Field of={addOrUpdateUser} name="deputyRoleIds">
            <RolesPicker isGiving placeholder="请选择副角色" without={roleId ? [roleId] : []} />
          </Field>
        </FormSection>
        <FormSection title="上级">
          <Field of={addOrUpdateUser} name="saleParentId">
            <UserPicker placeholder="请选择销售上级" without={self} />
          </Field>
          <Field of={addOrUpdateUser} name="editParentId">
            <UserPicker placeholder="请选择编辑上级" without={self} />
          </Field>
          <Field of={addOrUpdateUser} name="customerParentIds">
            <UsersPicker placeholder="请选择客服上级" without={self} />
          </Field>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
