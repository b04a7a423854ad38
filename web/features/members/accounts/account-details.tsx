// Details of one account: facts, current grants, other members of the enterprise, history of owners.
import { Button, Empty, Space, Table } from 'antd'
import type { ReactNode } from 'react'
import { type AccountDetail, type AccountRow, AI_SUB_PRODUCT, getAccount } from '#contract/members/accounts.ts'
import { grantKindLabels } from '#contract/members/members.ts'
import { accountRight } from '#contract/sub-product-access.ts'
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
import { ValidityTag } from '#web/pickers/validity.tsx'
import { AccountSignals } from '../activity/account-signals.tsx'
import { labelModules } from '../form-labels.ts'
import { AccountStatus, accountName } from './account-labels.tsx'

const WIDTH = 760

function Section({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 style={{ fontSize: 14, margin: '20px 0 8px' }}>{title}</h3>
      {isEmpty ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" /> : children}
    </section>
  )
}

const grantColumns = [
  { title: '产品', dataIndex: 'product', render: (product: string) => product || '整个子产品' },
  {
    title: '类型',
    dataIndex: 'kind',
    width: 70,
    render: (kind: keyof typeof grantKindLabels) => grantKindLabels[kind],
  },
  { title: '开始', dataIndex: 'startsOn', width: 105 },
  { title: '到期', dataIndex: 'endsOn', width: 105 },
  {
    title: '状态',
    dataIndex: 'validity',
    width: 150,
    render: (validity: AccountDetail['validity'], row: AccountDetail['liveGrants'][number]) => (
      <ValidityTag validity={validity} endsOn={row.endsOn} />
    ),
  },
]

const ownerColumns = [
  { title: '时间', dataIndex: 'at', width: 140, render: formatMoment },
  { title: '原归属', dataIndex: 'from', width: 90, render: (from: string) => from || '公海' },
  { title: '现归属', dataIndex: 'to', width: 90, render: (to: string) => to || '公海' },
  { title: '原因', dataIndex: 'reason' },
  { title: '操作人', dataIndex: 'actorName', width: 100 },
]

const contactColumns = [
  { title: '联系人', dataIndex: 'name', width: 120 },
  { title: '职务', dataIndex: 'position' },
  { title: '手机号码', dataIndex: 'mobile', width: 140 },
]

const describeTerm = ({ kind, startsOn, endsOn }: Pick<AccountRow, 'kind' | 'startsOn' | 'endsOn'>) =>
  kind ? `${grantKindLabels[kind]}，${startsOn} 至 ${endsOn}` : '—'

function AccountFacts({ account }: { account: AccountRow & Partial<AccountDetail> }) {
  const { next } = account
  const others = account.others?.map(({ subProduct }) => subProductOf(subProduct).title).join('、')
  return (
    <Facts
      columns={2}
      labelWidth={84}
      items={factsOf(getAccount, account, {
        loginName: {},
        realName: {},
        mobile: {},
        email: {},
        enterpriseName: {},
        ownerName: { empty: '公海' },
        validity: { render: ({ validity, endsOn }) => <ValidityTag validity={validity} endsOn={endsOn} /> },
        signals: { when: account.signals.length > 0, render: (row) => <AccountSignals {...row} /> },
        kind: { label: '当前授权', render: describeTerm },
        next: { when: next !== null, render: () => next && describeTerm(next) },
        status: { render: AccountStatus },
        modules: { render: ({ modules }) => labelModules(modules) },
        mainName: {},
        dailyQuestions: { when: account.subProduct === AI_SUB_PRODUCT, unit: '次', empty: '不另设上限' },
        subUsed: { render: ({ subUsed, subQuota }) => (subQuota ? `${subUsed} / ${subQuota}` : '—') },
        isWxBound: { render: ({ isWxBound }) => (isWxBound ? '已绑定' : '未绑定') },
        source: {},
        lastSeenAt: {},
        openedAt: {},
        others: { span: 2, render: () => others || '—' },
        enterpriseAddress: { span: 2 },
        remark: { span: 2 },
      })}
    />
  )
}

function More({ detail }: { detail: AccountDetail }) {
  const { liveGrants, contacts, owners } = detail
  const table = { size: 'small', rowKey: 'id', pagination: false } as const
  return (
    <>
      <Section title={`授权（${liveGrants.length}）`} isEmpty={liveGrants.length === 0}>
        <Table {...table} columns={grantColumns} dataSource={liveGrants} scroll={{ x: 560, y: 280 }} />
      </Section>
      <Section title="企业联系人" isEmpty={contacts.length === 0}>
        <Table {...table} columns={contactColumns} dataSource={contacts} />
      </Section>
      <Section title="归属变更" isEmpty={owners.length === 0}>
        <Table {...table} columns={ownerColumns} dataSource={owners} />
      </Section>
    </>
  )
}

type AccountDetailsProps = { account: AccountRow; acts: readonly RowAction[]; onClosed: () => void }

export function AccountDetails({ account, acts, onClosed }: AccountDetailsProps) {
  const { id, subProduct } = account
  const isAllowed = useIsAllowed()
  const mayRead = isAllowed(accountRight(subProduct, 'details'))
  const read = useCall(getAccount, { id }, { enabled: mayRead })
  return (
    <DetailsDrawer
      title={accountName(account)}
      size={WIDTH}
      acts={acts}
      on={subProduct}
      extra={([first, ...others]) => (
        <Space>
          {others.length > 0 && <MoreActions name={account.realName} actions={others} />}
          {first && (
            <Button type="primary" onClick={first.run}>
              {first.label}
            </Button>
          )}
        </Space>
      )}
      onClosed={onClosed}
    >
      <AccountFacts account={read.data ?? account} />
      {mayRead && (
        <Loaded read={read} rows={8}>
          {(detail) => <More detail={detail} />}
        </Loaded>
      )}
    </DetailsDrawer>
  )
}
