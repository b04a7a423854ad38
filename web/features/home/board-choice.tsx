// Line between figures and accounts of a board: counts, and a switch to hide handled accounts.
import { Switch } from 'antd'
import type { BoardHint, BoardKind } from '#contract/home/boards.ts'
import { countedOf } from './boards.rules.ts'

type Props = {
  hint: BoardHint | undefined
  kind: BoardKind | null
  isOpenOnly: boolean
  onChange: (isOpenOnly: boolean) => void
}

export function BoardChoice({ hint, kind, isOpenOnly, onChange }: Props) {
  return (
    <div className="board-choice">
      <span>{hint ? countedOf(hint, kind) : '\u00a0'}</span>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
      <label>
        <Switch size="small" checked={isOpenOnly} onChange={onChange} /> 只看未处理
      </label>
    </div>
  )
}
