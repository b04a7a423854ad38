// Details of one customer: data and contacts, members, history of owners.
import { Button, Skeleton, Space, Tabs } from 'antd'
import { signUpStateLabels } from '#contract/meetings/sign-up-labels.ts'
import { listCustomerSignUps } from '#contract/meetings/sign-ups.ts'
import {
  type EnterpriseRow,
  editEnterprise,
  getEnterprise,
  queryEnterpriseMembers,
} from '#contract/members/customers.ts'
import { queryOwnerChanges } from '#contract/members/owners.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { CustomerContacts } from './contact-list.tsx'
import { NextEnd, SubProductsInUse } from './customer-labels.tsx'
import './customer.css'
import { useState } from 'react'
import { PAGE_SIZE } from '#contract/limits.ts'
import { SmallPager } from '#web/kit/list/small-pager.tsx'

/** Members of a customer within the own scope, with sub-products and ends. */
function CustomerMembers({ enterpriseId }: { enterpriseId: string }) {
  const [current, setCurrent] = useState(1)
  const { data, error, refetch } = useCall(
    queryEnterpriseMembers,
    { enterpriseId, current, size: PAGE_SIZE },
    { placeholderData: (previous) => previous },
  )
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data.total === 0) return <p>还没有会员。在子产品的账号管理中为此客户开通。</p>
  return (
    <>
      <table className="customer-table" aria-label="会员">
        <thead>
          <tr>
            <th scope="col">登录名</th>
            <th scope="col">姓名</th>
            <th scope="col">归属人</th>
            <th scope="col">使用中</th>
            <th scope="col">最近到期</th>
            <th scope="col">最近访问</th>
          </tr>
        </thead>
        <tbody>
          {data.records.map(({ id, mainId, loginName, realName, locked, ownerName, lastSeenAt, ...row }) => (
            <tr key={id}>
              <td>
                {loginName}
                {mainId !== null && '（子账号）'}
              </td>
              <td>{locked ? `${realName}（已锁定）` : realName}</td>
              <td>{ownerName || '公海'}</td>
              <td>
                <SubProductsInUse {...row} />
              </td>
              <td>
                <NextEnd {...row} />
              </td>
              <td>{formatMoment(lastSeenAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SmallPager page={data} current={current} onTurn={setCurrent} />
    </>
  )
}

/** History of the owners of a customer and its members. */
function OwnerHistory({ enterpriseId }: { enterpriseId: string }) {
  const { data, error, refetch } = useCall(queryOwnerChanges, { enterpriseId })
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data.length === 0) return <p>归属没有变更过。</p>
  return (
    <table className="customer-table" aria-label="归属变更">
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">对象</th>
          <th scope="col">变更</th>
          <th scope="col">原因</th>
          <th scope="col">操作人</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ id, at, target, name, fromName, toName, reason, actorName }) => (
          <tr key={id}>
            <td>{formatMoment(at)}</td>
            <td>{target === 'enterprise' ? '客户' : `会员 ${name}`}</td>
            <td>{`${fromName || '公海'} → ${toName || '公海'}`}</td>
            <td>{reason || '—'}</td>
            <td>{actorName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Meetings that people of the customer signed up for. */
function CustomerMeetings({ enterpriseId }: { enterpriseId: string }) {
  const { data, error, refetch } = useCall(listCustomerSignUps, { enterpriseId }, { staleTime: 0 })
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />
  if (data.length === 0) return <p>没有会议报名。</p>
  return (
    <table className="customer-table" aria-label="会议报名">
      <thead>
        <tr>
          <th scope="col">会议</th>
          <th scope="col">日期</th>
          <th scope="col">参会人</th>
          <th scope="col">状态</th>
          <th scope="col">报名时间</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ id, meetingName, startsOn, name, companions, state, appliedAt }) => (
          <tr key={id}>
            <td>{meetingName}</td>
            <td>{startsOn}</td>
            <td>{companions === 0 ? name : `${name} +${companions}`}</td>
            <td>{signUpStateLabels[state]}</td>
            <td>{formatMoment(appliedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function CustomerFacts({ customer }: { customer: EnterpriseRow }) {
  const read = useCall(getEnterprise, { id: customer.id }, { staleTime: 0 })
  const { data } = read
  const shown = data ?? customer
  const place = data?.longitude ? `${data.longitude}，${data.latitude}` : '—'
  return (
    <>
      <Facts
        columns={2}
        labelWidth={88}
        items={factsOf(getEnterprise, shown, {
          name: { span: 2 },
          creditCode: { label: '信用代码' },
          level: {},
          industry: {},
          ownerName: { empty: '公海' },
          regionPath: { span: 2 },
          address: { span: 2 },
          longitude: { label: '地图位置', render: () => place },
          source: {},
          subProducts: { label: '使用中', span: 2, render: SubProductsInUse },
          nextEndsOn: { render: NextEnd },
          members: { label: '会员', unit: '个' },
          createdAt: {},
          updatedAt: {},
          remark: { span: 2 },
        })}
      />
      <Loaded read={read}>{({ contacts }) => <CustomerContacts customer={customer} contacts={contacts} />}</Loaded>
    </>
  )
}

function CustomerActs({ name, acts }: { name: string; acts: readonly RowAction[] }) {
  const edit = acts.find(({ call }) => call === editEnterprise)
  const others = acts.filter((act) => act !== edit)
  return (
    <Space>
      {others.length > 0 && <MoreActions name={name} actions={others} />}
      <Can call={editEnterprise} otherwise="hideThenDisable">
        <Button type="primary" onClick={edit?.run}>
          编辑
        </Button>
      </Can>
    </Space>
  )
}

type CustomerDetailsProps = { customer: EnterpriseRow; acts: readonly RowAction[]; onClosed: () => void }

export function CustomerDetails({ customer, acts, onClosed }: CustomerDetailsProps) {
  const isAllowed = useIsAllowed()
  const tabs = [
    { key: 'facts', label: '资料', children: <CustomerFacts customer={customer} /> },
    ...(isAllowed(queryEnterpriseMembers)
      ? [{ key: 'members', label: '会员', children: <CustomerMembers enterpriseId={customer.id} /> }]
      : []),
    ...(isAllowed(queryOwnerChanges)
      ? [{ key: 'owners', label: '归属变更', children: <OwnerHistory enterpriseId={customer.id} /> }]
      : []),
    ...(isAllowed(listCustomerSignUps)
      ? [{ key: 'meetings', label: '会议', children: <CustomerMeetings enterpriseId={customer.id} /> }]
      : []),
  ]
  return (
    <DetailsDrawer
      title={customer.name}
      size={680}
      acts={acts}
      extra={(own) => <CustomerActs name={customer.name} acts={own} />}
      onClosed={onClosed}
    >
      <Tabs items={tabs} destroyOnHidden />
    </DetailsDrawer>
  )
}
