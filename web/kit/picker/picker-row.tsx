// Shared parts of pickers' lists: a row's checkbox, and the row shown when there are none (loading, empty, failed).
import { LoadingOutlined } from '@ant-design/icons'
import { SELECT_ROW_PX } from '#contract/limits.ts'
import { useLate } from '../use-late.ts'

/** Greatest height of a picker's list: eight rows, px. */
export const ROWS_PX = 8 * SELECT_ROW_PX

export function PickerCheck({ kind, isOn }: { kind: 'one' | 'many'; isOn: boolean | 'some' }) {
  return <span aria-hidden className="picker-check" data-kind={kind} data-on={isOn || undefined} />
}

export type PickerState = 'loading' | 'empty' | 'failed'

/** Shorter waits show no loading sign, ms. */
const WAIT_MS = 200

type StateRowProps = {
  id: string
  /** The role that the list around it requires of its rows. */
  role: 'option' | 'treeitem'
  state: PickerState
  onRetry?: () => void
}

export function StateRow({ id, role, state, onRetry }: StateRowProps) {
  const isWaiting = useLate(state === 'loading', WAIT_MS)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus, and Enter in it does the same
    // biome-ignore lint/a11y/noStaticElementInteractions: both roles are those of rows that can be chosen
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have it
    <div
      id={id}
      role={role}
      aria-selected={false}
      aria-disabled={state !== 'failed'}
      className="picker-row"
      data-state={state}
      onClick={state === 'failed' ? onRetry : undefined}
    >
      {state === 'empty' && '暂无数据'}
      {state === 'loading' && (
        <span style={{ opacity: isWaiting ? 1 : 0 }}>
          <LoadingOutlined /> 加载中
        </span>
      )}
      {state === 'failed' && (
        <span>
          加载失败，<em>重试</em>
        </span>
      )}
    </div>
  )
}
