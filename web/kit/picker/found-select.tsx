// A select whose options are searched on the server while typing. The chosen row's name is read separately if needed.
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import { useCall } from '#web/lib/query.ts'

/** The picker shows errors itself (spec §8). */
const quiet = { call: { hideErrorMsg: true } }

export type FoundSelectProps = {
  id?: string
  'aria-label'?: string
  placeholder?: string
  disabled?: boolean
  value?: string | null
  onChange?: (id: string | null) => void
}

type Found<E> = DataOf<E> extends readonly (infer R)[] ? R : never

type Props<E extends Endpoint> = FoundSelectProps & {
  /** An endpoint that takes `text` or `ids`. */
  call: E
  optionOf: (row: Found<E>) => { value: string; label: string; note: string }
  /** Label of a chosen row that is not found for this person. */
  unknown: string
  /** Shown if nothing was found. */
  none: string
}

/** Any endpoint that takes `text` or `ids` will do: the casts that this needs are all here. */
function useFound<E extends Endpoint>(call: E, input: { text?: string; ids?: string[] }, options: object) {
  const { data, ...rest } = useCall(call as Endpoint, input as Input<Endpoint>, { ...quiet, ...options })
  return { ...rest, data: data as readonly Found<E>[] | undefined }
}

export function FoundSelect<E extends Endpoint>(props: Props<E>) {
  const { call, optionOf, unknown, none, value, onChange, ...rest } = props
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const found = useFound<E>(call, text ? { text } : {}, { enabled: isOpen, placeholderData: keepPreviousData })
  const options = (found.data ?? []).map(optionOf)
  const isKnown = options.some((each) => each.value === value)
  const chosen = useFound<E>(call, { ids: value ? [value] : [] }, { enabled: Boolean(value) && !isKnown })
  const label = [...options, ...(chosen.data ?? []).map(optionOf)].find((each) => each.value === value)?.label
  const handleSearch = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS)
  }
  return (
    <Select
      {...rest}
      allowClear
      value={value || null}
      labelRender={() => label ?? (chosen.isFetching || found.isFetching ? '…' : unknown)}
      loading={found.isFetching && isOpen}
      showSearch={{ onSearch: handleSearch, filterOption: false }}
      options={options}
      optionRender={({ data }) => (
        <div style={{ display: 'flex', gap: 12, justifyContent: 'space-between' }}>
          <span>{data.label}</span>
          <span style={{ fontSize: 12 }}>{data.note}</span>
        </div>
      )}
      notFoundContent={found.error ? '加载失败，请重新输入' : found.isFetching ? '正在查找…' : none}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setText('')
      }}
      onChange={(next: string | null | undefined) => onChange?.(next ?? null)}
    />
  )
}
