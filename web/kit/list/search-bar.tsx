// The filters of a list in one row; 高级搜索 shows the advanced ones too (spec §2). On a narrow screen only the first one
// is shown until 筛选 is opened.
import { DownOutlined, FilterOutlined, SearchOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { BREAKPOINTS } from '#contract/limits.ts'
import { useActive } from '#web/lib/active.ts'
import { dialogsInView } from '#web/lib/dialogs.ts'
import type { FilterTexts } from '../table/table-source.ts'
import { useAtLeast } from '../use-at-least.ts'
import type { Filter } from './filters.tsx'
import { filtersOfMode, sameFilters } from './list-state.ts'
import './list-page.css'

const TYPING =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable="true"], [role="combobox"]'

/** The key / focuses the first search field, unless the person is typing or a dialog is open. */
function useSearchKey(form: RefObject<HTMLElement | null>): void {
  const isActive = useActive()
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!isActive || key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (target instanceof Element && target.closest(TYPING)) return
    if (dialogsInView().length > 0) return
    const field = form.current?.querySelector<HTMLInputElement>('input')
    if (!field) return
    event.preventDefault()
    field.focus()
    field.select()
  })
  useEffect(() => {
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
}

export type SearchBarProps = {
  filters: readonly Filter<unknown>[]
  advanced?: readonly Filter<unknown>[]
  /** The filters in effect. */
  applied: FilterTexts
  onSearch: (texts: FilterTexts) => void
}

export function SearchBar({ filters, advanced = [], applied, onSearch }: SearchBarProps) {
  const id = useId()
  const [typed, setTyped] = useState(applied)
  const [shown, setShown] = useState(applied)
  const usesAdvanced = advanced.some(({ key }) => applied[key])
  const [isAdvanced, setAdvanced] = useState(usesAdvanced)

  // The address changed from outside (a link, the browser's back): show what now applies.
  if (!sameFilters(applied, shown)) {
    setShown(applied)
    setTyped(applied)
    if (usesAdvanced) setAdvanced(true)
  }

  const form = useRef<HTMLFormElement>(null)
  useSearchKey(form)
  const hasRoom = useAtLeast(BREAKPOINTS.small)
  const [isUnfolded, setUnfolded] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const isFolded = !hasRoom && !isUnfolded
  const inUse = Object.values(applied).filter(Boolean).length
  const all = isAdvanced ? [...filters, ...advanced] : filters

  const advancedKeys = advanced.map(({ key }) => key)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onSearch(filtersOfMode(typed, advancedKeys, isAdvanced))
    if (hasRoom || !isUnfolded) return
    // it would hide what was found; the button that has searched goes with it
    setUnfolded(false)
    toggle.current?.focus()
  }
  const handleReset = () => {
    setTyped({})
    onSearch({})
  }
  const handleToggle = () => {
    const texts = filtersOfMode(typed, advancedKeys, !isAdvanced)
    setAdvanced(!isAdvanced)
    setTyped(texts)
    // A hidden filter must not stay in effect.
    if (isAdvanced && usesAdvanced) onSearch(texts)
  }

  return (
    <search>
      <form
        ref={form}
        className="search-bar"
        data-folded={isFolded || undefined}
        aria-keyshortcuts="/"
        onSubmit={handleSubmit}
      >
        {(isFolded ? all.slice(0, 1) : all).map(({ key, label, control }) => (
          <div key={key} className="search-bar-field">
            <label htmlFor={`${id}${key}`}>{label}</label>
            {control({
              id: `${id}${key}`,
              value: typed[key] ?? '',
              onChange: (text) => setTyped((texts) => ({ ...texts, [key]: text })),
            })}
          </div>
        ))}
        <div className="search-bar-acts">
          {isFolded ? (
            <Button type="primary" htmlType="submit" aria-label="查询" icon={<SearchOutlined />} />
          ) : (
            <>
              <Button type="primary" htmlType="submit">
                查询
              </Button>
              <Button onClick={handleReset}>重置</Button>
            </>
          )}
          {!hasRoom && (
            <Button
              ref={toggle}
              icon={<FilterOutlined />}
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {isUnfolded ? '收起' : inUse > 0 ? `筛选 ${inUse}` : '筛选'}
            </Button>
          )}
          {!isFolded && advanced.length > 0 && (
            <Button
              type="link"
              aria-expanded={isAdvanced}
              icon={isAdvanced ? <UpOutlined /> : <DownOutlined />}
              iconPlacement="end"
              onClick={handleToggle}
            >
              {isAdvanced ? '普通搜索' : '高级搜索'}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}
