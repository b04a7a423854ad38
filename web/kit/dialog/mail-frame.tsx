// A mail in a frame without the console's rights.
import './mail-frame.css'
import { useEffect, useRef } from 'react'
import { mailFrame } from '../../../contract/push/unsubscribe.ts'

/** The frame follows no mode of its own: the rule for dark ones holds always, or never. */
export const inMode = (html: string, isDark: boolean) =>
  html
    .replace('(prefers-color-scheme:dark)', isDark ? 'all' : 'not all')
    .replace('color-scheme:light dark', `color-scheme:${isDark ? 'dark' : 'light'}`)

export function MailFrame({ html, width }: { html: string; width: number }) {
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
