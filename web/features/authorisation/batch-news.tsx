// News categories for several people at once: chosen in a tree, then confirmed with what changes for whom.
import { useState } from 'react'
import {
  type CategoryGrantsRow,
  listNewsCategories,
  queryCategoryGrants,
  updateBatchAdminLinkCategory,
} from '../../../contract/authorisation.ts'
import { TreeCheck } from '../../kit/tree-check.tsx'
import { useConfirmed } from '../../kit/use-confirmed.tsx'
import { notify } from '../../lib/notify.ts'
import { useCall } from '../../lib/query.ts'
import { ChooseDialog } from '../../pickers/choose-dialog.tsx'
import { newsChecks } from '../../pickers/grant-tree.rules.ts'

const TREE_PX = 400

type BatchNewsProps = {
  verb: 'add' | 'revoke'
  rows: readonly CategoryGrantsRow[]
  /** The rows are no longer what was selected. */
  done: () => void
  onClosed: () => void
}

export function BatchNews({ verb, rows, done, onClosed }: BatchNewsProps) {
  const word = verb === 'add' ? '授权' : '取消授权'
  const { data, error, refetch } = useCall(listNewsCategories, {})
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const act = useConfirmed(updateBatchAdminLinkCategory, {
    title: `批量${word}资讯分类`,
    verb: word,
    isDanger: verb === 'revoke',
    success: `批量${word}成功`,
    invalidates: [queryCategoryGrants],
    onSuccess: () => {
      done()
      onClosed()
    },
  })
  const handleSave = async () => {
    if (chosen.size === 0) notify.warning('请选择资讯分类')
    else await act.run({ userIds: rows.map(({ id }) => id), verb, categoryIds: [...chosen] })
    return false
  }
  return (
    <>
      <ChooseDialog
        title={`批量${word}资讯分类：${rows.length} 人`}
        verb="下一步"
        isReady={data !== undefined}
        error={error}
        onRetry={() => void refetch()}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <TreeCheck
          label="资讯分类"
          searchText="搜索产品或资讯分类"
          nodes={newsChecks(data ?? [])}
          value={chosen}
          onChange={setChosen}
          height={TREE_PX}
        />
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
