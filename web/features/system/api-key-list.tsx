// Keys with which other systems call the console: made and shown once, watched, revoked.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { apiScopes } from '../../../contract/access.ts'
import { type ApiKeyRow, addApiKey, apiScopeWords, queryApiKeys } from '../../../contract/system/api-keys.ts'
import { Can } from '../../kit/can.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { Status } from '../../kit/table/status.tsx'
import { formatMoment } from '../../lib/format.ts'
import { KeyShown } from '../../pickers/key-shown.tsx'
import { useApiKeyActs } from './api-key-acts.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'

const filters = [
  textFilter('name', '名称', 64),
  selectFilter(
    'scope',
    '用途',
    apiScopes.map((value) => ({ value, label: apiScopeWords[value] })),
  ),
  selectFilter('state', '状态', [
    { value: 'active', label: '有效' },
    { value: 'revoked', label: '已吊销' },
  ]),
]

const figure = (count: number) => count.toLocaleString('zh-CN')
const wordOf = (scope: string) => (apiScopeWords as Readonly<Record<string, string>>)[scope] ?? scope

const columns: readonly Column<ApiKeyRow>[] = [
  { key: 'name', label: '名称', width: 160 },
  { key: 'hint', label: '密钥', width: 120, render: ({ hint }) => <code>{hint}…</code> },
  { key: 'scopes', label: '用途', width: 240, render: ({ scopes }) => scopes.map(wordOf).join('、') },
  {
    key: 'revokedAt',
    label: '状态',
    width: 90,
    render: ({ revokedAt }) =>
      revokedAt === null ? <Status tone="good">有效</Status> : <Status tone="idle">已吊销</Status>,
  },
  { key: 'addresses', label: '允许的地址', width: 180, render: ({ addresses }) => addresses.join('、') || '不限' },
  { key: 'callsToday', label: '今日调用', width: 100, align: 'right', render: (row) => figure(row.callsToday) },
  { key: 'dailyQuota', label: '每日上限', width: 100, align: 'right', render: (row) => figure(row.dailyQuota) },
  { key: 'lastUsedAt', label: '最近使用', width: 150, render: ({ lastUsedAt }) => formatMoment(lastUsedAt) },
  { key: 'creatorName', label: '创建人', width: 100, render: ({ creatorName }) => creatorName ?? '—' },
  { key: 'createdAt', label: '创建时间', width: 150, render: ({ createdAt }) => formatMoment(createdAt) },
]

export default function ApiKeyList() {
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<string>()
  const { actionsOf, dialogs } = useApiKeyActs()
  return (
    <>
      <ListPage
        endpoint={queryApiKeys}
        settings="apiKeys"
        filters={filters}
        columns={columns}
        rowName={({ name }) => name}
        rowActions={actionsOf}
        toolbar={
          <Can call={addApiKey}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              创建密钥
            </Button>
          </Can>
        }
      />
      {isAdding && <ApiKeyDialog onMade={setMade} onClosed={() => setAdding(false)} />}
      {made !== undefined && <KeyShown title="密钥已创建" value={made} onClosed={() => setMade(undefined)} />}
      {dialogs}
    </>
  )
}
