// Rows of a form that are added and removed one by one, such as contacts or devices; they are not sorted.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'

type FormRowsProps<Row> = {
  id: string | undefined
  rows: readonly Row[]
  /** What a new row begins with. */
  blank: Row
  max: number
  addText: string
  /** Of the row's button, for who does not see it. */
  removeText: (at: number) => string
  /** The inputs of one row. */
  of: (row: Row, at: number, change: (part: Partial<Row>) => void) => ReactNode
  className: string
  rowClassName: string
  onChange: ((rows: Row[]) => void) | undefined
}

export function FormRows<Row>({ id, rows, blank, max, addText, removeText, of, ...props }: FormRowsProps<Row>) {
  const { className, rowClassName, onChange } = props
  const change = (at: number, part: Partial<Row>) =>
    onChange?.(rows.map((row, place) => (place === at ? { ...row, ...part } : row)))
  return (
    <div {...(id !== undefined && { id })} className={className}>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id, are not sorted, and their inputs are controlled
        <div key={at} className={rowClassName}>
          {of(row, at, (part) => change(at, part))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={removeText(at)}
            onClick={() => onChange?.(rows.filter((_row, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={rows.length >= max}
        onClick={() => onChange?.([...rows, blank])}
      >
        {addText}
      </Button>
    </div>
  )
}
