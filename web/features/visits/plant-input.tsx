// What an enterprise can make or store, and its devices, as rows of a form.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import {
  amountPattern,
  SITE_CAPACITIES_MAX,
  SITE_DEVICES_MAX,
  type SiteCapacity,
  type SiteDevice,
} from '../../../contract/visits/visit-enterprises.ts'
import { capacityUnits, type DeviceState } from '../../../contract/visits/visit-labels.ts'
import { deviceStateOptions } from './visit-labels.tsx'
import './visits.css'

const NAME_MAX = 64
const amounts = new RegExp(amountPattern)
const unitOptions = capacityUnits.map((value) => ({ value, label: value }))

export const isNoCapacity = ({ product, amount }: SiteCapacity) => product.trim() === '' && amount.trim() === ''
export const isNoDevice = ({ name, amount }: SiteDevice) => name.trim() === '' && (amount ?? '').trim() === ''

/** What is wrong with the first row that is neither empty nor complete. */
export function problemOfCapacities(rows: readonly SiteCapacity[]): string | null {
  for (const [at, row] of rows.entries()) {
    if (isNoCapacity(row)) continue
    if (row.product.trim() === '') return `请输入第 ${at + 1} 行的产品`
    if (!amounts.test(row.amount.trim())) return `第 ${at + 1} 行的数量应为最多3位小数的数字`
  }
  return null
}

export function problemOfDevices(rows: readonly SiteDevice[]): string | null {
  for (const [at, row] of rows.entries()) {
    if (isNoDevice(row)) continue
    if (row.name.trim() === '') return `请输入第 ${at + 1} 行的装置名称`
    if (row.amount && !amounts.test(row.amount.trim())) return `第 ${at + 1} 行的数量应为最多3位小数的数字`
  }
  return null
}

type RowsProps<Row> = {
  id: string | undefined
  rows: readonly Row[]
  blank: Row
  max: number
  noun: string
  of: (row: Row, at: number, change: (part: Partial<Row>) => void) => ReactNode
  className: string
  onChange: ((rows: Row[]) => void) | undefined
}

function Rows<Row>({ id, rows, blank, max, noun, of, className, onChange }: RowsProps<Row>) {
  const change = (at: number, part: Partial<Row>) =>
    onChange?.(rows.map((row, place) => (place === at ? { ...row, ...part } : row)))
  return (
    <div {...(id !== undefined && { id })} className="visit-people">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no id, are not sorted, and their inputs are controlled
        <div key={at} className={className}>
          {of(row, at, (part) => change(at, part))}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`移除${noun}第 ${at + 1} 行`}
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
        {`添加${noun}`}
      </Button>
    </div>
  )
}

type AmountProps = {
  row: string
  amount: string | null
  unit: SiteCapacity['unit']
  onChange: (part: { amount?: string; unit?: SiteCapacity['unit'] }) => void
}

const Amount = ({ row, amount, unit, onChange }: AmountProps) => (
  <>
    <Input
      aria-label={`${row}数量`}
      placeholder="数量"
      inputMode="decimal"
      maxLength={13}
      autoComplete="off"
      value={amount ?? ''}
      onChange={(event) => onChange({ amount: event.target.value })}
    />
    <Select
      aria-label={`${row}单位`}
      options={unitOptions}
      value={unit}
      onChange={(chosen) => onChange({ unit: chosen })}
    />
  </>
)

type InputProps<Row> = { id?: string; value?: Row[]; onChange?: (rows: Row[]) => void }

export const CapacitiesInput = ({ id, value = [], onChange }: InputProps<SiteCapacity>) => (
  <Rows
    id={id}
    rows={value}
    blank={{ product: '', amount: '', unit: '万吨/年' }}
    max={SITE_CAPACITIES_MAX}
    noun="产能"
    className="visit-capacity"
    onChange={onChange}
    of={({ product, amount, unit }, at, change) => (
      <>
        <Input
          aria-label={`产能第 ${at + 1} 行产品`}
          placeholder="产品"
          maxLength={NAME_MAX}
          autoComplete="off"
          value={product}
          onChange={(event) => change({ product: event.target.value })}
        />
        <Amount row={`产能第 ${at + 1} 行`} amount={amount} unit={unit} onChange={change} />
      </>
    )}
  />
)

export const DevicesInput = ({ id, value = [], onChange }: InputProps<SiteDevice>) => (
  <Rows
    id={id}
    rows={value}
    blank={{ name: '', amount: null, unit: '万吨/年', state: 'running' }}
    max={SITE_DEVICES_MAX}
    noun="装置"
    className="visit-device"
    onChange={onChange}
    of={({ name, amount, unit, state }, at, change) => (
      <>
        <Input
          aria-label={`装置第 ${at + 1} 行名称`}
          placeholder="装置名称"
          maxLength={NAME_MAX}
          autoComplete="off"
          value={name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Amount row={`装置第 ${at + 1} 行`} amount={amount} unit={unit} onChange={change} />
        <Select<DeviceState>
          aria-label={`装置第 ${at + 1} 行状态`}
          options={deviceStateOptions}
          value={state}
          onChange={(chosen) => change({ state: chosen })}
        />
      </>
    )}
  />
)
