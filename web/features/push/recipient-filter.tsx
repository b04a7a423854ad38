// Narrows the recipients of a push, or the messages of a day, by their state and a text.
import { Input, Select } from 'antd'
import type { MessageState } from '../../../contract/outbox/message-labels.ts'
import { messageOptions } from './push-labels.tsx'

type Props = {
  /** Of the state's choice, for those who do not see it. */
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
