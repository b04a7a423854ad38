// A mail in a sandboxed frame.
import './mail-frame.css'
import { useEffect, useRef } from 'react'
import { mailFrame } from '#contract/push/unsubscribe.ts'

/** Replaces the mail's `prefers-color-scheme` query, so that the preview is dark or light regardless of the system. */
export const inMode = (html: string, isDark: boolean) =>
  html
    .replace('(prefers-color-scheme:dark)', isDark ? 'all' : 'not all')
    .replace('color-scheme:light dark', `color-scheme:${isDark ? 'dark' : 'light'}`)

export function MailFrame({ html, width }: { html: string; width: number }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // the frame's page posts `ready` once and is then replaced by the mail that it receives
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
