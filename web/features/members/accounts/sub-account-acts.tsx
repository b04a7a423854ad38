// Acts on main accounts and sub-accounts.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { queryAccounts } from '#contract/members/accounts.ts'
import {
  addSubAccount,
  disableSubAccount,
  getSubMoves,
  type MainAccount,
  moveSubAccounts,
  openSubAccount,
  querySubAccounts,
  removeSubAccounts,
  type SubAccount,
  saveSubAccount,
  setSubPassword,
} from '#contract/members/sub-accounts.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct } from '#web/lib/query.ts'
import { accountName } from './account-labels.tsx'
import { PasswordShown, ResetMemberPassword } from './account-password.tsx'
import { SubAccountForm } from './sub-account-form.tsx'
import { MoveSubAccounts } from './sub-account-move.tsx'

export type SubRow = MainAccount | SubAccount
const isMain = (row: SubRow): row is MainAccount => 'subQuota' in row

const shownIn = [querySubAccounts, queryAccounts, getSubMoves]
const common = { invalidates: shownIn, guardMs: DIALOG_GUARD_MS }

type Shown =
  | { kind: 'add' | 'move'; main: MainAccount }
  | { kind: 'edit' | 'password'; sub: SubAccount }
  | { kind: 'newPassword'; password: string }

export function useSubAccountActs(): { actionsOf: (row: SubRow) => RowAction[]; dialogs: ReactNode } {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const [confirm, confirmation] = useConfirm()
  const open = useAct(openSubAccount, { success: actText('enable'), invalidates: shownIn })
  const disable = useAct(disableSubAccount, { ...common, success: actText('disable') })
  const removal = useConfirmed(removeSubAccounts, {
    title: '删除子账号',
    verb: '删除',
    success: actText('delete'),
    invalidates: shownIn,
  })
  const close = () => {
    // after a 601 the list has a stale row: refetch, so that the next edit starts from the newer version
    if (shown?.kind === 'edit') void client.invalidateQueries({ queryKey: [querySubAccounts.path] })
    setShown((now) => (now?.kind === 'newPassword' ? now : undefined))
  }
  const showPassword = ({ password }: { password: string | null }) =>
    password && setShown({ kind: 'newPassword', password })

  const add = (main: MainAccount) => {
    if (main.subUsed < main.subQuota) setShown({ kind: 'add', main })
    else notify.warning(`子账号名额已满（${main.subUsed}/${main.subQuota}），请先在账号管理中增加名额`)
  }

  const actionsOf = (row: SubRow): RowAction[] => {
    if (isMain(row)) {
      return [
        { label: '新增子账号', call: addSubAccount, run: () => add(row) },
        { label: '移动子账号', call: moveSubAccounts, run: () => setShown({ kind: 'move', main: row }) },
      ]
    }
    const { id, realName, status } = row
    return [
      { label: '编辑', call: saveSubAccount, run: () => setShown({ kind: 'edit', sub: row }) },
      { label: '重置密码', call: setSubPassword, run: () => setShown({ kind: 'password', sub: row }) },
      status === 'enabled'
        ? {
            label: '禁用',
            call: disableSubAccount,
            run: () =>
              confirm({
                title: `禁用子账号“${realName}”？`,
                content: `${accountName(row)}启用前不能使用此子产品，仍占用名额。`,
                verb: '禁用',
                run: () => disable.run({ id }),
              }),
          }
        : { label: '启用', call: openSubAccount, run: () => void open.run({ id }) },
      { label: '删除', call: removeSubAccounts, isDanger: true, run: () => void removal.run({ ids: [id] }) },
    ]
  }

  const dialogs = (
    <>
      {confirmation}
      {removal.dialogs}
      {shown?.kind === 'add' && <SubAccountForm main={shown.main} onDone={showPassword} onClosed={close} />}
      {shown?.kind === 'edit' && <SubAccountForm stored={shown.sub} onDone={showPassword} onClosed={close} />}
      {shown?.kind === 'password' && (
        <ResetMemberPassword call={setSubPassword} account={shown.sub} onDone={showPassword} onClosed={close} />
      )}
      {shown?.kind === 'move' && <MoveSubAccounts main={shown.main} onClosed={close} />}
      {shown?.kind === 'newPassword' && (
        <PasswordShown password={shown.password} onClosed={() => setShown(undefined)} />
      )}
    </>
  )
  return { actionsOf, dialogs }
}
