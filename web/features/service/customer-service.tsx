// customerServiceDetails: one customer in one page, facts and people beside the stream of what happened.
import './follow-ups.css'
import './customer-service.css'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { EnterpriseDetail } from '#contract/members/customers.ts'
import { getEnterprise, queryEnterpriseMembers } from '#contract/members/customers.ts'
import { addComplaint } from '#contract/service/complaints.ts'
import { addFollowUp, queryFollowUps } from '#contract/service/follow-ups.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { ComplaintDialog } from './complaint-dialogs.tsx'
import { CustomerStream } from './customer-stream.tsx'
import { FollowUpDialog } from './follow-up-dialog.tsx'
import { NextDay } from './follow-up-labels.tsx'

const CONTACTS = '/userControl/customerManagement/customerList/enterpriseContact'
const MEMBERS_SHOWN = 10

/** Those who still work there; the page of contacts has the others too. */
function Contacts({ of: { id, name, contacts } }: { of: EnterpriseDetail }) {
  const present = contacts.filter(({ leftOn }) => leftOn === null)
  const address = `${CONTACTS}?${new URLSearchParams({ id, tagName: name })}`
  return (
    <section aria-label="联系人" className="service-part">
      <div className="service-part-head">
        <h2>联系人</h2>
        <Link to={address}>全部联系人</Link>
      </div>
      {present.length === 0 && <p className="follow-faint">没有在职的联系人。</p>}
      <ul className="service-people">
        {present.map((contact) => (
          <li key={contact.id}>
            <strong>{contact.name}</strong>
            {[contact.position, contact.isMain ? '主要' : ''].filter(Boolean).join(' · ')}
            <span>
              {[contact.mobile, contact.wechat && `微信 ${contact.wechat}`, contact.email]
                .filter(Boolean)
                .join(' · ') || '—'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The first members in scope, with what they use. */
function Members({ enterpriseId }: { enterpriseId: string }) {
  const read = useCall(queryEnterpriseMembers, { enterpriseId, size: MEMBERS_SHOWN, descs: ['lastSeenAt'] })
  return (
    <section aria-label="会员" className="service-part">
      <div className="service-part-head">
        <h2>会员</h2>
        {read.data && <span className="follow-faint">{`共 ${read.data.total} 个`}</span>}
      </div>
      <Loaded read={read} rows={3}>
        {({ records, total }) => (
          <>
            {total === 0 && <p className="follow-faint">还没有会员。</p>}
            <ul className="service-people">
              {records.map(({ id, realName, loginName, locked, subProducts, nextEndsOn, lastSeenAt }) => (
                <li key={id}>
                  <strong>{realName}</strong>
                  {`${loginName}${locked ? '（已锁定）' : ''}`}
                  <span>
                    {subProducts.map((key) => subProductOf(key).title).join('、') || '没有使用中的产品'}
                    {nextEndsOn && `，${nextEndsOn} 到期`}
                  </span>
                  <span>{lastSeenAt === null ? '从未访问' : `最近访问 ${formatMoment(lastSeenAt)}`}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </section>
  )
}

/** The open reminder, and when the customer was last followed. */
function NextFollowUp({ enterpriseId }: { enterpriseId: string }) {
  const last = useCall(queryFollowUps, { enterpriseId, size: 1 })
  const open = useCall(queryFollowUps, { enterpriseId, isOpen: true, size: 1 })
  const reminder = open.data?.records[0]
  const latest = last.data?.records[0]
  if (!last.data || !open.data) return <p className="service-next"> </p>
  return (
    <p className="service-next">
      {latest ? `最近跟进 ${formatMoment(latest.at)}（${latest.authorName}）` : '还没有跟进过'}
      {reminder && (
        <>
          <span>下次跟进</span>
          <NextDay {...reminder} />
          <span>{[reminder.nextText, reminder.nextUserName].filter(Boolean).join(' · ')}</span>
        </>
      )}
    </p>
  )
}

function Customer({ of: customer }: { of: EnterpriseDetail }) {
  const isAllowed = useIsAllowed()
  const [adding, setAdding] = useState<'followUp' | 'complaint'>()
  const close = () => setAdding(undefined)
  const { id, name } = customer
  return (
    <>
      <div className="follow-head">
        <h1>{name}</h1>
        <div className="follow-head-acts">
          <Can call={addComplaint}>
            <Button onClick={() => setAdding('complaint')}>登记投诉</Button>
          </Can>
          <Can call={addFollowUp}>
            <Button type="primary" onClick={() => setAdding('followUp')}>
              记录跟进
            </Button>
          </Can>
        </div>
      </div>
      {isAllowed(queryFollowUps) && <NextFollowUp enterpriseId={id} />}
      <div className="service-columns">
        <div>
          <Facts
            items={factsOf(getEnterprise, customer, {
              level: {},
              ownerName: { empty: '公海' },
              industry: {},
              regionPath: {},
              address: { label: '地址' },
              subProducts: {
                label: '使用中',
                render: ({ subProducts }) => subProducts.map((key) => subProductOf(key).title).join('、') || '—',
              },
              nextEndsOn: {},
              remark: {},
            })}
          />
          <Contacts of={customer} />
          {isAllowed(queryEnterpriseMembers) && <Members enterpriseId={id} />}
        </div>
        <CustomerStream enterpriseId={id} />
      </div>
      {adding === 'followUp' && <FollowUpDialog enterprise={{ id, name }} onClosed={close} />}
      {adding === 'complaint' && <ComplaintDialog enterprise={{ id, name }} onClosed={close} />}
    </>
  )
}

export default function CustomerService() {
  const [address] = useSearchParams()
  const read = useCall(getEnterprise, { id: address.get('id') ?? '' }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="follow-page">
      <Loaded read={read} rows={12}>
        {(customer) => <Customer of={customer} />}
      </Loaded>
    </div>
  )
}
