// The field of a picker whose list is not the component library's own: looks, tags, clearing and opening are its Select's,
// the list below and the keys are the picker's. The focus stays in the field, which names the active row to screen readers.
import './picker-field.css'
import { Select } from 'antd'
import { type ComponentProps, type CSSProperties, createContext, type KeyboardEvent, type ReactNode, use } from 'react'

type Reach = {
  popupId: string
  popupRole: 'listbox' | 'tree'
  /** Id of the row that the keys act on. */
  activeId: string | undefined
  /** @returns whether the key is done with */
  onKey: (event: KeyboardEvent<HTMLInputElement>) => boolean
}

const PickerReach = createContext<Reach | null>(null)

/** The Select names its own list to screen readers; this names the picker's. */
function PickerInput({ onKeyDown, ...input }: ComponentProps<'input'>) {
  const reach = use(PickerReach)
  const isOpen = input['aria-expanded'] === true
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // while an input method composes, Enter and the arrows are its own
    if (event.nativeEvent.isComposing) return
    if (!reach?.onKey(event)) return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <input
      {...input}
      aria-haspopup={reach?.popupRole}
      aria-owns={undefined}
      aria-controls={isOpen ? reach?.popupId : undefined}
      aria-activedescendant={isOpen ? reach?.activeId : undefined}
      onKeyDown={handleKey}
    />
  )
}

const components = { input: PickerInput }

export type PickerFieldProps = Reach & {
  id: string | undefined
  label: string | undefined
  placeholder: string
  isMultiple: boolean
  isDisabled: boolean | undefined
  isLoading: boolean
  chosen: readonly { value: string; label: string }[]
  /** What is left after a tag was removed, or the field cleared. */
  onKeep: (values: string[]) => void
  text: string
  onText: (text: string) => void
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The list is as wide as the field; otherwise as wide as it needs. */
  isListAsWide: boolean
  style: CSSProperties | undefined
  popup: ReactNode
}

type Chosen = { value: string; label?: ReactNode }

export function PickerField({ popupId, popupRole, activeId, onKey, popup, ...field }: PickerFieldProps) {
  const handleChange = (left: Chosen | Chosen[] | undefined) =>
    field.onKeep(left === undefined ? [] : [left].flat().map(({ value }) => value))
  return (
    <PickerReach value={{ popupId, popupRole, activeId, onKey }}>
      <Select<Chosen | Chosen[]>
        {...(field.id !== undefined && { id: field.id })}
        {...(field.label !== undefined && { 'aria-label': field.label })}
        {...(field.isMultiple && { mode: 'multiple' as const })}
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
    </PickerReach>
  )
}
