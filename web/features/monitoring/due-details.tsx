// Details of a row of the board: its rule and calendar, its alerts, its handovers.
import { Timeline } from 'antd'
import { type DueRow, getDue, listDues } from '#contract/monitoring/board.ts'
import { alertLevelLabels } from '#contract/monitoring/monitoring-labels.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { MoreActions } from '#web/kit/table/row-actions.tsx'
import type { RowAction } from '#web/kit/table/row-use.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { dueTones, responsibleText } from './monitoring-labels.tsx'

type DueDetailsProps = { due: DueRow; acts: readonly RowAction[]; onClosed: () => void }

export function DueDetails({ due, acts, onClosed }: DueDetailsProps) {
  const read = useCall(getDue, { id: due.id })
  const { data } = read
  const happened = [
    ...(data?.alerts ?? []).map(({ level, toName, at }) => ({
      at,
      text: `${alertLevelLabels[level]}：${toName || '没有可提醒的人'}`,
    })),
    ...(data?.handovers ?? []).map(({ toName, byName, reason, at }) => ({
      at,
      text: `${byName}转交给${toName}${reason ? `：${reason}` : ''}`,
    })),
    ...(data?.excuse ? [{ at: data.excuse.at, text: `${data.excuse.byName}说明：${data.excuse.reason}` }] : []),
    ...(due.doneAt ? [{ at: due.doneAt, text: '已发布' }] : []),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return (
    <DetailsDrawer
      title={due.name}
      size={520}
      acts={acts}
      extra={(own) => <MoreActions actions={own} name={due.name} />}
      onClosed={onClosed}
    >
      <Loaded read={read} rows={6}>
        {(details) => (
          <>
            <Facts
              labelWidth={88}
              items={[
                ...factsOf(listDues, due, {
                  state: { tones: dueTones },
                  dueAt: {},
                  warnAt: {},
                  lateAt: {},
                  responsibleName: { render: responsibleText },
                  doneCount: { when: due.wanted > 1, render: ({ doneCount, wanted }) => `${doneCount} / ${wanted}` },
                }),
                ...factsOf(getDue, details, {
                  ruleName: { empty: '规则已删除' },
                  otherRules: {
                    when: details.otherRules.length > 0,
                    render: ({ otherRules }) => otherRules.join('、'),
                  },
                  calendarName: {
                    render: ({ calendarName, calendarSource }) =>
                      due.kind === 'report'
                        ? '按订单的日期'
                        : `${calendarName}（${calendarSource ?? '当年未公布，按通常的星期'}）`,
                  },
                }),
              ]}
            />
            <h3 className="due-head">经过</h3>
            {happened.length === 0 ? (
              <p className="due-note">还没有提醒、转交或发布。</p>
            ) : (
              <Timeline
                items={happened.map(({ at, text }) => ({
                  key: `${at} ${text}`,
                  content: (
                    <>
                      {text}
                      <div className="due-note">{formatMoment(at)}</div>
                    </>
                  ),
                }))}
              />
            )}
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
