// Labels are left of their fields, or above them on narrow screens.
import type { FormProps } from 'antd'
import { useAtLeast } from '../use-at-least.ts'

/** Below this width a field beside its label would be too narrow, px. */
const BESIDE_PX = 576

export function useFormLayout(): Pick<
  FormProps,
  'colon' | 'layout' | 'labelCol' | 'wrapperCol' | 'scrollToFirstError'
> {
  const isBeside = useAtLeast(BESIDE_PX)
  const common = { colon: false, scrollToFirstError: { focus: true, block: 'center' } } as const
  if (!isBeside) return { ...common, layout: 'vertical' }
  return { ...common, layout: 'horizontal', labelCol: { flex: '96px' }, wrapperCol: { flex: '1 1 0' } }
}
