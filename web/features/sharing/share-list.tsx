// Shares of articles on WeChat: one row for each link.
import { BarChartOutlined, TrophyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { querySharedArticles, querySharers } from '#contract/sharing/share-counts.ts'
import { shareChannelLabels } from '#contract/sharing/share-labels.ts'
import { createShare, exportShares, getShare, queryShares, type ShareRow } from '#contract/sharing/shares.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { AddButton } from '#web/kit/list/add-button.tsx'
import type { Column } from '#web/kit/list/columns.ts'
import { idFilter, selectFilter, textFilter } from '#web/kit/list/filters.tsx'
import { ListPage } from '#web/kit/list/list-page.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useOpenPage } from '#web/lib/open-page.ts'
import { PublishedPicker, ShareArticle } from '#web/pickers/share-article.tsx'
import { userFilter } from '#web/pickers/user-picker.tsx'
import { useShareActs } from './share-acts.tsx'
import { countedDaysFilter, LeadsBehind, LeadsFigure, PEOPLE_TIP } from './share-columns.tsx'
import { channelOptions, formatStay, SHARE_RANKING, SHARED_ARTICLES, State, stateOptions } from './share-labels.tsx'

const filters = [
  textFilter('title', '资讯标题', 64),
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

const columns: readonly Column<ShareRow>[] = [
  { key: 'title', label: '资讯标题', width: 300, opens: true },
  { key: 'sharerName', label: '分享人', width: 90 },
  { key: 'channel', label: '渠道', width: 90, render: ({ channel }) => shareChannelLabels[channel] },
  { key: 'opens', label: '打开次数', width: 100, align: 'right', summary: { of: ({ opens }) => opens } },
  {
    key: 'people',
    label: '访问人数',
    width: 110,
    align: 'right',
    summary: { of: ({ people }) => people },
    tip: PEOPLE_TIP,
  },
  {
    key: 'staySeconds',
    label: '平均停留',
    width: 110,
    align: 'right',
    render: ({ staySeconds }) => formatStay(staySeconds),
  },
  {
    key: 'leads',
    label: '线索',
    width: 80,
    align: 'right',
    summary: { of: ({ leads }) => leads },
    render: ({ id, leads }) => <LeadsFigure of={{ shareId: id }} count={leads} />,
  },
  {
    key: 'lastOpenedAt',
    label: '最近打开',
    width: 150,
    render: ({ lastOpenedAt }) => (lastOpenedAt ? formatMoment(lastOpenedAt) : '—'),
  },
  { key: 'state', label: '状态', width: 110, render: State },
  { key: 'createdAt', label: '分享时间', width: 150, render: ({ createdAt }) => formatMoment(createdAt) },
]

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
