// Compares the figures of a text with the published ones and offers the corrections.
import { Alert, Button, Empty, Skeleton, Table } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { Edition } from '#contract/articles/article-labels.ts'
import { quotedFigures } from '#contract/articles/bound-fields.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import type { ArticleValues } from './article-values.ts'
import { publishedFor } from './published-figures.ts'
import { type FigureChange, type Published, type Refreshed, refresh, releaseMoves } from './refresh.rules.ts'

const columns = [
  { dataIndex: 'place', title: '位置', width: 80 },
  { dataIndex: 'name', title: '报价项' },
  { dataIndex: 'day', title: '日期', width: 110 },
  { key: 'before', title: '文中', render: (_: unknown, { before }: FigureChange) => <del>{before}</del> },
  {
    key: 'after',
    title: '最新发布',
    render: (_: unknown, { kind, after }: FigureChange) =>
      kind === 'move' ? `涨跌现为 ${after || '—'}，用词已不符，请改写` : after || '已撤回，请自行改写',
  },
]

const Changes = ({ rows }: { rows: readonly FigureChange[] }) => (
  <Table<FigureChange>
    size="small"
    rowKey={({ place, name, day, before, after }) => `${place} ${name} ${day} ${before} ${after}`}
    pagination={false}
    dataSource={rows}
    columns={columns}
    scroll={{ x: 560 }}
  />
)

/** `verb`: for those that one press settles. */
type PartProps = { title: string; rows: readonly FigureChange[]; verb: string; onPress: () => void }

function Part({ title, rows, verb, onPress }: PartProps) {
  if (rows.length === 0) return null
  return (
    <>
      <Alert
        type="warning"
        title={title}
        action={
          <Button size="small" onClick={onPress}>
            {verb}
          </Button>
        }
      />
      <Changes rows={rows} />
    </>
  )
}

type Props = {
  edition: Edition
  article: ArticleValues
  onChange: (now: Refreshed) => void
  onClosed: () => void
}

export function FigureCheck({ edition, article: given, onChange, onClosed }: Props) {
  const { title, subtitle, summary, bindings, body } = given
  // the prices are asked once for the same texts
  const article = useMemo(
    () => ({ title, subtitle, summary, bindings, body }),
    [title, subtitle, summary, bindings, body],
  )
  const [published, setPublished] = useState<Published | 'failed'>()
  useEffect(() => {
    let isOver = false
    publishedFor(article).then(
      (found) => !isOver && setPublished(found),
      () => !isOver && setPublished('failed'),
    )
    return () => {
      isOver = true
    }
  }, [article])
  const found = typeof published === 'object' ? refresh(article, published, { edition }) : undefined
  const of = (kind: FigureChange['kind']) => (found?.changes ?? []).filter((change) => change.kind === kind)
  const [figures, moves, typed] = [of('figure'), of('move'), of('typed')]
  return (
    <DetailsDrawer title="核对引用的价格" size={640} onClosed={onClosed}>
      {published === undefined && <Skeleton active />}
      {published === 'failed' && <Alert type="error" title="价格没有取到，请关闭后重试" />}
      {found?.changes.length === 0 && (
        <Empty
          description={
            quotedFigures(article).length === 0 ? '没有引用价格；手工写的数字不在核对之列' : '引用的价格都是最新发布的'
          }
        />
      )}
      {found && figures.length > 0 && (
        <>
          <Alert
            type="warning"
            title={`${figures.length} 处价格在引用之后有更正`}
            action={
              <Button type="primary" size="small" onClick={() => onChange(found.article)}>
                全部更新
              </Button>
            }
          />
          <Changes rows={figures} />
        </>
      )}
      <Part
        title={`${moves.length} 处用词与更正后的涨跌不符，请改写；改写后不再提示`}
        rows={moves}
        verb="已改写"
        onPress={() => typeof published === 'object' && onChange(releaseMoves(article, published))}
      />
      <Part
        title={`${typed.length} 处手写的数字等于更正前的价格，请核对`}
        rows={typed}
        verb="按最新价格更新"
        onPress={() =>
          typeof published === 'object' && onChange(refresh(article, published, { edition, withTyped: true }).article)
        }
      />
    </DetailsDrawer>
  )
}
