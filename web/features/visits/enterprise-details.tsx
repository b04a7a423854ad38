// detail: one enterprise with its people, pictures, visits and changes.
import './visits.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { actLabel, fieldLabel } from '#contract/system/audit-labels.ts'
import { getVisitEnterprise, querySiteChanges, type VisitEnterpriseDetail } from '#contract/visits/visit-enterprises.ts'
import { getVisit, queryVisits } from '#contract/visits/visits.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { listAddress } from '#web/kit/list/list-address.ts'
import { SmallPager } from '#web/kit/list/small-pager.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { useCall } from '#web/lib/query.ts'
import { useSiteActs } from './enterprise-acts.tsx'
import { Pictures } from './pictures.tsx'
import { labelDevice, MapLink, SITES, VISIT_DETAILS, VisitStatus } from './visit-labels.tsx'

const PAGE_ROWS = 10
const quiet = { call: { hideErrorMsg: true } }

function Visits({ enterpriseId }: { enterpriseId: string }) {
  const isAllowed = useIsAllowed()
  const [current, setCurrent] = useState(1)
  const read = useCall(
    queryVisits,
    { enterpriseId, current, size: PAGE_ROWS },
    { placeholderData: (before) => before, staleTime: 0, ...quiet },
  )
  return (
    <Loaded read={read} rows={4}>
      {(page) =>
        page.total === 0 ? (
          <p className="visit-faint">还没有拜访记录。</p>
        ) : (
          <>
            <ul className="visit-day-list" aria-label="拜访记录">
              {page.records.map((visit) => (
                <li key={visit.id}>
                  <div className="visit-day-head">
                    {isAllowed(getVisit) ? (
                      <Link to={`${VISIT_DETAILS}?${new URLSearchParams({ id: visit.id })}`}>
                        {formatMoment(visit.plannedAt)}
                      </Link>
                    ) : (
                      <span>{formatMoment(visit.plannedAt)}</span>
                    )}
                    <VisitStatus {...visit} />
                    <span className="visit-faint">{[visit.ownerName, ...visit.companions].join('、')}</span>
                  </div>
                  <p>{visit.result || visit.aim}</p>
                </li>
              ))}
            </ul>
            <SmallPager page={page} current={current} onTurn={setCurrent} />
          </>
        )
      }
    </Loaded>
  )
}

function Changes({ id }: { id: string }) {
  const read = useCall(querySiteChanges, { id }, { staleTime: 0, ...quiet })
  return (
    <Loaded read={read} rows={4}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="visit-faint">没有变更记录。</p>
        ) : (
          <ul className="visit-day-list" aria-label="变更记录">
            {changes.map((change) => (
              <li key={change.id}>
                <div className="visit-day-head">
                  <span>{actLabel(change.action)}</span>
                  <span className="visit-faint">{`${formatMoment(change.at)} ${change.actorName}`}</span>
                </div>
                {change.action === 'visitEnterprise.edit' && (
                  <p className="visit-faint">
                    {change.fields.map((field) => fieldLabel(field, 'visitEnterprise')).join('、') || '没有改动'}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Acts({ of: site }: { of: VisitEnterpriseDetail }) {
  const leave = useLeavePage()
  const { actionsOf, dialogs } = useSiteActs()
  return (
    <>
      <div className="visit-head-acts">
        {actionsOf(site, () => leave(listAddress(SITES))).map(({ label, call, isDanger = false, run }, at) => (
          <Can key={label} call={call}>
            <Button danger={isDanger} type={at === 0 ? 'primary' : 'default'} onClick={run}>
              {label}
            </Button>
          </Can>
        ))}
      </div>
      {dialogs}
    </>
  )
}

function People({ of: people, label = '人员' }: { of: VisitEnterpriseDetail['people']; label?: string }) {
  if (people.length === 0) return <p className="visit-faint">没有登记{label}。</p>
  return (
    <ul className="visit-day-list" aria-label={label}>
      {people.map(({ name, role, mobile }) => (
        <li key={`${name} ${mobile}`}>
          <div className="visit-day-head">
            <strong>{name}</strong>
            <span>{role}</span>
            {mobile && (mobile.includes('*') ? <span>{mobile}</span> : <a href={`tel:${mobile}`}>{mobile}</a>)}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** What the customer says of itself; it is changed there. */
function Customer({ of: customer }: { of: NonNullable<VisitEnterpriseDetail['customer']> }) {
  const place = [customer.regionPath, customer.address].filter(Boolean).join(' ')
  return (
    <section aria-label="客户资料" className="visit-part">
      <h2>客户资料</h2>
      <Facts
        labelWidth={88}
        items={[
          { label: '企业名称', children: customer.name },
          { label: '地址', children: place || '—' },
          { label: '客户归属人', children: customer.ownerName || '—' },
        ]}
      />
      <People of={customer.contacts} label="客户联系人" />
    </section>
  )
}

function Site({ of: site }: { of: VisitEnterpriseDetail }) {
  const isAllowed = useIsAllowed()
  const { id, name } = site
  return (
    <>
      <div className="visit-head">
        <h1>{name}</h1>
        <Acts of={site} />
      </div>
      <Facts
        columns={2}
        labelWidth={88}
        items={factsOf(getVisitEnterprise, site, {
          kind: {},
          ownerName: { empty: '公海' },
          address: {
            label: '地址',
            span: 2,
            render: ({ regionPath, address }) => [regionPath, address].filter(Boolean).join(' ') || '—',
          },
          longitude: {
            render: ({ longitude, latitude, mapUrl }) => (
              <>
                {longitude === null ? '未标注' : `${longitude}, ${latitude}`}
                <MapLink url={mapUrl} />
              </>
            ),
          },
          customerName: {},
          products: { span: 2 },
          capacityText: { span: 2 },
          capacity: { span: 2, render: ({ capacity }) => <span className="visit-text">{capacity || '—'}</span> },
          equipment: { span: 2, render: ({ equipment }) => equipment.map(labelDevice).join('；') || '—' },
          devices: { span: 2, render: ({ devices }) => <span className="visit-text">{devices || '—'}</span> },
          visits: { unit: '次' },
          lastVisitAt: {},
          visitDays: {
            span: 2,
            render: ({ visitDays, dueOn, isOverdue }) =>
              visitDays === null ? '不设' : `每 ${visitDays} 天，应于 ${dueOn} 前拜访${isOverdue ? '（已到期）' : ''}`,
          },
          remark: { span: 2, render: ({ remark }) => <span className="visit-text">{remark || '—'}</span> },
        })}
      />
      <div className="visit-parts">
        {site.customer && <Customer of={site.customer} />}
        <section aria-label="人员" className="visit-part">
          <h2>人员</h2>
          <People of={site.people} />
        </section>
        <section aria-label="图片" className="visit-part">
          <h2>图片</h2>
          <Pictures of={site.pictures} />
        </section>
        {isAllowed(queryVisits) && (
          <section aria-label="拜访" className="visit-part">
            <h2>拜访记录</h2>
            <Visits enterpriseId={id} />
          </section>
        )}
        <section aria-label="变更" className="visit-part">
          <h2>变更记录</h2>
          <Changes id={id} />
        </section>
      </div>
    </>
  )
}

export default function EnterpriseDetails() {
  const [address] = useSearchParams()
  const id = address.get('id') ?? ''
  const read = useCall(getVisitEnterprise, { id }, { staleTime: 0, ...quiet })
  return (
    <div className="visit-page visit-record">
      <Loaded read={read} rows={10}>
        {(site) => <Site of={site} />}
      </Loaded>
    </div>
  )
}
