// Multiple select with server-side search: accounts, quote items.
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { DataOf, Endpoint, Input } from '#contract/endpoint.ts'
import { SELECT_FILTER_MS } from '#contract/limits.ts'
import { useCall } from '#web/lib/query.ts'

type Found<E> = DataOf<E> extends readonly (infer R)[] ? R : never
type Props<E extends Endpoint> = {
  id?: string
  placeholder: string
  /** Its input has `text` or `ids`. */
  call: E
  /** Further input of the call. */
  fixed?: object
  labelOf: (row: Found<E>) => { value: string; label: string }
  max: number
  value?: readonly string[]
  onChange?: (ids: string[]) => void
}

function useFound<E extends Endpoint>(call: E, input: { text?: string; ids?: string[] }, enabled: boolean) {
  const read = useCall(call as Endpoint, input as Input<Endpoint>, {
    enabled,
    placeholderData: keepPreviousData,
    call: { hideErrorMsg: true },
  })
  return { ...read, data: read.data as readonly Found<E>[] | undefined }
}

export function FoundMany<E extends Endpoint>({ call, fixed, labelOf, max, value = [], onChange, ...rest }: Props<E>) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const found = useFound<E>(call, { ...fixed, ...(text && { text }) }, isOpen)
  const chosen = useFound<E>(call, { ...fixed, ids: [...value] }, value.length > 0)
  const labels = new Map(
    [...(chosen.data ?? []), ...(found.data ?? [])].map((row) => [labelOf(row).value, labelOf(row).label]),
  )
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      allowClear
      maxCount={max}
      maxTagCount={20}
      value={[...value]}
      labelRender={({ value: each }) => labels.get(String(each)) ?? (chosen.isFetching ? '…' : '不在您的范围内')}
      loading={found.isFetching && isOpen}
      showSearch={{
        filterOption: false,
        onSearch: (typed) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => setText(typed.trim()), SELECT_FILTER_MS)
        },
      }}
      options={(found.data ?? []).map(labelOf)}
      notFoundContent={found.error ? '加载失败，请重新输入' : found.isFetching ? '正在查找…' : '没有符合条件的数据'}
      onOpenChange={(next) => {
        setOpen(next)
        if (!next) setText('')
      }}
      onChange={(next) => onChange?.(next)}
    />
  )
}

export const accountLabel = (row: { id: string; name: string; enterprise: string }) => ({
  value: row.id,
  label: `${row.name} · ${row.enterprise}`,
})
export const itemLabel = (row: { id: string; name: string; productName: string }) => ({
  value: row.id,
  label: [row.productName, row.name].filter(Boolean).join(' · '),
})
