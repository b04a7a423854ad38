// Details of one signal: the addresses or devices used, with count and time, and earlier signals of the account.
import './account-log.css'
import { Button, Space } from 'antd'
import {
  getSignal,
  querySignals,
  SIGNAL_HOURS,
  type SignalDetail,
  type SignalRow,
} from '#contract/members/account-signals.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { SignalTag } from '#web/pickers/signal-tag.tsx'

const WIDTH = 680
const units = { addresses: '个', devices: '台' } as const
const nouns = { addresses: 'IP 地址', devices: '设备' } as const
const headings = { addresses: '使用过的 IP 地址', devices: '使用过的设备' } as const

function Uses({ uses, noun }: { uses: SignalDetail['uses']; noun: string }) {
  return (
    <table className="log-near" aria-label={noun}>
      <thead>
        <tr>
          <th scope="col">{noun}</th>
          <th scope="col" className="log-near-number">
            次数
          </th>
          <th scope="col">首次</th>
          <th scope="col">最近</th>
        </tr>
      </thead>
      <tbody>
        {uses.map(({ name, acts, firstAt, lastAt }) => (
          <tr key={name}>
            <td>{name}</td>
            <td className="log-near-number">{acts}</td>
            <td>{formatMoment(firstAt)}</td>
            <td>{formatMoment(lastAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Earlier({ earlier }: { earlier: SignalDetail['earlier'] }) {
  if (earlier.length === 0) return <p className="log-hint">此前没有同样的异常。</p>
  return (
    <table className="log-near" aria-label="此前的异常">
      <thead>
        <tr>
          <th scope="col">发现时间</th>
          <th scope="col" className="log-near-number">
            数量
          </th>
          <th scope="col">处理人</th>
          <th scope="col">处理说明</th>
        </tr>
      </thead>
      <tbody>
        {earlier.map(({ id, foundAt, count, handledByName, remark }) => (
          <tr key={id}>
            <td>{formatMoment(foundAt)}</td>
            <td className="log-near-number">{count}</td>
            <td>{handledByName ?? '—'}</td>
            <td>{remark}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DetailsProps = { signal: SignalRow; acts: readonly RowAction[]; onClosed: () => void }

export function SignalDetails({ signal: listed, acts, onClosed }: DetailsProps) {
  const read = useCall(getSignal, { id: listed.id })
  const signal = read.data?.signal ?? listed
  const isHandled = signal.state === 'handled'
  return (
    <DetailsDrawer
      title={`${signal.loginName}（${signal.realName}，${signal.enterprise}）`}
      size={WIDTH}
      onClosed={onClosed}
      acts={acts}
      extra={(own) => (
        <Space>
          {own.map(({ label, run }) => (
            <Button key={label} type={label === '处理' ? 'primary' : 'default'} onClick={run}>
              {label}
            </Button>
          ))}
        </Space>
      )}
    >
      <Facts
        columns={2}
        items={factsOf(querySignals, signal, {
          kind: { render: ({ kind }) => <SignalTag kinds={[kind]} /> },
          count: { render: ({ count, kind }) => `${SIGNAL_HOURS} 小时内 ${count} ${units[kind]}` },
          subProduct: { render: ({ subProduct }) => subProductOf(subProduct).title },
          ownerName: { empty: '公海' },
          fromAt: {
            label: '发生时间',
            span: 2,
            render: ({ fromAt, toAt }) => `${formatMoment(fromAt)} 至 ${formatMoment(toAt)}`,
          },
          state: {},
          foundAt: {},
          handledByName: { when: isHandled },
          handledAt: { when: isHandled },
          remark: { when: isHandled, span: 2 },
        })}
      />
      <Loaded read={read} rows={8}>
        {({ uses, earlier }) => (
          <>
            <h3 className="log-heading">{headings[signal.kind]}</h3>
            <Uses uses={uses} noun={nouns[signal.kind]} />
            <h3 className="log-heading">此前的异常</h3>
            <Earlier earlier={earlier} />
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
