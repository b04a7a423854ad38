// Accounts of a board, six per page. The name links to the account's details, 延期 and 授权 to its grants.
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { BoardCalls, BoardKind, BoardRow } from '#contract/home/boards.ts'
import { accountRight } from '#contract/sub-product-access.ts'
import { subProductMenu, subProductOf } from '#contract/sub-products.ts'
import { useIsAllowed } from '#web/kit/can.tsx'
import { ErrorState } from '#web/kit/dialog/page-state.tsx'
import { OverflowText } from '#web/kit/table/overflow-text.tsx'
import { Status } from '#web/kit/table/status.tsx'
import { SKELETON_AFTER_MS, useLate } from '#web/kit/use-late.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { leavesOf } from '#web/lib/session/menu.rules.ts'
import { useMenu } from '#web/lib/session/menus.ts'
import { boardReads, REFRESH_MS } from './board-calls.ts'
import { endText, standingOf } from './boards.rules.ts'

const BoardHandleDialog = lazy(() => import('./board-handle-dialog.tsx'))
const ROWS = 6

/** Links to an account's details and grants, undefined without the page or right. */
function useAccountAddress() {
  const leaves = leavesOf(useMenu())
  const isAllowed = useIsAllowed()
  return ({ subProduct, loginName, id }: BoardRow) => {
    const page = leaves.find(({ code }) => code === subProductMenu(subProduct, 'accounts'))
    const to = (act: object) => page && `${page.address}?${new URLSearchParams({ loginName, account: id, ...act })}`
    return {
      details: to({}),
      grant: isAllowed(accountRight(subProduct, 'empower'), subProduct) ? to({ act: 'grant' }) : undefined,
    }
  }
}

/** Drawing of an empty board. */
const NothingDue = () => (
  <svg viewBox="0 0 96 64" width="96" height="64" aria-hidden="true">
    <rect x="14" y="10" width="68" height="48" rx="4" className="home-empty-sheet" />
    <path d="M14 22h68M30 6v8M66 6v8" className="home-empty-line" />
    <path d="m38 39 8 8 14-15" className="home-empty-mark" />
  </svg>
)

type RowProps = {
  row: BoardRow
  days: number
  addresses: { details: string | undefined; grant: string | undefined }
  onHandle: () => void
  onUndo: () => void
}

function Row({ row, days, addresses: { details, grant }, onHandle, onUndo }: RowProps) {
  const { loginName, realName, mobile, enterprise, subProduct, endsOn, ownerName } = row
  const { handledAt, handledBy, remark } = row
  const standing = standingOf(row, days)
  const facts = [subProductOf(subProduct).title, mobile, endText(row), ownerName || '公海']
  return (
    <li data-handled={handledAt !== null || undefined}>
      <p className="board-who">
        {details ? (
          <Link className="board-name" to={details}>
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
        {grant && (
          <Link to={grant} aria-label={`${endsOn ? '延期' : '授权'} ${loginName}`}>
            {endsOn ? '延期' : '授权'}
          </Link>
        )}
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
        // biome-ignore lint/suspicious/noArrayIndexKey: identical skeleton rows that never move
        <li key={at}>
          <i />
          <i />
        </li>
      ))}
    </ul>
  </div>
)

type PagerProps = { current: number; pages: number; onTurn: (current: number) => void }

/** Not antd's Pagination: it includes Select, which would add 22 kB to the first page. */
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

/** Needs a new `key` when `kind` or `isOpenOnly` change, to start on the first page. */
export function BoardList({ calls, label, days, kind, isOpenOnly, onShowAll }: Props) {
  const [current, setCurrent] = useState(1)
  const [handling, setHandling] = useState<BoardRow>()
  const addressesOf = useAccountAddress()
  const query = { current, size: ROWS, ...(kind && { kind }), ...(isOpenOnly && { showNotHandle: true }) }
  const { data, error, isPending, refetch } = useCall(calls.rows, query, {
    placeholderData: (before) => before,
    refetchInterval: REFRESH_MS,
    call: { hideErrorMsg: true },
  })
  const isLate = useLate(isPending, SKELETON_AFTER_MS)
  const undo = useAct(calls.handle, { success: '已撤销处理', invalidates: boardReads })
  // the last row of the last page was handled: go to the new last page
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
        <p>{isOpenOnly ? '没有待处理的账号' : '没有符合条件的账号'}</p>
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
            addresses={addressesOf(row)}
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
