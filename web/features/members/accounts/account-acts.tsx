// Acts on the accounts of a list, with their confirmations.
import { useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { can } from '#contract/access.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import {
  queryAccountActs,
  queryAccountRecords,
  queryAccountSubs,
  queryAccountVisits,
} from '#contract/members/account-views.ts'
import {
  type AccountRow,
  associateAccount,
  clearMember,
  countAccount,
  disableAccount,
  getAccount,
  inviteByAccount,
  lockMember,
  openAccount,
  queryAccounts,
  removeAccounts,
  saveAccount,
  setMemberPassword,
  unbindMember,
  unlockMember,
} from '#contract/members/accounts.ts'
import { listDataKeys } from '#contract/members/data-keys.ts'
import { accountRight } from '#contract/sub-product-access.ts'
import { hasDataKeys, type SubProductKey, subProductMenu } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { actText } from '#web/lib/act-toast.ts'
import { notify } from '#web/lib/notify.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { useAct } from '#web/lib/query.ts'
import { type OwnerActs, useOwnerActs } from '../customers/owner-dialog.tsx'
import { GrantDialog } from '../grants/grant-dialog.tsx'
import { GenerateAi } from './account-ai.tsx'
import { AssociateAccount } from './account-association.tsx'
import { AccountFigures } from './account-figures.tsx'
import { AccountForm } from './account-form.tsx'
import { accountName, pageOf } from './account-labels.tsx'
import { CopyText, PasswordShown, ResetMemberPassword } from './account-password.tsx'
import { AccountRecords } from './account-records.tsx'
import { AccountActsLog, AccountSubs, AccountVisitsLog } from './account-views.tsx'
import { DataKeyDrawer, type KeyAccount } from './data-key-drawer.tsx'

/** A generated invitation: copied at once if the browser allows it, and shown with a copy button. */
function Invitation({ text, onClosed }: { text: string; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  useEffect(() => {
    navigator.clipboard?.writeText(text).then(
      () => notify.success('邀请已生成并复制'),
      () => undefined,
    )
  }, [text])
  return (
    <Modal
      title="邀请注册"
      {...frame}
      width={520}
      footer={
        <Button type="primary" onClick={close}>
          关闭
        </Button>
      }
      onCancel={close}
    >
      <CopyText text={text} label="邀请内容" rows={4} />
    </Modal>
  )
}

type DataKeyActs = { actsOf: (account: KeyAccount) => RowAction[]; dialogs: ReactNode }

/** The act 密钥 of sub-products with data keys; none for others. */
function useDataKeyActs(subProduct: SubProductKey): DataKeyActs {
  const [shown, setShown] = useState<KeyAccount>()
  const hasKeys = hasDataKeys(subProduct)
  return {
    actsOf: (account) => (hasKeys ? [{ label: '密钥', call: listDataKeys, run: () => setShown(account) }] : []),
    dialogs: shown && (
      <DataKeyDrawer key={shown.id} account={shown} subProduct={subProduct} onClosed={() => setShown(undefined)} />
    ),
  }
}

/** Link to the ledger of the account, if the sub-product has the page. */
function useLedgerLink(subProduct: SubProductKey): (account: AccountRow) => RowAction[] {
  const openPage = useOpenPage()
  const path = pageOf(subProduct, 'grantChange')
  const call = can(subProductMenu(subProduct, 'grantChange'), 'view')
  return ({ id, realName }) =>
    path === undefined
      ? []
      : [{ label: '授权变更记录', call, run: () => openPage(path, { accountId: id, tagName: realName }) }]
}

const USE = '使用情况'

/** A part of the row menu, which is too long to scan otherwise. */
const grouped = (group: string, acts: readonly RowAction[]): RowAction[] => acts.map((act) => ({ ...act, group }))

const shownIn = [queryAccounts, getAccount]
const common = { invalidates: shownIn, guardMs: DIALOG_GUARD_MS }

const viewOf = {
  records: AccountRecords,
  acts: AccountActsLog,
  visits: AccountVisitsLog,
  subs: AccountSubs,
} as const

type RowDialog = 'edit' | 'grant' | 'password' | 'figures' | 'association'
type Shown =
  | { kind: 'add' }
  | { kind: RowDialog; account: AccountRow }
  | { kind: 'view'; View: (typeof viewOf)[keyof typeof viewOf]; account: AccountRow }
  | { kind: 'ai'; accounts: readonly AccountRow[]; clear: () => void }
  | { kind: 'newPassword'; password: string }
  | { kind: 'invitation'; text: string }

type Many = (accounts: readonly AccountRow[], clear: () => void) => void

export type AccountActs = {
  actionsOf: (account: AccountRow) => RowAction[]
  ownerActs: Pick<OwnerActs<AccountRow>, 'batchActs' | 'foundActs'>
  add: () => void
  grant: (account: AccountRow) => void
  generateAi: Many
  remove: Many
  dialogs: ReactNode
}

export function useAccountActs(subProduct: SubProductKey): AccountActs {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const [confirm, confirmation] = useConfirm()
  const owners = useOwnerActs<AccountRow>({ target: 'member', subProduct })
  const ledgerOf = useLedgerLink(subProduct)
  const keys = useDataKeyActs(subProduct)
  const hasSubs = pageOf(subProduct, 'subsidiaryAccount') !== undefined
  const mayUndo = useIsAllowed()(openAccount, subProduct)
  const open = useAct(openAccount, { success: actText('enable'), invalidates: shownIn })
  const disable = useAct(disableAccount, {
    ...common,
    onSuccess: (_, input) =>
      mayUndo ? notify.undoable(actText('disable'), () => void open.run(input)) : notify.success(actText('disable')),
  })
  const lock = useAct(lockMember, { ...common, success: '锁定成功' })
  const unlock = useAct(unlockMember, { success: '解锁成功', invalidates: shownIn })
  const unbind = useAct(unbindMember, { ...common, success: '微信已解除绑定' })
  const clear = useAct(clearMember, { ...common, success: '已强制下线' })
  const invite = useAct(inviteByAccount, { onSuccess: ({ text }) => setShown({ kind: 'invitation', text }) })
  const removal = useConfirmed(removeAccounts, {
    title: '删除账号',
    verb: '删除',
    success: actText('delete'),
    invalidates: shownIn,
  })
  const remove: Many = async (accounts, done) => {
    if ((await removal.run({ ids: accounts.map(({ id }) => id) })) !== undefined) done()
  }
  const refresh = () => void client.invalidateQueries({ queryKey: [queryAccounts.path] })
  const close = () => {
    // after a 601 the list has a stale row: refetch, so that the next edit starts from the newer version
    if (shown?.kind === 'edit') refresh()
    setShown((now) => (now?.kind === 'newPassword' ? now : undefined))
  }
  const showPassword = ({ password }: { password: string | null }) =>
    password && setShown({ kind: 'newPassword', password })

  const asks = (title: string, content: string, verb: string, run: () => Promise<unknown>) => () =>
    confirm({ title, content, verb, run })
  const views = (name: keyof typeof viewOf, account: AccountRow) => () =>
    setShown({ kind: 'view', View: viewOf[name], account })
  const opens = (kind: RowDialog, account: AccountRow) => () => setShown({ kind, account })

  const actionsOf = (account: AccountRow): RowAction[] => {
    const { id, status, locked, isWxBound, mainName, realName } = account
    const name = accountName(account)
    return [
      { label: '授权', call: accountRight(subProduct, 'empower'), run: opens('grant', account) },
      { label: '编辑', call: saveAccount, run: opens('edit', account) },
      ...keys.actsOf(account),
      ...grouped('登录与安全', [
        status === 'enabled'
          ? {
              label: '禁用',
              call: disableAccount,
              run: asks(`禁用账号“${realName}”？`, `${name}启用前不能使用此子产品，授权保留。`, '禁用', () =>
                disable.run({ id }),
              ),
            }
          : { label: '启用', call: openAccount, run: () => void open.run({ id }) },
        { label: '重置密码', call: setMemberPassword, run: opens('password', account) },
        locked
          ? { label: '解锁', call: unlockMember, run: () => void unlock.run({ id }) }
          : {
              label: '锁定',
              call: lockMember,
              run: asks(`锁定会员“${realName}”？`, `${name}将在所有子产品下线，解锁前不能登录。`, '锁定', () =>
                lock.run({ id }),
              ),
            },
        ...(isWxBound
          ? [
              {
                label: '解除微信绑定',
                call: unbindMember,
                run: asks(
                  `解除“${realName}”的微信绑定？`,
                  `${name}将不能再用微信登录，密码不受影响。`,
                  '解除绑定',
                  () => unbind.run({ id }),
                ),
              },
            ]
          : []),
        {
          label: '强制下线',
          call: clearMember,
          run: asks(
            `强制“${realName}”下线？`,
            `${name}在所有子产品和设备上的登录都将失效，可以重新登录。`,
            '强制下线',
            () => clear.run({ id }),
          ),
        },
      ]),
      ...grouped(USE, [{ label: '统计', call: countAccount, run: opens('figures', account) }]),
      ...grouped('客户', [
        ...owners.rowActions(account),
        ...(mainName ? [] : [{ label: '关联企业', call: associateAccount, run: opens('association', account) }]),
        { label: '邀请', call: inviteByAccount, run: () => void invite.run({ id }) },
        { label: '服务记录', call: queryAccountRecords, run: views('records', account) },
      ]),
      ...grouped(USE, [
        ...(hasSubs && !mainName ? [{ label: '子账号', call: queryAccountSubs, run: views('subs', account) }] : []),
        ...ledgerOf(account),
        { label: '操作日志', call: queryAccountActs, run: views('acts', account) },
        { label: '访问日志', call: queryAccountVisits, run: views('visits', account) },
      ]),
      { label: '删除', call: removeAccounts, isDanger: true, run: () => remove([account], () => undefined) },
    ]
  }

  const dialogs = (
    <>
      {confirmation}
      {owners.dialogs}
      {keys.dialogs}
      {removal.dialogs}
      {shown?.kind === 'add' && <AccountForm subProduct={subProduct} onDone={showPassword} onClosed={close} />}
      {shown?.kind === 'edit' && <AccountForm subProduct={subProduct} stored={shown.account} onClosed={close} />}
      {shown?.kind === 'grant' && (
        <GrantDialog
          account={{ id: shown.account.id, subProduct, title: accountName(shown.account) }}
          onSaved={refresh}
          onClosed={close}
        />
      )}
      {shown?.kind === 'password' && (
        <ResetMemberPassword call={setMemberPassword} account={shown.account} onDone={showPassword} onClosed={close} />
      )}
      {shown?.kind === 'figures' && <AccountFigures account={shown.account} onClosed={close} />}
      {shown?.kind === 'association' && <AssociateAccount account={shown.account} onClosed={close} />}
      {shown?.kind === 'view' && <shown.View account={shown.account} onClosed={close} />}
      {shown?.kind === 'ai' && <GenerateAi accounts={shown.accounts} done={shown.clear} onClosed={close} />}
      {shown?.kind === 'newPassword' && (
        <PasswordShown password={shown.password} onClosed={() => setShown(undefined)} />
      )}
      {shown?.kind === 'invitation' && <Invitation text={shown.text} onClosed={close} />}
    </>
  )
  return {
    actionsOf,
    ownerActs: owners,
    add: () => setShown({ kind: 'add' }),
    grant: (account) => setShown({ kind: 'grant', account }),
    generateAi: (accounts, done) => setShown({ kind: 'ai', accounts, clear: done }),
    remove,
    dialogs,
  }
}
