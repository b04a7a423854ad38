// Picks an input of a formula, by code: a quote item or series of the person's products.
import { findInputs, type Input } from '#contract/prices/series-calls.ts'
import { FoundSelect, type FoundSelectProps } from '#web/kit/picker/found-select.tsx'

const optionOf = ({ id, name, productName, unit }: Input) => ({
  value: id,
  label: name,
  note: [id, productName, unit].filter(Boolean).join(' · '),
})

export function InputPicker({ placeholder = '请选择报价项或系列', ...rest }: FoundSelectProps) {
  return (
    <FoundSelect
      {...rest}
      placeholder={placeholder}
      call={findInputs}
      optionOf={optionOf}
      unknown="不在您的编辑范围内"
      none="没有符合条件的报价项或系列"
    />
  )
}
