// Access explained: choose a person and a page or button to see why it is allowed or not; or impersonate the person.
import { EyeOutlined } from '@ant-design/icons'
import { Button, Empty, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { DataOf } from '#contract/endpoint.ts'
import { overviewAccess } from '#contract/organisation/access-explained.ts'
import { beginImpersonation, endImpersonation } from '#contract/organisation/impersonation.ts'
import { getUserInfoByDeptId } from '#contract/organisation/users.ts'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { SKELETON_AFTER_MS, useLate } from '#web/kit/use-late.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { openImpersonation } from '#web/lib/session/impersonation.ts'
import { useSession } from '#web/lib/session/session.ts'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { AccessChain } from './access-chain.tsx'
import { accessItems, itemAt } from './access-tree.rules.ts'
import { AccessTree } from './access-tree.tsx'
import './access-explained.css'

type User = DataOf<typeof overviewAccess>['user']

/** Why this person cannot be impersonated; the server checks again. */
function whyNotImpersonate({ id, problem, isAdministrator }: User, ownId: string | undefined): string | undefined {
  if (id === ownId) return '这是您自己的账号'
  return problem ?? (isAdministrator ? '系统管理员所见与您相同' : undefined)
}

function ImpersonateButton({ user }: { user: User }) {
  const ownId = useSession()?.user_id
  const end = useAct(endImpersonation, { call: { hideErrorMsg: true } })
  const begin = useAct(beginImpersonation, {
    onSuccess: async (begun) => {
      if (ownId && openImpersonation(begun, ownId)) return
      notify.error('浏览器拦截了新窗口，请允许本站打开新窗口后重试')
      await end.run({ id: begun.id })
    },
  })
  const reason = whyNotImpersonate(user, ownId)
  return (
    <>
      <Button
        icon={<EyeOutlined />}
        disabled={reason !== undefined}
        loading={begin.pending}
        onClick={() => void begin.run({ userId: user.id })}
      >
        以此人身份查看
      </Button>
      <span className="access-hint">{reason ?? '在新窗口中打开，60 分钟内只能查看，开始与结束都记入审计日志'}</span>
    </>
  )
}

function Person({ user }: { user: User }) {
  const [main, ...deputies] = user.roles
  return (
    <p className="access-person">
      <strong>
        {user.realName}（{user.userName}）
      </strong>
      <span>主角色 {main}</span>
      {deputies.length > 0 && <span>副角色 {deputies.join('、')}</span>}
      {user.problem ? <Status tone="bad">{user.problem}</Status> : <Status tone="good">可以登录</Status>}
    </p>
  )
}

function Explained({ userId, chosen, onChoose }: { userId: string; chosen: string; onChoose: (key: string) => void }) {
  const { data, error, isPending, refetch } = useCall(overviewAccess, { userId })
  const isLate = useLate(isPending, SKELETON_AFTER_MS)
  const items = useMemo(() => accessItems(data?.tree ?? []), [data])
  const item = itemAt(items, chosen)
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
    return isLate ? <Skeleton active paragraph={{ rows: 10 }} /> : null
  }
  return (
    <>
      <div className="access-head">
        <Person user={data.user} />
        <ImpersonateButton user={data.user} />
      </div>
      <div className="access-body">
        <AccessTree items={items} chosen={chosen} onChoose={onChoose} />
        {item ? (
          <AccessChain userId={userId} item={item} />
        ) : (
          <section className="access-detail" aria-label="权限说明">
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择左侧的页面或按钮，查看可以或不可以的原因" />
          </section>
        )}
      </div>
    </>
  )
}

export default function AccessExplained() {
  const [address, setAddress] = useSearchParams()
  const userId = address.get('userId') ?? ''
  const { data: people } = useCall(getUserInfoByDeptId, {})
  // Deleted people are not in the picker's options.
  const isPickable = people?.some(({ id }) => id === userId)
  const change = (name: string, value: string) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <div className="access-page">
      <div className="access-choice">
        <label htmlFor="access-user">员工</label>
        <UserPicker
          id="access-user"
          placeholder="请选择员工"
          value={isPickable ? userId : null}
          onChange={(id) => change('userId', id ?? '')}
        />
      </div>
      {/^[1-9]\d{0,18}$/.test(userId) ? (
        <Explained
          key={userId}
          userId={userId}
          chosen={address.get('at') ?? ''}
          onChoose={(key) => change('at', key)}
        />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择一名员工，查看其全部页面与按钮权限" />
      )}
    </div>
  )
}
