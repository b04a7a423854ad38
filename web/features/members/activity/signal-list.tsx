// 异常账号: accounts used from too many addresses or devices, until somebody has handled the signal.
import { optionsOf } from '#web/kit/form/options.ts'
import './account-log.css'
import { useState } from 'react'
import {
  exportSignals,
  getSignal,
  handleSignals,
  querySignals,
  type SignalRow,
  signalStateLabels,
} from '#contract/members/account-signals.ts'
import { signalLabels } from '#contract/members/members.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { SignalTag } from '#web/pickers/signal-tag.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { subProductOptions } from '../form-labels.ts'
import { useSignalActs } from './signal-acts.tsx'
import { SignalDetails } from './signal-details.tsx'

const filters = [
  selectFilter('state', '状态', optionsOf(signalStateLabels)),
  selectFilter('kind', '异常', optionsOf(signalLabels)),
  textFilter('loginName', '登录名', 64),
]
const advanced = [
  selectFilter('subProduct', '子产品', subProductOptions),
  textFilter('realName', '姓名', 32),
  textFilter('enterprise', '企业', 100),
  userFilter('ownerId', '归属人'),
]

const columns: readonly Column<SignalRow>[] = [
  { key: 'loginName', label: '登录名', width: 150, opens: true },
  { key: 'kind', label: '异常', width: 110, render: ({ kind }) => <SignalTag kinds={[kind]} /> },
  { key: 'count', label: '数量', width: 80, align: 'right' },
  { key: 'samples', label: '明细', width: 260, render: ({ samples }) => samples.join('、') },
  { key: 'toAt', label: '最近发生', width: 150, render: ({ toAt }) => formatMoment(toAt) },
  {
    key: 'state',
    label: '状态',
    width: 100,
    render: ({ state }) => <Status tone={state === 'open' ? 'warning' : 'good'}>{signalStateLabels[state]}</Status>,
  },
  { key: 'subProduct', label: '子产品', width: 120, render: ({ subProduct }) => subProductOf(subProduct).title },
  { key: 'realName', label: '姓名', width: 100 },
  { key: 'enterprise', label: '企业', width: 200 },
  { key: 'ownerName', label: '归属人', width: 100, render: ({ ownerName }) => ownerName ?? '公海' },
  { key: 'foundAt', label: '发现时间', width: 150, render: ({ foundAt }) => formatMoment(foundAt) },
  { key: 'remark', label: '处理说明', width: 200, render: ({ remark }) => remark || '—' },
]

export default function SignalList() {
  const [shown, setShown] = useState<SignalRow>()
  const { actionsOf, handle, dialogs } = useSignalActs()
  const mayOpen = useIsAllowed()(getSignal)
  return (
    <>
      <ListPage
        endpoint={querySignals}
        emptyHint="系统定时检查账号，发现异常会列在这里。"
        settings="accountSignals"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ loginName, kind }) => `${loginName} ${signalLabels[kind]}`}
        rowActions={actionsOf}
        onOpen={mayOpen ? setShown : undefined}
        exportCall={exportSignals}
        batchActs={[{ label: '处理', call: handleSignals, run: handle }]}
      />
      {shown && <SignalDetails signal={shown} acts={actionsOf(shown)} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </>
  )
}
