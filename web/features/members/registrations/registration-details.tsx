// Details of one registration: the request, possible duplicates, history, acts.
import { Button, Space } from 'antd'
import type { DataOf } from '#contract/endpoint.ts'
import { registrationSourceLabels } from '#contract/members/members.ts'
import {
  type Alike,
  contactRegistration,
  getRegistration,
  grantTrial,
  type RegistrationRow,
  registrationStepLabels,
} from '#contract/members/registration-handling.ts'
import type { StoredTouch } from '#contract/members/registration-touches.ts'
import { searchSourceLabels } from '#contract/operations/search-labels.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { RegistrationWait, registrationTones } from './registration-labels.tsx'
import './registration.css'

const WIDTH = 560

function AlikeList({ title, unit, of }: { title: string; unit: string; of: Alike }) {
  if (of.shown.length === 0 && of.hidden === 0) return null
  return (
    <>
      <h4>{title}</h4>
      <ul className="registration-alike">
        {of.shown.map(({ id, name, note }) => (
          <li key={id}>
            <span>{name}</span>
            <small>{note}</small>
          </li>
        ))}
        {of.hidden > 0 && <li className="registration-hint">{`另有 ${of.hidden} ${unit}属于其他同事`}</li>}
      </ul>
    </>
  )
}

/** Where a visit came from, as the link says; the page before in a line of its own. */
function TouchText({ of: touch }: { of: StoredTouch | null }) {
  if (!touch) return '未知'
  const { source, medium, campaign, term, referrer } = touch
  const said = [
    touch.engine ? `${searchSourceLabels[touch.engine]}推广` : [source, medium].filter(Boolean).join(' / '),
    campaign && `计划 ${campaign}`,
    term && `关键词 ${term}`,
  ].filter(Boolean)
  return (
    <>
      {said.join('，')}
      {referrer && <div className="registration-hint">{`来自 ${referrer}`}</div>}
    </>
  )
}

type RegistrationDetail = DataOf<typeof getRegistration>

function Registration({ of: registration }: { of: RegistrationDetail }) {
  const isAlike = Object.values(registration.alike).some(({ shown, hidden }) => shown.length + hidden > 0)
  return (
    <>
      <Facts
        items={factsOf(getRegistration, registration, {
          state: { tones: registrationTones },
          ownerName: { empty: '待分配' },
          contact: {},
          mobile: { render: ({ mobile }) => <span className="registration-mobile">{mobile}</span> },
          email: {},
          subProduct: { render: ({ subProduct }) => subProductOf(subProduct).title },
          province: {},
          remark: {},
          createdAt: {},
          source: { render: ({ source, address }) => `${registrationSourceLabels[source]}（${address || '—'}）` },
          firstTouch: { render: ({ firstTouch }) => <TouchText of={firstTouch} /> },
          lastTouch: { render: ({ lastTouch }) => <TouchText of={lastTouch} /> },
          firstContactAt: { render: RegistrationWait },
          enterprise: { when: registration.enterprise !== null, render: ({ enterprise }) => enterprise?.name },
          member: { when: registration.member !== null, render: ({ member }) => member?.loginName },
        })}
      />
      {isAlike && (
        <section className="registration-section" aria-label="可能是同一客户">
          <h3>可能是同一客户</h3>
          <AlikeList title="企业" unit="家企业" of={registration.alike.enterprises} />
          <AlikeList title="会员" unit="个会员" of={registration.alike.members} />
          <AlikeList title="其他注册" unit="条注册" of={registration.alike.registrations} />
        </section>
      )}
      <section className="registration-section" aria-label="处理记录">
        <h3>处理记录</h3>
        <ol className="registration-steps">
          {registration.steps.toReversed().map(({ id, at, action, remark, actorName }) => (
            <li key={id}>
              <div>
                <strong>{registrationStepLabels[action]}</strong>
                <span>{actorName}</span>
                <time dateTime={at}>{formatMoment(at)}</time>
              </div>
              {remark && <p>{remark}</p>}
            </li>
          ))}
          <li>
            <div>
              <strong>提交注册</strong>
              <span>{registration.contact}</span>
              <time dateTime={registration.createdAt}>{formatMoment(registration.createdAt)}</time>
            </div>
          </li>
        </ol>
      </section>
    </>
  )
}

type RegistrationDetailsProps = {
  row: RegistrationRow
  actionsOf: (row: RegistrationRow) => RowAction[]
  onClosed: () => void
}

export function RegistrationDetails({ row, actionsOf, onClosed }: RegistrationDetailsProps) {
  const isAllowed = useIsAllowed()
  const read = useCall(getRegistration, { id: row.id }, { call: { hideErrorMsg: true }, staleTime: 0 })
  const { data } = read
  const acts = data ? actionsOf(data).filter(({ call }) => isAllowed(call)) : []
  const main = acts.find(({ call }) => call === grantTrial)
  const next = acts.find(({ call }) => call === contactRegistration)
  const others = acts.filter((act) => act !== main && act !== next)
  return (
    <DetailsDrawer
      title={row.company}
      size={WIDTH}
      extra={() => (
        <Space>
          {others.length > 0 && <MoreActions name={row.company} actions={others} />}
          {next && <Button onClick={next.run}>联系</Button>}
          {main && (
            <Button type="primary" onClick={main.run}>
              开通试用
            </Button>
          )}
        </Space>
      )}
      onClosed={onClosed}
    >
      <Loaded read={read} rows={10}>
        {(registration) => <Registration of={registration} />}
      </Loaded>
    </DetailsDrawer>
  )
}
