// Products for several people at once: chosen in a tree, then confirmed with what changes for whom.
import { useState } from 'react'
import {
  filterToGrantProductTree,
  grantProducts,
  type ProductGrantsRow,
  queryProductGrants,
  type revokeProducts,
} from '../../../contract/authorisation.ts'
import { TreeCheck } from '../../kit/tree-check.tsx'
import { useConfirmed } from '../../kit/use-confirmed.tsx'
import { notify } from '../../lib/notify.ts'
import { useCall } from '../../lib/query.ts'
import { ChooseDialog } from '../../pickers/choose-dialog.tsx'
import { idsOf, toChecks } from '../../pickers/grant-tree.rules.ts'

const TREE_PX = 400

type BatchProductsProps = {
  endpoint: typeof grantProducts | typeof revokeProducts
  rows: readonly ProductGrantsRow[]
  /** The rows are no longer what was selected. */
  done: () => void
  onClosed: () => void
}

export function BatchProducts({ endpoint, rows, done, onClosed }: BatchProductsProps) {
  const verb = endpoint === grantProducts ? '授权' : '取消授权'
  const { data, error, refetch } = useCall(filterToGrantProductTree)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const act = useConfirmed(endpoint, {
    title: `批量${verb}`,
    verb,
    isDanger: endpoint !== grantProducts,
    success: `批量${verb}成功`,
    invalidates: [queryProductGrants],
    onSuccess: () => {
      done()
      onClosed()
    },
  })
  const handleSave = async () => {
    const productIds = idsOf(chosen, 'P')
    if (productIds.length === 0) notify.warning('请选择产品')
    else await act.run({ userIds: rows.map(({ id }) => id), productIds })
    return false
  }
  return (
    <>
      <ChooseDialog
        title={`批量${verb}：${rows.length} 人`}
        verb="下一步"
        isReady={data !== undefined}
        error={error}
        onRetry={() => void refetch()}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <TreeCheck
          label="产品"
          searchText="搜索分类或产品"
          nodes={toChecks(data ?? [])}
          value={chosen}
          onChange={setChosen}
          height={TREE_PX}
        />
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
