// Shows a new key this once, to be copied and handed over. Nobody can read it again.
import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal, Space } from 'antd'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { copyText } from '#web/lib/copy.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import './key-shown.css'

type KeyShownProps = { title: string; value: string; onClosed: () => void }

export function KeyShown({ title, value, onClosed }: KeyShownProps) {
  const { isOpen, close, frame } = useDialog(onClosed)
  useUnsaved(() => isOpen)
  return (
    <Modal
      title={title}
      {...frame}
      width={560}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={close}>
          我已保存
        </Button>
      }
    >
      <Alert
        type="warning"
        showIcon
        title="密钥只显示这一次"
        description="关闭后任何人都不能再看到它，请现在复制并妥善保存。遗失后只能吊销并重新创建。"
      />
      <Space.Compact block className="key-shown">
        <Input aria-label="密钥" readOnly value={value} onFocus={(event) => event.target.select()} />
        <Button type="primary" icon={<CopyOutlined />} onClick={() => void copyText(value)}>
          复制
        </Button>
      </Space.Compact>
    </Modal>
  )
}
