// Input for a password set for somebody else: type or generate, and copy.
import { CopyOutlined } from '@ant-design/icons'
import { Button, Input, Space, Tooltip } from 'antd'
import { useState } from 'react'
import { cleanNewPassword } from '#contract/validation.ts'
import { copyText } from '#web/lib/copy.ts'
import { generatePassword } from './password-generator.ts'

export type PasswordInputProps = { id?: string; value?: string; onChange?: (password: string) => void }

export function PasswordInput({ id, value = '', onChange }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  const handleGenerate = () => {
    onChange?.(generatePassword())
    setVisible(true)
  }
  const handleCopy = async () => {
    if (!(await copyText(value))) setVisible(true)
  }
  return (
    <Space.Compact block>
      <Input.Password
        {...(id !== undefined && { id })}
        value={value}
        maxLength={20}
        autoComplete="new-password"
        visibilityToggle={{ visible: isVisible, onVisibleChange: setVisible }}
        onChange={(event) => onChange?.(cleanNewPassword(event.target.value))}
      />
      <Button onClick={handleGenerate}>生成</Button>
      <Tooltip title="复制密码">
        <Button aria-label="复制密码" disabled={!value} icon={<CopyOutlined />} onClick={() => void handleCopy()} />
      </Tooltip>
    </Space.Compact>
  )
}
