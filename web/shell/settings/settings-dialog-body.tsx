// Content of a settings tab, with its loading and error states.
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.ts'

type Read<D> = { data: D | undefined; isError: boolean; refetch: () => Promise<unknown> }

export function SettingsDialogBody<D>({ read, children }: { read: Read<D>; children: (data: D) => ReactNode }) {
  const { systemSetting: texts } = useTexts()
  if (read.data !== undefined) return children(read.data)
  if (!read.isError) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  return (
    <div className="settings-failed" role="alert">
      {texts.failed}
      <Button onClick={() => void read.refetch()}>{texts.retry}</Button>
    </div>
  )
}
