// Details of a log row: its account, and the account's rows right before and after it.
import './account-log.css'
import { Button } from 'antd'
import { signedIn } from '#contract/access.ts'
import { type AccountLogRow, getAccountLog, queryAccountLogs } from '#contract/members/account-logs.ts'
import { accountLogLabels } from '#contract/members/members.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useCall } from '#web/lib/query.ts'
import { formatSecond, formatSeconds } from './account-log-labels.ts'
import { NearLogs } from './account-log-near.tsx'

const WIDTH = 760

type DetailsProps = {
  log: AccountLogRow
  /** Filters the list by this account; undefined if it already is. */
  onNarrow?: (() => void) | undefined
  onClosed: () => void
}

export function AccountLogDetails({ log, onNarrow, onClosed }: DetailsProps) {
  const { id, at } = log
  const read = useCall(getAccountLog, { id, at })
  return (
    <DetailsDrawer
      title={`${log.loginName} ${accountLogLabels[log.kind]}`}
      size={WIDTH}
      onClosed={onClosed}
      // filters the list behind the drawer
      acts={onNarrow && [{ label: '只看该账号', call: signedIn, run: onNarrow }]}
      extra={(own) =>
        own.map(({ label, run }) => (
          <Button key={label} onClick={run}>
            {label}
          </Button>
        ))
      }
    >
      <Facts
        columns={2}
        items={[
          ...factsOf(queryAccountLogs, log, {
            at: { render: () => formatSecond(at) },
            kind: {},
            module: {},
            seconds: { render: ({ seconds }) => formatSeconds(seconds) },
            detail: { span: 2 },
            address: {},
            device: {},
            loginName: {},
            realName: {},
            enterprise: { span: 2 },
          }),
          ...factsOf(getAccountLog, read.data ?? {}, { mobile: {}, ownerName: {}, lastSeenAt: { span: 2 } }),
        ]}
      />
      <h3 className="log-heading">前后操作</h3>
      <Loaded read={read} rows={6}>
        {({ near }) => <NearLogs rows={near} label="前后操作" current={id} />}
      </Loaded>
    </DetailsDrawer>
  )
}
