// A member's password: typed or generated; a generated one is shown once, to be passed on.
import { CopyOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Modal, Space } from 'antd'
import { queryAccounts, type setMemberPassword } from '#contract/members/accounts.ts'
import { querySubAccounts, type setSubPassword } from '#contract/members/sub-accounts.ts'
import { checkGivenPassword, cleanNewPassword } from '#contract/validation.ts'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { copyText } from '#web/lib/copy.ts'
import { useUnsaved } from '#web/lib/unsaved.ts'
import { accountName } from './account-labels.tsx'

export const PASSWORD_HINT = '不填则自动生成；自行填写须8至20位，包含数字、字母和特殊字符 @ * & . + _ -。'

/** Empty is valid: the server generates a password. */
export const checkOptionalPassword = (password: string, loginName: string) =>
  password ? checkGivenPassword(password, loginName) : null

type PasswordInputProps = { id?: string; value?: string; onChange?: (password: string) => void }

export function PasswordInput({ id, value = '', onChange }: PasswordInputProps) {
  return (
    <Input.Password
      {...(id !== undefined && { id })}
      value={value}
      maxLength={20}
      autoComplete="new-password"
      placeholder="自动生成"
      onChange={(event) => onChange?.(cleanNewPassword(event.target.value))}
    />
  )
}

type ResetProps = {
  call: typeof setMemberPassword | typeof setSubPassword
  account: { id: string; realName: string; loginName: string }
  onDone: (data: { password: string | null }) => void
  onClosed: () => void
}

export function ResetMemberPassword({ call, account, onDone, onClosed }: ResetProps) {
  return (
    <FormDialog
      title={`重置密码：${accountName(account)}`}
      endpoint={call as typeof setMemberPassword}
      initial={{ password: '' }}
      input={({ password }) => ({ id: account.id, password })}
      success="密码已重置"
      invalidates={[queryAccounts, querySubAccounts]}
      verb="重置"
      onDone={onDone}
      onClosed={onClosed}
    >
      <Field
        of={call as typeof setMemberPassword}
        name="password"
        isRequired={false}
        check={(password) => checkOptionalPassword(password, account.loginName)}
        hint={`${PASSWORD_HINT}重置后会员在所有子产品下线。`}
      >
        <PasswordInput />
      </Field>
    </FormDialog>
  )
}

/** Read-only text with a copy button; a click selects it. */
export function CopyText({ text, label, rows = 1 }: { text: string; label: string; rows?: number }) {
  const common = { value: text, readOnly: true, 'aria-label': label } as const
  return rows > 1 ? (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Input.TextArea {...common} rows={rows} onFocus={(event) => event.target.select()} />
      <Button icon={<CopyOutlined />} onClick={() => void copyText(text)}>
        复制
      </Button>
    </Space>
  ) : (
    <Space.Compact block>
      <Input {...common} onFocus={(event) => event.target.select()} />
      <Button icon={<CopyOutlined />} onClick={() => void copyText(text)}>
        复制
      </Button>
    </Space.Compact>
  )
}

export function PasswordShown({ password, onClosed }: { password: string; onClosed: () => void }) {
  const { isOpen, close, frame } = useDialog(onClosed)
  useUnsaved(() => isOpen)
  return (
    <Modal
      title="初始密码"
      {...frame}
      width={440}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={close}>
          我已保存
        </Button>
      }
    >
      <Space orientation="vertical" style={{ width: '100%' }}>
        <Alert type="info" showIcon title="密码只显示这一次，请复制后交给会员。" />
        <CopyText text={password} label="初始密码" />
      </Space>
    </Modal>
  )
}
