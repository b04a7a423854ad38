// Keys with which other systems call the console: made and shown once, watched, revoked.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { apiScopes } from '../../../contract/access.ts'
import { DIALOG_GUARD_MS } from '../../../contract/limits.ts'
import {
  type ApiKeyRow,
  addApiKey,
  apiScopeLabels,
  queryApiKeys,
  removeApiKey,
} from '../../../contract/system/api-keys.ts'
import { Can } from '../../kit/can.tsx'
import { useConfirm } from '../../kit/dialog/confirm.tsx'
import type { Column } from '../../kit/list/columns.ts'
import { selectFilter, textFilter } from '../../kit/list/filters.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import type { RowAction } from '../../kit/list/row-use.ts'
import { Status } from '../../kit/table/status.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useAct } from '../../lib/query.ts'
import { KeyShown } from '../../pickers/key-shown.tsx'
import { ApiKeyDialog } from './api-key-dialog.tsx'

type Acts = { actionsOf: (row: ApiKeyRow) => RowAction[]; dialogs: ReactNode }

/** What can be done with a key of another system, with the question asked before. */
function useApiKeyActs(): Acts {
  const [confirm, dialogs] = useConfirm()
  const remove = useAct(removeApiKey, {
    invalidates: [queryApiKeys],
    guardMs: DIALOG_GUARD_MS,
    success: '吊销成功',
  })
  const actionsOf = ({ id, name, hint, revokedAt }: ApiKeyRow): RowAction[] =>
    revokedAt === null
      ? [
          {
            label: '吊销',
            call: removeApiKey,
            isDanger: true,
            run: () =>
              confirm({
                title: `吊销密钥“${name}”（${hint}…）？`,
                content: '使用此密钥的系统将立即不能调用，吊销后不能恢复，只能重新创建。',
                verb: '吊销',
                run: () => remove.run({ id }),
              }),
          },
        ]
      : []
  return { actionsOf, dialogs }
}

const filters = [
  textFilter('name', '名称', 64),
  selectFilter(
    'scope',
    '用途',
    apiScopes.map((value) => ({ value, label: apiScopeLabels[value] })),
  ),
  selectFilter('state', '状态', [
    { value: 'active', label: '有效' },
    { value: 'revoked', label: '已吊销' },
  ]),
]

const figure = (count: number) => count.toLocaleString('zh-CN')
const wordOf = (scope: string) => (apiScopeLabels as Readonly<Record<string, string>>)[scope] ?? scope

/** What its maker could not give any more is refused at each call, and says so here. */
const scopesOf = ({ scopes, lostScopes }: ApiKeyRow) =>
  scopes.map((scope) => `${wordOf(scope)}${lostScopes.includes(scope) ? '（创建人已无权）' : ''}`).join('、')

const columns: readonly Column<ApiKeyRow>[] = [
  { key: 'name', label: '名称', width: 160 },
  { key: 'hint', label: '密钥', width: 120, render: ({ hint }) => <code>{hint}…</code> },
  { key: 'scopes', label: '用途', width: 240, render: scopesOf },
  {
    key: 'revokedAt',
    label: '状态',
    width: 90,
    render: ({ revokedAt, scopes, lostScopes }) =>
      revokedAt !== null ? (
        <Status tone="idle">已吊销</Status>
      ) : lostScopes.length === scopes.length ? (
        <Status tone="bad">已失效</Status>
      ) : (
        <Status tone="good">有效</Status>
      ),
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
