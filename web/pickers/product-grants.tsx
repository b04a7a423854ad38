// The products of one person in each of their roles: the whole tree, with the granted ones checked.
import { Segmented } from 'antd'
import { useState } from 'react'
import {
  getCategoryTreeByUser,
  getNotCategoryTreeByUser,
  queryProductGrants,
  updateUserLinkProduct,
} from '#contract/authorisation/grants.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { getUserRoles } from '#contract/organisation/users.ts'
import { confirmDiscard } from '#web/kit/dialog/confirm-discard.ts'
import { TreeCheck, type TreeCheckNode } from '#web/kit/tree/tree-check.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { idsOf, isSameChoice, leafKeys, mergeGrants, toChecks } from './grant-tree.rules.ts'

const TREE_PX = 400

type Person = { id: string; realName: string; userName: string }
type Loaded = { roleId: string; nodes: TreeCheckNode[]; before: ReadonlySet<string>; chosen: ReadonlySet<string> }

export function ProductGrants({ user, onClosed }: { user: Person; onClosed: () => void }) {
  const { data: roles, error: rolesError, refetch: refetchRoles } = useCall(getUserRoles, { id: user.id })
  const [picked, setPicked] = useState<string>()
  const roleId = picked ?? roles?.roleId ?? ''
  // Read once for each role: a refetch must not change the choice while it is edited.
  const [loaded, setLoaded] = useState<Loaded>()
  const isWanted = roleId !== '' && loaded?.roleId !== roleId
  const input = { userId: user.id, roleId }
  const granted = useCall(getCategoryTreeByUser, input, { enabled: isWanted, staleTime: 0 })
  const others = useCall(getNotCategoryTreeByUser, input, { enabled: isWanted, staleTime: 0 })
  if (isWanted && granted.data && others.data && !granted.isFetching && !others.isFetching) {
    const nodes = toChecks(mergeGrants(granted.data, others.data))
    const before = new Set(leafKeys(granted.data))
    setLoaded({ roleId, nodes, before, chosen: before })
  }
  const [refusal, setRefusal] = useState<string>()
  const act = useAct(updateUserLinkProduct, {
    success: '授权已保存',
    guardMs: DIALOG_GUARD_MS,
    // spec §7: errors of this call are not shown automatically
    call: { hideErrorMsg: true },
    invalidates: [queryProductGrants, getCategoryTreeByUser, getNotCategoryTreeByUser],
    onRefusal: ({ msg }) => setRefusal(msg),
  })

  const handleSave = async () => {
    if (!loaded) return false
    setRefusal(undefined)
    const productIds = idsOf(loaded.chosen, 'P')
    return (await act.run({ ...input, productIds, userRoleId: roleId })) !== undefined
  }
  const isChanged = loaded !== undefined && !isSameChoice(loaded.before, loaded.chosen)
  const handleRole = async (next: string) => {
    if (await confirmDiscard(isChanged, '授权', '切换')) setPicked(next)
  }
  const options = roles && [
    { value: roles.roleId, label: roles.roleName },
    ...roles.deputyRoles.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <ChooseDialog
      title={`产品授权：${user.realName}（${user.userName}）`}
      read={{
        data: loaded?.roleId === roleId ? loaded : undefined,
        error: rolesError ?? granted.error ?? others.error,
        refetch: () => Promise.all([refetchRoles(), granted.refetch(), others.refetch()]),
      }}
      isChanged={isChanged}
      isSaving={act.pending}
      refusal={refusal}
      onSave={handleSave}
      onClosed={onClosed}
    >
      {options && options.length > 1 && (
        <Segmented
          aria-label="角色"
          options={options}
          value={roleId}
          onChange={(next) => void handleRole(next)}
          style={{ marginBottom: 8 }}
        />
      )}
      {loaded && (
        <TreeCheck
          key={loaded.roleId}
          label="产品"
          searchText="搜索分类或产品"
          nodes={loaded.nodes}
          value={loaded.chosen}
          onChange={(chosen) => setLoaded({ ...loaded, chosen })}
          height={TREE_PX}
        />
      )}
    </ChooseDialog>
  )
}
