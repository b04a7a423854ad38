// Labels stand left of their fields, and above them where there is no room.
import { type FormProps, Grid } from 'antd'

export function useFormLayout(): Pick<
  FormProps,
  'colon' | 'layout' | 'labelCol' | 'wrapperCol' | 'scrollToFirstError'
> {
  const { sm = true } = Grid.useBreakpoint()
  const common = { colon: false, scrollToFirstError: { focus: true, block: 'center' } } as const
  if (!sm) return { ...common, layout: 'vertical' }
  return { ...common, layout: 'horizontal', labelCol: { flex: '96px' }, wrapperCol: { flex: '1 1 0' } }
}
