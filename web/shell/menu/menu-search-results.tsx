// Grouped results of the menu search. Virtual list: only visible rows are rendered.
import { ExportOutlined } from '@ant-design/icons'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { SEARCH_ROW_PX } from '#contract/limits.ts'
import { useTexts } from '../texts/texts.ts'
import type { Mark } from './menu-search.rules.ts'

/** One result row. */
export type Row = {
  id: string
  icon: ReactNode
  title: string
  mark: Mark | undefined
  trail: readonly { title: string; mark: Mark | undefined }[]
  address: string
  isNewWindow: boolean
}

/** Rows are created lazily by `rowAt`, as there may be thousands. */
export type Group = { key: string; title: string; count: number; rowAt: (at: number) => Row }

export const groupOf = (key: string, title: string, rows: readonly Row[]): Group => ({
  key,
  title,
  count: rows.length,
  rowAt: (at) => rows[at] as Row,
})

/** Row by its index across all groups. */
export function rowOf(groups: readonly Group[], at: number): Row | undefined {
  let first = 0
  for (const { count, rowAt } of groups) {
    if (at < first + count) return rowAt(at - first)
    first += count
  }
  return undefined
}

/** Height of a group title, px. */
const TITLE_PX = 32
/** Rows rendered beyond the visible ones, so that scrolling shows no gap. */
const SPARE = 3

export const optionId = (listId: string, at: number) => `${listId}-${at}`

/** Top of each group in px, and the index of its first row. */
function layout(groups: readonly Group[]) {
  let top = 0
  let first = 0
  const blocks = groups.map((group) => {
    const block = { group, top, first }
    top += TITLE_PX + group.count * SEARCH_ROW_PX
    first += group.count
    return block
  })
  return { blocks, height: top, count: first }
}

function Marked({ text, mark }: { text: string; mark: Mark | undefined }): ReactNode {
  if (!mark) return text
  const signs = Array.from(text)
  return (
    <>
      {signs.slice(0, mark.from).join('')}
      <mark>{signs.slice(mark.from, mark.to).join('')}</mark>
      {signs.slice(mark.to).join('')}
    </>
  )
}

function Trail({ trail }: Pick<Row, 'trail'>) {
  return (
    <small>
      {trail.map(({ title, mark }, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat within a path, levels do not
        <span key={level}>
          {level > 0 && ' / '}
          <Marked text={title} mark={mark} />
        </span>
      ))}
    </small>
  )
}

type Props = {
  listId: string
  label: string
  groups: readonly Group[]
  active: number
  onActive: (at: number) => void
  onChoose: (row: Row) => void
}

export function Results({ listId, label, groups, active, onActive, onChoose }: Props) {
  const { newWindow } = useTexts().search
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ from: 0, to: 600 })
  const { blocks, height, count } = layout(groups)

  const updateView = () => {
    const { scrollTop, clientHeight } = box.current ?? { scrollTop: 0, clientHeight: 600 }
    setView({ from: scrollTop, to: scrollTop + clientHeight })
  }

  const block = blocks.findLast(({ first }) => first <= active)
  const top = block ? block.top + TITLE_PX + (active - block.first) * SEARCH_ROW_PX : 0
  // for the first row of a group, scroll its title into view too
  const upper = block && active === block.first ? block.top : top
  // results that arrive below the active row scroll nothing
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    if (upper < element.scrollTop) element.scrollTop = upper
    else if (top + SEARCH_ROW_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = top + SEARCH_ROW_PX - element.clientHeight
  }, [top, upper])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box may be of another height with other groups
  useLayoutEffect(updateView, [active, groups])

  return (
    <div ref={box} id={listId} className="found" role="listbox" aria-label={label} onScroll={updateView}>
      <div className="found-space" role="presentation" style={{ height }}>
        {blocks.map(({ group, top, first }) => {
          const begin = top + TITLE_PX
          const from = Math.max(0, Math.floor((view.from - begin) / SEARCH_ROW_PX) - SPARE)
          const to = Math.min(group.count, Math.ceil((view.to - begin) / SEARCH_ROW_PX) + SPARE)
          const titleId = `${listId}-${group.key}`
          return (
            // biome-ignore lint/a11y/useSemanticElements: listbox options can only be grouped by role
            <div key={group.key} role="group" aria-labelledby={titleId}>
              <div id={titleId} className="found-title" role="presentation" style={{ top }}>
                {group.title}
              </div>
              {Array.from({ length: Math.max(0, to - from) }, (_row, offset) => {
                const at = first + from + offset
                const row = group.rowAt(from + offset)
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
                  <div
                    key={row.id}
                    id={optionId(listId, at)}
                    className="found-row"
                    role="option"
                    aria-selected={at === active}
                    aria-setsize={count}
                    aria-posinset={at + 1}
                    style={{ top: begin + (from + offset) * SEARCH_ROW_PX }}
                    onMouseMove={() => at !== active && onActive(at)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => onChoose(row)}
                  >
                    <span className="found-icon">{row.icon}</span>
                    <span className="found-names">
                      <span>
                        <Marked text={row.title} mark={row.mark} />
                      </span>
                      <Trail trail={row.trail} />
                    </span>
                    {row.isNewWindow && <ExportOutlined aria-label={newWindow} title={newWindow} />}
                  </div>
                )
              })}
            </div>
          )
        })}
      </div>
    </div>
  )
}
