// Picks a class of short messages that the person may push.
import { Select } from 'antd'
import { smsPushCalls } from '#contract/push/sms-pushes.ts'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { useCall } from '#web/lib/query.ts'

type Props = {
  id?: string
  placeholder?: string
  value?: string
  onChange?: (id: string | undefined) => void
  /** Called in addition to `onChange`, which the form sets. */
  onPick?: (id: string | undefined) => void
}

export function ClassSelect({ value, onChange, onPick, ...rest }: Props) {
  const { data = [], isFetching } = useCall(smsPushCalls.classes, {})
  return (
    <Select<string>
      {...rest}
      allowClear
      showSearch={byLabel}
      loading={isFetching}
      value={value || null}
      onChange={(id: string | undefined) => {
        onChange?.(id)
        onPick?.(id)
      }}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
