// State of the grant dialog: edited rows, selection, and saving them as one act.
import { useState } from 'react'
import { errors } from '#contract/errors.ts'
import { queryAccounts } from '#contract/members/accounts.ts'
import { grantLedger } from '#contract/members/grant-changes.ts'
import { type AccountGrants, type GrantProduct, grantsOfAccount, saveGrants } from '#contract/members/grants.ts'
import type { GrantKind } from '#contract/members/members.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { useDialogGuard } from '#web/kit/dialog/use-dialog-guard.ts'
import type { Refusal } from '#web/lib/call.ts'
import { notify } from '#web/lib/notify.ts'
import { useCall } from '#web/lib/query.ts'
import {
  changesOf,
  draftOf,
  type GrantDraft,
  inRange,
  isTouched,
  problemOf,
  type quickRanges,
  rebased,
  takesAway,
  withProducts,
} from './grant-drafts.rules.ts'
import { useUndoGrants } from './undo-grants.tsx'

export function useGrantDrafts(accountId: string, title: string, onSaved: () => void) {
  const read = useCall(
    grantsOfAccount,
    { accountId },
    // never refetched while it is being edited
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, call: { hideErrorMsg: true } },
  )
  const [edited, setDrafts] = useState<readonly GrantDraft[]>()
  const [selected, setSelected] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const guard = useDialogGuard()
  const [refusal, setRefusal] = useState('')
  const today = read.data?.today ?? ''
  const drafts = edited ?? read.data?.grants.map(draftOf) ?? []
  const takes = takesAway(drafts)
  /** Rows that a quick term changes: the selected ones, or all if none is selected. */
  const affected = drafts.filter(
    ({ key, isRevoked }) => !isRevoked && (selected.length === 0 || selected.includes(key)),
  )
  /** Every change clears the last refusal. */
  const setEdited = (next: readonly GrantDraft[]) => {
    setDrafts(next)
    setRefusal('')
  }

  const handleRefusal = ({ code, msg, data }: Refusal) => {
    if (code === errors.stale.code) setEdited(rebased(drafts, (data as AccountGrants).grants))
    setRefusal(code === errors.stale.code ? '他人刚刚修改了这个账号的授权，请核对标出的行后再保存' : msg)
  }
  const undo = useUndoGrants()
  const act = useConfirmed(saveGrants, {
    title: `确认修改授权：${title}`,
    verb: '确认修改',
    invalidates: [grantsOfAccount, queryAccounts, grantLedger.list],
    onSuccess: ({ actId }) => {
      if (actId === null) notify.success('授权已保存')
      else notify.undoable('授权已保存', () => void undo.run({ actId }))
      onSaved()
    },
    onRefusal: handleRefusal,
  })

  const save = () => {
    const changes = changesOf(drafts)
    if (changes.set.length + changes.revoke.length === 0) return notify.info('没有需要保存的改动')
    const wrong = drafts.find((draft) => problemOf(draft, today) !== '')
    if (wrong) return setRefusal(`${wrong.name}：${problemOf(wrong, today)}`)
    if (takes && reason.trim() === '') return setRefusal('缩短或取消授权请填写原因')
    setRefusal('')
    guard(() => void act.run({ accountId, ...changes, reason: reason.trim() }))
  }

  return {
    read,
    drafts,
    selected,
    affected,
    reason,
    refusal,
    takes,
    today,
    isTouched: drafts.some(isTouched),
    isSaving: act.pending,
    dialogs: act.dialogs,
    save,
    setReason: (text: string) => {
      setReason(text)
      setRefusal('')
    },
    select: setSelected,
    change: (changed: GrantDraft) => setEdited(drafts.map((draft) => (draft.key === changed.key ? changed : draft))),
    remove: (key: string) => {
      setEdited(drafts.filter((draft) => draft.key !== key))
      setSelected(selected.filter((each) => each !== key))
    },
    add: (products: readonly GrantProduct[]) => {
      const { drafts: next, added } = withProducts(drafts, products, today)
      if (added.length < products.length) notify.info(`${products.length - added.length} 个产品已在列表中`)
      setEdited(next)
      setSelected(added.map(({ key }) => key))
    },
    apply: (range: (typeof quickRanges)[number], trialKind?: GrantKind) => {
      const keys = new Set(affected.map(({ key }) => key))
      setEdited(drafts.map((draft) => (keys.has(draft.key) ? inRange(draft, range, today, trialKind) : draft)))
    },
  }
}
