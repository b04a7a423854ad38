// Failed sign-ins with reason and origin; a lockout that they caused can be lifted.
import { failureLabels, failureReasons, liftSignInLock, queryLoginFailures } from '#contract/organisation/sessions.ts'
import { exportFailures } from '#contract/system/log-sheets.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct } from '#web/lib/query.ts'

const reasons = optionsOf(failureLabels, failureReasons)

const filters = [...filtersOf(queryLoginFailures, ['userName', 'address']), selectFilter('reason', '原因', reasons)]
const advanced = [dayRangeFilter('days', '日期', 'from', 'to')]

const columns = columnsOf(queryLoginFailures, {
  at: { width: 170 },
  userName: { width: 150 },
  realName: { width: 110, empty: '—' },
  reason: { width: 160 },
  address: { width: 150 },
  device: { width: 200 },
  lockedUntil: {
    width: 190,
    render: ({ lockedUntil }) => (lockedUntil ? <Status tone="bad">{`至 ${formatMoment(lockedUntil)}`}</Status> : '—'),
  },
})

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
