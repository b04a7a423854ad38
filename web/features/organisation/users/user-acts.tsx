// Row actions of the staff list, with their confirmations.
import { type ReactNode, useState } from 'react'
import { removeSecondFactor } from '#contract/identity/account-security.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { userOffline } from '#contract/live/live.ts'
import { explainAccess } from '#contract/organisation/access-explained.ts'
import {
  deleteUser,
  disableUser,
  editUser,
  lockUser,
  openUser,
  queryUserList,
  type UserRow,
  unlockUser,
  updateUserPasswordById,
} from '#contract/organisation/users.ts'
import { checkGivenPassword } from '#contract/validation.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useRemoval } from '#web/kit/dialog/use-confirmed.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useLinkActs } from './link-acts.tsx'
import { PasswordInput } from './password-input.tsx'

/** Sets another person's password. */
function ResetPassword({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  return (
    <FormDialog
      title={`重置密码：${user.realName}（${user.userName}）`}
      endpoint={updateUserPasswordById}
      initial={{ password: '' }}
      input={({ password }) => ({ id: user.id, password })}
      success="密码已重置"
      invalidates={[queryUserList]}
      verb="重置"
      onClosed={onClosed}
    >
      <Field
        of={updateUserPasswordById}
        name="password"
        check={(password) => checkGivenPassword(password, user.userName)}
        hint="8至20位，须包含数字、字母和特殊字符 @ * & . + _ -。重置后该员工立即下线，下次登录须修改密码。"
      >
        <PasswordInput />
      </Field>
    </FormDialog>
  )
}

const shownIn = [queryUserList]
/** Maximum number of names in a confirmation; beyond it the total is shown. */
const NAMES_MAX = 10

const nameOf = ({ realName, userName }: UserRow) => `${realName}（${userName}）`

function namesOf(users: readonly UserRow[]): string {
  const names = users.slice(0, NAMES_MAX).map(nameOf).join('、')
  return users.length > NAMES_MAX ? `${names}等 ${users.length} 人` : names
}

export type UserActs = {
  actionsOf: (user: UserRow) => RowAction[]
  remove: (users: readonly UserRow[], onRemoved?: () => void) => void
  dialogs: ReactNode
}

export function useUserActs(): UserActs {
  const openPage = useOpenPage()
  const ownId = useSession()?.user_id
  const [confirm, confirmation] = useConfirm()
  const { linkActsOf, linkDialog } = useLinkActs(confirm)
  const [resetting, setResetting] = useState<UserRow>()
  // these acts run from a dialog (spec §9)
  const common = { invalidates: shownIn, guardMs: DIALOG_GUARD_MS }
  const open = useAct(openUser, { success: actText('enable'), invalidates: shownIn })
  const mayUndo = useIsAllowed()(openUser)
  const disable = useAct(disableUser, {
    ...common,
    onSuccess: (_, input) =>
      mayUndo ? notify.undoable(actText('disable'), () => void open.run(input)) : notify.success(actText('disable')),
  })
  const lock = useAct(lockUser, { ...common, success: '锁定成功' })
  const unlock = useAct(unlockUser, { success: '解锁成功', invalidates: shownIn })
  const freeing = useAct(removeSecondFactor, { ...common, success: '双因素验证已解除' })
  const forceOffline = useAct(userOffline, { guardMs: DIALOG_GUARD_MS, success: '已强制下线' })
  const removal = useRemoval(deleteUser, {
    ...common,
  })

  const remove: UserActs['remove'] = (users, onRemoved) =>
    confirm({
      title: `删除 ${users.length} 个员工账号？`,
      content: `${namesOf(users)}将被删除并立即下线，删除后不能恢复。`,
      verb: '删除',
      run: async () => {
        const done = await removal.run({ ids: users.map(({ id }) => id).join(',') })
        if (done !== undefined) onRemoved?.()
      },
    })

  const actionsOf = (user: UserRow): RowAction[] => [
    {
      label: '编辑',
      call: editUser,
      run: () => openPage('/userControl/editAccount', { id: user.id, tagName: user.realName }),
    },
    { label: '重置密码', call: updateUserPasswordById, run: () => setResetting(user) },
    user.status === 'enabled'
      ? {
          label: '禁用',
          call: disableUser,
          run: () =>
            confirm({
              title: `禁用员工账号“${user.realName}”？`,
              content: `${nameOf(user)}将立即下线，启用前不能登录。`,
              verb: '禁用',
              run: () => disable.run({ id: user.id }),
            }),
        }
      : { label: '启用', call: openUser, run: () => void open.run({ id: user.id }) },
    user.locked
      ? { label: '解锁', call: unlockUser, run: () => void unlock.run({ id: user.id }) }
      : {
          label: '锁定',
          call: lockUser,
          run: () =>
            confirm({
              title: `锁定员工账号“${user.realName}”？`,
              content: `${nameOf(user)}将立即下线，解锁前不能登录。`,
              verb: '锁定',
              run: () => lock.run({ id: user.id }),
            }),
        },
    ...(user.hasSecondFactor
      ? [
          {
            label: '解除双因素验证',
            call: removeSecondFactor,
            run: () =>
              confirm({
                title: `解除“${user.realName}”的双因素验证？`,
                content: `用于手机丢失等情况，请先核实本人身份。${nameOf(user)}将立即下线，再次登录只需要密码。`,
                verb: '解除',
                run: () => freeing.run({ id: user.id }),
              }),
          },
        ]
      : []),
    ...(user.id === ownId
      ? []
      : [
          {
            label: '强制下线',
            call: userOffline,
            run: () =>
              confirm({
                title: `强制“${user.realName}”下线？`,
                content: `${nameOf(user)}的全部登录将立即结束，未保存的内容会丢失；可以重新登录。`,
                verb: '强制下线',
                run: () => forceOffline.run({ id: user.id }),
              }),
          },
        ]),
    {
      label: '权限说明',
      call: explainAccess,
      run: () => openPage('/permission/accessExplained', { userId: user.id }),
    },
    ...linkActsOf(user),
    { label: '删除', call: deleteUser, isDanger: true, run: () => remove([user]) },
  ]

  const dialogs = (
    <>
      {confirmation}
      {linkDialog}
      {resetting && <ResetPassword user={resetting} onClosed={() => setResetting(undefined)} />}
      {removal.dialogs}
    </>
  )
  return { actionsOf, remove, dialogs }
}
