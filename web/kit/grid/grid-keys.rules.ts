// What a key does in the grid while a cell is only selected, being overwritten, or edited in place.
import type { Step } from './grid.rules.ts'

export type Key = { key: string; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean; altKey: boolean }
/** `typing` replaces the cell, so arrows leave it; `caret` edits in place, so left and right move the caret. */
export type Editing = 'no' | 'typing' | 'caret'

export type Intent =
  | { do: 'step'; step: Step; extends: boolean; far: boolean }
  | { do: 'enter' | 'tab'; by: 1 | -1 }
  | {
      do: 'fillSelection' | 'edit' | 'cancel' | 'clear' | 'undo' | 'redo' | 'all' | 'fillDown' | 'fillRight' | 'commit'
    }

const arrows: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}
const ends: Readonly<Record<string, readonly [Step, Step]>> = {
  Home: ['rowStart', 'start'],
  End: ['rowEnd', 'end'],
}
const pages: Readonly<Record<string, Step>> = { PageUp: 'pageUp', PageDown: 'pageDown' }
const withCtrl: Readonly<Record<string, Intent['do'] & ('undo' | 'redo' | 'all' | 'fillDown' | 'fillRight')>> = {
  z: 'undo',
  y: 'redo',
  a: 'all',
  d: 'fillDown',
  r: 'fillRight',
}

function stepOf({ key, shiftKey }: Key, isCtrl: boolean, editing: Editing): Intent | undefined {
  const isVertical = key === 'ArrowUp' || key === 'ArrowDown'
  const arrow = editing === 'caret' && !isVertical ? undefined : arrows[key]
  const end = editing === 'no' ? ends[key]?.[isCtrl ? 1 : 0] : undefined
  const step = arrow ?? end ?? pages[key]
  return step && { do: 'step', step, extends: shiftKey && editing === 'no', far: isCtrl && arrow !== undefined }
}

/** Keys of the page around the grid: what is being typed counts for what they do. */
const isOfPage = ({ key, altKey, shiftKey }: Key, isCtrl: boolean) =>
  altKey ? key === '=' : isCtrl && (key.toLowerCase() === 's' || (key === 'Enter' && shiftKey))

/** Undefined if the input handles the key itself. */
export function intentOf(key: Key, editing: Editing): Intent | undefined {
  const isCtrl = key.ctrlKey || key.metaKey
  if (isOfPage(key, isCtrl)) return { do: 'commit' }
  if (key.altKey) return undefined
  const by = key.shiftKey ? -1 : 1
  if (key.key === 'Enter') return isCtrl ? { do: 'fillSelection' } : { do: 'enter', by }
  if (key.key === 'Tab' && !isCtrl) return { do: 'tab', by }
  if (key.key === 'Escape') return { do: 'cancel' }
  if (key.key === 'F2') return { do: 'edit' }
  if (editing === 'no' && key.key === 'Delete') return { do: 'clear' }
  if (editing === 'no' && isCtrl) {
    const name = withCtrl[key.key.toLowerCase()]
    if (name) return { do: name === 'undo' && key.shiftKey ? 'redo' : name }
  }
  return stepOf(key, isCtrl, editing)
}
