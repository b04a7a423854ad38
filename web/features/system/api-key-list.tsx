// API keys of other systems: create (the key is shown once), monitor, revoke.
import { Form, InputNumber, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { type ApiScope, apiScopes, isOfSubProduct } from '#contract/access.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { subProductsWith } from '#contract/sub-product-access.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import {
  type ApiKeyRow,
  addApiKey,
  apiScopeLabels,
  keySubProducts,
  mayGiveScope,
  queryApiKeys,
  removeApiKey,
} from '#contract/system/api-keys.ts'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { optionsOf } from '#web/kit/form/options.ts'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { Status } from '#web/kit/table/status.tsx'
import { useAct } from '#web/lib/query.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { KeyShown } from '#web/pickers/key-shown.tsx'
import { TextTags } from '#web/pickers/text-tags.tsx'

const USUAL_QUOTA = 10_000

type Values = {
  name: string
  scopes: ApiScope[]
  subProduct: SubProductKey | null
  addresses: string[]
  dailyQuota: number
}

const initial: Values = { name: '', scopes: [], subProduct: null, addresses: [], dailyQuota: USUAL_QUOTA }

type ApiKeyDialogProps = { onMade: (key: string) => void; onClosed: () => void }

const isForOne = (scopes: readonly ApiScope[]) => scopes.some(isOfSubProduct)

/** The sub-product of a key whose scopes are limited to one; without such a scope nothing is shown. */
function SubProductField() {
  const holdings = usePermissions((permissions) => permissions.holdings)
  const scopes = Form.useWatch<ApiScope[] | undefined>('scopes')
  if (!isForOne(scopes ?? [])) return null
  return (
    <Field of={addApiKey} name="subProduct" hint="密钥只能查询该子产品的账号。">
      <Select
        placeholder="请选择子产品"
        showSearch={byLabel}
        options={keySubProducts(holdings).map((key) => ({ value: key, label: subProductOf(key).title }))}
      />
    </Field>
  )
}

/** Dialog to create a key. */
function ApiKeyDialog({ onMade, onClosed }: ApiKeyDialogProps) {
  const holdings = usePermissions((permissions) => permissions.holdings)
  const givable = apiScopes.filter((scope) => mayGiveScope(scope, holdings))
  return (
    <FormDialog<typeof addApiKey, Values>
      title="创建密钥"
      endpoint={addApiKey}
      initial={initial}
      input={(values) => ({ ...values, subProduct: isForOne(values.scopes) ? values.subProduct : null })}
      success="创建成功"
      invalidates={[queryApiKeys]}
      verb="创建"
      onDone={({ key }) => onMade(key)}
      onClosed={onClosed}
    >
      <Field of={addApiKey} name="name" hint="调用方的名称，会出现在审计日志中。" />
      <Field of={addApiKey} name="scopes">
        <Select
          mode="multiple"
          placeholder="请选择用途"
          showSearch={byLabel}
          notFoundContent={givable.length === 0 ? '没有可选的用途：不能超过本人的权限' : undefined}
          options={optionsOf(apiScopeLabels, givable)}
        />
      </Field>
      <SubProductField />
      <Field
        of={addApiKey}
        name="addresses"
        isRequired={false}
        hint="IP 地址或网段，如 10.0.0.0/8，可粘贴多个；不填则不限制。"
      >
        <TextTags placeholder="输入后按回车" />
      </Field>
      <Field of={addApiKey} name="dailyQuota">
        <InputNumber min={1} max={10_000_000} precision={0} changeOnWheel={false} suffix="次" style={{ width: 200 }} />
      </Field>
    </FormDialog>
  )
}

type Acts = { actionsOf: (row: ApiKeyRow) => RowAction[]; dialogs: ReactNode }

/** Row actions of a key, with their confirmation. */
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
  selectFilter('scope', '用途', optionsOf(apiScopeLabels, apiScopes)),
  selectFilter('state', '状态', [
    { value: 'active', label: '有效' },
    { value: 'revoked', label: '已吊销' },
  ]),
  selectFilter(
    'subProduct',
    '子产品',
    subProductsWith('accounts').map((key) => ({ value: key, label: subProductOf(key).title })),
  ),
]

const figure = (count: number) => count.toLocaleString('zh-CN')
const wordOf = (scope: string) => (apiScopeLabels as Readonly<Record<string, string>>)[scope] ?? scope

/** Rights that the key's creator no longer holds are refused at each call; shown here. */
const scopesOf = ({ scopes, lostScopes }: ApiKeyRow) =>
  scopes.map((scope) => `${wordOf(scope)}${lostScopes.includes(scope) ? '（创建人已无权）' : ''}`).join('、')

const columns = columnsOf(queryApiKeys, {
  name: { width: 160 },
  hint: { width: 120, render: ({ hint }) => <code>{hint}…</code> },
  scopes: { width: 240, render: scopesOf },
  subProduct: { width: 120, render: ({ subProduct }) => (subProduct === null ? '—' : subProductOf(subProduct).title) },
  revokedAt: {
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
  addresses: { width: 180, render: ({ addresses }) => addresses.join('、') || '不限' },
  callsToday: { width: 100, render: (row) => figure(row.callsToday) },
  dailyQuota: { width: 100, render: (row) => figure(row.dailyQuota) },
  lastUsedAt: {},
  creatorName: { width: 100, empty: '—' },
  createdAt: {},
})

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
          <AddButton call={addApiKey} onClick={() => setAdding(true)}>
            创建密钥
          </AddButton>
        }
      />
      {isAdding && <ApiKeyDialog onMade={setMade} onClosed={() => setAdding(false)} />}
      {made !== undefined && <KeyShown title="密钥已创建" value={made} onClosed={() => setMade(undefined)} />}
      {dialogs}
    </>
  )
}
