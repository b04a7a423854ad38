// Changing one's own password (spec §2, §5, §8).
import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { updateOwnPassword } from '../../contract/identity.ts'
import { DIALOG_GUARD_MS } from '../../contract/limits.ts'
import { checkConfirmation, checkNewPassword, checkOldPassword, cleanNewPassword } from '../../contract/validation.ts'
import { showRefusal } from '../kit/show-refusal.ts'
import { exchange, Refusal } from '../lib/call.ts'
import { createGuard } from '../lib/guard.ts'
import { notify } from '../lib/notify.ts'
import { useSession } from '../lib/session.ts'

type Fields = { oldPassword: string; newPassword: string; confirmation: string }

const WIDTH = 600
const verdict = (text: string | null) => (text ? Promise.reject(new Error(text)) : Promise.resolve())
const trim = (typed: string) => typed.trim()

export default function PasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const session = useSession()
  const [form] = Form.useForm<Fields>()
  const [isBusy, setBusy] = useState(false)
  const [guard] = useState(() => createGuard(DIALOG_GUARD_MS))
  const text = (name: keyof Fields) => String(form.getFieldValue(name) ?? '')
  const userName = session?.userName ?? ''

  async function handleFinish({ oldPassword, newPassword }: Fields) {
    if (!session || !guard.enter('save')) return
    setBusy(true)
    try {
      const reply = await exchange(updateOwnPassword, { id: session.user_id, oldPassword, newPassword })
      // spec §8: another code that arrives is shown in the success style too, the dialog stays
      notify.success(reply.msg)
      if (reply.success) onClose()
    } catch (failure) {
      // the dialog stays open with what was typed; what is no refusal has been told by call()
      if (failure instanceof Refusal) showRefusal(form, failure)
    } finally {
      guard.leave('save')
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title="修改密码"
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        preserve={false}
        layout="vertical"
        onFinish={handleFinish}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item label="用户名" htmlFor="own-user-name">
          <Input id="own-user-name" value={userName} disabled autoComplete="username" />
        </Form.Item>
        <Form.Item
          name="oldPassword"
          label="旧密码"
          required
          normalize={trim}
          dependencies={['newPassword']}
          rules={[
            { validator: (_rule, value?: string) => verdict(checkOldPassword(value ?? '', text('newPassword'))) },
          ]}
        >
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label="新密码"
          required
          normalize={cleanNewPassword}
          dependencies={['oldPassword', 'confirmation']}
          rules={[
            {
              validator: (_rule, value?: string) =>
                verdict(
                  checkNewPassword({
                    newPassword: value ?? '',
                    oldPassword: text('oldPassword'),
                    userName,
                    confirmation: text('confirmation'),
                  }),
                ),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={20} />
        </Form.Item>
        <Form.Item
          name="confirmation"
          label="确认新密码"
          required
          normalize={trim}
          dependencies={['newPassword']}
          rules={[
            { validator: (_rule, value?: string) => verdict(checkConfirmation(value ?? '', text('newPassword'))) },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={20} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
