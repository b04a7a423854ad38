// Chooses one quote item of the products that the person works on, searched by name, code or product while typing.
import { type FoundItem, findQuoteItems } from '#contract/prices/quote-items.ts'
import { FoundSelect, type FoundSelectProps } from '#web/kit/picker/found-select.tsx'

const optionOf = ({ id, name, code, productName, unit }: FoundItem) => ({
  value: id,
  label: name,
  note: [code, productName, unit].filter(Boolean).join(' · '),
})

export function QuoteItemPicker({ placeholder = '请选择报价项', ...rest }: FoundSelectProps) {
  return (
    <FoundSelect
      {...rest}
      placeholder={placeholder}
      call={findQuoteItems}
      optionOf={optionOf}
      unknown="不在您的编辑范围内"
      none="没有符合条件的报价项"
    />
  )
}
