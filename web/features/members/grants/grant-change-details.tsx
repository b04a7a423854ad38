// Details of one change of a grant: before and after, by whom and why, and the grant's history.
import type { GrantChangeRow, grantLedger, PartnerLedger, partnerLedgers } from '#contract/members/grant-changes.ts'
import { grantActionLabels, grantViaLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { GrantAction, GrantDiff } from './grant-change-columns.tsx'
import { differencesOf } from './grant-changes.rules.ts'
import './grant-changes.css'

const WIDTH = 760

export type DetailsCall = typeof grantLedger.details | (typeof partnerLedgers)[PartnerLedger]['details']

function Compare({ change }: { change: GrantChangeRow }) {
  return (
    <table className="grant-compare">
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">变更前</th>
          <th scope="col">变更后</th>
        </tr>
      </thead>
      <tbody>
        {differencesOf(change).map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{before === null ? '—' : <del>{before}</del>}</td>
            <td>{after === null ? '—' : <ins>{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function History({ current, history }: { current: string; history: readonly GrantChangeRow[] }) {
  return (
    <section aria-label="授权经过">
      <strong>授权经过</strong>
      <ul className="grant-history">
        {history.map((each) => (
          <li key={each.id} {...(each.id === current && { 'aria-current': true })}>
            <span>{formatMoment(each.at)}</span>
            <GrantAction change={each} />
            <GrantDiff change={each} />
            <span className="grant-history-by">
              {each.actorName}，{grantViaLabels[each.via]}
              {each.reason && `：${each.reason}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type GrantChangeDetailsProps = { call: DetailsCall; change: GrantChangeRow; onClosed: () => void }

export function GrantChangeDetails({ call, change, onClosed }: GrantChangeDetailsProps) {
  const read = useCall(call, { id: change.id }, { call: { hideErrorMsg: true } })
  const { action, realName, loginName, enterpriseName, productName, partnerName } = change
  const items = [
    { label: '会员', children: `${realName}（${loginName}）` },
    { label: '企业', children: enterpriseName },
    { label: '子产品', children: subProductOf(change.subProduct).title },
    { label: '产品', children: productName || '整个子产品' },
    { label: '时间', children: formatMoment(change.at) },
    { label: '操作人', children: change.actorName },
    { label: '方式', children: grantViaLabels[change.via] },
    { label: '同次变更', children: read.data ? `${read.data.actChanges} 项` : '' },
    ...(partnerName ? [{ label: '合作伙伴', children: partnerName, span: 2 }] : []),
    { label: '原因', children: change.reason || '—', span: 2 },
  ]
  return (
    <DetailsDrawer title={`授权变更：${grantActionLabels[action]}`} size={WIDTH} onClosed={onClosed}>
      <Facts columns={2} items={items} />
      <Compare change={change} />
      <Loaded read={read} rows={4}>
        {({ history }) => <History current={change.id} history={history} />}
      </Loaded>
    </DetailsDrawer>
  )
}
