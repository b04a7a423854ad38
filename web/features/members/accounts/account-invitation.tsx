// An invitation that was written: copied at once where the browser allows it, and shown to be taken along.
import { Button, Modal } from 'antd'
import { useEffect } from 'react'
import { useDialog } from '../../../kit/dialog/use-dialog.ts'
import { notify } from '../../../lib/notify.ts'
import { CopyText } from './account-password.tsx'

export function Invitation({ text, onClosed }: { text: string; onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  useEffect(() => {
    navigator.clipboard?.writeText(text).then(
      () => notify.success('邀请已生成并复制'),
      () => undefined,
    )
  }, [text])
  return (
    <Modal
      title="邀请注册"
      {...frame}
      width={520}
      footer={
        <Button type="primary" onClick={close}>
          关闭
        </Button>
      }
      onCancel={close}
    >
      <CopyText text={text} label="邀请内容" rows={4} />
    </Modal>
  )
}
