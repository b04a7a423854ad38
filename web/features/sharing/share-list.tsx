// Shares of articles on WeChat: one row for each link.
import { BarChartOutlined, TrophyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { querySharedArticles, querySharers } from '#contract/sharing/share-counts.ts'
import { shareChannelLabels } from '#contract/sharing/share-labels.ts'
import { createShare, exportShares, getShare, queryShares } from '#contract/sharing/shares.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import { columnsOf } from '#web/kit/list/columns-of.tsx'
import { filtersOf, idFilter, selectFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { useOpenPage } from '#web/lib/open-page.ts'
import { PublishedPicker, ShareArticle } from '#web/pickers/share-article.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { useShareActs } from './share-acts.tsx'
import { countedDaysFilter, LeadsBehind, LeadsFigure, PEOPLE_TIP } from './share-columns.tsx'
import {
  channelOptions,
  formatStay,
  SHARE_RANKING,
  SHARED_ARTICLES,
  shareTones,
  stateOptions,
} from './share-labels.tsx'

const filters = [
  ...filtersOf(queryShares, ['title']),
  userFilter('sharerId', '分享人'),
  selectFilter('channel', '渠道', channelOptions),
  selectFilter('state', '状态', stateOptions),
]
const advanced = [
  countedDaysFilter,
  idFilter('articleId', '资讯', ({ id, value, onChange }) => (
    <PublishedPicker id={id} value={value || null} placeholder="全部" onChange={(chosen) => onChange(chosen ?? '')} />
  )),
]

const columns = columnsOf(queryShares, {
  title: { width: 300, opens: true },
  sharerName: { width: 90 },
  channel: { width: 90 },
  state: { width: 110, tones: shareTones },
  opens: { width: 100, sum: true },
  people: { width: 110, sum: true, tip: PEOPLE_TIP },
  staySeconds: { width: 110, render: ({ staySeconds }) => formatStay(staySeconds) },
  leads: { width: 80, sum: true, render: ({ id, leads }) => <LeadsFigure of={{ shareId: id }} count={leads} /> },
  lastOpenedAt: { width: 150 },
  createdAt: {},
})

export default function ShareList() {
  const [isSharing, setSharing] = useState(false)
  const isAllowed = useIsAllowed()
  const openPage = useOpenPage()
  const { actionsOf, open, dialogs } = useShareActs()
  return (
    <LeadsBehind>
      <ListPage
        endpoint={queryShares}
        emptyHint="点“分享资讯”选一篇已发布的资讯，把链接或二维码发给客户。"
        settings="shareArticles"
        filters={filters}
        advanced={advanced}
        columns={columns}
        rowName={({ title, sharerName, channel }) => `${title} ${sharerName} ${shareChannelLabels[channel]}`}
        rowActions={actionsOf}
        onOpen={isAllowed(getShare) ? open : undefined}
        exportCall={exportShares}
        toolbar={
          <>
            <AddButton call={createShare} onClick={() => setSharing(true)}>
              分享资讯
            </AddButton>
            <Can call={querySharers}>
              <Button icon={<TrophyOutlined />} onClick={() => openPage(SHARE_RANKING)}>
                分享排行
              </Button>
            </Can>
            <Can call={querySharedArticles}>
              <Button icon={<BarChartOutlined />} onClick={() => openPage(SHARED_ARTICLES)}>
                资讯统计
              </Button>
            </Can>
          </>
        }
      />
      {isSharing && <ShareArticle onClosed={() => setSharing(false)} />}
      {dialogs}
    </LeadsBehind>
  )
}
