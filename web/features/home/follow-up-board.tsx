// Modules 1, 2 and 4: members whose time on a product ends soon, from as many days before as the person wants.
import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { BoardType } from '../../../contract/home.ts'

const ExpireDaysDialog = lazy(() => import('./expire-days-dialog.tsx'))

const titles: Readonly<Record<BoardType, string>> = {
  1: '大数据跟进看板',
  2: '官网跟进看板',
  4: 'APP跟进看板',
}

/** An empty board: nothing is due. */
const NothingDue = () => (
  <svg viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
    <rect x="14" y="10" width="68" height="48" rx="4" className="home-empty-sheet" />
    <path d="M14 22h68M30 6v8M66 6v8" className="home-empty-line" />
    <path d="m38 39 8 8 14-15" className="home-empty-mark" />
  </svg>
)

export function FollowUpBoard({ configType, days }: { configType: BoardType; days: number }) {
  const [isEditing, setEditing] = useState(false)
  const title = titles[configType]
  return (
    <section className="home-card home-board" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Button
          type="text"
          size="small"
          icon={<EditOutlined />}
          iconPlacement="end"
          aria-label={`从到期前 ${days} 天开始提醒，修改${title}的提醒天数`}
          onClick={() => setEditing(true)}
        >
          从到期前 {days} 天开始提醒
        </Button>
      </header>
      <div className="home-empty">
        <NothingDue />
        <p>暂无需要跟进的会员</p>
      </div>
      {isEditing && (
        <Suspense>
          <ExpireDaysDialog configType={configType} title={title} days={days} onClosed={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}
