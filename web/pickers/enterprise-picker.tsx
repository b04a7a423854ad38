// Chooses one enterprise of the person's own customers, found by name or credit code as it is typed.
import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SELECT_FILTER_MS } from '../../contract/limits.ts'
import { type EnterpriseChoice, searchEnterprises } from '../../contract/members/customers.ts'
import { useCall } from '../lib/query.ts'

/** The picker shows itself what went wrong (spec §8). */
const quiet = { call: { hideErrorMsg: true } }

export type EnterprisePickerProps = {
  id?: string
  placeholder?: string
  disabled?: boolean
  value?: string | null
  onChange?: (enterpriseId: string | null) => void
}

const optionOf = ({ id, name, creditCode, ownerName }: EnterpriseChoice) => ({
  value: id,
  label: name,
  note: [creditCode, ownerName].filter(Boolean).join(' · '),
})

export function EnterprisePicker(props: EnterprisePickerProps) {
  const { id, placeholder = '请选择企业', disabled = false, value, onChange } = props
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const found = useCall(searchEnterprises, text ? { text } : {}, {
    ...quiet,
    enabled: isOpen,
    placeholderData: (previous) => previous,
  })
  const isKnown = found.data?.some((each) => each.id === value) ?? false
  const chosen = useCall(
    searchEnterprises,
    { ids: value ? [value] : [] },
    { ...quiet, enabled: Boolean(value) && !isKnown },
  )
  // what was chosen keeps its name while the list shows others
  const label = [...(found.data ?? []), ...(chosen.data ?? [])].find((each) => each.id === value)?.name
  const handleSearch = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS)
  }
  return (
    <Select
      {...(id !== undefined && { id })}
      placeholder={placeholder}
      disabled={disabled}
      allowClear
      value={value || null}
      labelRender={() => label ?? (chosen.isFetching || found.isFetching ? '…' : '不是您的客户')}
      loading={found.isFetching && isOpen}
      showSearch={{ onSearch: handleSearch, filterOption: false }}
      options={(found.data ?? []).map(optionOf)}
      optionRender={({ data }) => (
        <div style={{ display: 'flex', gap: 12, justifyContent: 'space-between' }}>
          <span>{data.label}</span>
          <span style={{ fontSize: 12 }}>{data.note}</span>
        </div>
      )}
      notFoundContent={found.error ? '加载失败，请重新输入' : found.isFetching ? '正在查找…' : '没有符合的企业'}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setText('')
      }}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
    />
  )
}
