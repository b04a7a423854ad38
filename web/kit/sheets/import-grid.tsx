// The rows of an import with the problems of their cells. Cells are corrected in place; the server checks them again.
import { DeleteOutlined, UndoOutlined } from '@ant-design/icons'
import { Button, Pagination, Radio, Select, Tooltip } from 'antd'
import { useState } from 'react'
import type { ImportColumn, ImportedRow, ImportView } from '#contract/sheets.ts'
import { hasTyped } from '#web/lib/has-typed.ts'
import { ScrollBox } from '../scroll-box.tsx'
import { type Corrections, cellKey } from './import-corrections.rules.ts'

/** Cells can be narrower than their values. antd virtualises the list only if it has a fixed width. */
const LIST_PX = 240

type ImportChoiceProps = {
  value: string
  choices: readonly string[]
  disabled: boolean
  'aria-label': string
  'aria-invalid': boolean
  'aria-describedby'?: string
  onChange: (value: string) => void
}

/**
 * A cell of an import whose column has a list of values: chosen from the list, which is searched by typing. Typed text
 * that is not in the list can be chosen too, as its last row: some columns take several values, or an abbreviated name.
 */
function ImportChoice({ value, choices, onChange, ...field }: ImportChoiceProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const found = choices.filter((choice) => hasTyped(choice, typed))
  const own = typed === '' || choices.includes(typed) ? [] : [{ value: typed, label: `按输入填写：${typed}` }]
  return (
    <Select<{ value: string; label: string } | null>
      {...field}
      className="import-choice"
      variant="borderless"
      allowClear={{ label: '清空' }}
      popupMatchSelectWidth={LIST_PX}
      value={value === '' ? null : { value, label: value }}
      labelInValue
      options={[...found.map((choice) => ({ value: choice, label: choice })), ...own]}
      showSearch={{ searchValue: text, onSearch: setText, filterOption: false }}
      notFoundContent="暂无数据"
      onChange={(chosen) => onChange(chosen?.value ?? '')}
      onOpenChange={(isOpen) => !isOpen && setText('')}
    />
  )
}

const PAGE_ROWS = 50

type CellProps = {
  row: ImportedRow
  column: ImportColumn
  value: string
  isChanged: boolean
  disabled: boolean
  /** The values to choose from, if the column has a list. */
  choices: readonly string[] | undefined
  onChange: (value: string) => void
}

function Cell({ row, column, value, isChanged, disabled, choices, onChange }: CellProps) {
  const problem = row.problems.find(({ key }) => key === column.key)?.message
  const isWrong = problem !== undefined && !isChanged
  const was = row.was.find(({ key }) => key === column.key)?.value
  const id = `import-problem-${row.at}-${column.key}`
  const common = {
    value,
    disabled,
    'aria-label': `第 ${row.number} 行 ${column.header}`,
    'aria-invalid': isWrong,
    ...(isWrong && { 'aria-describedby': id }),
  }
  return (
    <td
      data-wrong={isWrong || undefined}
      data-changed={isChanged || undefined}
      data-updated={was !== undefined || undefined}
    >
      {choices ? (
        <ImportChoice {...common} choices={choices} onChange={onChange} />
      ) : (
        <input {...common} onChange={({ target }) => onChange(target.value)} />
      )}
      {isWrong && <small id={id}>{problem}</small>}
      {was !== undefined && <small className="import-was">原值：{was === '' ? '空' : was}</small>}
    </td>
  )
}

/** Whether rows may be there already: where they are updated, or replaced with what stands beside them. */
export const showsChanges = ({ method, updated, same, parts }: ImportView): boolean =>
  method !== 'add' || updated + same + parts.total > 0

const noneTexts = { wrong: '没有错误', changed: '没有变化', all: '没有行' } as const

const changeLabels = { add: '新增', update: '更新', same: '不变' } as const

/** Which rows are shown. */
export type ShownRows = 'wrong' | 'changed' | 'all'

type ImportGridProps = {
  columns: readonly ImportColumn[]
  /** By column key, for columns with a list of values. */
  choices: ReadonlyMap<string, readonly string[]>
  view: ImportView
  shown: ShownRows
  corrections: Corrections
  /** True while the server checks: edits would be lost. */
  isBusy: boolean
  onEdit: (row: ImportedRow, key: string, value: string) => void
  onDrop: (row: ImportedRow) => void
  onShow: (rows: ShownRows, current: number) => void
}

export function ImportGrid({
  columns,
  choices,
  view,
  shown,
  corrections,
  isBusy,
  onEdit,
  onDrop,
  onShow,
}: ImportGridProps) {
  const { fixes, drop } = corrections
  const changes = showsChanges(view)
  return (
    <>
      <div className="import-acts">
        <Radio.Group
          value={shown}
          optionType="button"
          options={[
            { label: `有错误的 ${view.wrongRows} 行`, value: 'wrong' },
            ...(changes ? [{ label: `有变化的 ${view.rows - view.same} 行`, value: 'changed' }] : []),
            { label: `全部 ${view.rows} 行`, value: 'all' },
          ]}
          onChange={({ target }) => onShow(target.value as ShownRows, 1)}
        />
      </div>
      <ScrollBox className="import-scroll" label="导入的行">
        <table className="import-grid">
          <thead>
            <tr>
              <th scope="col">行</th>
              {columns.map(({ key, header, required, hint, width }) => (
                <th key={key} scope="col" style={{ minInlineSize: width * 8 }}>
                  <Tooltip title={hint}>
                    <span>
                      {required && <em aria-hidden="true">*</em>}
                      {header}
                    </span>
                  </Tooltip>
                </th>
              ))}
              <th scope="col">操作</th>
            </tr>
          </thead>
          <tbody>
            {view.records.map((row) => {
              const isDropped = drop.has(row.at)
              return (
                <tr key={row.at} data-dropped={isDropped || undefined}>
                  <th scope="row">
                    {row.number}
                    {changes && <small>{changeLabels[row.change]}</small>}
                  </th>
                  {columns.map((column, place) => {
                    const fixed = fixes.get(cellKey(row.at, column.key))
                    return (
                      <Cell
                        key={column.key}
                        row={row}
                        column={column}
                        choices={choices.get(column.key)}
                        value={fixed ?? row.cells[place] ?? ''}
                        isChanged={fixed !== undefined}
                        disabled={isDropped || isBusy}
                        onChange={(value) => onEdit(row, column.key, value)}
                      />
                    )
                  })}
                  <td>
                    <Button
                      type="text"
                      size="small"
                      disabled={isBusy}
                      aria-label={isDropped ? `恢复第 ${row.number} 行` : `移除第 ${row.number} 行`}
                      icon={isDropped ? <UndoOutlined /> : <DeleteOutlined />}
                      onClick={() => onDrop(row)}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
        {view.records.length === 0 && <p className="import-none">{noneTexts[shown]}</p>}
      </ScrollBox>
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        pageSize={PAGE_ROWS}
        current={view.current}
        total={view.total}
        onChange={(current) => onShow(shown, current)}
      />
    </>
  )
}
