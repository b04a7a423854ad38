// 异常账号: accounts used from too many addresses or devices, until somebody has handled the signal.
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
import { optionsOf } from '#web/kit/form/options.ts'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { SignalTag } from '#web/pickers/signal-tag.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { subProductOptions } from '../form-labels.ts'
import { useSignalActs } from './signal-acts.tsx'
import { SignalDetails } from './signal-details.tsx'

const filters = [
  selectFilter('state', '状态', optionsOf(signalStateLabels)),
  ...filtersOf(querySignals, ['kind', 'loginName']),
]
const advanced = [
  selectFilter('subProduct', '子产品', subProductOptions),
  ...filtersOf(querySignals, ['realName', 'enterprise']),
  userFilter('ownerId', '归属人'),
]

const columns = columnsOf(querySignals, {
  loginName: { width: 150, opens: true },
  kind: { width: 110, render: ({ kind }) => <SignalTag kinds={[kind]} /> },
  count: { width: 80 },
  samples: { width: 260, render: ({ samples }) => samples.join('、') },
  toAt: {},
  state: { width: 100, tones: { open: 'warning', handled: 'good' } },
  subProduct: { width: 120, render: ({ subProduct }) => subProductOf(subProduct).title },
  realName: { width: 100 },
  enterprise: { width: 200 },
  ownerName: { width: 100, empty: '公海' },
  foundAt: {},
  remark: { width: 200, empty: '—' },
})

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
