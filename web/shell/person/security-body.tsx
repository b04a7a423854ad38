// Content of a dialog tab, with its loading and error states.
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useSecurityTexts } from '../texts/security.ts'

type Read<D> = { data: D | undefined; isError: boolean; refetch: () => Promise<unknown> }

export function SecurityBody<D>({ read, children }: { read: Read<D>; children: (data: D) => ReactNode }) {
  const texts = useSecurityTexts()
  if (read.data !== undefined) return children(read.data)
  if (!read.isError) return <Skeleton active title={false} paragraph={{ rows: 5 }} />
  return (
    <div className="security-failed" role="alert">
      {texts.failed}
      <Button onClick={() => void read.refetch()}>{texts.retry}</Button>
    </div>
  )
}
