// Between the numbers of a board and its accounts: how much is left, and whether what is done is listed as well.
import { Switch } from 'antd'
import type { BoardHint } from '../../../contract/boards.ts'

type Props = { hint: BoardHint | undefined; isOpenOnly: boolean; onChange: (isOpenOnly: boolean) => void }

export function BoardChoice({ hint, isOpenOnly, onChange }: Props) {
  const counted =
    hint && `待处理 ${hint.open.toLocaleString('zh-CN')} / 共 ${hint.total.toLocaleString('zh-CN')} 个账号`
  return (
    <div className="board-choice">
      <span>{counted ?? '\u00a0'}</span>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
      <label>
        <Switch size="small" checked={isOpenOnly} onChange={onChange} /> 只看未处理
      </label>
    </div>
  )
}
