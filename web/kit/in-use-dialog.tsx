// A deletion was refused (603): what uses which row, so that the person knows what to change first.
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { useActive } from '../lib/active.ts'

export type InUse = { id: string; name: string; by: readonly { kind: string; count: number }[] }

export function InUseDialog({ rows, onClosed }: { rows: readonly InUse[]; onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  return (
    <Modal
      title="数据正在使用，不能删除"
      open={isOpen && isActive}
      width={440}
      onCancel={() => setOpen(false)}
      afterClose={() => !isOpen && onClosed()}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
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
