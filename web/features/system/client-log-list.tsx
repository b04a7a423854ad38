// Reported browser errors, filtered by the id that the error page shows, by kind, person and day.
import { useState } from 'react'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { type ClientLogRow, getClientError, queryClientLog, removeClientErrors } from '#contract/system/client-log.ts'
import { exportClientLog } from '#contract/system/log-sheets.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { useConfirm } from '#web/kit/dialog/confirm.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { actText } from '#web/lib/act-toast.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { numberOf, typeLabels, whoseOf } from './client-log-labels.ts'
import './system.css'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { ScrollBox } from '#web/kit/scroll-box.tsx'

const WIDTH = 720

function Code({ label, children }: { label: string; children: string }) {
  if (!children) return '—'
  return (
    <ScrollBox className="client-log-code" label={label}>
      {children}
    </ScrollBox>
  )
}

/** Details of one reported error. */
function ClientLogDetails({ error, onClosed }: { error: ClientLogRow; onClosed: () => void }) {
  const read = useCall(getClientError, { id: error.id })
  return (
    <DetailsDrawer title={`错误 ${numberOf(error)}`} size={WIDTH} onClosed={onClosed}>
      <Facts
        labelWidth={88}
        items={factsOf(queryClientLog, error, {
          type: {},
          message: {},
          count: {},
          time: {},
          receivedAt: {},
          userName: { render: whoseOf },
          url: {},
          address: {},
        })}
      />
      <Loaded read={read} rows={6}>
        {(found) => (
          <Facts
            labelWidth={88}
            items={factsOf(getClientError, found, {
              userAgent: {},
              stack: { render: ({ stack }) => <Code label="堆栈">{stack}</Code> },
              info: { render: ({ info }) => <Code label="附加信息">{info}</Code> },
            })}
          />
        )}
      </Loaded>
    </DetailsDrawer>
  )
}

const filters = [
  ...filtersOf(queryClientLog, ['text']),
  selectFilter('type', '类型', typeLabels),
  ...filtersOf(queryClientLog, ['userName']),
]
const advanced = [dayRangeFilter('days', '日期', 'from', 'to')]

const columns = columnsOf(queryClientLog, {
  receivedAt: {},
  number: { width: 100, render: numberOf },
  type: { width: 100 },
  message: { width: 380, opens: true },
  count: { width: 80 },
  userName: { width: 160, render: whoseOf },
  url: { width: 300 },
  address: { width: 130 },
})

export default function ClientLogList() {
  const [shown, setShown] = useState<ClientLogRow>()
  const mayOpen = useIsAllowed()(getClientError)
  const [confirm, dialogs] = useConfirm()
  const removal = useAct(removeClientErrors, {
    invalidates: [queryClientLog],
    guardMs: DIALOG_GUARD_MS,
    success: actText('delete'),
  })
  const remove = (rows: readonly ClientLogRow[], clear: () => void) =>
    confirm({
      title: `删除 ${rows.length} 条错误？`,
      content: '删除后不能恢复；同样的错误再次发生时会重新上报。',
      verb: '删除',
      run: async () => {
        if ((await removal.run({ ids: rows.map(({ id }) => id) })) !== undefined) clear()
      },
    })
  return (
    <>
      <ListPage
        endpoint={queryClientLog}
        emptyHint="浏览器报错之后，会列在这里。"
        settings="clientLog"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={numberOf}
        onOpen={mayOpen ? setShown : undefined}
        exportCall={exportClientLog}
        batchActs={[{ label: '删除', call: removeClientErrors, isDanger: true, run: remove }]}
      />
      {shown && <ClientLogDetails error={shown} onClosed={() => setShown(undefined)} />}
      {dialogs}
    </>
  )
}
