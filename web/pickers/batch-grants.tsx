// Grants to several people at once, or revokes: chosen in a tree, then confirmed with a preview of the changes.
import { useState } from 'react'
import type { Endpoint, Input } from '#contract/endpoint.ts'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { TreeCheck, type TreeCheckNode } from '#web/kit/tree/tree-check.tsx'
import { notify } from '#web/lib/notify.ts'
import { ChooseDialog } from './choose-dialog.tsx'

const TREE_PX = 400

type BatchGrantsProps<E extends Endpoint> = {
  /** Title of both dialogs: the act and what it grants or revokes. */
  title: string
  isRevoking: boolean
  /** Names what is chosen. */
  noun: string
  searchText: string
  tree: { data: unknown; error: Error | null; refetch: () => Promise<unknown> }
  nodes: readonly TreeCheckNode[]
  /** The ids that the call takes, from the chosen keys. */
  idsOf: (chosen: ReadonlySet<string>) => string[]
  endpoint: E
  input: (userIds: string[], ids: string[]) => Input<E>
  /** The call of the list that shows the people. */
  list: Endpoint
  rows: readonly { id: string }[]
  /** Called on success: clears the selection, as its rows have changed. */
  done: () => void
  onClosed: () => void
}

export function BatchGrants<E extends Endpoint>(props: BatchGrantsProps<E>) {
  const { title, isRevoking, noun, searchText, tree, nodes, idsOf, endpoint, input, list, rows, done, onClosed } = props
  const verb = isRevoking ? '取消授权' : '授权'
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const act = useConfirmed(endpoint, {
    title,
    verb,
    isDanger: isRevoking,
    success: `批量${verb}成功`,
    invalidates: [list],
    onSuccess: () => {
      done()
      onClosed()
    },
  })
  const handleSave = async () => {
    const ids = idsOf(chosen)
    const userIds = rows.map(({ id }) => id)
    if (ids.length === 0) notify.warning(`请选择${noun}`)
    else await act.run(input(userIds, ids))
    return false
  }
  return (
    <>
      <ChooseDialog
        title={`${title}：${rows.length} 人`}
        verb="下一步"
        read={tree}
        isChanged={chosen.size > 0}
        isSaving={act.pending}
        onSave={handleSave}
        onClosed={onClosed}
      >
        <TreeCheck
          label={noun}
          searchText={searchText}
          nodes={nodes}
          value={chosen}
          onChange={setChosen}
          height={TREE_PX}
        />
      </ChooseDialog>
      {act.dialogs}
    </>
  )
}
