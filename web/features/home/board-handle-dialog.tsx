// Dialog that marks an account of a board as handled, with a remark.
import { Input } from 'antd'
import type { BoardCalls, BoardRow } from '#contract/home/boards.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { boardReads } from './board-calls.ts'

type Props = { calls: BoardCalls; row: BoardRow; onClosed: () => void }

export default function BoardHandleDialog({ calls: { handle }, row, onClosed }: Props) {
  return (
    <FormDialog
      title={`标记 ${row.loginName} 已处理`}
      endpoint={handle}
      initial={{ remark: '' }}
      input={({ remark }) => ({ id: row.id, handled: true, remark })}
      success="已标记为已处理"
      invalidates={boardReads}
      verb="确定"
      onClosed={onClosed}
    >
      <Field of={handle} name="remark" hint="做了什么、客户怎么说；到期日变化后会重新出现在看板上。">
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}
