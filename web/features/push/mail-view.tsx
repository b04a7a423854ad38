// Preview of a mail: in a sandboxed frame, wide or narrow, light or dark.
import './push.css'
import { Radio, Switch } from 'antd'
import { useState } from 'react'
import type { MailShown } from '#contract/push/pushes.ts'
import { inMode, MailFrame } from '#web/kit/dialog/mail-frame.tsx'

const widths = { wide: 720, narrow: 390, text: 720 } as const
type Layout = keyof typeof widths
const layouts = [
  { value: 'wide', label: '电脑' },
  { value: 'narrow', label: '手机' },
  { value: 'text', label: '纯文本' },
]

export function MailView({ mail }: { mail: MailShown }) {
  const [layout, setLayout] = useState<Layout>('wide')
  const [isDark, setDark] = useState(false)
  const html = inMode(mail.html, isDark)
  return (
    <div className="mail-view">
      <div className="mail-bar">
        <Radio.Group
          size="small"
          optionType="button"
          aria-label="显示方式"
          options={layouts}
          value={layout}
          onChange={({ target }) => setLayout(target.value as Layout)}
        />
        {layout !== 'text' && (
          // biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is the control
          <label className="mail-dark">
            <Switch size="small" checked={isDark} onChange={setDark} /> 深色
          </label>
        )}
      </div>
      <dl className="mail-head">
        <dt>主题</dt>
        <dd>{mail.subject}</dd>
        <dt>发件人</dt>
        <dd>{mail.sender}</dd>
      </dl>
      {layout === 'text' ? (
        <pre className="mail-text">{mail.text}</pre>
      ) : (
        <MailFrame key={`${layout} ${html}`} html={html} width={widths[layout]} />
      )}
    </div>
  )
}
