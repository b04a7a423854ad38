// All changes of one act, paged.
import { useState } from 'react'
import {
  type GrantActRow,
  type GrantChangeRow,
  queryActChanges,
  queryGrantActs,
} from '#contract/members/grant-changes.ts'
import { grantViaLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { useCall } from '#web/lib/query.ts'
import { GrantAction, GrantDiff } from './grant-change-columns.tsx'
import { UndoGrantsButton } from './undo-grants.tsx'

const WIDTH = 960

const columns = [
  {
    key: 'member',
    title: '会员',
    width: 250,
    render: ({ realName, loginName }: GrantChangeRow) => `${realName}（${loginName}）`,
  },
  {
    key: 'subProduct',
    title: '子产品',
    width: 110,
    render: ({ subProduct }: GrantChangeRow) => subProductOf(subProduct).title,
  },
  {
    key: 'product',
    title: '产品',
    width: 130,
    render: ({ productName }: GrantChangeRow) => productName || '整个子产品',
  },
  { key: 'action', title: '变更', width: 80, render: (change: GrantChangeRow) => <GrantAction change={change} /> },
  { key: 'diff', title: '变更内容', render: (change: GrantChangeRow) => <GrantDiff change={change} /> },
]

export function GrantActDetails({ act, onClosed }: { act: GrantActRow; onClosed: () => void }) {
  const [current, setCurrent] = useState(1)
  const read = useCall(
    queryActChanges,
    { actId: act.id, current, size: PAGED_ROWS },
    { call: { hideErrorMsg: true }, placeholderData: (before) => before },
  )
  return (
    <DetailsDrawer
      title={`${grantViaLabels[act.via]}：${act.accounts} 个账号，${act.changes} 项变更`}
      size={WIDTH}
      extra={() => !act.isUndone && <UndoGrantsButton actId={act.id} accounts={act.accounts} onUndone={onClosed} />}
      onClosed={onClosed}
    >
      <Facts
        columns={2}
        labelWidth={56}
        items={factsOf(queryGrantActs, act, { at: {}, actorName: {}, reason: { span: 2 } })}
      />
      <div style={{ marginBlockStart: 12 }}>
        <PagedTable columns={columns} minWidth={880} read={read} current={current} onTurn={setCurrent} />
      </div>
    </DetailsDrawer>
  )
}
