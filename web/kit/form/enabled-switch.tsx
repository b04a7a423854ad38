// Whether something counts, as a field of a form: antd's switch has its own name for the value of a field.
import { Switch } from 'antd'

export function EnabledSwitch(props: { id?: string; value?: boolean; onChange?: (isEnabled: boolean) => void }) {
  const { value = false, ...rest } = props
  return <Switch {...rest} checked={value} />
}
