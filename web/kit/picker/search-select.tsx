// A select over many options: virtualised rows of 34 px, filtered 500 ms after typing (spec §2, §9).
import { Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { SELECT_FILTER_MS, SELECT_ROW_PX } from '#contract/limits.ts'
import { hasTyped } from '#web/lib/has-typed.ts'
import { foldedChoice } from './folded-choice.tsx'
import { whileLoading } from './loading.ts'

export type SearchOption = { value: string; label: string; disabled?: boolean; title?: string }
export type SearchGroup = { label: string; options: readonly SearchOption[] }

type SearchSelectProps = {
  id?: string
  options: readonly SearchGroup[]
  placeholder: string
  isLoading: boolean
} & (
  | { mode?: never; value?: string | null; onChange?: (value: string | null) => void }
  | { mode: 'multiple'; value?: string[]; onChange?: (value: string[]) => void }
)

export function SearchSelect({ id, options, placeholder, isLoading, ...choice }: SearchSelectProps) {
  const [needle, setNeedle] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const handleSearch = (typed: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNeedle(typed.trim()), SELECT_FILTER_MS)
  }
  const common = {
    ...(id !== undefined && { id }),
    placeholder,
    ...whileLoading(isLoading),
    allowClear: true,
    listItemHeight: SELECT_ROW_PX,
    styles: { popup: { listItem: { minHeight: SELECT_ROW_PX, lineHeight: '24px' } } },
    showSearch: {
      onSearch: handleSearch,
      // A group that matches shows all its options.
      filterOption: (_typed: string, option?: { label?: string }) => hasTyped(option?.label ?? '', needle),
    },
    options: options.map((group) => ({ ...group, options: [...group.options] })),
    notFoundContent: '暂无数据',
    onOpenChange: (isOpen: boolean) => !isOpen && setNeedle(''),
  }
  if (choice.mode === 'multiple') {
    return (
      <Select
        {...common}
        mode="multiple"
        maxTagCount="responsive"
        {...foldedChoice(choice.value?.length ?? 0)}
        value={choice.value ?? []}
        onChange={(value: string[]) => choice.onChange?.(value)}
      />
    )
  }
  return (
    <Select
      {...common}
      value={choice.value ?? null}
      onChange={(value: string | null | undefined) => choice.onChange?.(value ?? null)}
    />
  )
}
