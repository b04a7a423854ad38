// Between filters and rows: what can be done here on the left, the list's own controls on the right.
import { ReloadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import './list-page.css'

type ToolbarProps = {
  children: ReactNode
  /** Controls of the list beside 刷新. */
  end?: ReactNode
  onRefresh: () => void
}

export function Toolbar({ children, end, onRefresh }: ToolbarProps) {
  return (
    <div className="toolbar">
      {children}
      <div className="toolbar-end">
        {end}
        <Tooltip title="刷新">
          <Button type="text" aria-label="刷新" icon={<ReloadOutlined />} onClick={onRefresh} />
        </Tooltip>
      </div>
    </div>
  )
}
