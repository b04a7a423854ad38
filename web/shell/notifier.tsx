// Puts antd's messages and dialogs where lib's notifications go.
import { App } from 'antd'
import { useEffect } from 'react'
import { setNotifier } from '../lib/notify.ts'

const SECONDS = 3

export function NotifierBridge() {
  const { message, modal } = App.useApp()
  useEffect(() => {
    setNotifier({
      toast: (type, content, duration = SECONDS) => void message.open({ type, content, duration, key: content }),
      ask: ({ title, text, ok, cancel }) =>
        new Promise((resolve) => {
          modal.confirm({
            title,
            content: text,
            okText: ok,
            cancelText: cancel,
            onOk: () => resolve(true),
            onCancel: () => resolve(false),
          })
        }),
    })
    return () => setNotifier(null)
  }, [message, modal])
  return null
}
