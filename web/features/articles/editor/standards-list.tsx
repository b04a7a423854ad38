// What the article must have before it is submitted, as it is written: each demand turns green once it is met.
import { CheckCircleFilled, ExclamationCircleOutlined } from '@ant-design/icons'
import type { Demand } from '../../../../contract/articles/standard-rules.ts'

export function StandardsList({ name, demands }: { name: string; demands: readonly Demand[] }) {
  const open = demands.filter(({ isMet }) => !isMet).length
  return (
    <section className="article-standards" aria-label="发布标准">
      <h2>发布标准</h2>
      <p role="status">
        {name}：{open === 0 ? '全部达到' : `还有 ${open} 项未达到`}
      </p>
      <ul>
        {demands.map(({ key, label, isMet, detail }) => (
          <li key={key} data-met={isMet}>
            {isMet ? <CheckCircleFilled aria-label="已达到" /> : <ExclamationCircleOutlined aria-label="未达到" />}
            <span>{label}</span>
            {detail && <span className="article-standards-detail">{detail}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
