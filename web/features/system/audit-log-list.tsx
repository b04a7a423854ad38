// Audit log: who did what, when and from where; filtered by person, act, target and day.
import { SafetyCertificateOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { actLabel, actorLabel, fieldLabel, objectLabel, targetLabels } from '#contract/system/audit-labels.ts'
import {
  type AuditDetail,
  type AuditRow,
  type ChainState,
  checkAuditChain,
  getAuditAct,
  queryAuditLog,
} from '#contract/system/audit-log.ts'
import { exportAudit } from '#contract/system/log-sheets.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { dayRangeFilter } from '#web/kit/list/day-range-filter.tsx'
import { filtersOf, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useAct, useCall } from '#web/lib/query.ts'
import './system.css'
import { valueLabel } from '#contract/system/audit-values.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'

const WIDTH = 760

function Changes({ changes, targetType }: Pick<AuditDetail, 'changes' | 'targetType'>) {
  if (changes.length === 0) return <p className="audit-none">此操作没有记录字段变化</p>
  return (
    <table className="audit-changes">
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">变更前</th>
          <th scope="col">变更后</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldLabel(field, targetType)}</th>
            <td>{before === null ? '—' : <del>{valueLabel(before, { field, targetType })}</del>}</td>
            <td>{after === null ? '—' : <ins>{valueLabel(after, { field, targetType })}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Details of one act: values before and after side by side. */
function AuditLogDetails({ act, onClosed }: { act: AuditRow; onClosed: () => void }) {
  const read = useCall(getAuditAct, { id: act.id })
  return (
    <DetailsDrawer title={actLabel(act.action)} size={WIDTH} onClosed={onClosed}>
      <Facts
        columns={2}
        items={factsOf(queryAuditLog, act, {
          at: {},
          actorName: { render: actorLabel },
          targetId: { render: objectLabel },
          address: {},
          requestId: {
            span: 2,
            // a batch records a row for each of its rows, under one request
            render: ({ requestId }) =>
              requestId && (
                <>
                  {requestId}　
                  <Link to={`?${new URLSearchParams({ requestId })}`} onClick={onClosed}>
                    查看这次操作的全部记录
                  </Link>
                </>
              ),
          },
        })}
      />
      <Loaded read={read} rows={4}>
        {(detail) => <Changes {...detail} />}
      </Loaded>
    </DetailsDrawer>
  )
}

const isWhole = ({ brokenCount, headFault }: ChainState) => brokenCount === 0 && headFault === null

function describeFaults({ broken, brokenCount, headFault }: ChainState): string {
  const rest = brokenCount > broken.length ? `等 ${brokenCount} 条` : ''
  return [
    ...(brokenCount > 0 ? [`第 ${broken.join('、')} 号${rest}记录被改动或删除。`] : []),
    ...(headFault === 'cut' ? ['数据目录中记下的校验值不在链中：链尾被截断，或整条链被重新生成。'] : []),
    ...(headFault === 'forged' ? ['数据目录中记下的校验值被改动。'] : []),
    '请保留服务器和数据库的现状，并与备份核对。',
  ].join('')
}

function describeState(state: ChainState) {
  const { sealed, waiting, head } = state
  if (!isWhole(state)) return { title: '审计链不完整', content: describeFaults(state) }
  const parts = [
    sealed > 0 ? `已封存的 ${sealed} 条记录均未被改动。` : '尚无已封存的记录。',
    ...(waiting > 0 ? [`${waiting} 条新记录将在一分钟内封存。`] : []),
    ...(head ? [`最新校验值 ${head.slice(0, 16)}…`] : []),
  ]
  return { title: '审计链完整', content: parts.join('') }
}

/** Verifies the audit log: recomputes the hash chain and lists every row that does not match. */
function AuditChain() {
  const { modal } = App.useApp()
  const { run, pending } = useAct(checkAuditChain, {
    onSuccess: (state) => {
      // wide enough for up to 200 row numbers, so that the button stays visible
      const width = isWhole(state) ? 416 : 800
      modal[isWhole(state) ? 'success' : 'error']({ ...describeState(state), width, okText: '知道了' })
    },
  })
  return (
    <Can call={checkAuditChain}>
      <Button icon={<SafetyCertificateOutlined />} loading={pending} onClick={() => void run()}>
        校验审计链
      </Button>
    </Can>
  )
}

const filters = [
  ...filtersOf(queryAuditLog, ['actorName']),
  selectFilter('targetType', '对象类型', targetLabels),
  ...filtersOf(queryAuditLog, ['targetId']),
]
const advanced = [
  dayRangeFilter('days', '日期', 'from', 'to'),
  textFilter('action', '操作代码', 64),
  ...filtersOf(queryAuditLog, ['address', 'requestId']),
]

const columns = columnsOf(queryAuditLog, {
  id: { width: 90, opens: true },
  at: {},
  actorName: { width: 170, render: actorLabel },
  action: { width: 200, render: ({ action }) => actLabel(action) },
  targetId: { width: 200, render: objectLabel },
  fields: {
    label: '变更字段',
    width: 300,
    render: ({ fields, targetType }) => fields.map((field) => fieldLabel(field, targetType)).join('、') || '—',
  },
  address: { width: 130 },
})

export default function AuditLogList() {
  const [shown, setShown] = useState<AuditRow>()
  const mayOpen = useIsAllowed()(getAuditAct)
  return (
    <>
      <ListPage
        endpoint={queryAuditLog}
        filters={filters}
        advanced={advanced}
        columns={columns}
        settings="auditLog"
        exportCall={exportAudit}
        rowName={({ action }) => actLabel(action)}
        onOpen={mayOpen ? setShown : undefined}
        toolbar={<AuditChain />}
      />
      {shown && <AuditLogDetails act={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
