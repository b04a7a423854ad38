// Several short texts in one field, such as addresses or host names: typed, or pasted as a list.
import { Select } from 'antd'

const separators = [',', '，', ';', '；', ' ', '\n', '\t']

type TextTagsProps = {
  id?: string
  /** The accessible name, if no form label names it. */
  label?: string
  placeholder: string
  value?: readonly string[]
  onChange?: (texts: string[]) => void
}

export function TextTags({ label, value = [], onChange, ...rest }: TextTagsProps) {
  const handleChange = (texts: string[]) =>
    onChange?.([...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))])
  return (
    <Select
      {...rest}
      {...(label !== undefined && { 'aria-label': label })}
      style={{ width: '100%' }}
      mode="tags"
      open={false}
      suffixIcon={null}
      allowClear
      tokenSeparators={separators}
      value={[...value]}
      onChange={handleChange}
    />
  )
}
