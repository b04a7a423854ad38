// One registration: what was asked for, who they may already be, what was done, and what can be done next.
import { Button, Descriptions, Drawer, Skeleton, Space } from 'antd'
import { useState } from 'react'
import { registrationSourceWords } from '../../../contract/members.ts'
import {
  type Alike,
  contactRegistration,
  getRegistration,
  grantTrial,
  type RegistrationRow,
  registrationStepWords,
} from '../../../contract/registration-handling.ts'
import { subProductOf } from '../../../contract/sub-products.ts'
import { useIsAllowed } from '../../kit/can.tsx'
import { ErrorState } from '../../kit/page-state.tsx'
import { MoreActions } from '../../kit/row-actions.tsx'
import type { RowAction } from '../../kit/row-use.ts'
import { useActive } from '../../lib/active.ts'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { RegistrationState, RegistrationWait } from './registration-words.tsx'
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

type RegistrationDetailsProps = {
  row: RegistrationRow
  actionsOf: (row: RegistrationRow) => RowAction[]
  onClosed: () => void
}

export function RegistrationDetails({ row, actionsOf, onClosed }: RegistrationDetailsProps) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  const isAllowed = useIsAllowed()
  const { data, error, isPending, refetch } = useCall(
    getRegistration,
    { id: row.id },
    { call: { hideErrorMsg: true }, staleTime: 0 },
  )
  const acts = data ? actionsOf(data).filter(({ call }) => isAllowed(call)) : []
  const main = acts.find(({ call }) => call === grantTrial)
  const next = acts.find(({ call }) => call === contactRegistration)
  const others = acts.filter((act) => act !== main && act !== next)
  const alike = data && Object.values(data.alike).some(({ shown, hidden }) => shown.length + hidden > 0)
  return (
    <Drawer
      title={row.company}
      open={isOpen && isActive}
      size={WIDTH}
      onClose={() => setOpen(false)}
      extra={
        <Space>
          {others.length > 0 && <MoreActions name={row.company} actions={others} />}
          {next && <Button onClick={next.run}>联系</Button>}
          {main && (
            <Button type="primary" onClick={main.run}>
              开通试用
            </Button>
          )}
        </Space>
      }
      afterOpenChange={(shown) => !shown && !isOpen && onClosed()}
    >
      {isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Descriptions
            column={1}
            size="small"
            colon={false}
            styles={{ label: { width: 72 } }}
            items={[
              { label: '状态', children: <RegistrationState state={data.state} /> },
              { label: '负责人', children: data.ownerName || '待分配' },
              { label: '联系人', children: data.contact },
              { label: '手机号码', children: <span className="registration-mobile">{data.mobile}</span> },
              { label: '邮箱', children: data.email || '—' },
              { label: '试用产品', children: subProductOf(data.subProduct).title },
              { label: '所在省份', children: data.province || '—' },
              { label: '备注', children: data.remark || '—' },
              { label: '注册时间', children: formatMoment(data.createdAt) },
              { label: '来源', children: `${registrationSourceWords[data.source]}（${data.address || '—'}）` },
              { label: '等待', children: <RegistrationWait {...data} /> },
              ...(data.enterprise ? [{ label: '转入企业', children: data.enterprise.name }] : []),
              ...(data.member ? [{ label: '会员', children: data.member.loginName }] : []),
            ]}
          />
          {alike && (
            <section className="registration-section" aria-label="可能是同一客户">
              <h3>可能是同一客户</h3>
              <AlikeList title="企业" unit="家企业" of={data.alike.enterprises} />
              <AlikeList title="会员" unit="个会员" of={data.alike.members} />
              <AlikeList title="其他注册" unit="条注册" of={data.alike.registrations} />
            </section>
          )}
          <section className="registration-section" aria-label="处理记录">
            <h3>处理记录</h3>
            <ol className="registration-steps">
              {data.steps.toReversed().map(({ id, at, action, remark, actorName }) => (
                <li key={id}>
                  <div>
                    <strong>{registrationStepWords[action]}</strong>
                    <span>{actorName}</span>
                    <time dateTime={at}>{formatMoment(at)}</time>
                  </div>
                  {remark && <p>{remark}</p>}
                </li>
              ))}
              <li>
                <div>
                  <strong>提交注册</strong>
                  <span>{data.contact}</span>
                  <time dateTime={data.createdAt}>{formatMoment(data.createdAt)}</time>
                </div>
              </li>
            </ol>
          </section>
        </>
      )}
    </Drawer>
  )
}
