// All that one act changed, a page at a time.
import { Descriptions, Drawer, Table } from 'antd'
import { useState } from 'react'
import { type GrantActRow, type GrantChangeRow, queryActChanges } from '../../../contract/grant-changes.ts'
import { grantViaWords } from '../../../contract/members.ts'
import { subProductOf } from '../../../contract/sub-products.ts'
import { ErrorState } from '../../kit/page-state.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { GrantAction, GrantDiff } from './grant-change-columns.tsx'

const WIDTH = 960
const SIZE = 20

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
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const [current, setCurrent] = useState(1)
  const { data, error, isPending, refetch } = useCall(
    queryActChanges,
    { actId: act.id, current, size: SIZE },
    { call: { hideErrorMsg: true }, placeholderData: (before) => before },
  )
  return (
    <Drawer
      title={`${grantViaWords[act.via]}：${act.accounts} 个账号，${act.changes} 项变更`}
      open={isOpen && isActive}
      size={WIDTH}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <Descriptions
        style={{ marginBlockEnd: 12 }}
        column={2}
        size="small"
        colon={false}
        styles={{ label: { width: 56 }, content: { minWidth: 0, overflowWrap: 'anywhere' } }}
        items={[
          { label: '时间', children: formatMoment(act.at) },
          { label: '操作人', children: act.actorName },
          { label: '原因', children: act.reason || '—', span: 2 },
        ]}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<GrantChangeRow>
          size="small"
          rowKey="id"
          scroll={{ x: 880 }}
          loading={isPending}
          columns={columns}
          dataSource={data?.records ?? []}
          pagination={{
            current,
            pageSize: SIZE,
            total: data?.total ?? 0,
            showSizeChanger: false,
            hideOnSinglePage: true,
            onChange: setCurrent,
          }}
        />
      )}
    </Drawer>
  )
}
