// Picks the columns of a query: items of a product, by name, or recently used ones.
import { CloseOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, Tag } from 'antd'
import { useState } from 'react'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import { DATA_COLUMNS, type DataChoice, type DataColumn, findDataColumns } from '#contract/prices/price-data.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { useCall } from '#web/lib/query.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { readEntry, writeEntry } from '#web/lib/storage.ts'
import { ChooseDialog } from '#web/pickers/choose-dialog.tsx'
import { ProductPicker } from '#web/pickers/product-picker.tsx'
import { parseColumns } from './search-data.rules.ts'

export const columnKey = ({ kind, id }: DataColumn) => `${kind}-${id}`

const RECENT = 20
const recentEntry = () => `price-columns-${currentSession()?.user_id ?? ''}`
const isTexts = (content: unknown): content is string[] =>
  Array.isArray(content) && content.every((text) => typeof text === 'string')

const recentKeys = () => readEntry('local', recentEntry(), isTexts) ?? []
const recentColumns = () => parseColumns(recentKeys())

const noteRecent = (columns: readonly DataColumn[]) =>
  writeEntry('local', recentEntry(), [...new Set([...columns.map(columnKey), ...recentKeys()])].slice(0, RECENT))

type FoundProps = {
  items: readonly DataChoice[]
  chosen: readonly DataColumn[]
  none: string
  onChange: (columns: DataColumn[]) => void
}

const noteOf = ({ kind, code, productName, unit }: DataChoice) =>
  [...(kind === 'series' ? ['系列'] : []), code, productName, unit].join(' · ')

function Found({ items, chosen, none, onChange }: FoundProps) {
  const keys = new Set(chosen.map(columnKey))
  const toggle = ({ kind, id }: DataColumn) =>
    onChange(
      keys.has(columnKey({ kind, id }))
        ? chosen.filter((column) => column.kind !== kind || column.id !== id)
        : [...chosen, { kind, id }],
    )
  if (items.length === 0) return <p className="price-note">{none}</p>
  return (
    <ul className="data-found" aria-label="报价项和系列">
      {items.map((item) => {
        const isChosen = keys.has(columnKey(item))
        return (
          <li key={columnKey(item)}>
            <Checkbox
              checked={isChosen}
              disabled={!isChosen && chosen.length >= DATA_COLUMNS}
              onChange={() => toggle(item)}
            >
              {item.name}
              <span className="price-note">　{noteOf(item)}</span>
            </Checkbox>
          </li>
        )
      })}
    </ul>
  )
}

type DialogProps = {
  columns: readonly DataColumn[]
  onChosen: (columns: DataColumn[]) => void
  onClosed: () => void
}

export function ColumnsDialog({ columns, onChosen, onClosed }: DialogProps) {
  const [chosen, setChosen] = useState<readonly DataColumn[]>(columns)
  const [productId, setProductId] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [timer, setTimer] = useState<number>()
  const [recent] = useState(recentColumns)
  const isSearched = text !== '' || productId !== null
  const isRecent = !isSearched && recent.length > 0
  const found = useCall(
    findDataColumns,
    isRecent ? { columns: recent } : { ...(text && { text }), ...(productId && { productId }) },
  )
  const handleText = (typed: string) => {
    window.clearTimeout(timer)
    setTimer(window.setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS))
  }
  const isChanged = chosen.map(columnKey).join() !== columns.map(columnKey).join()
  return (
    <ChooseDialog
      title={`选择报价项和系列（${chosen.length} / ${DATA_COLUMNS}）`}
      verb="确定"
      nothing={chosen.length === 0 ? '请选择报价项或系列' : undefined}
      isChanged={isChanged}
      isSaving={false}
      onSave={() => {
        noteRecent(chosen)
        onChosen([...chosen])
        return Promise.resolve(true)
      }}
      onClosed={onClosed}
    >
      <div className="data-choice">
        <ProductPicker aria-label="产品" value={productId} onChange={setProductId} />
        <Input
          allowClear
          aria-label="名称或编码"
          placeholder="名称、编码或产品"
          maxLength={64}
          onChange={({ target }) => handleText(target.value)}
        />
      </div>
      {isRecent && <p className="price-note">最近使用</p>}
      <Loaded read={found} rows={8}>
        {(items) => <Found items={items} chosen={chosen} none="没有符合条件的报价项或系列" onChange={setChosen} />}
      </Loaded>
    </ChooseDialog>
  )
}

type TagsProps = {
  columns: readonly DataColumn[]
  nameOf: (column: DataColumn) => string
  onChange: (columns: DataColumn[]) => void
}

export function ColumnTags({ columns, nameOf, onChange }: TagsProps) {
  return columns.map((column) => (
    <Tag key={columnKey(column)}>
      {nameOf(column)}
      <Button
        className="data-remove"
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={`移除${nameOf(column)}`}
        onClick={() => onChange(columns.filter((each) => each !== column))}
      />
    </Tag>
  ))
}
