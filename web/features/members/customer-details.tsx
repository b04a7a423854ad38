// One customer, to be read: its data with the contacts, the people who belong to it, whose it was.
import { Button, Descriptions, Drawer, Space, Tabs } from 'antd'
import { useState } from 'react'
import {
  type EnterpriseRow,
  editEnterprise,
  getEnterprise,
  queryEnterpriseMembers,
} from '../../../contract/customers.ts'
import { enterpriseLevelWords, enterpriseSourceWords } from '../../../contract/members.ts'
import { queryOwnerChanges } from '../../../contract/owners.ts'
import { Can, useIsAllowed } from '../../kit/can.tsx'
import { ErrorState } from '../../kit/page-state.tsx'
import { MoreActions } from '../../kit/row-actions.tsx'
import type { RowAction } from '../../kit/row-use.ts'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { CustomerContacts } from './contact-list.tsx'
import { CustomerMembers } from './customer-members.tsx'
import { NextEnd, SubProductsInUse } from './customer-words.tsx'
import { OwnerHistory } from './owner-history.tsx'
import './customer.css'

function CustomerFacts({ customer }: { customer: EnterpriseRow }) {
  const { data, error, refetch } = useCall(getEnterprise, { id: customer.id }, { staleTime: 0 })
  const shown = data ?? customer
  const place = data?.longitude ? `${data.longitude}，${data.latitude}` : '—'
  return (
    <>
      <Descriptions
        column={2}
        size="small"
        colon={false}
        styles={{ label: { width: 88 } }}
        items={[
          { label: '企业名称', children: shown.name, span: 2 },
          { label: '信用代码', children: shown.creditCode || '—' },
          { label: '级别', children: enterpriseLevelWords[shown.level] },
          { label: '行业', children: shown.industry || '—' },
          { label: '归属人', children: shown.ownerName || '公海' },
          { label: '地区', children: shown.regionPath || '—', span: 2 },
          { label: '详细地址', children: shown.address || '—', span: 2 },
          { label: '地图位置', children: place },
          { label: '来源', children: enterpriseSourceWords[shown.source] },
          { label: '使用中', children: <SubProductsInUse {...shown} />, span: 2 },
          { label: '最近到期', children: <NextEnd {...shown} /> },
          { label: '会员', children: `${shown.members} 个` },
          { label: '创建时间', children: formatMoment(shown.createdAt) },
          { label: '更新时间', children: formatMoment(shown.updatedAt) },
          { label: '备注', children: shown.remark || '—', span: 2 },
        ]}
      />
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        data && <CustomerContacts enterpriseId={customer.id} contacts={data.contacts} />
      )}
    </>
  )
}

type CustomerDetailsProps = { customer: EnterpriseRow; acts: readonly RowAction[]; onClosed: () => void }

export function CustomerDetails({ customer, acts, onClosed }: CustomerDetailsProps) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const isAllowed = useIsAllowed()
  // The row may be another one afterwards: what is done from here closes the drawer.
  const own = acts
    .filter(({ call }) => isAllowed(call))
    .map((act) => ({
      ...act,
      run: () => {
        setOpen(false)
        act.run()
      },
    }))
  const edit = own.find(({ call }) => call === editEnterprise)
  const others = own.filter((act) => act !== edit)
  const tabs = [
    { key: 'facts', label: '资料', children: <CustomerFacts customer={customer} /> },
    ...(isAllowed(queryEnterpriseMembers)
      ? [{ key: 'members', label: '会员', children: <CustomerMembers enterpriseId={customer.id} /> }]
      : []),
    ...(isAllowed(queryOwnerChanges)
      ? [{ key: 'owners', label: '归属变更', children: <OwnerHistory enterpriseId={customer.id} /> }]
      : []),
  ]
  return (
    <Drawer
      title={customer.name}
      open={isOpen && isActive}
      size={680}
      onClose={() => setOpen(false)}
      extra={
        <Space>
          {others.length > 0 && <MoreActions name={customer.name} actions={others} />}
          <Can call={editEnterprise} otherwise="hideThenDisable">
            <Button type="primary" onClick={edit?.run}>
              编辑
            </Button>
          </Can>
        </Space>
      }
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      <Tabs items={tabs} destroyOnHidden />
    </Drawer>
  )
}
