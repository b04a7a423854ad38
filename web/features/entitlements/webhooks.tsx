// The webhooks of one sub-product: addresses with their state, and what was delivered.
import { Table } from 'antd'
import { useState } from 'react'
import { OLD_SECRET_H } from '#contract/entitlements/webhook-labels.ts'
import {
  addWebhook,
  disableWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  openWebhook,
  renewWebhookSecret,
  testWebhook,
  type WebhookRow,
} from '#contract/entitlements/webhooks.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { KeyShown } from '#web/pickers/key-shown.tsx'
import { Act } from './row-act.tsx'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import './sign-in-clients.css'

function State({ isEnabled, disabledReason, failingSince }: WebhookRow) {
  if (!isEnabled) return <Status tone="idle">{disabledReason === '' ? '禁用' : disabledReason}</Status>
  if (failingSince === null) return <Status tone="good">启用</Status>
  return <Status tone="bad">{`${formatMoment(failingSince)} 起失败`}</Status>
}

const columns = [
  { key: 'name', title: '名称', dataIndex: 'name', width: 140, ellipsis: true },
  { key: 'url', title: '推送地址', dataIndex: 'url', ellipsis: true },
  { key: 'state', title: '状态', width: 190, render: (row: WebhookRow) => <State {...row} /> },
  { key: 'waiting', title: '待推送', dataIndex: 'waiting', width: 80, align: 'right' as const },
  {
    key: 'secretAt',
    title: '密钥生成时间',
    width: 230,
    render: ({ secretAt, oldSecretUntil }: WebhookRow) =>
      oldSecretUntil === null
        ? formatMoment(secretAt)
        : `${formatMoment(secretAt)}（旧密钥至 ${formatMoment(oldSecretUntil)}）`,
  },
]

/** What may be done to a webhook, with the questions before it. */
function useWebhookActs(onMade: (secret: string) => void) {
  const [confirm, dialogs] = useConfirm()
  const shared = { invalidates: [listWebhooks], guardMs: DIALOG_GUARD_MS }
  const disable = useAct(disableWebhook, { ...shared, success: '禁用成功' })
  const enable = useAct(openWebhook, { ...shared, success: '启用成功' })
  const renew = useAct(renewWebhookSecret, { ...shared, success: '已生成新密钥' })
  const test = useAct(testWebhook, { invalidates: [listWebhooks, listDeliveries], success: '已加入推送队列' })
  const askDisable = ({ id, name }: WebhookRow) =>
    confirm({
      title: `禁用推送地址“${name}”？`,
      content: '不再通知此地址；其间的变更在重新启用后补推。',
      verb: '禁用',
      run: () => disable.run({ id }),
    })
  const askRenew = ({ id, name }: WebhookRow) =>
    confirm({
      title: `重置“${name}”的密钥？`,
      content: `${OLD_SECRET_H} 小时内新旧密钥同时签名，请在此期间更新接收方的配置。`,
      verb: '重置',
      run: async () => {
        const made = await renew.run({ id })
        if (made) onMade(made.secret)
        return made
      },
    })
  return {
    askDisable,
    askRenew,
    dialogs,
    enable: ({ id }: WebhookRow) => void enable.run({ id }),
    test: ({ id }: WebhookRow) => void test.run({ id }),
  }
}

export function Webhooks({ subProduct }: { subProduct: SubProductKey }) {
  const [edited, setEdited] = useState<WebhookRow | 'new'>()
  const [made, setMade] = useState<string>()
  const isAllowed = useIsAllowed()
  const { askDisable, askRenew, enable, test, dialogs } = useWebhookActs(setMade)
  const { data, error, isPending, refetch } = useCall(listWebhooks, { subProduct }, { call: { hideErrorMsg: true } })
  const acts = {
    key: 'acts',
    title: '操作',
    width: 210,
    render: (_: unknown, row: WebhookRow) => (
      <span className="sign-in-client-acts">
        {isAllowed(editWebhook) && <Act label="编辑" of={row.name} onClick={() => setEdited(row)} />}
        {row.isEnabled && isAllowed(testWebhook) && <Act label="测试" of={row.name} onClick={() => test(row)} />}
        {isAllowed(renewWebhookSecret) && <Act label="重置密钥" of={row.name} onClick={() => askRenew(row)} />}
        {row.isEnabled && isAllowed(disableWebhook) && (
          <Act label="禁用" of={row.name} isDanger onClick={() => askDisable(row)} />
        )}
        {!row.isEnabled && isAllowed(openWebhook) && <Act label="启用" of={row.name} onClick={() => enable(row)} />}
      </span>
    ),
  }
  const mayAct = [editWebhook, renewWebhookSecret, disableWebhook, openWebhook].some((call) => isAllowed(call))
  return (
    <section className="sign-in-clients" aria-label="变更推送">
      <div className="sign-in-clients-head">
        <h2>变更推送</h2>
        <AddButton call={addWebhook} onClick={() => setEdited('new')}>
          新增推送地址
        </AddButton>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<WebhookRow>
          size="small"
          rowKey="id"
          scroll={{ x: 1_100 }}
          columns={mayAct ? [...columns, acts] : columns}
          dataSource={data ?? []}
          loading={isPending}
          locale={{ emptyText: '还没有推送地址' }}
          pagination={false}
        />
      )}
      <WebhookDeliveries subProduct={subProduct} />
      {edited && (
        <WebhookDialog
          subProduct={subProduct}
          stored={edited === 'new' ? undefined : edited}
          onMade={setMade}
          onClosed={() => setEdited(undefined)}
        />
      )}
      {made !== undefined && <KeyShown title="推送密钥" value={made} onClosed={() => setMade(undefined)} />}
      {dialogs}
    </section>
  )
}
