// A mail as its recipient sees it: in a frame without the console's rights, wide or narrow, light or dark.
import './push.css'
import { Radio, Switch } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { MailShown } from '../../../contract/push/pushes.ts'
import { mailFrame } from '../../../contract/push/unsubscribe.ts'

const widths = { wide: 720, narrow: 390, text: 720 } as const
type Manner = keyof typeof widths
const manners = [
  { value: 'wide', label: '电脑' },
  { value: 'narrow', label: '手机' },
  { value: 'text', label: '纯文本' },
]

/** The frame follows no mode of its own: the rule for dark ones holds always, or never. */
const inMode = (html: string, isDark: boolean) =>
  html
    .replace('(prefers-color-scheme:dark)', isDark ? 'all' : 'not all')
    .replace('color-scheme:light dark', `color-scheme:${isDark ? 'dark' : 'light'}`)

function MailFrame({ html, width }: { html: string; width: number }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // the page in the frame asks for what it shows; afterwards it is that mail, and asks no more
  useEffect(() => {
    const handleMessage = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'ready')
        frame.current?.contentWindow?.postMessage(html, '*')
    }
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [html])
  return (
    <iframe
      ref={frame}
      title="邮件预览"
      className="mail-frame"
      src={mailFrame.path}
      sandbox="allow-scripts"
      style={{ width }}
    />
  )
}

export function MailView({ mail }: { mail: MailShown }) {
  const [manner, setManner] = useState<Manner>('wide')
  const [isDark, setDark] = useState(false)
  const html = inMode(mail.html, isDark)
  return (
    <div className="mail-view">
      <div className="mail-bar">
        <Radio.Group
          size="small"
          optionType="button"
          aria-label="显示方式"
          options={manners}
          value={manner}
          onChange={({ target }) => setManner(target.value as Manner)}
        />
        {manner !== 'text' && (
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
      {manner === 'text' ? (
        <pre className="mail-text">{mail.text}</pre>
      ) : (
        <MailFrame key={`${manner} ${html}`} html={html} width={widths[manner]} />
      )}
    </div>
  )
}
