// A price as text: full-width digits and thousands separators become plain ones as they are typed or pasted.
import { Input } from 'antd'

type FigureInputProps = { id?: string; value?: string | null; onChange?: (text: string) => void }

const plain = (typed: string) => typed.normalize('NFKC').replace(/[。｡]/g, '.').replaceAll(',', '').trimStart()

export function FigureInput({ value, onChange, ...rest }: FigureInputProps) {
  return (
    <Input
      {...rest}
      value={value ?? ''}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      style={{ width: 200 }}
      // leave the text alone while an input method is composing
      onChange={({ target, nativeEvent }) =>
        onChange?.((nativeEvent as InputEvent).isComposing ? target.value : plain(target.value))
      }
      onCompositionEnd={({ currentTarget }) => onChange?.(plain(currentTarget.value))}
    />
  )
}
