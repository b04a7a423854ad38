// The sign-in clients of one sub-product: added with a secret that is shown once, changed, switched off.
import { CopyOutlined } from '@ant-design/icons'
import { Button, Table } from 'antd'
import { useState } from 'react'
import {
  addSignInClient,
  disableSignInClient,
  editSignInClient,
  listSignInClients,
  openSignInClient,
  renewSignInSecret,
  type SignInClientRow,
} from '#contract/entitlements/sign-in-clients.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import type { SubProductKey } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { copyText } from '#web/lib/copy.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { KeyShown } from '#web/pickers/key-shown.tsx'
import { Act } from './row-act.tsx'
import { SignInClientDialog } from './sign-in-client-dialog.tsx'
import './sign-in-clients.css'

const columns = [
  { key: 'name', title: '名称', dataIndex: 'name', width: 140, ellipsis: true },
  {
    key: 'clientId',
    title: '客户端标识',
    width: 270,
    render: ({ clientId, name }: SignInClientRow) => (
      <span className="sign-in-client-id">
        <code>{clientId}</code>
        <Button
          size="small"
          type="text"
          icon={<CopyOutlined />}
          aria-label={`复制 ${name} 的客户端标识`}
          onClick={() => void copyText(clientId)}
        />
      </span>
    ),
  },
  {
    key: 'isEnabled',
    title: '状态',
    width: 80,
    render: ({ isEnabled }: SignInClientRow) => (
      <Status tone={isEnabled ? 'good' : 'idle'}>{isEnabled ? '启用' : '禁用'}</Status>
    ),
  },
  {
    key: 'redirectUris',
    title: '登录后的地址',
    ellipsis: true,
    render: ({ redirectUris }: SignInClientRow) => redirectUris.join('、'),
  },
  {
    key: 'logoutUri',
    title: '下线通知地址',
    width: 200,
    ellipsis: true,
    render: ({ logoutUri }: SignInClientRow) => logoutUri || '不通知',
  },
  {
    key: 'secretAt',
    title: '密钥生成时间',
    width: 140,
    render: ({ secretAt }: SignInClientRow) => formatMoment(secretAt),
  },
]

/** What may be done to a client, with the questions before it. */
function useClientActs(onMade: (secret: string) => void) {
  const [confirm, dialogs] = useConfirm()
  const shared = { invalidates: [listSignInClients], guardMs: DIALOG_GUARD_MS }
  const disable = useAct(disableSignInClient, { ...shared, success: '禁用成功' })
  const enable = useAct(openSignInClient, { ...shared, success: '启用成功' })
  const renew = useAct(renewSignInSecret, { ...shared, success: '已生成新密钥' })
  const askDisable = ({ id, name }: SignInClientRow) =>
    confirm({
      title: `禁用客户端“${name}”？`,
      content: '会员将立即不能通过它登录，已登录的会员在下一次请求时退出。',
      verb: '禁用',
      run: () => disable.run({ id }),
    })
  const askRenew = ({ id, name }: SignInClientRow) =>
    confirm({
      title: `重置“${name}”的密钥？`,
      content: '旧密钥立即失效：请先准备好更新子产品的配置。已登录的会员不受影响。',
      verb: '重置',
      run: async () => {
        const made = await renew.run({ id })
        if (made) onMade(made.secret)
        return made
      },
    })
  return { askDisable, askRenew, enable: ({ id }: SignInClientRow) => void enable.run({ id }), dialogs }
}

export function SignInClients({ subProduct }: { subProduct: SubProductKey }) {
  const [edited, setEdited] = useState<SignInClientRow | 'new'>()
  const [made, setMade] = useState<string>()
  const isAllowed = useIsAllowed()
  const { askDisable, askRenew, enable, dialogs } = useClientActs(setMade)
  const { data, error, isPending, refetch } = useCall(
    listSignInClients,
    { subProduct },
    { call: { hideErrorMsg: true } },
  )
  const acts = {
    key: 'acts',
    title: '操作',
    width: 170,
    render: (_: unknown, row: SignInClientRow) => (
      <span className="sign-in-client-acts">
        {isAllowed(editSignInClient) && <Act label="编辑" of={row.name} onClick={() => setEdited(row)} />}
        {isAllowed(renewSignInSecret) && <Act label="重置密钥" of={row.name} onClick={() => askRenew(row)} />}
        {row.isEnabled && isAllowed(disableSignInClient) && (
          <Act label="禁用" of={row.name} isDanger onClick={() => askDisable(row)} />
        )}
        {!row.isEnabled && isAllowed(openSignInClient) && (
          <Act label="启用" of={row.name} onClick={() => enable(row)} />
        )}
      </span>
    ),
  }
  const mayAct = [editSignInClient, renewSignInSecret, disableSignInClient, openSignInClient].some((call) =>
    isAllowed(call),
  )
  return (
    <section className="sign-in-clients" aria-label="登录客户端">
      <div className="sign-in-clients-head">
        <h2>登录客户端</h2>
        {data && (
          <span className="sign-in-client-id">
            登录服务地址 <code>{data.issuer}</code>
            <Button
              size="small"
              type="text"
              icon={<CopyOutlined />}
              aria-label="复制登录服务地址"
              onClick={() => void copyText(data.issuer)}
            />
          </span>
        )}
        <AddButton call={addSignInClient} onClick={() => setEdited('new')}>
          新增客户端
        </AddButton>
      </div>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<SignInClientRow>
          size="small"
          rowKey="id"
          scroll={{ x: 1_100 }}
          columns={mayAct ? [...columns, acts] : columns}
          dataSource={data?.rows ?? []}
          loading={isPending}
          locale={{ emptyText: '还没有客户端' }}
          pagination={false}
        />
      )}
      {edited && (
        <SignInClientDialog
          subProduct={subProduct}
          stored={edited === 'new' ? undefined : edited}
          onMade={setMade}
          onClosed={() => setEdited(undefined)}
        />
      )}
      {made !== undefined && <KeyShown title="客户端密钥" value={made} onClosed={() => setMade(undefined)} />}
      {dialogs}
    </section>
  )
}
