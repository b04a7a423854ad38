// Sorts the rows of one group (a category's products, a dictionary's words) by hand; another group can be chosen.
import { Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { confirmDiscard } from '../dialog/confirm-discard.ts'
import { EmptyState, ErrorState } from '../dialog/page-state.tsx'
import { SortableList } from '../picker/sortable-list.tsx'
import { OrderDialog } from './order-dialog.tsx'

type Read<Row> = { data: readonly Row[] | undefined; error: Error | null; refetch: () => unknown }

type GroupOrderProps<Group extends string, Row> = {
  /** 产品, as in 调整产品顺序. */
  noun: string
  initial: Group | null
  picker: (group: Group | null, choose: (group: Group | null) => void) => ReactNode
  /** Shown until a group is chosen. */
  hint?: string
  /** A hook: must be a module constant. */
  useRows: (group: Group) => Read<Row>
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Beside the name, such as 已隐藏. */
  noteOf: (row: Row) => ReactNode
  isSaving: boolean
  onSave: (group: Group, ids: string[]) => Promise<unknown>
  onClosed: () => void
}

export function GroupOrder<Group extends string, Row>(props: GroupOrderProps<Group, Row>) {
  const { noun, initial, picker, hint, idOf, isSaving, onSave, onClosed } = props
  const [group, setGroup] = useState(initial)
  const [order, setOrder] = useState<readonly Row[]>()
  const choose = async (chosen: Group | null) => {
    if (!(await confirmDiscard(order !== undefined, '顺序', '切换'))) return
    setGroup(chosen)
    setOrder(undefined)
  }
  return (
    <OrderDialog
      title={`调整${noun}顺序`}
      isChanged={order !== undefined}
      isSaving={isSaving}
      onSave={async () => (group !== null && order ? onSave(group, order.map(idOf)) : undefined)}
      onClosed={onClosed}
    >
      <div className="order-dialog">
        {picker(group, (chosen) => void choose(chosen))}
        {group === null ? (
          hint && <p className="order-hint">{hint}</p>
        ) : (
          <Rows key={group} {...props} group={group} order={order} onSort={setOrder} />
        )}
      </div>
    </OrderDialog>
  )
}

type RowsProps<Group extends string, Row> = GroupOrderProps<Group, Row> & {
  group: Group
  order: readonly Row[] | undefined
  onSort: (order: readonly Row[]) => void
}

function Rows<Group extends string, Row>(props: RowsProps<Group, Row>) {
  const { noun, group, useRows, order, idOf, nameOf, noteOf, onSort } = props
  const { data, error, refetch } = useRows(group)
  const rows = order ?? data
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!rows) return <Spin />
  if (rows.length === 0) return <EmptyState />
  return (
    <SortableList label={`${noun}的顺序`} items={rows} idOf={idOf} nameOf={nameOf} onSort={onSort}>
      {(row) => (
        <span>
          {nameOf(row)}
          <small className="order-note">{noteOf(row)}</small>
        </span>
      )}
    </SortableList>
  )
}
