// Changing one's own password (spec §2, §5, §8).
import { Form, Input, type InputRef, Modal } from 'antd'
import { useRef, useState } from 'react'
import { updateOwnPassword } from '#contract/identity/own-account.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { checkConfirmation, checkNewPassword, checkOldPassword, cleanNewPassword } from '#contract/validation.ts'
import '#web/kit/form/field.css'
import { showRefusal } from '#web/kit/dialog/show-refusal.ts'
import { exchange, Refusal } from '#web/lib/call.ts'
import { createGuard } from '#web/lib/guard.ts'
import { notify } from '#web/lib/notify.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useTexts } from '../texts/texts.ts'

type Fields = { oldPassword: string; newPassword: string; confirmation: string }

/** spec §2, px. */
const WIDTH = 600
/** The call's limit. Not shorter: a pasted password must not be cut silently. */
const MAX_LENGTH = 128
const verdict = (text: string | null) => (text ? Promise.reject(new Error(text)) : Promise.resolve())
const trim = (typed: string) => typed.trim()

export default function PasswordDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const session = useSession()
  const { password: texts, ...shell } = useTexts()
  const [form] = Form.useForm<Fields>()
  const [isBusy, setBusy] = useState(false)
  const first = useRef<InputRef>(null)
  const [guard] = useState(() => createGuard(DIALOG_GUARD_MS))
  const text = (name: keyof Fields) => String(form.getFieldValue(name) ?? '')
  const userName = session?.userName ?? ''

  async function handleFinish({ oldPassword, newPassword }: Fields) {
    if (!session || !guard.enter('save')) return
    setBusy(true)
    try {
      const reply = await exchange(updateOwnPassword, { id: session.user_id, oldPassword, newPassword })
      // spec §8: other resolved codes use the success style too, but the dialog stays open
      notify.success(reply.msg)
      if (reply.success) onClose()
    } catch (failure) {
      // the dialog stays open with its input; other errors were shown by exchange()
      if (failure instanceof Refusal) showRefusal(form, failure)
    } finally {
      guard.leave('save')
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={shell.changePassword}
      width={WIDTH}
      okText={shell.confirm}
      cancelText={shell.cancel}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
      mask={{ closable: false }}
      styles={{ body: { paddingBlock: 12 } }}
      afterOpenChange={(isShown) => {
        // unless the person has begun to type during the opening animation
        if (isShown && !document.activeElement?.matches('input')) first.current?.focus()
      }}
      destroyOnHidden
    >
      <Form<Fields>
        form={form}
        preserve={false}
        layout="vertical"
        onFinish={handleFinish}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item label={texts.userName} htmlFor="own-user-name">
          <Input id="own-user-name" value={userName} disabled autoComplete="username" />
        </Form.Item>
        <Form.Item
          name="oldPassword"
          label={texts.old}
          required
          normalize={trim}
          dependencies={['newPassword']}
          rules={[
            { validator: (_rule, value?: string) => verdict(checkOldPassword(value ?? '', text('newPassword'))) },
          ]}
        >
          <Input.Password ref={first} autoComplete="current-password" maxLength={MAX_LENGTH} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={texts.fresh}
          extra={<span className="field-hint">{texts.hint}</span>}
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
          <Input.Password autoComplete="new-password" maxLength={MAX_LENGTH} />
        </Form.Item>
        <Form.Item
          name="confirmation"
          label={texts.again}
          required
          normalize={trim}
          dependencies={['newPassword']}
          rules={[
            { validator: (_rule, value?: string) => verdict(checkConfirmation(value ?? '', text('newPassword'))) },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={MAX_LENGTH} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
