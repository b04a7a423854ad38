// Transfer list that adds and removes direct subordinates of one superior (spec §2).
import { Button, Empty } from 'antd'
import { useMemo, useState } from 'react'
import {
  getChildUserInfoByType,
  getMovableUsers,
  moveSubordinates,
  type SubordinateQuery,
  type SubordinateType,
} from '#contract/organisation/staff-links.ts'
import { exportSubordinates } from '#contract/organisation/subordinate-sheets.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { TransferList } from '#web/kit/picker/transfer-list.tsx'
import { ExportButton } from '#web/kit/sheets/export-button.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { SubsidiaryChoice, useSubsidiaryChoice } from './subsidiary-choice.tsx'

function Move({ parentId, type }: { parentId: string; type: SubordinateType }) {
  const { data, error, refetch } = useCall(getMovableUsers, { parentId, type })
  const [chosen, setChosen] = useState<string[]>()
  const before = useMemo(() => data?.flatMap(({ id, isBelow }) => (isBelow ? id : [])) ?? [], [data])
  const items = useMemo(
    () =>
      (data ?? []).map(({ id, label, reason }) => ({
        key: id,
        label: reason ? `${label} · ${reason}` : label,
        disabled: reason !== null,
      })),
    [data],
  )
  const now = chosen ?? before
  const addIds = now.filter((id) => !before.includes(id))
  const removeIds = before.filter((id) => !now.includes(id))
  const count = addIds.length + removeIds.length
  useUnsaved(() => count > 0)
  const act = useAct(moveSubordinates, {
    success: '下级已保存',
    invalidates: [getMovableUsers, getChildUserInfoByType],
    onSuccess: () => setChosen(undefined),
  })
  return (
    <>
      <TransferList
        aria-label="下级"
        titles={['其他员工', '直接下级']}
        items={items}
        value={now}
        onChange={setChosen}
        {...(!data && { state: error ? 'failed' : 'loading' })}
        onRetry={() => void refetch()}
      />
      <div className="choose-save">
        <Can call={moveSubordinates} otherwise="disable">
          <Button
            type="primary"
            disabled={count === 0}
            loading={act.pending}
            onClick={() => void act.run({ parentId, type, addIds, removeIds })}
          >
            保存
          </Button>
        </Can>
        <Button disabled={count === 0} onClick={() => setChosen(undefined)}>
          还原
        </Button>
        <span className="choose-hint" role="status">
          {count > 0 ? `移入 ${addIds.length} 人，移出 ${removeIds.length} 人，尚未保存` : '没有未保存的调整'}
        </span>
      </div>
    </>
  )
}

/** Exports all subordinates, not only direct ones. */
function ExportBelow({ userId, type }: SubordinateQuery) {
  const { data } = useCall(getChildUserInfoByType, { userId, type })
  return <ExportButton call={exportSubordinates} query={{ userId, type }} total={data?.length} />
}

export default function SubsidiaryAccounts() {
  const choice = useSubsidiaryChoice()
  const mayExport = useIsAllowed()(exportSubordinates)
  return (
    <div className="choose-page">
      <SubsidiaryChoice choice={choice} label="上级">
        {choice.userId && mayExport && <ExportBelow userId={choice.userId} type={choice.type} />}
      </SubsidiaryChoice>
      {choice.userId ? (
        <Move key={`${choice.userId}-${choice.type}`} parentId={choice.userId} type={choice.type} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择一名上级，调整其直接下级" />
      )}
    </div>
  )
}
