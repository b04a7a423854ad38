// What an enterprise can make or store, and its devices, as rows of a form.
import { Input, Select } from 'antd'
import {
  amountPattern,
  SITE_CAPACITIES_MAX,
  SITE_DEVICES_MAX,
  type SiteCapacity,
  type SiteDevice,
} from '#contract/visits/visit-enterprises.ts'
import { capacityUnits, type DeviceState } from '#contract/visits/visit-labels.ts'
import { FormRows } from '#web/kit/form/form-rows.tsx'
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
  <FormRows
    id={id}
    rows={value}
    blank={{ product: '', amount: '', unit: '万吨/年' }}
    max={SITE_CAPACITIES_MAX}
    addText="添加产能"
    removeText={(at) => `移除产能第 ${at + 1} 行`}
    className="visit-people"
    rowClassName="visit-capacity"
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
  <FormRows
    id={id}
    rows={value}
    blank={{ name: '', amount: null, unit: '万吨/年', state: 'running' }}
    max={SITE_DEVICES_MAX}
    addText="添加装置"
    removeText={(at) => `移除装置第 ${at + 1} 行`}
    className="visit-people"
    rowClassName="visit-device"
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
