// The field of a picker with its own list: look, tags, clearing and opening come from antd's Select, the list and its
// keys from the picker. The focus stays in the field, whose `aria-activedescendant` is the active row.
import './picker-field.css'
import { Select } from 'antd'
import { type ComponentProps, type CSSProperties, createContext, type KeyboardEvent, type ReactNode, use } from 'react'
import { foldedChoice } from './folded-choice.tsx'

type PopupKeys = {
  popupId: string
  popupRole: 'listbox' | 'tree'
  /** Id of the row that the keys act on. */
  activeId: string | undefined
  /** @returns whether the key was handled */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => boolean
}

const PopupContext = createContext<PopupKeys | null>(null)

/** The ARIA attributes of antd's Select refer to its own list; these refer to the picker's. */
function PickerInput({ onKeyDown, ...input }: ComponentProps<'input'>) {
  const keys = use(PopupContext)
  const isOpen = input['aria-expanded'] === true
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // while an input method composes, Enter and the arrow keys belong to it
    if (event.nativeEvent.isComposing) return
    if (!keys?.onKey(event)) return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      {...input}
      aria-haspopup={keys?.popupRole}
      aria-owns={undefined}
      aria-controls={isOpen ? keys?.popupId : undefined}
      aria-activedescendant={isOpen ? keys?.activeId : undefined}
      onKeyDown={handleKey}
    />
  )
}

const components = { input: PickerInput }

export type PickerFieldProps = PopupKeys & {
  id: string | undefined
  label: string | undefined
  placeholder: string
  isMultiple: boolean
  isDisabled: boolean | undefined
  isLoading: boolean
  chosen: readonly { value: string; label: string }[]
  /** Called with the remaining values after a tag was removed, or the field cleared. */
  onKeep: (values: string[]) => void
  text: string
  onText: (text: string) => void
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The list is as wide as the field; otherwise as wide as its content. */
  isListAsWide: boolean
  style: CSSProperties | undefined
  popup: ReactNode
}

type Chosen = { value: string; label?: ReactNode }

export function PickerField({ popupId, popupRole, activeId, onKey, popup, ...field }: PickerFieldProps) {
  const handleChange = (left: Chosen | Chosen[] | undefined) =>
    field.onKeep(left === undefined ? [] : [left].flat().map(({ value }) => value))
  return (
    <PopupContext value={{ popupId, popupRole, activeId, onKey }}>
      <Select<Chosen | Chosen[]>
        {...(field.id !== undefined && { id: field.id })}
        {...(field.label !== undefined && { 'aria-label': field.label })}
        {...(field.isMultiple && { mode: 'multiple' as const, ...foldedChoice(field.chosen.length) })}
        {...(field.style && { style: field.style })}
        className="picker-field"
        components={components}
        labelInValue
        value={field.isMultiple ? [...field.chosen] : (field.chosen[0] ?? null)}
        onChange={handleChange}
        placeholder={field.placeholder}
        disabled={field.isDisabled ?? false}
        loading={field.isLoading}
        allowClear={{ label: '清空' }}
        showSearch={{ searchValue: field.text, onSearch: field.onText, filterOption: false }}
        open={field.isOpen}
        onOpenChange={field.onOpen}
        popupMatchSelectWidth={field.isListAsWide}
        popupRender={() => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a press in the list leaves the focus in the field
          <div onMouseDown={(event) => event.preventDefault()}>{popup}</div>
        )}
      />
    </PopupContext>
  )
}
