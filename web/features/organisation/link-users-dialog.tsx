// Customers in the care of one person of the staff: looked through, locked and unlocked.
import { Button, Checkbox, Drawer, Input, Pagination, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { DIALOG_GUARD_MS, PAGE_SIZE } from '../../../contract/limits.ts'
import type { UserRow } from '../../../contract/organisation.ts'
import { getAdminLinkUsers, setAdminLinkUserLock } from '../../../contract/staff-links.ts'
import { Can } from '../../kit/can.tsx'
import { ErrorState } from '../../kit/page-state.tsx'
import { Status } from '../../kit/status.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useAct, useCall } from '../../lib/query.ts'
import './link-users.css'

export function LinkUsersDialog({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(1)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { data, error, refetch } = useCall(
    getAdminLinkUsers,
    { userId: user.id, current, size: PAGE_SIZE, ...(text && { text }) },
    { placeholderData: (previous) => previous, staleTime: 0 },
  )
  const act = useAct(setAdminLinkUserLock, {
    guardMs: DIALOG_GUARD_MS,
    invalidates: [getAdminLinkUsers],
    success: '操作成功',
    onSuccess: () => setChosen([]),
  })
  const setLock = (lock: boolean) => void act.run({ userId: user.id, ids: [...chosen], lock })
  const rows = data?.records ?? []
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.includes(id))
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(0, 100))
  return (
    <Drawer
      title={`关联客户：${user.realName}（${user.userName}）`}
      open={isOpen && isActive}
      size={760}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <div className="link-users-bar">
        <Input.Search
          aria-label="查找会员"
          placeholder="登录名、姓名、手机号码或企业"
          allowClear
          maxLength={64}
          style={{ width: 280 }}
          onSearch={(typed) => {
            setText(typed.trim())
            setCurrent(1)
          }}
        />
        <Can call={setAdminLinkUserLock}>
          <Space>
            <Button disabled={chosen.length === 0} loading={act.pending} onClick={() => setLock(true)}>
              锁定
            </Button>
            <Button disabled={chosen.length === 0} loading={act.pending} onClick={() => setLock(false)}>
              解锁
            </Button>
          </Space>
        </Can>
      </div>
      <p>锁定的会员不能登录，重新分配客户时也不变更归属。</p>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && rows.length === 0 && <p>没有{text ? '符合的' : '关联的'}会员。</p>}
      {rows.length > 0 && (
        <table className="link-users" aria-label="关联客户">
          <thead>
            <tr>
              <th>
                <Checkbox
                  aria-label="选择本页"
                  checked={isAll}
                  onChange={() => setChosen(isAll ? [] : rows.map(({ id }) => id))}
                />
              </th>
              <th>登录名</th>
              <th>姓名</th>
              <th>企业</th>
              <th>手机号码</th>
              <th>状态</th>
              <th>最近登录</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, loginName, realName, enterpriseName, mobile, locked, lastSeenAt }) => (
              <tr key={id}>
                <td>
                  <Checkbox
                    aria-label={`选择 ${loginName}`}
                    checked={chosen.includes(id)}
                    onChange={() => toggle(id)}
                  />
                </td>
                <td>{loginName}</td>
                <td>{realName}</td>
                <td>{enterpriseName}</td>
                <td>{mobile}</td>
                <td>
                  <Status tone={locked ? 'bad' : 'good'}>{locked ? '已锁定' : '正常'}</Status>
                </td>
                <td>{formatMoment(lastSeenAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.pages > 1 && (
        <Pagination
          size="small"
          align="end"
          style={{ marginTop: 12 }}
          current={current}
          total={data.total}
          pageSize={PAGE_SIZE}
          showSizeChanger={false}
          onChange={(next) => {
            setCurrent(next)
            setChosen([])
          }}
        />
      )}
    </Drawer>
  )
}
