// The table of the matrix: members by sub-products. Cells are selected with the mouse (Shift for a rectangle), by row,
// by column, or with the arrow keys and the space bar.
import { Tooltip } from 'antd'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import type { MatrixCell, MatrixChange, MatrixRow } from '#contract/members/matrix.ts'
import { grantKindLabels, validityLabels } from '#contract/members/members.ts'
import { type SubProductKey, subProductOf } from '#contract/sub-products.ts'
import { nextText } from '#web/pickers/validity.rules.ts'
import { between, type CellKey, cellKey, cellOf, type Drafts, draftText, toggled } from './matrix.rules.ts'

type MatrixTableProps = {
  rows: readonly MatrixRow[]
  columns: readonly SubProductKey[]
  selected: ReadonlySet<CellKey>
  onSelect: (next: ReadonlySet<CellKey>) => void
  drafts: Drafts
  /** Whether the person may change cells of the sub-product. */
  mayEdit: (subProduct: SubProductKey) => boolean
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function CellText({ id, cell, draft }: { id: string; cell: MatrixCell | undefined; draft: MatrixChange | undefined }) {
  const isGranted = cell !== undefined && cell.kind !== null
  return (
    <span id={id} className="matrix-status">
      <span>
        {cell === undefined
          ? '未开通'
          : isGranted
            ? grantKindLabels[cell.kind ?? 'trial']
            : validityLabels[cell.validity]}
        {isGranted && cell.products > 1 && <small> {cell.products} 个产品</small>}
      </span>
      {isGranted && <span className="matrix-day">{cell.endsOn}</span>}
      {cell?.next && <small>{nextText(cell.next)}</small>}
      {draft && (
        <span className="matrix-draft" data-act={draft.act}>
          → {draftText(draft)}
        </span>
      )}
    </span>
  )
}

export function MatrixTable({ rows, columns, selected, onSelect, drafts, mayEdit }: MatrixTableProps) {
  const descriptionId = useId()
  const box = useRef<HTMLTableElement>(null)
  const [anchor, setAnchor] = useState<CellKey>()
  const [last, setPlace] = useState({ row: 0, column: 0 })
  // rows and columns may have been removed since: clamp, so that one cell stays focusable
  const place = { row: Math.min(last.row, rows.length - 1), column: Math.min(last.column, columns.length - 1) }
  const editable = (keys: readonly CellKey[]) => keys.filter((key) => mayEdit(key.split(':')[1] as SubProductKey))

  const choose = (key: CellKey, isRange: boolean) => {
    if (isRange && anchor) {
      onSelect(new Set([...selected, ...editable(between(rows, columns, anchor, key))]))
      return
    }
    setAnchor(key)
    onSelect(toggled(selected, editable([key])))
  }

  const goTo = (row: number, column: number) => {
    const next = {
      row: Math.min(Math.max(row, 0), rows.length - 1),
      column: Math.min(Math.max(column, 0), columns.length - 1),
    }
    setPlace(next)
    box.current?.querySelector<HTMLElement>(`[data-cell="${next.row}:${next.column}"]`)?.focus()
  }

  const handleKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    goTo(place.row + step[0], place.column + step[1])
  }

  return (
    <div className="matrix-scroll">
      <table ref={box} className="matrix" aria-label="授权总览" onKeyDown={handleKey}>
        <thead>
          <tr>
            <th className="matrix-member">会员</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {mayEdit(column) ? (
                  <button
                    type="button"
                    title="选择整列"
                    onClick={() =>
                      onSelect(
                        toggled(
                          selected,
                          rows.map(({ id }) => cellKey(id, column)),
                        ),
                      )
                    }
                  >
                    {subProductOf(column).title}
                  </button>
                ) : (
                  <Tooltip title="没有此子产品的授权权限，只能查看">
                    <span className="matrix-readonly">{subProductOf(column).title}</span>
                  </Tooltip>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <th scope="row" className="matrix-member">
                <button
                  type="button"
                  title="选择整行"
                  onClick={() =>
                    onSelect(toggled(selected, editable(columns.map((column) => cellKey(row.id, column)))))
                  }
                >
                  {row.mainId !== null && <span className="matrix-sub">└ </span>}
                  {row.realName}
                </button>
                <small>
                  {row.loginName}
                  {row.locked && ' · 已锁定'}
                </small>
              </th>
              {columns.map((column, across) => {
                const key = cellKey(row.id, column)
                const cell = cellOf(row, column)
                const draft = drafts.get(key)
                const isHere = place.row === at && place.column === across
                return (
                  <td key={column}>
                    <button
                      type="button"
                      className="matrix-cell"
                      data-cell={`${at}:${across}`}
                      data-validity={cell?.validity ?? 'none'}
                      data-drafted={draft !== undefined || undefined}
                      aria-pressed={selected.has(key)}
                      aria-disabled={!mayEdit(column)}
                      aria-label={`${row.realName} ${subProductOf(column).title}`}
                      aria-describedby={`${descriptionId}-${key}`}
                      tabIndex={isHere ? 0 : -1}
                      onFocus={() => setPlace({ row: at, column: across })}
                      onClick={(event: MouseEvent) => mayEdit(column) && choose(key, event.shiftKey)}
                    >
                      <CellText id={`${descriptionId}-${key}`} cell={cell} draft={draft} />
                    </button>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
