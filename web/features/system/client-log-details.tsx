// One reported error with all that the browser said of it.
import './client-log.css'
import { type ClientLogRow, getClientError } from '../../../contract/system/client-log.ts'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../kit/dialog/facts.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { numberOf, typeLabels, whoseOf } from './client-log-labels.ts'

const WIDTH = 720

function Code({ label, children }: { label: string; children: string }) {
  if (!children) return '—'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <section className="client-log-code" tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

export function ClientLogDetails({ error, onClosed }: { error: ClientLogRow; onClosed: () => void }) {
  const read = useCall(getClientError, { id: error.id })
  return (
    <DetailsDrawer title={`错误 ${numberOf(error)}`} size={WIDTH} onClosed={onClosed}>
      <Facts
        labelWidth={88}
        items={[
          { label: '类型', children: typeLabels.find(({ value }) => value === error.type)?.label },
          { label: '信息', children: error.message },
          { label: '次数', children: error.count },
          { label: '发生时间', children: formatMoment(error.time) },
          { label: '上报时间', children: formatMoment(error.receivedAt) },
          { label: '用户', children: whoseOf(error) },
          { label: '页面地址', children: error.url },
          { label: 'IP 地址', children: error.address },
        ]}
      />
      <Loaded read={read} rows={6}>
        {({ userAgent, stack, info }) => (
          <Facts
            labelWidth={88}
            items={[
              { label: '浏览器', children: userAgent || '—' },
              { label: '堆栈', children: <Code label="堆栈">{stack}</Code> },
              { label: '附加信息', children: <Code label="附加信息">{info}</Code> },
            ]}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
