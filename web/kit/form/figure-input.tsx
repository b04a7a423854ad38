// A price as text: full-width digits and thousands separators become plain ones as they are typed or pasted.
import { Input, type InputProps } from 'antd'
import { plainFigure } from './plain-figure.ts'

type FigureInputProps = Pick<InputProps, 'id' | 'aria-label' | 'placeholder' | 'disabled' | 'style'> & {
  value?: string | null
  onChange?: (text: string) => void
}

export function FigureInput({ value, onChange, style = { width: 200 }, ...rest }: FigureInputProps) {
  return (
    <Input
      {...rest}
      value={value ?? ''}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      style={style}
      // leave the text alone while an input method is composing
      onChange={({ target, nativeEvent }) =>
        onChange?.((nativeEvent as InputEvent).isComposing ? target.value : plainFigure(target.value))
      }
      onCompositionEnd={({ currentTarget }) => onChange?.(plainFigure(currentTarget.value))}
    />
  )
}
