// Details of one staff account.
import { Button, Space } from 'antd'
import { asksOf } from '#contract/access.ts'
import { editUser, getUserInfoById, getUserRoles, type UserRow } from '#contract/organisation/users.ts'
import { Can, CanAny } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { useCall } from '#web/lib/query.ts'
import { usePersonNames } from '#web/pickers/use-person-names.ts'
import { UserExpiry, UserStatus } from './user-status.tsx'

function UserActs({ name, acts }: { name: string; acts: readonly RowAction[] }) {
  const edit = acts.find(({ call }) => call === editUser)
  const others = acts.filter((act) => act !== edit)
  return (
    <Space>
      <CanAny codes={others.flatMap(({ call }) => asksOf('kind' in call ? call : call.access))}>
        <MoreActions name={name} actions={others} />
      </CanAny>
      {/* People expect this button here: without the right it is disabled with a reason. */}
      <Can call="edit" otherwise="hideThenDisable">
        <Button type="primary" onClick={edit?.run}>
          编辑
        </Button>
      </Can>
    </Space>
  )
}

type UserDetailsProps = { user: UserRow; acts: readonly RowAction[]; onClosed: () => void }

export function UserDetails({ user, acts, onClosed }: UserDetailsProps) {
  const { data: roles } = useCall(getUserRoles, { id: user.id })
  const { data: stored } = useCall(getUserInfoById, { id: user.id }, { staleTime: 0 })
  const personName = usePersonNames()
  const deputies = roles?.deputyRoles.map(({ name }) => name).join('、')
  const named = (...ids: (string | null | undefined)[]) => ids.flatMap((id) => (id && personName(id)) || []).join('、')
  return (
    <DetailsDrawer
      title={`${user.realName}（${user.userName}）`}
      size={420}
      acts={acts}
      extra={(own) => <UserActs name={user.realName} acts={own} />}
      onClosed={onClosed}
    >
      <Facts
        items={factsOf(getUserInfoById, user, {
          userName: {},
          realName: {},
          mobile: {},
          email: {},
          deptName: {},
          roleName: {},
          deputyRoleIds: { render: () => deputies || '—' },
          saleParentId: { render: () => named(stored?.saleParentId) || '—' },
          editParentId: { render: () => named(stored?.editParentId) || '—' },
          customerParentIds: { render: () => named(...(stored?.customerParentIds ?? [])) || '—' },
          status: { render: UserStatus },
          expiresAt: { render: UserExpiry },
          lastSignInAt: {},
          createdAt: {},
          remark: {},
        })}
      />
    </DetailsDrawer>
  )
}
