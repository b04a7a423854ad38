// Filters and columns of the list of accounts.

import { type AccountRow, queryAccounts } from '#contract/members/accounts.ts'
import { accountStateLabels, grantKindLabels, memberSourceLabels } from '#contract/members/members.ts'
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { type Filter, flagFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import type { FiltersOf } from '#web/kit/list/list-endpoint.ts'
import { formatAge, formatMoment } from '#web/lib/format.ts'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { ValidityTag, validityOptions } from '#web/pickers/validity.tsx'
import { AccountSignals } from '../activity/account-signals.tsx'
import { kindOptions, labelModules } from '../form-labels.ts'
import { AccountStatus } from './account-labels.tsx'

type AccountFilter = Filter<FiltersOf<typeof queryAccounts>>

const silences = [7, 15, 30, 60, 90, 180].map((days) => ({ value: String(days), label: `${days} 天以上` }))
const silent = selectFilter('silentDays', '未访问', silences)

export const accountFilters: readonly AccountFilter[] = [
  textFilter('loginName', '登录名', 32),
  textFilter('mobile', '手机号码', 20),
  textFilter('enterprise', '企业', 100),
  dayRangeFilter('ends', '截止日期', 'endFrom', 'endTo'),
]

export const accountAdvanced: readonly AccountFilter[] = [
  textFilter('realName', '姓名', 32),
  userFilter('ownerId', '归属人'),
  selectFilter('validity', '有效状态', validityOptions),
  selectFilter('kind', '授权类型', kindOptions),
  { ...silent, read: (text) => (/^\d{1,4}$/.test(text) ? { silentDays: Number(text) } : undefined) },
  selectFilter('status', '状态', optionsOf(accountStateLabels)),
  flagFilter('locked', '锁定', { yes: '已锁定', no: '未锁定' }),
  flagFilter('isSub', '账号类型', { yes: '子账号', no: '主账号' }),
  flagFilter('isDouble', '登录名重复', { yes: '与其他会员重复', no: '不重复' }),
  selectFilter('source', '来源', optionsOf(memberSourceLabels)),
]

/** All filters, as a stable reference for batch acts on all matching accounts. */
export const allAccountFilters: readonly AccountFilter[] = [...accountFilters, ...accountAdvanced]

/** 试用 → 正式 if another grant follows. */
const describeKinds = ({ kind, next }: AccountRow) =>
  [kind, next?.kind].flatMap((each) => (each ? [grantKindLabels[each]] : [])).join(' → ') || '—'

/** Validity of the account, or its locked or disabled state; and the mark of its signals. */
function Standing(account: AccountRow) {
  const { validity, endsOn, next, locked, status, signals } = account
  return (
    <>
      {locked || status === 'disabled' ? (
        <AccountStatus {...account} />
      ) : (
        <ValidityTag validity={validity} endsOn={endsOn} next={next} />
      )}{' '}
      {signals.length > 0 && <AccountSignals {...account} />}
    </>
  )
}

/** At a width of 1440 the columns up to 最近访问 are visible. */
export const accountColumns = columnsOf(queryAccounts, {
  loginName: { width: 138, opens: true },
  realName: { width: 70 },
  enterpriseName: { width: 198 },
  mobile: { width: 108 },
  ownerName: { width: 70, empty: '公海' },
  kind: { width: 96, render: describeKinds },
  validity: { width: 150, tip: '按今天生效的授权；之后另有授权时一并说明，异常和锁定标在后面', render: Standing },
  endsOn: { width: 96 },
  grants: { width: 66, align: 'right' },
  lastSeenAt: {
    width: 96,
    render: ({ lastSeenAt }) => <span title={formatMoment(lastSeenAt)}>{formatAge(lastSeenAt)}</span>,
  },
  startsOn: { width: 110 },
  modules: { width: 160, render: ({ modules }) => labelModules(modules) },
  subUsed: {
    width: 80,
    align: 'right',
    tip: '已用名额／名额',
    render: ({ subUsed, subQuota }) => (subQuota || subUsed ? `${subUsed} / ${subQuota}` : '—'),
  },
  mainName: { width: 120, empty: '—' },
  source: { width: 90 },
  openedAt: { width: 150 },
})
