// A deletion was refused (603): shows what uses each row, so that the person knows what to change first.
import { Button, Modal } from 'antd'
import type { RowInUse } from '#contract/envelope.ts'
import { useDialog } from './use-dialog.ts'

export function InUseDialog({ rows, onClosed }: { rows: readonly RowInUse[]; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  return (
    <Modal
      title="数据正在使用，不能删除"
      {...frame}
      width={440}
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          知道了
        </Button>
      }
    >
      <p>请先解除以下关联，再重新删除：</p>
      <ul>
        {rows.map(({ id, name, by }) => (
          <li key={id}>
            {name}：{by.map(({ kind, count }) => `${kind} ${count} 个`).join('、')}
          </li>
        ))}
      </ul>
    </Modal>
  )
}
