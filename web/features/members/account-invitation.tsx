// An invitation that was written: copied at once where the browser allows it, and shown to be taken along.
import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useActive } from '../../lib/active.ts'
import { notify } from '../../lib/notify.ts'
import { CopyText } from './account-password.tsx'

export function Invitation({ text, onClosed }: { text: string; onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const isActive = useActive()
  useEffect(() => {
    navigator.clipboard?.writeText(text).then(
      () => notify.success('邀请已生成并复制'),
      () => undefined,
    )
  }, [text])
  return (
    <Modal
      title="邀请注册"
      open={isOpen && isActive}
      width={520}
      footer={
        <Button type="primary" onClick={() => setOpen(false)}>
          关闭
        </Button>
      }
      onCancel={() => setOpen(false)}
      afterClose={() => !isOpen && onClosed()}
    >
      <CopyText text={text} label="邀请内容" rows={4} />
    </Modal>
  )
}
