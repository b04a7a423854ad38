// Undo of an act on grants, from its toast or its details, as long as no later act has changed the same grants.
import { Button, Tooltip } from 'antd'
import { DIALOG_GUARD_MS, LONG_TIMEOUT_MS } from '#contract/limits.ts'
import { queryAccounts } from '#contract/members/accounts.ts'
import { queryEnterpriseMembers, queryEnterprises } from '#contract/members/customers.ts'
import { getBatchOutcome } from '#contract/members/grant-batches.ts'
import { grantLedger, queryGrantActs } from '#contract/members/grant-changes.ts'
import { checkUndoGrants, undoGrants } from '#contract/members/grant-undo.ts'
import { grantsOfAccount } from '#contract/members/grants.ts'
import { getGrantMatrix, queryEnterpriseActs } from '#contract/members/matrix.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { refreshWhenRefused } from '../stale.ts'

const shownIn = [
  ...[queryAccounts, grantsOfAccount, grantLedger.list, queryGrantActs, getBatchOutcome, checkUndoGrants],
  ...[getGrantMatrix, queryEnterpriseActs, queryEnterprises, queryEnterpriseMembers],
]
export const useUndoGrants = () =>
  useAct(undoGrants, {
    guardMs: DIALOG_GUARD_MS,
    success: '已撤销',
    invalidates: shownIn,
    onRefusal: refreshWhenRefused(...shownIn),
    // a batch may concern thousands of accounts
    call: { timeout: LONG_TIMEOUT_MS },
  })

type Props = { actId: string; accounts: number; onUndone?: () => void }

export function UndoGrantsButton({ actId, accounts, onUndone }: Props) {
  const mayUndo = useIsAllowed()(undoGrants)
  const [confirm, confirmation] = useConfirm()
  const undo = useUndoGrants()
  const { data } = useCall(checkUndoGrants, { actId }, { enabled: mayUndo, staleTime: 0, call: { hideErrorMsg: true } })
  if (!data) return null
  const ask = () =>
    confirm({
      title: '撤销这次授权变更？',
      content: `${accounts} 个账号的授权将恢复到变更之前，并记入授权变更记录。`,
      verb: '撤销',
      run: async () => {
        if (await undo.run({ actId })) onUndone?.()
      },
    })
  return (
    <>
      <Tooltip title={data.msg}>
        <Button size="small" danger disabled={data.msg !== ''} loading={undo.pending} onClick={ask}>
          撤销
        </Button>
      </Tooltip>
      {confirmation}
    </>
  )
}
