// newsForm: the news of one meeting with their acts, and the form for a new one.
import { Table, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { BREAKPOINTS, PAGER_SIZE } from '#contract/limits.ts'
import { addMeetingNews, getMeetingNews, listMeetingNews, type NewsRow } from '#contract/meetings/meeting-news.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { RichTextView } from '#web/kit/rich-text/rich-text.tsx'
import { RowActions } from '#web/kit/table/row-actions.tsx'
import { RowUseContext } from '#web/kit/table/row-use.ts'
import { useAtLeast } from '#web/kit/use-at-least.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { NEWS, NewsStatus, newsTones } from './content-labels.tsx'
import { ContentsPage, useMeetingId } from './contents-page.tsx'
import { NewsEditor } from './news-editor.tsx'
import { useNewsActs } from './use-news-acts.tsx'

function NewsDrawer({ news, onClosed }: { news: NewsRow; onClosed: () => void }) {
  const read = useCall(getMeetingNews, { id: news.id })
  return (
    <DetailsDrawer title={news.title} size={640} onClosed={onClosed}>
      <Loaded read={read} rows={8}>
        {(shown) => (
          <>
            <Facts
              items={[
                ...factsOf(getMeetingNews, shown, { state: { tones: newsTones }, day: {}, source: {} }),
                { label: '作者', children: news.authorName },
                ...factsOf(getMeetingNews, shown, { opinion: { when: shown.opinion !== '' } }),
              ]}
            />
            {shown.cover && <img className="meeting-cover" src={shown.cover.url} alt={`封面 ${shown.cover.name}`} />}
            <RichTextView html={shown.html} />
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}

function NewsTable({ rows }: { rows: readonly NewsRow[] }) {
  const { actionsOf, dialogs } = useNewsActs()
  const [opened, setOpened] = useState<NewsRow>()
  const hasRoom = useAtLeast(BREAKPOINTS.small)
  const columns: TableColumnsType<NewsRow> = [
    {
      title: '标题',
      key: 'title',
      render: (_, row) => (
        <>
          <button type="button" className="text-link" onClick={() => setOpened(row)}>
            {row.title}
          </button>
          {row.opinion && <div className="meeting-faint">退回原因：{row.opinion}</div>}
        </>
      ),
    },
    { title: '日期', dataIndex: 'day', width: 110 },
    { title: '状态', key: 'state', width: 90, render: (_, { state }) => <NewsStatus state={state} /> },
    { title: '作者', dataIndex: 'authorName', width: 90 },
    { title: '发布时间', key: 'publishedAt', width: 150, render: (_, { publishedAt }) => formatMoment(publishedAt) },
    {
      title: '操作',
      key: 'acts',
      fixed: 'right',
      width: hasRoom ? 180 : 80,
      render: (_, row) => <RowActions row={row} />,
    },
  ]
  return (
    <RowUseContext value={{ rowName: ({ title }: NewsRow) => title, rowActions: actionsOf }}>
      <Table<NewsRow>
        size="small"
        rowKey="id"
        scroll={{ x: 820 }}
        columns={columns}
        dataSource={rows}
        locale={{ emptyText: '这个会议还没有新闻' }}
        pagination={{ pageSize: PAGER_SIZE, hideOnSinglePage: true, showSizeChanger: false }}
      />
      {dialogs}
      {opened && <NewsDrawer news={opened} onClosed={() => setOpened(undefined)} />}
    </RowUseContext>
  )
}

const keepTyped = () => undefined

export default function MeetingNews() {
  const meetingId = useMeetingId()
  const read = useCall(listMeetingNews, { meetingId })
  return (
    <ContentsPage
      noun="新闻"
      path={NEWS}
      read={read}
      add={addMeetingNews}
      rows={({ rows }) => <NewsTable rows={rows} />}
      form={(onDone) => (
        <NewsEditor
          stored={undefined}
          meetingId={meetingId}
          onTakeTheirs={keepTyped}
          onSaved={onDone}
          onCancel={onDone}
        />
      )}
    />
  )
}
