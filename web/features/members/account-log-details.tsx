// One row of an account's log with whom it is about, and what the same account did right before and after.
import './account-log.css'
import { Button, Descriptions, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { type AccountLogRow, getAccountLog } from '../../../contract/account-logs.ts'
import { accountLogWords } from '../../../contract/members.ts'
import { ErrorState } from '../../kit/page-state.tsx'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { NearLogs } from './account-log-near.tsx'
import { formatSecond, formatSeconds } from './account-log-words.ts'

const WIDTH = 760

type DetailsProps = {
  log: AccountLogRow
  /** Narrows the list to this account; left out where it is narrowed already. */
  onNarrow?: (() => void) | undefined
  onClosed: () => void
}

export function AccountLogDetails({ log, onNarrow, onClosed }: DetailsProps) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const { id, at } = log
  const { data, error, refetch } = useCall(getAccountLog, { id, at })
  const narrow = () => {
    setOpen(false)
    onNarrow?.()
  }
  return (
    <Drawer
      title={`${log.loginName} ${accountLogWords[log.kind]}`}
      open={isOpen && isActive}
      size={WIDTH}
      onClose={() => setOpen(false)}
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
      extra={onNarrow && <Button onClick={narrow}>只看该账号</Button>}
    >
      <Descriptions
        column={2}
        size="small"
        colon={false}
        styles={{ label: { width: 72 }, content: { minWidth: 0, overflowWrap: 'anywhere' } }}
        items={[
          { label: '时间', children: formatSecond(log.at) },
          { label: '类型', children: accountLogWords[log.kind] },
          { label: '模块', children: log.module || '—' },
          { label: '停留', children: formatSeconds(log.seconds) },
          { label: '内容', children: log.detail || '—', span: 2 },
          { label: 'IP 地址', children: log.address || '—' },
          { label: '设备', children: log.device || '—' },
          { label: '登录名', children: log.loginName },
          { label: '姓名', children: log.realName },
          { label: '企业', children: log.enterprise, span: 2 },
          { label: '手机号码', children: data?.mobile ?? '—' },
          { label: '归属人', children: data?.ownerName ?? '—' },
          { label: '最近访问', children: formatMoment(data?.lastSeenAt), span: 2 },
        ]}
      />
      <h3 className="log-heading">前后操作</h3>
      {data ? (
        <NearLogs rows={data.near} label="前后操作" current={id} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 6 }} />
      )}
    </Drawer>
  )
}
