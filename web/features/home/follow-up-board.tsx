// Modules 1, 2 and 4: accounts that are new, due, expired, or have not signed in for long.
import './boards.css'
import { EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { type BoardKind, boardCalls } from '#contract/home/boards.ts'
import type { BoardType } from '#contract/home/home.ts'
import { useCall } from '#web/lib/query.ts'
import { REFRESH_MS } from './board-calls.ts'
import { BoardChoice } from './board-choice.tsx'
import { BoardFigures } from './board-figures.tsx'
import { BoardList } from './board-list.tsx'

const ExpireDaysDialog = lazy(() => import('./expire-days-dialog.tsx'))

const titles: Readonly<Record<BoardType, string>> = {
  1: '大数据跟进看板',
  2: '官网跟进看板',
  4: 'APP跟进看板',
}

type BodyProps = { configType: BoardType; title: string; days: number }

function Body({ configType, title, days }: BodyProps) {
  const calls = boardCalls[configType]
  const [kind, setKind] = useState<BoardKind | null>(null)
  const [isOpenOnly, setOpenOnly] = useState(true)
  const { data: hint } = useCall(calls.hint, undefined, { refetchInterval: REFRESH_MS, call: { hideErrorMsg: true } })
  return (
    <>
      <BoardFigures label={title} days={days} hint={hint} isOpenOnly={isOpenOnly} chosen={kind} onChoose={setKind} />
      <BoardChoice hint={hint} kind={kind} isOpenOnly={isOpenOnly} onChange={setOpenOnly} />
      <BoardList
        key={`${kind} ${isOpenOnly}`}
        label={title}
        onShowAll={() => setOpenOnly(false)}
        calls={calls}
        days={days}
        kind={kind}
        isOpenOnly={isOpenOnly}
      />
    </>
  )
}

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
      <Body configType={configType} title={title} days={days} />
      {isEditing && (
        <Suspense>
          <ExpireDaysDialog configType={configType} title={title} days={days} onClosed={() => setEditing(false)} />
        </Suspense>
      )}
    </section>
  )
}
