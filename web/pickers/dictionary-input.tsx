// A text field that offers the words of a dictionary; anything else may be typed as well.
import { AutoComplete } from 'antd'
import { type DictionaryKey, getWords } from '#contract/system/dictionary.ts'
import { hasTyped } from '#web/lib/has-typed.ts'
import { useCall } from '#web/lib/query.ts'

type Props = {
  dictionary: DictionaryKey
  id?: string
  value?: string
  onChange?: (text: string) => void
  maxLength?: number
  placeholder?: string
}

export function DictionaryInput({
  dictionary,
  id,
  value,
  onChange,
  maxLength = 64,
  placeholder = '可以选择，也可以输入',
}: Props) {
  const { data = [] } = useCall(getWords, { dictionary })
  return (
    <AutoComplete
      {...(id !== undefined && { id })}
      value={value ?? ''}
      options={data.map((word) => ({ value: word }))}
      showSearch={{ filterOption: (typed, option) => hasTyped(String(option?.value), typed) }}
      placeholder={placeholder}
      allowClear
      onChange={(text: string | undefined) => onChange?.((text ?? '').slice(0, maxLength))}
    />
  )
}
