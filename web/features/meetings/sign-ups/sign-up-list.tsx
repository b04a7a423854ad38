// Sign-ups of one meeting: list, by hand, confirming, cancelling, import, export, counts.
import './sign-ups.css'
import { BarChartOutlined, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { printPapers } from '#contract/meetings/papers.ts'
import { exportSignUps, signUpImport } from '#contract/meetings/sign-up-sheets.ts'
import {
  addSignUp,
  getSignUpCounts,
  getSignUpMeeting,
  querySignUps,
  type SignUpMeeting,
  type SignUpRow,
} from '#contract/meetings/sign-ups.ts'
import { Can } from '#web/kit/can.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, flagFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { ImportButton } from '#web/kit/sheets/import-button.tsx'
import { useCall } from '#web/lib/query.ts'
import { useMeetingId } from '../contents/contents-page.tsx'
import { SignUpCounts } from '../funnel/sign-up-counts.tsx'
import { channelNames, channelOptions, fullName } from '../meeting-labels.tsx'
import { MeetingTabs } from '../meeting-tabs.tsx'
import { PapersDialog } from '../papers/papers-dialog.tsx'
import { useSignUpActs } from './sign-up-acts.tsx'
import { SignUpDrawer } from './sign-up-details.tsx'
import { AddSignUp } from './sign-up-form.tsx'
import {
  invoiceOptions,
  SIGN_UPS,
  signUpReads,
  signUpSourceOptions,
  signUpStateOptions,
  signUpTones,
  withCompanions,
} from './sign-up-labels.tsx'

const filters = [
  ...filtersOf(querySignUps, ['text']),
  selectFilter('state', '状态', signUpStateOptions),
  selectFilter('source', '来源', signUpSourceOptions),
]
const advanced = [
  selectFilter('channel', '渠道', channelOptions),
  selectFilter('invoiceState', '发票', invoiceOptions),
  flagFilter('isCustomer', '客户', { yes: '客户', no: '不是客户' }),
  flagFilter('isLive', '有效报名', { yes: '有效', no: '已取消、未通过或到期' }),
  dayRangeFilter('days', '报名日期', 'from', 'to'),
]

const columns = columnsOf(querySignUps, {
  name: { width: 100, opens: true },
  companions: { width: 64 },
  company: { width: 220 },
  mobile: { width: 120 },
  state: { width: 110, tones: signUpTones },
  quotaName: { width: 90 },
  offeredUntil: { label: '名额保留至', width: 140 },
  ticket: { width: 100 },
  source: { width: 90 },
  channel: { width: 110, render: ({ channel }) => (channel === '' ? '—' : channelNames([channel])) },
  isCustomer: { width: 64 },
  ownerName: { width: 90, empty: '—' },
  keeperName: { width: 90, empty: '—' },
  appliedAt: { width: 140 },
  confirmedAt: { width: 140 },
  remark: { width: 160, empty: '—' },
})

function SignUps({ meeting }: { meeting: SignUpMeeting }) {
  const [isAdding, setAdding] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const [isCounting, setCounting] = useState(false)
  const [opened, setOpened] = useState<SignUpRow>()
  const { actionsOf, batchActs, dialogs } = useSignUpActs(meeting)
  const fixed = useMemo(() => ({ meetingId: meeting.id }), [meeting.id])
  const { seats, taken, waiting } = meeting
  return (
    <>
      <MeetingTabs meetingId={meeting.id} current={SIGN_UPS} />
      <h1 className="sign-ups-head">
        {fullName(meeting)}
        <span>
          名额 {seats} · 已占 {taken} · 还剩 {Math.max(seats - taken, 0)}
          {waiting > 0 && ` · 候补 ${waiting} 人`}
        </span>
      </h1>
      <ListPage
        endpoint={querySignUps}
        emptyHint="站点提交、手工登记、导入和邀请的报名列在这里。"
        filters={filters}
        advanced={advanced}
        columns={columns}
        fixedFilters={fixed}
        rowName={withCompanions}
        rowActions={actionsOf}
        onOpen={setOpened}
        toolbar={
          <>
            <AddButton call={addSignUp} onClick={() => setAdding(true)} />
            <ImportButton calls={signUpImport} invalidates={signUpReads} />
            <Can call={printPapers}>
              <Button icon={<PrinterOutlined />} onClick={() => setPrinting(true)}>
                打印
              </Button>
            </Can>
            <Can call={getSignUpCounts}>
              <Button icon={<BarChartOutlined />} onClick={() => setCounting(true)}>
                统计
              </Button>
            </Can>
          </>
        }
        exportCall={exportSignUps}
        batchActs={batchActs}
      />
      {isAdding && <AddSignUp meeting={meeting} onClosed={() => setAdding(false)} />}
      {isPrinting && <PapersDialog meetingId={meeting.id} onClosed={() => setPrinting(false)} />}
      {isCounting && <SignUpCounts meeting={meeting} title={fullName(meeting)} onClosed={() => setCounting(false)} />}
      {opened && <SignUpDrawer row={opened} meeting={meeting} onClosed={() => setOpened(undefined)} />}
      {dialogs}
    </>
  )
}

export default function SignUpList() {
  const meetingId = useMeetingId()
  const read = useCall(getSignUpMeeting, { meetingId }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="sign-ups">
      <Loaded read={read} rows={8}>
        {(meeting) => <SignUps meeting={meeting} />}
      </Loaded>
    </div>
  )
}
