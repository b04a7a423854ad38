// Compares the figures of a text with the published ones and offers the corrections.
import { Alert, Button, Empty, Skeleton, Table } from 'antd'
import { useEffect, useState } from 'react'
import type { Edition } from '../../../../contract/articles/article-labels.ts'
import type { BodyNode } from '../../../../contract/articles/nodes.ts'
import { COURSES_AT_ONCE, findFigures, readCourses } from '../../../../contract/articles/templates.ts'
import { DetailsDrawer } from '../../../kit/dialog/details-drawer.tsx'
import { call } from '../../../lib/call.ts'
import { chartsIn, type FigureChange, type Published, placeOf, quotedIn, refresh } from './refresh.rules.ts'

async function figuresFor(body: BodyNode): Promise<Published['figures']> {
  const days = [...quotedIn(body)]
  const found = await Promise.all(
    days.map(async ([day, codes]) => {
      const items = await call(findFigures, { day, codes: [...codes] })
      return items.map((item) => [placeOf(day, item.code), item] as const)
    }),
  )
  return new Map(found.flat())
}

async function coursesFor(body: BodyNode): Promise<Published['courses']> {
  const asked = [...Map.groupBy(chartsIn(body), ({ day }) => day)].flatMap(([day, charts]) => {
    const codes = [...new Set(charts.map(({ code }) => code))]
    const parts = Array.from({ length: Math.ceil(codes.length / COURSES_AT_ONCE) }, (_, i) =>
      codes.slice(i * COURSES_AT_ONCE, (i + 1) * COURSES_AT_ONCE),
    )
    return parts.map((part) => ({ day, codes: part, days: Math.max(...charts.map(({ days }) => days)) }))
  })
  const found = await Promise.all(
    asked.map(async (one) =>
      (await call(readCourses, one)).map((course) => [placeOf(one.day, course.code), course] as const),
    ),
  )
  return new Map(found.flat())
}

async function publishedFor(body: BodyNode): Promise<Published> {
  const [figures, courses] = await Promise.all([figuresFor(body), coursesFor(body)])
  return { figures, courses }
}

type Props = { edition: Edition; body: BodyNode; onChange: (body: BodyNode) => void; onClosed: () => void }

export function FigureCheck({ edition, body, onChange, onClosed }: Props) {
  const [found, setFound] = useState<ReturnType<typeof refresh> | 'failed'>()
  useEffect(() => {
    let isOver = false
    publishedFor(body).then(
      (published) => !isOver && setFound(refresh(body, published, edition)),
      () => !isOver && setFound('failed'),
    )
    return () => {
      isOver = true
    }
  }, [edition, body])
  return (
    <DetailsDrawer title="核对引用的价格" size={640} onClosed={onClosed}>
      {found === undefined && <Skeleton active />}
      {found === 'failed' && <Alert type="error" title="价格没有取到，请关闭后重试" />}
      {typeof found === 'object' && found.changes.length === 0 && <Empty description="引用的价格都是最新发布的" />}
      {typeof found === 'object' && found.changes.length > 0 && (
        <>
          <Alert
            type="warning"
            title={`${found.changes.length} 处价格在引用之后有更正`}
            action={
              <Button type="primary" size="small" onClick={() => onChange(found.body)}>
                全部更新
              </Button>
            }
          />
          <Table<FigureChange>
            size="small"
            rowKey={({ name, day, before }) => `${name} ${day} ${before}`}
            pagination={false}
            dataSource={found.changes}
            columns={[
              { dataIndex: 'name', title: '报价项' },
              { dataIndex: 'day', title: '日期', width: 110 },
              { key: 'before', title: '文中', render: (_, { before }) => <del>{before}</del> },
              { key: 'after', title: '最新发布', render: (_, { after }) => after || '已撤回，请自行改写' },
            ]}
          />
        </>
      )}
    </DetailsDrawer>
  )
}
