// Kinds of seats of a meeting, as rows of a form.
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Input, InputNumber } from 'antd'
import { MEETING_SEATS_MAX, QUOTAS_MAX, type QuotaInput } from '#contract/meetings/meetings.ts'
import './meetings.css'

export function problemOfQuotas(quotas: readonly QuotaInput[]): string | null {
  if (quotas.length === 0) return '请至少设置一种名额'
  const names = quotas.map(({ name }) => name.trim().toLowerCase())
  if (names.includes('')) return `请输入第 ${names.indexOf('') + 1} 种名额的名称`
  if (new Set(names).size < names.length) return '名额类型重复'
  return null
}

type Props = { id?: string; value?: QuotaInput[]; onChange?: (quotas: QuotaInput[]) => void }

export function QuotasInput({ id, value = [], onChange }: Props) {
  const change = (at: number, part: Partial<QuotaInput>) =>
    onChange?.(value.map((quota, place) => (place === at ? { ...quota, ...part } : quota)))
  return (
    <div id={id} className="agenda-rows">
      {value.map((quota, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new rows have no id yet, and rows are not sorted
        <div key={at} className="meeting-quota">
          <Input
            aria-label={`第 ${at + 1} 种名额名称`}
            placeholder="名称，如 嘉宾"
            maxLength={20}
            autoComplete="off"
            value={quota.name}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <InputNumber
            aria-label={`第 ${at + 1} 种名额数量`}
            min={0}
            max={MEETING_SEATS_MAX}
            precision={0}
            value={quota.seats}
            onChange={(seats) => change(at, { seats: seats ?? 0 })}
          />
          <Checkbox checked={quota.isOpen} onChange={({ target }) => change(at, { isOpen: target.checked })}>
            来宾可选
          </Checkbox>
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`移除第 ${at + 1} 种名额`}
            onClick={() => onChange?.(value.filter((_quota, place) => place !== at))}
          />
        </div>
      ))}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        disabled={value.length >= QUOTAS_MAX}
        onClick={() => onChange?.([...value, { id: null, name: '', seats: 0, isOpen: true }])}
      >
        添加名额类型
      </Button>
    </div>
  )
}
