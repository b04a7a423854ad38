// Filters recipients of a push, or messages of a day, by state and text.
import { Input, Select } from 'antd'
import type { MessageState } from '#contract/outbox/message-labels.ts'
import { messageOptions } from './push-labels.tsx'

type Props = {
  /** Accessible name of the state select. */
  label: string
  placeholder: string
  onState: (state: MessageState | undefined) => void
  /** Trimmed. */
  onText: (text: string) => void
}

export function RecipientFilter({ label, placeholder, onState, onText }: Props) {
  return (
    <div className="push-filter">
      <Select<MessageState>
        aria-label={label}
        allowClear
        placeholder="全部状态"
        style={{ width: 140 }}
        options={messageOptions}
        onChange={onState}
      />
      <Input.Search
        aria-label="查找收件人"
        allowClear
        placeholder={placeholder}
        maxLength={64}
        style={{ width: 220 }}
        onSearch={(text) => onText(text.trim())}
      />
    </div>
  )
}
