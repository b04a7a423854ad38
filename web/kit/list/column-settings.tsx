// The panel behind a toolbar button that sets a list's columns: which, in which order, how wide, which are pinned.
import './column-settings.css'
import { PushpinFilled, PushpinOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, InputNumber, Popover, Tooltip } from 'antd'
import { useState } from 'react'
import {
  COLUMN_MAX_PX,
  COLUMN_MIN_PX,
  type ColumnSetting,
  type ColumnSettings,
} from '#contract/system/list-settings.ts'
import { useActive } from '#web/lib/active.ts'
import { SortableList } from '../picker/sortable-list.tsx'
import { COLUMN_PX } from '../table/table-size.ts'
import { changeColumn, mayHide } from './column-settings.rules.ts'

export type ColumnPanelProps = {
  /** As declared: labels and default widths. */
  columns: readonly { key: string; label: string; width?: number }[]
  settings: ColumnSettings
  onChange: (settings: ColumnSettings) => void
  onReset: () => void
}

export function ColumnPanel({ columns, settings, onChange, onReset }: ColumnPanelProps) {
  const declared = (key: string) => columns.find((each) => each.key === key)
  const labelOf = ({ key }: ColumnSetting) => declared(key)?.label ?? key
  return (
    <div className="column-panel">
      <SortableList
        items={settings}
        idOf={({ key }) => key}
        nameOf={labelOf}
        label="列设置"
        onSort={(sorted) => onChange(sorted)}
      >
        {(setting) => {
          const { key, isShown, isPinned, width } = setting
          const label = labelOf(setting)
          const change = (next: Partial<ColumnSetting>) => onChange(changeColumn(settings, key, next))
          return (
            <>
              <Checkbox
                checked={isShown}
                disabled={isShown && !mayHide(settings, key)}
                onChange={({ target }) => change({ isShown: target.checked })}
              >
                {label}
              </Checkbox>
              <InputNumber
                size="small"
                className="column-panel-width"
                aria-label={`${label} 的宽度`}
                min={COLUMN_MIN_PX}
                max={COLUMN_MAX_PX}
                step={10}
                precision={0}
                value={width ?? declared(key)?.width ?? COLUMN_PX}
                onChange={(next) => change({ width: next })}
              />
              <Tooltip title={isPinned ? '取消固定' : '固定在左侧'}>
                <Button
                  type="text"
                  size="small"
                  aria-label={`固定 ${label}`}
                  aria-pressed={isPinned}
                  icon={isPinned ? <PushpinFilled /> : <PushpinOutlined />}
                  onClick={() => change({ isPinned: !isPinned })}
                />
              </Tooltip>
            </>
          )
        }}
      </SortableList>
      <Button type="link" size="small" onClick={onReset}>
        恢复默认
      </Button>
    </div>
  )
}

export function ColumnSettingsButton(props: ColumnPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const isActive = useActive()
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      title="列设置"
      open={isOpen && isActive}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<ColumnPanel {...props} />}
    >
      <Button
        type="text"
        aria-label="列设置"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        icon={<SettingOutlined />}
      />
    </Popover>
  )
}
