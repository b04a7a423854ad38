// The main button of a list: adds a row; shown to people with the right.
import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ComponentProps } from 'react'
import { Can } from '../can.tsx'

type AddButtonProps = Pick<ComponentProps<typeof Can>, 'call' | 'on'> & { onClick: () => void; children?: string }

export const AddButton = ({ call, on, onClick, children = '新增' }: AddButtonProps) => (
  <Can call={call} on={on}>
    <Button type="primary" icon={<PlusOutlined />} onClick={onClick}>
      {children}
    </Button>
  </Can>
)
