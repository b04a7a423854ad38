// Dialog with the customers of one staff member, to view, lock and unlock.
import { Button, Checkbox, Empty, Input, Space } from 'antd'
import { useState } from 'react'
import { DIALOG_GUARD_MS, PAGE_SIZE } from '#contract/limits.ts'
import { getAdminLinkUsers, setAdminLinkUserLock } from '#contract/organisation/staff-links.ts'
import type { UserRow } from '#contract/organisation/users.ts'
import { Can } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { SmallPager } from '#web/kit/list/small-pager.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import './link-users.css'

export function LinkUsersDialog({ user, onClosed }: { user: UserRow; onClosed: () => void }) {
  const [text, setText] = useState('')
  const [current, setCurrent] = useState(1)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const read = useCall(
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
  const rows = read.data?.records ?? []
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.includes(id))
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id].slice(0, 100))
  return (
    <DetailsDrawer title={`关联客户：${user.realName}（${user.userName}）`} size={760} onClosed={onClosed}>
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
      <p>锁定的会员不能登录，更换销售时也不变更归属。</p>
      <Loaded read={read} rows={8}>
        {(page) => (
          <>
            {rows.length === 0 ? (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={text ? '没有符合条件的会员' : '没有关联的会员'}
              />
            ) : (
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
            <SmallPager
              page={page}
              current={current}
              onTurn={(next) => {
                setCurrent(next)
                setChosen([])
              }}
            />
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
