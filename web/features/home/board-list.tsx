// The accounts behind the numbers of a board, six at a time: who, until when, whose customer; opened by their name.
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { BoardCalls, BoardKind, BoardRow } from '../../../contract/home/boards.ts'
import { subProductMenu, subProductOf } from '../../../contract/sub-products.ts'
import { ErrorState } from '../../kit/dialog/page-state.tsx'
import { OverflowText } from '../../kit/table/overflow-text.tsx'
import { Status } from '../../kit/table/status.tsx'
import { SKELETON_AFTER_MS, useLate } from '../../kit/use-late.ts'
import { formatMoment } from '../../lib/format.ts'
import { useAct, useCall } from '../../lib/query.ts'
import { leavesOf } from '../../lib/session/menu.rules.ts'
import { useMenu } from '../../lib/session/menus.ts'
import { boardReads, REFRESH_MS } from './board-calls.ts'
import { endText, standingOf } from './boards.rules.ts'
import { NothingDue } from './nothing-due.tsx'

const BoardHandleDialog = lazy(() => import('./board-handle-dialog.tsx'))
const ROWS = 6

/** Where the accounts of a sub-product are listed, if the person may open it. */
function useAccountAddress() {
  const leaves = leavesOf(useMenu())
  return ({ subProduct, loginName }: BoardRow) => {
    const page = leaves.find(({ code }) => code === subProductMenu(subProduct, 'accounts'))
    return page && `${page.address}?${new URLSearchParams({ loginName })}`
  }
}

type RowProps = { row: BoardRow; days: number; address: string | undefined; onHandle: () => void; onUndo: () => void }

function Row({ row, days, address, onHandle, onUndo }: RowProps) {
  const { loginName, realName, enterprise, subProduct, ownerName, handledAt, handledBy, remark } = row
  const standing = standingOf(row, days)
  const facts = [subProductOf(subProduct).title, endText(row), ownerName || '公海']
  return (
    <li data-handled={handledAt !== null || undefined}>
      <p className="board-who">
        {address ? (
          <Link className="board-name" to={address}>
            {loginName}
          </Link>
        ) : (
          <span className="board-name">{loginName}</span>
        )}
        <OverflowText>{`${realName} · ${enterprise}`}</OverflowText>
      </p>
      <Status tone={standing.tone}>{standing.text}</Status>
      <p className="board-facts">
        <OverflowText>{facts.join(' · ')}</OverflowText>
      </p>
      <span className="board-act">
        {handledAt === null ? (
          <Button type="link" size="small" aria-label={`处理 ${loginName}`} onClick={onHandle}>
            处理
          </Button>
        ) : (
          <>
            <Tooltip title={[remark, formatMoment(handledAt)].filter(Boolean).join(' · ')}>
              <span className="board-handled">{handledBy} 已处理</span>
            </Tooltip>
            <Button type="link" size="small" aria-label={`撤销处理 ${loginName}`} onClick={onUndo}>
              撤销
            </Button>
          </>
        )}
      </span>
    </li>
  )
}

const Waiting = () => (
  <div role="status" aria-label="加载中">
    <ul className="board-rows board-skeleton">
      {Array.from({ length: ROWS }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <li key={at}>
          <i />
          <i />
        </li>
      ))}
    </ul>
  </div>
)

type PagerProps = { current: number; pages: number; onTurn: (current: number) => void }

/** Not antd's Pagination: it brings the Select with it, 22 kB of the first page. */
function Pager({ current, pages, onTurn }: PagerProps) {
  const button = { type: 'text', size: 'small' } as const
  return (
    <div className="board-pager">
      {pages > 1 && (
        <>
          <Button
            {...button}
            icon={<LeftOutlined />}
            aria-label="上一页"
            disabled={current <= 1}
            onClick={() => onTurn(current - 1)}
          />
          <span>
            {current} / {pages}
          </span>
          <Button
            {...button}
            icon={<RightOutlined />}
            aria-label="下一页"
            disabled={current >= pages}
            onClick={() => onTurn(current + 1)}
          />
        </>
      )}
    </div>
  )
}

type Props = {
  calls: BoardCalls
  label: string
  days: number
  kind: BoardKind | null
  isOpenOnly: boolean
  onShowAll: () => void
}

/** Give it a new `key` where `kind` or `isOpenOnly` change: it begins with the first page. */
export function BoardList({ calls, label, days, kind, isOpenOnly, onShowAll }: Props) {
  const [current, setCurrent] = useState(1)
  const [handling, setHandling] = useState<BoardRow>()
  const addressOf = useAccountAddress()
  const query = { current, size: ROWS, ...(kind && { kind }), ...(isOpenOnly && { showNotHandle: true }) }
  const { data, error, isPending, refetch } = useCall(calls.rows, query, {
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
    call: { hideErrorMsg: true },
  })
  const isLate = useLate(isPending, SKELETON_AFTER_MS)
  const undo = useAct(calls.handle, { success: '已撤销处理', invalidates: boardReads })
  // the last row of a page was handled: the page before it is the last one now
  if (data && data.records.length === 0 && current > 1) setCurrent(Math.max(1, data.pages))

  if (error && !data) {
    return (
      <div className="board-body board-message">
        <ErrorState error={error} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data)
    return (
      <div className="board-body" aria-busy="true">
        {isLate && <Waiting />}
      </div>
    )
  if (data.total === 0) {
    return (
      <div className="board-body board-message">
        <NothingDue />
        <p>{isOpenOnly ? '没有待处理的账号' : '没有符合的账号'}</p>
        {isOpenOnly && (
          <Button type="link" size="small" onClick={onShowAll}>
            查看已处理的
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="board-body">
      <ul className="board-rows" aria-label={`${label}的账号`}>
        {data.records.map((row) => (
          <Row
            key={row.id}
            row={row}
            days={days}
            address={addressOf(row)}
            onHandle={() => setHandling(row)}
            onUndo={() => void undo.run({ id: row.id, handled: false })}
          />
        ))}
      </ul>
      <Pager current={current} pages={data.pages} onTurn={setCurrent} />
      {handling && (
        <Suspense>
          <BoardHandleDialog calls={calls} row={handling} onClosed={() => setHandling(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
