// Failed sign-ins with reason and origin; a lockout that they caused can be lifted.
import {
  type FailureRow,
  failureLabels,
  failureReasons,
  liftSignInLock,
  queryLoginFailures,
} from '#contract/organisation/sessions.ts'
import { exportFailures } from '#contract/system/log-sheets.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct } from '#web/lib/query.ts'

const reasons = optionsOf(failureLabels, failureReasons)

const filters = [
  textFilter('userName', '用户名', 64),
  textFilter('address', 'IP 地址', 64),
  selectFilter('reason', '原因', reasons),
]
const advanced = [dayRangeFilter('days', '日期', 'from', 'to')]

const columns: readonly Column<FailureRow>[] = [
  { key: 'at', label: '时间', width: 170, render: ({ at }) => formatMoment(at) },
  { key: 'userName', label: '输入的用户名', width: 150 },
  { key: 'realName', label: '员工', width: 110, render: ({ realName }) => realName ?? '—' },
  {
    key: 'reason',
    label: '原因',
    width: 160,
    render: ({ reason }) => failureLabels[reason],
  },
  { key: 'address', label: 'IP 地址', width: 150 },
  { key: 'device', label: '设备', width: 200 },
  {
    key: 'lockedUntil',
    label: '登录限制',
    width: 190,
    render: ({ lockedUntil }) => (lockedUntil ? <Status tone="bad">{`至 ${formatMoment(lockedUntil)}`}</Status> : '—'),
  },
]

export default function LoginFailList() {
  const lift = useAct(liftSignInLock, { success: '登录限制已解除', invalidates: [queryLoginFailures] })
  return (
    <ListPage
      endpoint={queryLoginFailures}
      emptyHint="有人登录失败之后，会列在这里。"
      filters={filters}
      advanced={advanced}
      columns={columns}
      settings="loginFail"
      exportCall={exportFailures}
      rowName={({ userName, at }) => `${userName} ${formatMoment(at)}`}
      rowActions={({ userName, address, lockedUntil }) =>
        lockedUntil
          ? [{ label: '解除限制', call: liftSignInLock, run: () => void lift.run({ userName, address }) }]
          : []
      }
    />
  )
}
