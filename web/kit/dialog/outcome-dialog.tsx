// An act on many rows succeeded for some of them (602): shows which failed and why, failed rows first, with a copy
// button. Of a single row it says the reason.
import { Button, Modal } from 'antd'
import type { RowOutcome } from '#contract/envelope.ts'
import { copyText } from '#web/lib/copy.ts'
import { Status } from '../table/status.tsx'
import { failedText, inOrder, summaryOf } from './outcome-dialog.rules.ts'
import { useDialog } from './use-dialog.ts'
import './dialogs.css'
import { ScrollBox } from '../scroll-box.tsx'

/** Further rows are not rendered; the copied text has all failed ones. */
const SHOWN_MAX = 500

export type OutcomeDialogProps = { title: string; rows: readonly RowOutcome[]; onClosed: () => void }

export function OutcomeDialog({ title, rows, onClosed }: OutcomeDialogProps) {
  const { close, frame } = useDialog(onClosed)
  const shown = inOrder(rows).slice(0, SHOWN_MAX)
  const understood = (
    <Button key="close" type="primary" onClick={close}>
      知道了
    </Button>
  )
  const [only] = rows
  if (rows.length === 1 && only)
    return (
      <Modal title={title} {...frame} onCancel={close} footer={understood}>
        <p className="outcome-reason">{only.msg}</p>
        <p className="outcome-name">{only.name}</p>
      </Modal>
    )
  return (
    <Modal
      title={title}
      {...frame}
      width={640}
      onCancel={close}
      footer={[
        <Button key="copy" onClick={() => void copyText(failedText(rows))}>
          复制失败项
        </Button>,
        understood,
      ]}
    >
      <p>{summaryOf(rows)}</p>
      <ScrollBox className="outcome-scroll" label="处理结果">
        <table className="outcome">
          <thead>
            <tr>
              <th scope="col">名称</th>
              <th scope="col">结果</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, name, ok, msg }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{ok ? <Status tone="good">成功</Status> : <Status tone="bad">失败</Status>}</td>
                <td>{msg || '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rows.length > shown.length && <p>{`仅显示前 ${SHOWN_MAX} 项，复制可得到全部失败项。`}</p>}
    </Modal>
  )
}
