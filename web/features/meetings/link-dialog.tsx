// The address of a public page, with its QR code.
import './sign-ups/sign-ups.css'
import { CopyOutlined } from '@ant-design/icons'
import { Button, Input, Modal, QRCode, Space } from 'antd'
import { PublicAddressNote } from '#web/kit/dialog/public-address.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { copyText } from '#web/lib/copy.ts'

const QR_PX = 200

type LinkProps = { title: string; url: string; hint: string; onClosed: () => void }

export function LinkDialog({ title, url, hint, onClosed }: LinkProps) {
  const { close, frame } = useDialog(onClosed)
  return (
    <Modal title={title} {...frame} width={420} footer={null} onCancel={close}>
      <div className="invitation-link">
        {/* dark on light in both modes: many scanners cannot read inverted codes */}
        <QRCode aria-label="二维码" value={url} size={QR_PX} type="svg" color="black" bgColor="white" />
        <p>{hint}</p>
        <PublicAddressNote />
        <Space.Compact block>
          <Input aria-label="链接" readOnly value={url} onFocus={(event) => event.target.select()} />
          <Button type="primary" icon={<CopyOutlined />} onClick={() => void copyText(url)}>
            复制
          </Button>
        </Space.Compact>
      </div>
    </Modal>
  )
}
