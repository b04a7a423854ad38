// Staff by role (main or deputy): add people with products and categories, change or remove their role.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { exportStaff } from '#contract/authorisation/authorisation-sheets.ts'
import { insertStaff, queryStaff, removeStaff, type StaffRow, setStaffRole } from '#contract/authorisation/grants.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useAct } from '#web/lib/query.ts'
import { deptFilter } from '#web/pickers/dept-picker.tsx'
import { RolePicker, roleFilter } from '#web/pickers/role-picker.tsx'

const filters = [roleFilter('roleId', '角色'), textFilter('realName', '姓名', 32), deptFilter('deptId', '部门')]

const columns = columnsOf(queryStaff, {
  roleName: { width: 140 },
  isMain: { width: 100, render: ({ isMain }) => (isMain ? '主角色' : '副角色') },
  userName: { width: 140 },
  realName: { width: 120 },
  deptName: { width: 160 },
  productCount: { width: 110 },
})

function SetRole({ person, onClosed }: { person: StaffRow; onClosed: () => void }) {
  return (
    <FormDialog<typeof setStaffRole, { roleId: string | null }>
      title={`设置角色：${person.realName}（${person.userName}）`}
      endpoint={setStaffRole}
      initial={{ roleId: person.roleId }}
      input={({ roleId }) => ({ userId: person.userId, roleId: roleId ?? '' })}
      success="主角色已更换"
      invalidates={[queryStaff]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={setStaffRole} name="roleId" hint="更换后按新角色的菜单与按钮使用，副角色与个人授权的产品不变。">
        <RolePicker isGiving />
      </Field>
    </FormDialog>
  )
}

export default function StaffList() {
  const navigate = useNavigate()
  const [confirm, confirmation] = useConfirm()
  const [setting, setSetting] = useState<StaffRow>()
  const removal = useAct(removeStaff, { success: '移出成功', guardMs: DIALOG_GUARD_MS, invalidates: [queryStaff] })
  const remove = ({ userId, roleId, realName, roleName }: StaffRow) =>
    confirm({
      title: `将“${realName}”移出角色“${roleName}”？`,
      content: `${realName}将失去该角色的菜单、按钮，以及在该角色下授权的产品。`,
      verb: '移出',
      run: () => removal.run({ userId, roleId }),
    })
  return (
    <>
      <ListPage
        endpoint={queryStaff}
        filters={filters}
        columns={columns}
        settings="staff"
        exportCall={exportStaff}
        rowName={({ realName, roleName }) => `${realName} ${roleName}`}
        rowActions={(row) =>
          row.isMain
            ? [{ label: '设置角色', call: setStaffRole, run: () => setSetting(row) }]
            : [{ label: '移出', call: removeStaff, isDanger: true, run: () => remove(row) }]
        }
        toolbar={
          <AddButton call={insertStaff} onClick={() => void navigate('/permission/staffInsert')}>
            新增人员
          </AddButton>
        }
      />
      {setting && <SetRole person={setting} onClosed={() => setSetting(undefined)} />}
      {confirmation}
    </>
  )
}
