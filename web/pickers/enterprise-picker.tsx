// Chooses one enterprise of the person's own customers, searched by name or credit code while typing.
import { type EnterpriseChoice, searchEnterprises } from '#contract/members/customers.ts'
import { FoundSelect, type FoundSelectProps } from '#web/kit/picker/found-select.tsx'

const optionOf = ({ id, name, creditCode, ownerName }: EnterpriseChoice) => ({
  value: id,
  label: name,
  note: [creditCode, ownerName].filter(Boolean).join(' · '),
})

export function EnterprisePicker({ placeholder = '请选择企业', ...rest }: FoundSelectProps) {
  return (
    <FoundSelect
      {...rest}
      placeholder={placeholder}
      call={searchEnterprises}
      optionOf={optionOf}
      unknown="不是您的客户"
      none="没有符合条件的企业"
    />
  )
}
