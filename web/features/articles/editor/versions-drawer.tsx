// All versions of an article: compare any two, restore one into the form.
import { Button, Radio, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { versionOriginLabels } from '#contract/articles/article-labels.ts'
import type { ArticleCalls, ArticleVersion, ArticleVersionRow } from '#contract/articles/articles.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { FieldChanges } from '../compare-fields.tsx'
import { CompareView } from '../compare-view.tsx'

type Props = { calls: ArticleCalls; id: string; onRestore?: (version: ArticleVersion) => void; onClosed: () => void }
type Pair = { before: string; after: string }

const noteOf = (note: string, isAiHelped: boolean) => [note, isAiHelped && 'AI 参与'].filter(Boolean).join('；')

function Compared({ calls, id, pair }: { calls: ArticleCalls; id: string; pair: Pair }) {
  const before = useCall(calls.version, { id, versionId: pair.before })
  const after = useCall(calls.version, { id, versionId: pair.after })
  if (!before.data || !after.data) return <Skeleton active />
  return (
    <>
      <FieldChanges before={before.data} after={after.data} />
      <CompareView before={before.data.body} after={after.data.body} />
    </>
  )
}

export function VersionsDrawer({ calls, id, onRestore, onClosed }: Props) {
  const { data = [], isFetching } = useCall(calls.versions, { id })
  const [chosen, setChosen] = useState<Partial<Pair>>({})
  const [asked, setAsked] = useState('')
  const restored = useCall(calls.version, { id, versionId: asked }, { enabled: asked !== '' })
  const pair: Pair = { before: chosen.before ?? data[1]?.id ?? '', after: chosen.after ?? data[0]?.id ?? '' }
  const radio = (side: keyof Pair, name: string) => ({
    key: side,
    title: name,
    width: 60,
    render: (_: unknown, row: ArticleVersionRow) => (
      <Radio
        aria-label={`${name}：第 ${row.number} 版`}
        checked={pair[side] === row.id}
        onChange={() => setChosen({ ...chosen, [side]: row.id })}
      />
    ),
  })
  return (
    <DetailsDrawer title="历史版本" size={960} onClosed={onClosed}>
      <Table<ArticleVersionRow>
        size="small"
        rowKey="id"
        loading={isFetching}
        pagination={false}
        scroll={{ y: 220 }}
        dataSource={data}
        columns={[
          { dataIndex: 'number', title: '版本', width: 60 },
          { key: 'origin', title: '来历', width: 100, render: (_, { origin }) => versionOriginLabels[origin] },
          { dataIndex: 'byName', title: '保存人', width: 100 },
          { key: 'at', title: '时间', width: 140, render: (_, { at }) => formatMoment(at) },
          { key: 'note', title: '说明', render: (_, { note, isAiHelped }) => noteOf(note, isAiHelped) },
          radio('before', '旧'),
          radio('after', '新'),
          ...(onRestore
            ? [
                {
                  key: 'restore',
                  title: '操作',
                  width: 70,
                  render: (_: unknown, row: ArticleVersionRow) => (
                    <Button type="link" size="small" onClick={() => setAsked(row.id)}>
                      恢复
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {asked !== '' && restored.data && onRestore && (
        <p role="status">
          第 {restored.data.number} 版的内容将放入编辑器，保存后成为新版本。{' '}
          <Button
            size="small"
            type="primary"
            onClick={() => {
              if (restored.data) onRestore(restored.data)
              setAsked('')
            }}
          >
            确定恢复
          </Button>
        </p>
      )}
      {data.length === 1 && <p className="article-note">只有一个版本，保存后可以与新版本对比。</p>}
      {pair.before && pair.after && pair.before !== pair.after && <Compared calls={calls} id={id} pair={pair} />}
    </DetailsDrawer>
  )
}
