// A cell of an import whose column has a list of values: chosen from the list, which is searched by typing. What is typed
// and not in the list can be taken too, as its last row: some columns take several values, or a name for short.
import { Select } from 'antd'
import { useState } from 'react'

/** Cells can be narrower than their values. The list draws what is in sight only where its width is known. */
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

export function ImportChoice({ value, choices, onChange, ...field }: ImportChoiceProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const found = choices.filter((choice) => choice.toLowerCase().includes(typed.toLowerCase()))
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
