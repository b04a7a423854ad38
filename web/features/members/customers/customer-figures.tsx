// Statistics of the customers within the own scope: number, by level, region and owner.
import { Modal, Skeleton } from 'antd'
import { getEnterpriseFigures } from '../../../../contract/members/customers.ts'
import { enterpriseLevelLabels } from '../../../../contract/members/members.ts'
import { ErrorState } from '../../../kit/dialog/page-state.tsx'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { useCall } from '../../../lib/query.ts'
import './customer.css'

type Bar = { name: string; count: number }

function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <section className="customer-bars" aria-label={title}>
      <h3>{title}</h3>
      {bars.length === 0 && <p>暂无数据</p>}
      <dl>
        {bars.map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="customer-bar" style={{ inlineSize: `${(count / most) * 70}%` }} />
              {count.toLocaleString('zh-CN')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function CustomerFigures({ onClosed }: { onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  const { data, error, refetch } = useCall(getEnterpriseFigures, {}, { staleTime: 0 })
  const figures = data && [
    ['客户', data.total],
    ['本月新增', data.newThisMonth],
    ['有会员', data.withMembers],
    ['使用中', data.live],
    ['30 天内到期', data.expiring],
    ['公海', data.pooled],
  ]
  return (
    <Modal title="客户统计" {...frame} width={720} footer={null} onCancel={close}>
      {data && figures ? (
        <>
          <dl className="customer-figures">
            {figures.map(([name, count]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{Number(count).toLocaleString('zh-CN')}</dd>
              </div>
            ))}
          </dl>
          <div className="customer-bars-row">
            <Bars
              title="级别"
              bars={data.levels.map(({ level, count }) => ({ name: enterpriseLevelLabels[level], count }))}
            />
            <Bars title="地区前十" bars={data.regions} />
            <Bars title="归属人前十" bars={data.owners} />
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Modal>
  )
}
