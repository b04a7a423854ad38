// Follow-ups of customers: list, add, edit, delete, figures, export.
import { BarChartOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import {
  addFollowUp,
  exportFollowUps,
  type FollowUpRow,
  getFollowUp,
  getFollowUpFigures,
  queryFollowUps,
  removeFollowUps,
} from '#contract/service/follow-ups.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatDay, formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { findPage } from '#web/lib/page.ts'
import { usePages } from '#web/lib/session/menus.ts'
import { useFollowUpActs } from './follow-up-acts.tsx'
import { FollowUpDialog } from './follow-up-dialog.tsx'
import { FollowUpFigures } from './follow-up-figures.tsx'
import { advanced, filters } from './follow-up-filters.tsx'
import {
  FOLLOW_UP_DETAILS,
  FOLLOW_UPS_BY_CONTACT,
  FOLLOW_UPS_BY_DAY,
  FOLLOW_UPS_BY_VALUE,
  Mood,
  NextDay,
} from './follow-up-labels.tsx'

const columns = columnsOf(queryFollowUps, {
  at: { width: 140 },
  enterpriseName: { width: 200, opens: true },
  level: { label: '级别', width: 60 },
  contactName: { width: 80, empty: '—' },
  way: { width: 80 },
  result: { width: 80 },
  mood: { width: 70, render: Mood },
  content: { width: 220 },
  nextOn: { width: 165, render: NextDay },
  nextText: { width: 130, empty: '—' },
  nextUserName: { width: 80, render: ({ nextOn, nextUserName }) => (nextOn ? nextUserName || '公海' : '—') },
  authorName: { width: 80 },
})

const views = [
  { label: '按日期', path: FOLLOW_UPS_BY_DAY },
  { label: '按价值', path: FOLLOW_UPS_BY_VALUE },
  { label: '按联系人', path: FOLLOW_UPS_BY_CONTACT },
]

/** The same records by something else: pages that the person may open. */
function OtherViews() {
  const openPage = useOpenPage()
  const isAllowed = useIsAllowed()
  const pages = usePages((state) => state.pages)
  return views.map(({ label, path }) => {
    const entry = findPage(pages, path)?.entry
    if (!entry || (entry.access && !isAllowed(entry.access))) return null
    return (
      <Button key={path} onClick={() => openPage(path)}>
        {label}
      </Button>
    )
  })
}

export default function FollowUpList() {
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const [isAdding, setAdding] = useState(false)
  const [isCounting, setCounting] = useState(false)
  const { actionsOf, remove, dialogs } = useFollowUpActs()
  const open = ({ id, enterpriseName, at }: FollowUpRow) =>
    openPage(FOLLOW_UP_DETAILS, { id, tagName: `${enterpriseName} ${formatDay(at)}` })
  return (
    <>
      <ListPage
        endpoint={queryFollowUps}
        emptyHint="与客户联系后点“新增”，记下说了什么、下次何时跟进。"
        settings="followUp"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ enterpriseName, at }) => `${enterpriseName} ${formatMoment(at)}`}
        rowActions={actionsOf}
        onOpen={isAllowed(getFollowUp) ? open : undefined}
        toolbar={
          <>
            <AddButton call={addFollowUp} onClick={() => setAdding(true)} />
            <Can call={getFollowUpFigures}>
              <Button icon={<BarChartOutlined />} onClick={() => setCounting(true)}>
                统计
              </Button>
            </Can>
            <OtherViews />
          </>
        }
        exportCall={exportFollowUps}
        batchActs={[{ label: '删除', call: removeFollowUps, isDanger: true, run: remove }]}
      />
      {isAdding && <FollowUpDialog onClosed={() => setAdding(false)} />}
      {isCounting && <FollowUpFigures onClosed={() => setCounting(false)} />}
      {dialogs}
    </>
  )
}
