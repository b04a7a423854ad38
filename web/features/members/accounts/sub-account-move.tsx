// Moves sub-accounts between two main accounts of one enterprise, by a transfer list (spec §2).
import { Empty, Select } from 'antd'
import { useMemo, useState } from 'react'
import { queryAccounts } from '#contract/members/accounts.ts'
import { getSubMoves, type MainAccount, moveSubAccounts, querySubAccounts } from '#contract/members/sub-accounts.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { TransferList } from '#web/kit/picker/transfer-list.tsx'
import { useCall } from '#web/lib/query.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { accountName } from './account-labels.tsx'

const WIDTH = 694

export function MoveSubAccounts({ main, onClosed }: { main: MainAccount; onClosed: () => void }) {
  const moves = useCall(getSubMoves, { id: main.id }, { staleTime: 0 })
  const [toId, setToId] = useState<string>()
  const [chosen, setChosen] = useState<string[]>()
  const { data } = moves
  const from = data?.find(({ id }) => id === main.id)
  const others = data?.filter(({ id }) => id !== main.id) ?? []
  const to = others.find(({ id }) => id === toId) ?? others[0]
  const items = useMemo(
    () => [...(from?.subs ?? []), ...(to?.subs ?? [])].map(({ id, label }) => ({ key: id, label })),
    [from, to],
  )
  const before = useMemo(() => to?.subs.map(({ id }) => id) ?? [], [to])
  const now = chosen ?? before
  const act = useConfirmed(moveSubAccounts, {
    title: '移动子账号',
    verb: '移动',
    success: '子账号已移动',
    invalidates: [querySubAccounts, queryAccounts, getSubMoves],
    onSuccess: () => setChosen(undefined),
    onPartly: onClosed,
  })
  const toIds = now.filter((id) => !before.includes(id))
  const backIds = before.filter((id) => !now.includes(id))
  const handleSave = async () =>
    to !== undefined && (await act.run({ fromId: main.id, toId: to.id, toIds, backIds })) !== undefined
  return (
    <>
      <ChooseDialog
        title={`移动子账号：${accountName(main)}`}
        width={WIDTH}
        read={moves}
        nothing={toIds.length + backIds.length === 0 ? '没有要移动的子账号' : undefined}
        isChanged={toIds.length + backIds.length > 0}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        {from && to ? (
          <>
            <label htmlFor="sub-move-to" style={{ display: 'flex', gap: 8, alignItems: 'center', marginBottom: 12 }}>
              <span>目标主账号</span>
              <Select
                id="sub-move-to"
                style={{ flex: 1 }}
                value={to.id}
                options={others.map(({ id, label, subs, subQuota }) => ({
                  value: id,
                  label: `${label}　已用 ${subs.length} / ${subQuota}`,
                }))}
                onChange={(id) => {
                  setToId(id)
                  setChosen(undefined)
                }}
              />
            </label>
            <TransferList
              aria-label="子账号"
              titles={[from.label, to.label]}
              items={items}
              value={now}
              onChange={setChosen}
            />
          </>
        ) : (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="同一企业没有其他有子账号名额的主账号" />
        )}
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
