// Dialog to set department, roles and superiors of one person together.
import { Form, Modal } from 'antd'
import { updateUserDepartRelation } from '#contract/organisation/staff-links.ts'
import { getUserInfoById, queryUserList, type UserDetail, type UserRow } from '#contract/organisation/users.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useStored } from '#web/kit/use-stored.ts'
import { useActive } from '#web/lib/active.ts'
import { DeptPicker } from '#web/pickers/dept-picker.tsx'
import { RolePicker, RolesPicker } from '#web/pickers/role-picker.tsx'
import { UserPicker, UsersPicker } from '#web/pickers/user-picker.tsx'
import { useAccountNames } from './use-account-names.ts'

type Values = Pick<UserDetail, 'saleParentId' | 'editParentId' | 'deputyRoleIds' | 'customerParentIds'> & {
  deptId: string | null
  roleId: string | null
}

function valuesOf(user: UserDetail): Values {
  const { deptId, roleId, deputyRoleIds, saleParentId, editParentId, customerParentIds } = user
  return { deptId, roleId, deputyRoleIds, saleParentId, editParentId, customerParentIds }
}

function Fields({ id }: { id: string }) {
  const roleId = Form.useWatch('roleId') as string | null | undefined
  return (
    <>
      <Field of={updateUserDepartRelation} name="deptId">
        <DeptPicker />
      </Field>
      <Field of={updateUserDepartRelation} name="roleId">
        <RolePicker isGiving />
      </Field>
      <Field of={updateUserDepartRelation} name="deputyRoleIds" isRequired={false}>
        <RolesPicker isGiving placeholder="请选择副角色" without={roleId ? [roleId] : []} />
      </Field>
      <Field of={updateUserDepartRelation} name="saleParentId" isRequired={false}>
        <UserPicker placeholder="请选择销售上级" without={[id]} />
      </Field>
      <Field of={updateUserDepartRelation} name="editParentId" isRequired={false}>
        <UserPicker placeholder="请选择编辑上级" without={[id]} />
      </Field>
      <Field of={updateUserDepartRelation} name="customerParentIds" isRequired={false}>
        <UsersPicker placeholder="请选择客服上级" without={[id]} />
      </Field>
    </>
  )
}

export function RelationDialog({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const isActive = useActive()
  const names = useAccountNames()
  const { stored, error, retry } = useStored(getUserInfoById, { id: user.id })
  if (!stored) {
    return (
      <Modal title="设置角色与归属" open={error !== null && isActive} footer={null} onCancel={onClosed}>
        {error && <ErrorState error={error} onRetry={retry} />}
      </Modal>
    )
  }
  const people = (ids: string[]) => ids.map(names.person).join('、')
  const person = (id: string | null) => textOrDash(id && names.person(id))
  const labels: Labels<Values> = {
    deptId: ['部门', (id) => textOrDash(id && names.dept(id))],
    roleId: ['角色', (id) => textOrDash(id && names.role(id))],
    deputyRoleIds: ['副角色', (ids) => textOrDash(ids.map(names.role).join('、'))],
    saleParentId: ['销售上级', person],
    editParentId: ['编辑上级', person],
    customerParentIds: ['客服上级', (ids) => textOrDash(people(ids))],
  }
  return (
    <FormDialog<typeof updateUserDepartRelation, Values, UserDetail>
      title={`设置角色与归属：${user.realName}（${user.userName}）`}
      endpoint={updateUserDepartRelation}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels }}
      input={(values) => ({
        ...values,
        userId: user.id,
        version: stored.version,
        deptId: values.deptId ?? '',
        roleId: values.roleId ?? '',
      })}
      success="角色与归属已保存"
      invalidates={[queryUserList]}
      verb="保存"
      onClosed={onClosed}
    >
      <Fields id={user.id} />
    </FormDialog>
  )
}
