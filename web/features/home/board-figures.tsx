// Figures of a board as toggle buttons that filter the accounts below.
import type { BoardHint, BoardKind } from '#contract/home/boards.ts'
import { figuresFor } from './boards.rules.ts'

type Props = {
  label: string
  days: number
  hint: BoardHint | undefined
  isOpenOnly: boolean
  chosen: BoardKind | null
  onChoose: (kind: BoardKind | null) => void
}

export function BoardFigures({ label, days, hint, isOpenOnly, chosen, onChoose }: Props) {
  return (
    <fieldset className="board-figures" aria-label={`${label}的数字`}>
      {figuresFor(days).map(({ kind, label: title, isUrgent }) => {
        const count = hint?.counts.find((each) => each.kind === kind)
        const number = count && (isOpenOnly ? count.open : count.total)
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === chosen}
            data-urgent={(isUrgent && number !== undefined && number > 0) || undefined}
            onClick={() => onChoose(kind === chosen ? null : kind)}
          >
            <b>{number?.toLocaleString('zh-CN') ?? '–'}</b>
            <span>{title}</span>
          </button>
        )
      })}
    </fieldset>
  )
}
