// Details of one change of a grant: before and after, by whom and why, and the grant's history.
import {
  type GrantChangeRow,
  grantLedger,
  type PartnerLedger,
  type partnerLedgers,
} from '#contract/members/grant-changes.ts'
import { grantActionLabels, grantViaLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
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
  return (
    <DetailsDrawer title={`授权变更：${grantActionLabels[change.action]}`} size={WIDTH} onClosed={onClosed}>
      <Facts
        columns={2}
        items={[
          ...factsOf(grantLedger.list, change, {
            loginName: { label: '会员', render: ({ realName, loginName }) => `${realName}（${loginName}）` },
            enterpriseName: {},
            subProduct: { render: ({ subProduct }) => subProductOf(subProduct).title },
            productName: { empty: '整个子产品' },
            at: {},
            actorName: {},
            via: {},
          }),
          ...factsOf(call, read.data ?? {}, { actChanges: { unit: '项' } }),
          ...factsOf(grantLedger.list, change, {
            partnerName: { when: change.partnerName !== '', span: 2 },
            reason: { span: 2 },
          }),
        ]}
      />
      <Compare change={change} />
      <Loaded read={read} rows={4}>
        {({ history }) => <History current={change.id} history={history} />}
      </Loaded>
    </DetailsDrawer>
  )
}
